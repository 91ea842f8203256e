"""Events as sentences for people, in English and Chinese; the log itself keeps its own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from mjlog import events as ev
from mjlog.kinds import NAMES_ZH

KINDS: dict[str, tuple[str, str]] = {
    "chow": ("chow", "吃"),
    "pung": ("pung", "碰"),
    "pair": ("pair", "对"),
    "knitted": ("knitted set", "组合龙"),
    "kong_open": ("open kong", "明杠"),
    "kong_closed": ("concealed kong", "暗杠"),
    "kong_added": ("added kong", "加杠"),
    "throw": ("throw", "打窝"),
    "stick": ("stick", "粘"),
    "scoop": ("scoop", "捞"),
    "fish": ("fish", "钓"),
    "capture": ("capture", "收牌"),
    "flower": ("flower", "花牌"),
    "kita": ("north", "拔北"),
    "joker": ("wild tile", "百搭"),
    "rob": ("rob", "抢收"),
    "swap": ("kong exchange", "换杠"),
}
"""Kinds of melds and takings."""

WINS: dict[str, tuple[str, str]] = {
    "self_draw": ("by self-draw", "自摸"),
    "discard": ("on a discard", "点和"),
    "robbed_kong": ("by robbing a kong", "抢杠"),
    "robbed_north": ("by robbing a north", "抢拔北"),
    "head": ("on the wall head", "牌山头"),
    "scoop": ("by a scoop", "捞和"),
    "fish": ("by a fish", "钓和"),
}
"""How a win came about."""

RESULTS: dict[str, tuple[str, str]] = {
    "win": ("the hand ends with a win", "本局和牌结束"),
    "exhausted": ("the hand is drawn: the wall is empty", "荒牌流局"),
    "nagashi": ("the hand is drawn: only terminals and honours discarded", "流局满贯"),
    "nine_terminals": ("abortive draw: nine terminals", "九种九牌流局"),
    "four_winds": ("abortive draw: four winds", "四风连打流局"),
    "four_riichi": ("abortive draw: four riichi", "四家立直流局"),
    "four_kongs": ("abortive draw: four kongs", "四杠散了流局"),
    "triple_win": ("abortive draw: three winners", "三家和流局"),
    "penalty": ("the hand ends with a penalty", "因罚分结束本局"),
    "stuck": ("the hand ends: nobody can go on", "无人可行动，本局结束"),
}
"""How a hand ended."""

SOURCES: dict[str, tuple[str, str]] = {
    "head": ("", ""),
    "tail": (" from the tail of the wall", "（牌山尾）"),
    "replacement": (" as replacement", "（补牌）"),
}

NAMES: dict[str, tuple[str, str]] = {
    "exhausted": ("the wall is empty", "荒牌"),
    "baoting": ("ready", "报听"),
    "riichi": ("riichi", "立直"),
    "nine_terminals": ("nine terminals", "九种九牌"),
    "void": ("void suit", "定缺"),
    "tenpai": ("ready at the draw", "听牌"),
    "noten": ("not ready at the draw", "未听"),
}
"""Names of declarations and marks of discards."""


def of(table: Mapping[str, tuple[str, str]], key: str, zh: bool) -> str:
    """A label, or the key itself with blanks for underscores.

    >>> of(KINDS, "kong_added", True), of(KINDS, "dragon_dance", False)
    ('加杠', 'dragon dance')
    """
    return table[key][zh] if key in table else key.replace("_", " ")


def tile(name: str, zh: bool) -> str:
    """A tile in a sentence.

    >>> tile("5m", True), tile("5m", False), tile("?", False)
    ('五万', '5m', 'an unknown tile')
    """
    if zh:
        return NAMES_ZH.get(name, name) if name != "?" else "一张未知牌"
    return "an unknown tile" if name == "?" else name


def tiles(names: Sequence[str], zh: bool) -> str:
    """Several tiles; unknown ones are counted."""
    known = [n for n in names if n != "?"]
    unknown = len(names) - len(known)
    parts = ["".join(NAMES_ZH.get(n, n) + " " for n in known).strip() if zh else " ".join(known)]
    if unknown:
        parts.append(f"{unknown} 张未知牌" if zh else f"{unknown} unknown")
    return (" ＋ " if zh else " + ").join(p for p in parts if p)


def signed(numbers: Sequence[float]) -> str:
    """Differences of points.

    >>> signed([8, -8, 0])
    '+8 -8 0'
    """
    return " ".join(f"{n:+g}" if n else "0" for n in numbers)


class Speaker:
    """Tells events in one language with the names of the seats.

    `names` are the players' names by seat; a seat without a name is called by its number.

    >>> Speaker("en", ["Ann"]).say(ev.Claimed(0, "chow", "4p", ["3p", "5p"], feeder=3))
    'Ann: chow of 4p with 3p 5p, from seat 3'
    >>> Speaker("zh").say(ev.Discarded(2, "5m", "drawn"))
    '2 号位：摸切五万'
    """

    def __init__(self, lang: str = "en", names: Sequence[str] = ()) -> None:
        self.zh = lang == "zh"
        self.names = names

    def seat(self, q: int) -> str:
        """A seat by name."""
        name = self.names[q].strip() if q < len(self.names) else ""
        return name or (f"{q} 号位" if self.zh else f"seat {q}")

    def say(self, e: ev.AnyEvent) -> str:
        """The event in one sentence; what this log does not know stays unknown."""
        text = _SAY[type(e)](self, e)
        counts = getattr(e, "counts", None)
        if counts:
            text += ("，" if self.zh else ", ") + " ".join(f"{k} {v:+d}" for k, v in counts.items())
        q = getattr(e, "seat", None)
        if q is None:
            return text
        return f"{self.seat(q)}{'：' if self.zh else ': '}{text}"

    def either(self, en: str, zh: str) -> str:
        """The words of this language."""
        return zh if self.zh else en

    def tile(self, name: str) -> str:
        """A tile."""
        return tile(name, self.zh)

    def tiles(self, names: Sequence[str]) -> str:
        """Several tiles."""
        return tiles(names, self.zh)

    def source(self, source: str) -> str:
        """Where a drawn tile came from, empty for the head of the wall."""
        if source in SOURCES:
            return SOURCES[source][self.zh]
        place, _, at = source.partition(":")
        if at.isdecimal():
            return self.either(f" from {place} {at}", f"（{place} {at}）")
        return self.either(f" from {source}", f"（{source}）")


def _hand_started(s: Speaker, e: Any) -> str:
    dice = s.either(", dice ", "，骰子 ") + " ".join(map(str, e.dice)) if e.dice else ""
    return s.either(f"a hand begins, dealer {s.seat(e.dealer)}{dice}", f"开局，庄家 {s.seat(e.dealer)}{dice}")


def _wall_built(s: Speaker, e: Any) -> str:
    return s.either(f"the wall of {len(e.tiles)} tiles is built", f"码牌 {len(e.tiles)} 张")


def _dealt(s: Speaker, e: Any) -> str:
    return s.either(f"is dealt {s.tiles(e.tiles)}", f"配牌 {s.tiles(e.tiles)}")


def _drawn(s: Speaker, e: Any) -> str:
    where = s.source(e.source)
    return s.either(f"draws {s.tile(e.tile)}{where}", f"摸 {s.tile(e.tile)}{where}")


def _turned(s: Speaker, e: Any) -> str:
    return s.either(f"turned up ({e.zone}): {s.tiles(e.tiles)}", f"翻开（{e.zone}）：{s.tiles(e.tiles)}")


def _revealed(s: Speaker, e: Any) -> str:
    where = "" if e.zone == "hand" else f" ({e.zone})"
    return s.either(f"shows{where} {s.tiles(e.tiles)}", f"亮出{where} {s.tiles(e.tiles)}")


def _discarded(s: Speaker, e: Any) -> str:
    if e.part == "drawn":
        text = s.either(f"discards the drawn {s.tile(e.tile)}", f"摸切{s.tile(e.tile)}")
    else:
        text = s.either(f"discards {s.tile(e.tile)}", f"切{s.tile(e.tile)}")
    if e.face == "down":
        text += s.either(" face down", "（暗）")
    if e.mark:
        text += s.either(" and declares ", "，") + _mark(e.mark, s.zh)
    return text


def _mark(mark: str, zh: bool) -> str:
    return of(NAMES, mark, zh) if mark in NAMES else of(KINDS, mark, zh)


def _claimed(s: Speaker, e: Any) -> str:
    kind = of(KINDS, e.kind, s.zh)
    own = s.either(f" with {s.tiles(e.own)}", f"，配 {s.tiles(e.own)}") if e.own else ""
    feeder = "" if e.feeder is None else s.either(f", from {s.seat(e.feeder)}", f"，来自 {s.seat(e.feeder)}")
    return s.either(f"{kind} of {s.tile(e.tile)}{own}{feeder}", f"{kind}{s.tile(e.tile)}{own}{feeder}")


def _melded(s: Speaker, e: Any) -> str:
    return s.either(f"{of(KINDS, e.kind, False)} {s.tiles(e.tiles)}", f"{of(KINDS, e.kind, True)} {s.tiles(e.tiles)}")  # fmt: skip


def _extended(s: Speaker, e: Any) -> str:
    return s.either(f"{of(KINDS, e.kind, False)} {s.tile(e.tile)}", f"{of(KINDS, e.kind, True)}{s.tile(e.tile)}")  # fmt: skip


def _taken(s: Speaker, e: Any) -> str:
    kind = of(KINDS, e.kind, s.zh) if e.kind else s.either("takes", "取")
    return s.either(
        f"{kind}: {s.tiles(e.tiles)} from the {e.zone}", f"{kind}：从{_zone(e.zone)}取 {s.tiles(e.tiles)}"
    )


def _zone(zone: str) -> str:
    return {"river": "牌河", "wall": "牌山", "row": "明牌"}.get(zone, zone)


def _exchanged(s: Speaker, e: Any) -> str:
    return s.either(
        f"exchanges {s.tile(e.give)} for {s.tile(e.take)} of the {e.zone}",
        f"以{s.tile(e.give)}换{_zone(e.zone)}的{s.tile(e.take)}",
    )


def _set_aside(s: Speaker, e: Any) -> str:
    return s.either(
        f"lays aside {s.tile(e.tile)} ({of(KINDS, e.kind, False)})",
        f"{of(KINDS, e.kind, True)}：{s.tile(e.tile)}",
    )


def _declared(s: Speaker, e: Any) -> str:
    text = s.either("declares ", "宣告 ") + of(NAMES, e.name, s.zh)
    if e.tile:
        text += " " + s.tile(e.tile)
    if e.to is not None:
        text += s.either(" for ", " 对 ") + s.seat(e.to)
    if e.data:
        text += " (" + " ".join(f"{k} {v}" for k, v in e.data.items()) + ")"
    return text


def _answered(s: Speaker, e: Any) -> str:
    out = {
        "passed": ("passed", "放弃"),
        "overruled": ("overruled", "被抢先"),
        "too_late": ("too late", "太迟"),
    }
    return s.either(f"answered {e.answer}: {out[e.outcome][0]}", f"应答 {e.answer}：{out[e.outcome][1]}")


def _won(s: Speaker, e: Any) -> str:
    how = of(WINS, e.by, s.zh)
    text = s.either(f"wins {how} with {s.tile(e.tile)}", f"{how}，和{s.tile(e.tile)}")
    if e.source is not None and e.source != e.seat:
        text += s.either(f", from {s.seat(e.source)}", f"，来自 {s.seat(e.source)}")
    if e.hand:
        text += s.either(f"; hand {s.tiles(e.hand)}", f"；手牌 {s.tiles(e.hand)}")
    return text


def _scored(s: Speaker, e: Any) -> str:
    parts = [f"{k.replace('_', ' ')} {v}" for k, v in (e.items or {}).items()]
    if e.total is not None:
        parts.append(s.either(f"total {e.total}", f"合计 {e.total}"))
    if e.fu is not None:
        parts.append(s.either(f"{e.fu} fu", f"{e.fu} 符"))
    if e.limit:
        parts.append(e.limit.replace("_", " "))
    if e.points is not None:
        parts.append(s.either(f"{e.points} points", f"{e.points} 点"))
    return s.either("scores ", "计分 ") + (", ".join(parts) if parts else s.either("nothing yet", "未知"))


def _settled(s: Speaker, e: Any) -> str:
    moved = signed(e.deltas) if e.deltas is not None else s.either("unknown", "未知")
    reason = f" ({e.reason.replace('_', ' ')})" if e.reason else ""
    pot = s.either(f", pot {e.pot:+d}", f"，供托 {e.pot:+d}") if e.pot else ""
    liable = (
        "" if e.liable is None else s.either(f", {s.seat(e.liable)} liable", f"，{s.seat(e.liable)} 包牌")
    )
    return s.either("points move ", "结算 ") + moved + pot + liable + reason


def _match_ended(s: Speaker, e: Any) -> str:
    scores = " ".join(map(str, e.scores))
    return s.either(f"the game is over: {scores}", f"对局结束：{scores}")


def _penalised(s: Speaker, e: Any) -> str:
    moved = f" {signed(e.deltas)}" if e.deltas else ""
    return s.either(f"penalty under {e.rule}{moved}", f"依 {e.rule} 罚分{moved}")


def _acted(s: Speaker, e: ev.Acted) -> str:
    moves = e.moves or []
    moved = "; ".join(
        f"{m.get('from', '?')} → {m.get('to', '?')} {s.tiles(m.get('tiles') or [])}".strip() for m in moves
    )
    return e.name.replace("_", " ") + (f": {moved}" if moved else "")


def _gap(s: Speaker, e: Any) -> str:
    def some(name: str, numbers: Sequence[int] | None) -> str:
        return f" {name} {' '.join(map(str, numbers))}" if numbers else ""

    return (
        s.either("something was missed", "漏记")
        + (f": {e.what}" if e.what else "")
        + some(s.either("draws", "摸"), e.draws)
        + some(s.either("discards", "切"), e.discards)
    )


def _change(s: Speaker, e: Any) -> str:
    words = {
        ev.Retracted: ("withdraws", "撤回"),
        ev.Amended: ("amends", "更正"),
        ev.Inserted: ("inserts after", "补记于"),
    }
    target = e.after if isinstance(e, ev.Inserted) else e.target
    return f"{words[type(e)][s.zh]} {target}"


_SAY: dict[type, Callable[[Speaker, Any], str]] = {
    ev.HandStarted: _hand_started, ev.WallBuilt: _wall_built, ev.Dealt: _dealt, ev.Drawn: _drawn,
    ev.Turned: _turned, ev.Revealed: _revealed, ev.Discarded: _discarded, ev.Claimed: _claimed,
    ev.Melded: _melded, ev.Extended: _extended, ev.Taken: _taken, ev.Exchanged: _exchanged,
    ev.SetAside: _set_aside, ev.Declared: _declared, ev.Answered: _answered, ev.Won: _won,
    ev.Scored: _scored, ev.Settled: _settled, ev.HandEnded: lambda s, e: of(RESULTS, e.result, s.zh),
    ev.MatchEnded: _match_ended, ev.Penalised: _penalised, ev.Acted: _acted, ev.Gap: _gap,
    ev.Noted: lambda s, e: e.text, ev.Retracted: _change, ev.Amended: _change, ev.Inserted: _change,
}  # fmt: skip
