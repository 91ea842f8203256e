"""Makes Tenhou XML games for tests: an encoder of calls, a scene that keeps track of ids, games played at random.

Written from the description of the format alone; it shares no code with the importer.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

LETTERS = "TUVW", "DEFG"
DRAWS = {4: 70, 3: 55}


def chow(ids: list[int], called: int) -> int:
    """The code of a chow of three ascending kinds, `called` one of the ids; always from the previous player."""
    ids = sorted(ids)
    suit, rank = divmod(ids[0] // 4, 9)
    copies = sum(i % 4 << (3 + 2 * j) for j, i in enumerate(ids))
    return ((suit * 7 + rank) * 3 + ids.index(called)) << 10 | copies | 4 | 3


def pung(ids: list[int], called: int, direction: int) -> int:
    """The code of a pung; the copy that is not in it is written too."""
    ids = sorted(ids)
    spare = ({0, 1, 2, 3} - {i % 4 for i in ids}).pop()
    return (ids[0] // 4 * 3 + ids.index(called)) << 9 | spare << 5 | 8 | direction


def added(pung_code: int) -> int:
    """The code of the kong that the fourth tile makes of a pung."""
    return pung_code - 8 + 16


def kong(tile: int, direction: int) -> int:
    """The code of an open kong of `tile`, or of a closed kong if the direction is 0."""
    return tile << 8 | direction


def north(tile: int) -> int:
    """The code of a north laid aside."""
    return tile << 8 | 32


def deck(players: int) -> list[int]:
    """All tile ids of a set."""
    return [i for i in range(136) if players == 4 or not 4 <= i < 32]


def commas(row: object) -> str:
    """Numbers with commas between."""
    return ",".join(map(str, row))  # type: ignore[call-overload]


@dataclass
class Scene:
    """One hand being written: who holds which ids, what is left in the wall, the elements so far."""

    players: int = 4
    seed: int = 1
    tags: list[str] = field(default_factory=list)
    hand: list[list[int]] = field(default_factory=list)
    wall: list[int] = field(default_factory=list)
    codes: list[list[int]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    sticks: int = 0
    honba: int = 0
    drawn: int = -1
    last: tuple[int, int] = (-1, -1)
    indicators: list[int] = field(default_factory=list)
    draws: int = 0
    riichi: set[int] = field(default_factory=set)

    def start(
        self,
        hands: dict[int, list[int]] | None = None,
        dealer: int = 0,
        counter: int | None = None,
        scores: list[int] | None = None,
        keep: tuple[int, ...] = (),
        dice: str = "2,4",
    ) -> Scene:
        """``INIT``: given ids to given seats, the rest at random; ids in `keep` stay in the wall for later."""
        rng = random.Random(self.seed)
        hands = hands or {}
        given = {i for ids in hands.values() for i in ids} | set(keep)
        rest = [i for i in deck(self.players) if i not in given]
        rng.shuffle(rest)
        self.hand = []
        for q in range(self.players):
            ids = list(hands.get(q, ()))
            while len(ids) < 13:
                ids.append(rest.pop())
            self.hand.append(ids)
        self.indicators = [rest.pop()]
        self.wall = [*keep, *rest]
        self.codes = [[] for _ in range(self.players)]
        self.scores = (scores or [250 if self.players == 4 else 350] * self.players)[:]
        row = self.scores + [0] * (4 - self.players)
        counter = dealer if counter is None else counter
        seed = f"{counter},{self.honba},{self.sticks},{dice},{self.indicators[0]}"
        shown = [commas(sorted(ids)) for ids in self.hand] + [""] * (4 - self.players)
        deals = " ".join(f'hai{q}="{ids}"' for q, ids in enumerate(shown))
        self.tags = [f'<INIT seed="{seed}" ten="{commas(row)}" oya="{dealer}" {deals}/>']
        return self

    def add(self, *tags: str) -> Scene:
        """Elements as they are."""
        self.tags += tags
        return self

    def draw(self, seat: int, tile: int | None = None) -> Scene:
        """A draw of one id, by default of the last in the wall."""
        tile = self.wall[-1] if tile is None else tile
        self.wall.remove(tile)
        self.hand[seat].append(tile)
        self.drawn, self.draws = tile, self.draws + 1
        return self.add(f"<{LETTERS[0][seat]}{tile}/>")

    def cut(self, seat: int, tile: int | None = None) -> Scene:
        """A discard, by default of the tile just drawn."""
        tile = self.drawn if tile is None else tile
        self.hand[seat].remove(tile)
        self.last, self.drawn = (seat, tile), -1
        return self.add(f"<{LETTERS[1][seat]}{tile}/>")

    def turn(self, seat: int) -> Scene:
        """Draw and discard the drawn tile."""
        return self.draw(seat).cut(seat)

    def call(self, seat: int, code: int, *own: int) -> Scene:
        """``N``: own tiles leave the hand."""
        for i in own:
            self.hand[seat].remove(i)
        self.codes[seat].append(code)
        self.drawn = -1
        return self.add(f'<N who="{seat}" m="{code}" />')

    def claim(self, seat: int, code_of: object, *own: int) -> Scene:
        """A claim of the last discard."""
        feeder, tile = self.last
        direction = (feeder - seat) % 4
        if code_of is kong:
            code = kong(tile, direction)
        elif code_of is chow:
            code = chow([tile, *own], tile)
        else:
            code = pung([tile, *own], tile, direction)
        return self.call(seat, code, *own)

    def dora(self, tile: int | None = None) -> Scene:
        """``DORA``."""
        tile = self.wall[0] if tile is None else tile
        self.wall.remove(tile)
        self.indicators.append(tile)
        return self.add(f'<DORA hai="{tile}"/>')

    def reach(self, seat: int) -> Scene:
        """``REACH`` step 1."""
        return self.add(f'<REACH who="{seat}" step="1"/>')

    def accept(self, seat: int) -> Scene:
        """``REACH`` step 2: the stick is paid."""
        self.scores[seat] -= 10
        self.sticks += 1
        self.riichi.add(seat)
        row = self.scores + [0] * (4 - self.players)
        return self.add(f'<REACH who="{seat}" ten="{commas(row)}" step="2"/>')

    def sc(self, deltas: list[int]) -> str:
        """Score before and delta of each seat; the scores move."""
        rows = [x for pair in zip(self.scores, deltas, strict=True) for x in pair]
        self.scores = [x + d for x, d in zip(self.scores, deltas, strict=True)]
        return commas(rows + [0] * (8 - 2 * self.players))

    def win(self, seat: int, feeder: int, points: int = 1000, more: str = "", first: bool = True) -> Scene:
        """``AGARI``: whatever the hand is; honba and sticks go to the first winner."""
        n = self.players
        tile = self.drawn if seat == feeder else self.last[1]
        shown = sorted(self.hand[seat] + ([] if seat == feeder else [tile]))
        deltas = [0] * n
        honba, sticks = (self.honba, self.sticks) if first else (0, 0)
        if seat == feeder:
            share = points // 100 // (n - 1) + honba
            deltas = [-share] * n
            deltas[seat] = share * (n - 1) + 10 * sticks
            points = 100 * (share - honba) * (n - 1)
        else:
            deltas[feeder] = -(points // 100 + honba * (n - 1))
            deltas[seat] = -deltas[feeder] + 10 * sticks
        calls = f' m="{commas(self.codes[seat])}"' if self.codes[seat] else ""
        ura = f' doraHaiUra="{commas(self.wall[: len(self.indicators)])}"' if seat in self.riichi else ""
        head = f'ba="{self.honba},{sticks}" hai="{commas(shown)}"{calls} machi="{tile}" ten="30,{points},0"'
        self.sticks -= sticks
        if "yaku" not in more:
            more = f'yaku="7,1" {more}'
        return self.add(
            f'<AGARI {head} {more} doraHai="{commas(self.indicators)}"{ura} who="{seat}" fromWho="{feeder}" '
            f'sc="{self.sc(deltas)}"/>'
        )

    def no_win(self, kind: str = "", ready: tuple[int, ...] = (), deltas: list[int] | None = None) -> Scene:
        """``RYUUKYOKU`` of a kind, with the hands of some seats shown."""
        name = f'type="{kind}" ' if kind else ""
        ba = f"{self.honba},{self.sticks}"
        sc = self.sc(deltas or [0] * self.players)
        shown = "".join(f' hai{q}="{commas(sorted(self.hand[q]))}"' for q in ready)
        return self.add(f'<RYUUKYOKU {name}ba="{ba}" sc="{sc}"{shown}/>')

    def empty_wall(self, seat: int = 0) -> Scene:
        """Everybody draws and discards until the wall is empty."""
        while self.draws < DRAWS[self.players]:
            self.turn(seat)
            seat = (seat + 1) % self.players
        return self


def end(scene: Scene, points: tuple[str, ...] = ("50.0", "10.0", "-20.0", "-40.0")) -> Scene:
    """``owari`` on the last element: final scores, sticks left go to the first, and points."""
    scores = scene.scores[:]
    scores[scores.index(max(scores))] += 10 * scene.sticks
    row = [x for pair in zip(scores, points, strict=False) for x in pair] + ["0"] * (8 - 2 * scene.players)
    scene.tags[-1] = scene.tags[-1].replace("/>", f' owari="{commas(row)}"/>')
    return scene


def game(*hands: Scene, kind: int | None = None, between: str = "") -> str:
    """A whole file of hands."""
    players = hands[0].players if hands else 4
    kind = (169 if players == 4 else 185) if kind is None else kind
    names = ["%41%E4%B8%80", "%42", "%43", "%44" if players == 4 else ""]
    people = " ".join(f'n{q}="{name}"' for q, name in enumerate(names))
    head = (
        '<mjloggm ver="2.3"><SHUFFLE seed="mt19937ar-sha512-n288-base64,made-up" ref=""/>'
        f'<GO type="{kind}" lobby="0"/><UN {people} dan="1,2,3,4" rate="1500.00,1600.50,1700.00,1800.00" '
        'sx="M,F,M,M"/><TAIKYOKU oya="0"/>'
    )
    return head + between.join("".join(hand.tags) for hand in hands) + "</mjloggm>"


def random_hand(scene: Scene, rng: random.Random, dealer: int, counter: int) -> Scene:
    """Play on at random: claims, kongs, norths, riichi and wins without a look at hands or rules."""
    n = scene.players
    scene.seed = rng.randrange(1 << 30)
    scene.riichi, scene.draws, scene.drawn = set(), 0, -1
    scene.start(dealer=dealer, counter=counter, scores=scene.scores)
    seat, waiting, must_draw, pungs = dealer, 0, True, {}
    while True:
        if must_draw:
            if scene.draws == DRAWS[n]:
                ready = tuple(q for q in range(n) if rng.random() < 0.5)
                even = len(ready) in (0, n)
                pay = [0] * n
                if not even:
                    total = 10 * (n - 1)
                    for q in range(n):
                        pay[q] = total // len(ready) if q in ready else -total // (n - len(ready))
                    pay[0] -= sum(pay)
                return scene.no_win("", ready, pay)
            scene.draw(seat)
            hand = scene.hand[seat]
            if rng.random() < 0.004:
                return scene.win(seat, seat)
            kinds = [i // 4 for i in hand]
            four = [k for k in set(kinds) if kinds.count(k) == 4]
            fourth = [i for i in hand if (seat, i // 4) in pungs]
            more = 4 - (len(scene.indicators) - 1) - waiting
            room = scene.draws < DRAWS[n]
            if n == 3 and room and rng.random() < 0.7 and (norths := [i for i in hand if i // 4 == 30]):
                scene.call(seat, north(norths[0]), norths[0])
                waiting = _flush(scene, waiting)
                continue
            if more > 0 and room and rng.random() < 0.8 and (four or fourth):
                if four:
                    k = four[0]
                    scene.call(seat, kong(4 * k, 0), *[4 * k + j for j in range(4)])
                    waiting = _flush(scene, waiting)
                    scene.dora()
                else:
                    i = fourth[0]
                    scene.call(seat, added(pungs.pop((seat, i // 4))), i)
                    waiting = _flush(scene, waiting) + 1
                continue
        riichi = rng.random() < 0.03 and not scene.codes[seat] and seat not in scene.riichi
        if riichi:
            scene.reach(seat)
        if waiting:
            waiting = _flush(scene, waiting)
        scene.cut(seat, rng.choice(scene.hand[seat]))
        if rng.random() < 0.004:
            winners = [(seat + d) % n for d in range(1, n) if d == 1 or rng.random() < 0.3][:2]
            for j, q in enumerate(winners):
                scene.win(q, seat, first=j == 0)
            return scene
        if riichi:
            scene.accept(seat)
        tile = scene.last[1]
        must_draw, nxt = True, (seat + 1) % n
        for q in [(seat + d) % n for d in range(1, n)]:
            same = [i for i in scene.hand[q] if i // 4 == tile // 4]
            if scene.draws == DRAWS[n] or q in scene.riichi or rng.random() < 0.3:
                continue
            if len(same) == 3 and len(scene.indicators) < 5:
                scene.claim(q, kong, *same)
                nxt, waiting = q, 1
                break
            if len(same) >= 2:
                scene.claim(q, pung, *same[:2])
                pungs[q, tile // 4] = scene.codes[q][-1]
                nxt, must_draw = q, False
                break
            run = [next((i for i in scene.hand[q] if i // 4 == tile // 4 + d), -1) for d in (1, 2)]
            fits = tile < 108 and tile // 4 % 9 < 7 and min(run) >= 0
            if n == 4 and q == (seat + 1) % n and fits and rng.random() < 0.3:
                scene.claim(q, chow, *run)
                nxt, must_draw = q, False
                break
        seat = nxt


def _flush(scene: Scene, waiting: int) -> int:
    """The indicator that an open or added kong still owes is written."""
    for _ in range(waiting):
        scene.dora()
    return 0


def random_game(seed: int, players: int = 4, hands: int = 4) -> tuple[str, list[Scene]]:
    """A file of some hands at random, and each hand as it was made."""
    rng = random.Random(seed)
    made: list[Scene] = []
    scores, sticks = [250 if players == 4 else 350] * players, 0
    for k in range(hands):
        dealer = k % players
        scene = Scene(players, scores=scores[:], sticks=sticks, honba=rng.randrange(3))
        random_hand(scene, rng, dealer, k // players * 4 + dealer)
        scores, sticks = scene.scores, scene.sticks
        made.append(scene)
    end(made[-1])
    return game(*made), made
