"""Tenhou XML, smallest parts: a tolerant element scanner, tile ids, call codes, yaku ids, game types.

No XML parser is used, so there are no entities to define and nothing outside the text is ever read.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from typing import NamedTuple

from mjlog.kinds import sort_tiles

_ELEMENT = re.compile(r"""<([A-Za-z][\w.:-]*+)((?:[^<>"']++|"[^"<]*"|'[^'<]*')*+)>""")
_AROUND = "= \t\n\r"
_EITHER = re.compile(r"""([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ABSURD = 1_000_000_000
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)


def scan(text: str) -> list[str]:
    """What stands between the angle brackets that open, in order, without them; comments must be gone.

    >>> scan('<T5/> <N who="1" m="7" /><D5')
    ['T5/> ', 'N who="1" m="7" />', 'D5']
    """
    return text.split("<")[1:]


class Tag(NamedTuple):
    """An element as it stands in the source: its name, its text with the brackets, stray text behind it.

    The name is empty for a closing tag or a declaration; a `torn` element has no closing bracket or quote.
    """

    name: str
    text: str
    stray: str = ""
    torn: bool = False


def tag_of(chunk: str) -> Tag:
    """The element at the start of a chunk that `scan` gave.

    >>> tag_of('N who="1" />\\n'), tag_of('N who="1').torn, tag_of('/mjloggm>').name
    (Tag(name='N', text='<N who="1" />', stray='', torn=False), True, '')
    """
    text = f"<{chunk}"
    if chunk[-1:] == ">" and chunk.count(">") == 1 and not chunk.count('"') & 1 and "'" not in chunk:
        name = chunk.partition(" ")[0]
        if name.isalpha() and name.isascii():
            return Tag(name, text)
    if found := _ELEMENT.match(text):
        return Tag(found[1], found[0], text[found.end() :].strip())
    if chunk[:1] in ("/", "?", "!") and ">" in chunk:
        end = text.index(">") + 1
        return Tag("", text[:end], text[end:].strip())
    return Tag("", text.rstrip(), torn=True)


def attributes(tag: str) -> dict[str, str]:
    """The attributes of an element as `tag_of` gave its text; of a name that stands twice the last value wins.

    >>> attributes('<X who="1" owari="1" owari=\\'2\\' title="a&amp;b"/>')
    {'who': '1', 'owari': '2', 'title': 'a&b'}
    """
    if "'" in tag:
        found = {name: double or single for name, double, single in _EITHER.findall(tag)}
    else:
        cells = tag.split('"')
        names = [cell.strip(_AROUND) for cell in cells[:-1:2]]
        if names:
            names[0] = names[0].split()[-1]
        found = dict(zip(names, cells[1::2], strict=True))
    return {name: html.unescape(value) for name, value in found.items()} if "&" in tag else found


def without_comments(text: str) -> str:
    """The text without ``<!-- … -->``; a comment that never ends reaches to the end."""
    return _COMMENT.sub("", text) if "<!--" in text else text


def numbers(text: str, least: int = 0) -> list[int]:
    """A list of whole numbers separated by commas; raises ValueError for rubbish, too few or absurd ones.

    >>> numbers("250,-12,+3"), numbers("")
    ([250, -12, 3], [])
    """
    row = list(map(int, text.split(","))) if text else []
    if row and (max(row) > _ABSURD or min(row) < -_ABSURD):
        raise ValueError("a number out of all proportion")
    if len(row) < least:
        raise ValueError(f"{len(row)} numbers instead of {least}")
    return row


NAMES: list[str] = [f"{r}{s}" for s in "mps" for r in range(1, 10)] + list("ESWNPFC")
PLAIN: list[str] = [NAMES[i // 4] for i in range(136)]
REDS: list[str] = [f"0{x[1]}" if i in (16, 52, 88) else x for i, x in enumerate(PLAIN)]
NORTHS = range(120, 124)
_ID: dict[str, int] = {str(i): i for i in range(136)}


def tile_names(reds: bool) -> list[str]:
    """The name of each of the 136 tile ids; ids 16, 52 and 88 are red fives if there are any.

    >>> tile_names(True)[16], tile_names(False)[16], tile_names(True)[124]
    ('0m', '5m', 'P')
    """
    return REDS if reds else PLAIN


def tile_ids(text: str) -> list[int]:
    """A list of tile ids; raises ValueError for a number that is no tile."""
    if not text:
        return []
    try:
        return list(map(_ID.__getitem__, text.split(",")))
    except KeyError as e:
        raise ValueError(f"no tile has the id {e.args[0]!r}") from None


def tile_id(text: str) -> int:
    """A single tile id; raises ValueError for anything else."""
    if text not in _ID:
        raise ValueError(f"no tile has the id {text!r}")
    return _ID[text]


class Call(NamedTuple):
    """A decoded call: kind, direction of the feeder (0 self, 1 next, 2 opposite, 3 previous), ids.

    `tile` is the tile that was called or added; `own` are the caller's tiles: two for a chow or pung, three
    for an open kong, the pung for an added kong (which lies there already), four for a closed kong.
    """

    kind: str
    direction: int
    tile: int
    own: tuple[int, ...]


@lru_cache(maxsize=8192)
def decode_call(m: int) -> Call:
    """The call that a 16-bit code stands for; raises ValueError if it stands for none.

    >>> decode_call(7687)
    Call(kind='chow', direction=3, tile=12, own=(8, 16))
    >>> decode_call(31264).kind
    'north'
    """
    if not 0 <= m < 1 << 16:
        raise ValueError(f"call code {m}")
    direction = m & 3
    if m & 4:
        kind, index = divmod(m >> 10, 3)
        suit, rank = divmod(kind, 7)
        if suit > 2 or not direction:
            raise ValueError(f"call code {m}: no such chow")
        three = [4 * (suit * 9 + rank + j) + (m >> (3 + 2 * j) & 3) for j in range(3)]
        return Call("chow", direction, three.pop(index), tuple(three))
    if m & 24:
        kind, index = divmod(m >> 9, 3)
        spare = m >> 5 & 3
        if kind > 33 or not direction:
            raise ValueError(f"call code {m}: no such pung")
        three = [4 * kind + j for j in range(4) if j != spare]
        if not m & 8:
            return Call("kong_added", direction, 4 * kind + spare, tuple(three))
        return Call("pung", direction, three.pop(index), tuple(three))
    tile = m >> 8
    if m & 32:
        if tile not in NORTHS:
            raise ValueError(f"call code {m}: tile id {tile} is no north")
        return Call("north", 0, tile, ())
    if tile > 135:
        raise ValueError(f"call code {m}: tile id {tile}")
    four = [tile // 4 * 4 + j for j in range(4)]
    if not direction:
        return Call("kong_closed", 0, tile, tuple(four))
    four.remove(tile)
    return Call("kong_open", direction, tile, tuple(four))


@lru_cache(maxsize=8192)
def own_names(own: tuple[int, ...], reds: bool) -> tuple[str, ...]:
    """The names of a caller's tiles in our order."""
    names = tile_names(reds)
    return tuple(sort_tiles([names[i] for i in own]))


YAKU: tuple[str, ...] = (
    "menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu", "tanyao", "iipeikou",
    "seat_east", "seat_south", "seat_west", "seat_north", "round_east", "round_south", "round_west", "round_north",
    "haku", "hatsu", "chun", "double_riichi", "chiitoitsu", "chanta", "ittsuu", "sanshoku", "sanshoku_doukou",
    "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu",
    "renhou", "tenhou", "chiihou", "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou", "ryuuiisou",
    "chinroutou", "chuuren", "chuuren_nine", "kokushi", "kokushi_thirteen", "daisuushii", "shousuushii",
    "suukantsu", "dora", "ura_dora", "red_five",
)  # fmt: skip
"""Our names of the yaku by the source's number."""

HEARD = frozenset(range(len(YAKU)))
LIMITS = ("", "mangan", "haneman", "baiman", "sanbaiman", "yakuman")
YAKUMAN = 13
"""Han that a yakuman counts as in the items of `scored`."""


def yaku_name(number: int) -> str:
    """Our name of a yaku; an unheard-of number stays visible in the name.

    >>> yaku_name(7), yaku_name(99)
    ('pinfu', 'yaku_99')
    """
    return YAKU[number] if 0 <= number < len(YAKU) else f"yaku_{number}"


THREE = 0x10
"""The bit of a game's type that says three players."""


class GameType(NamedTuple):
    """What the bits of a game's `type` say about its rules."""

    players: int
    reds: bool
    open_tanyao: bool
    south: bool

    @classmethod
    def of(cls, bits: int) -> GameType:
        """The rules behind the number.

        >>> GameType.of(169), GameType.of(185).players
        (GameType(players=4, reds=True, open_tanyao=True, south=True), 3)
        """
        return cls(3 if bits & THREE else 4, not bits & 0x02, not bits & 0x04, bool(bits & 0x08))

    def options(self) -> dict[str, object]:
        """The options of the riichi ruleset."""
        return {
            "preset": f"tenhou{self.players}",
            "players": self.players,
            "length": "south" if self.south else "east",
            "open_tanyao": self.open_tanyao,
            "red_fives": self.reds,
        }
