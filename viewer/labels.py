"""The viewer's words in English and Chinese."""

from __future__ import annotations

from collections.abc import Iterable

from mjlog.kinds import NAMES_ZH

TEXT: dict[str, tuple[str, str]] = {
    "library": ("Library", "牌谱库"),
    "replay": ("Replay", "回放"),
    "statistics": ("Statistics", "统计"),
    "language": ("Language", "语言"),
    "ruleset": ("Ruleset", "规则"),
    "source": ("Source", "来源"),
    "player": ("Player", "玩家"),
    "all": ("all", "全部"),
    "game": ("Game", "对局"),
    "hands": ("Hands", "局数"),
    "events": ("Events", "事件数"),
    "players": ("Players", "玩家"),
    "scores": ("Scores", "点数"),
    "started": ("Started", "开始时间"),
    "complete": ("Complete", "完整"),
    "open": ("Open replay", "打开回放"),
    "no_games": ("No game fits these filters.", "没有符合条件的对局。"),
    "found": ("{n} games; click a row to replay it.", "共 {n} 场，点击一行即可回放。"),
    "shown": ("{n} games, the first {m} shown; click a row to replay it.", "共 {n} 场，显示前 {m} 场，点击一行即可回放。"),
    "no_game": ("Choose a game in the library.", "请先在牌谱库中选择对局。"),
    "hand": ("Hand", "局"),
    "view": ("View", "视角"),
    "view_all": ("all faces", "全部明牌"),
    "view_outside": ("onlooker", "旁观"),
    "first": ("first", "开头"),
    "back": ("one back", "上一步"),
    "next": ("one on", "下一步"),
    "last": ("last", "结尾"),
    "step": ("step", "步"),
    "jump": ("go to step", "跳到第几步"),
    "table": ("table", "牌桌"),
    "log": ("events of this hand", "本局事件"),
    "flag_drawn": ("just drawn", "刚摸"),
    "flag_cut": ("discarded as drawn", "摸切"),
    "flag_ghost": ("no longer there", "已被取走"),
    "flag_taken": ("claimed", "鸣牌"),
    "flag_owner": ("laid by seat {n}", "{n} 家所出"),
    "flag_at": ("place {n} in the wall", "牌墙第 {n} 张"),
    "split": ("Split by", "分组"),
    "no_split": ("nothing", "不分组"),
    "seat": ("seat", "座位"),
    "bot": ("bot", "电脑"),
    "no_cases": ("No case in this store.", "库中没有数据。"),
    "few": ("grey: fewer than {n} cases", "灰色：不足 {n} 例"),
    "interval": ("95 % Wilson interval", "95 % Wilson 区间"),
    "every_metric": ("Every metric as figures", "全部指标数值"),
    "keys": ("Arrow keys step, Home and End jump.", "方向键逐步，Home / End 跳到首尾。"),
}  # fmt: skip

_SUITS = {"m": "characters", "p": "dots", "s": "bamboos"}
_HONOURS = {"E": "east", "S": "south", "W": "west", "N": "north", "C": "red dragon", "F": "green dragon", "P": "white dragon"}  # fmt: skip


def text(key: str, zh: bool, **values: object) -> str:
    """One of the viewer's words.

    >>> text("found", False, n=3)
    '3 games; click a row to replay it.'
    """
    return TEXT[key][zh].format(**values) if values else TEXT[key][zh]


def tile_name(face: str, zh: bool) -> str:
    """A tile in words; the name in the log if it has none.

    >>> tile_name("5p", False), tile_name("0m", True), tile_name("back", False)
    ('5 dots', '赤五万', 'hidden tile')
    """
    if face == "back":
        return "暗牌" if zh else "hidden tile"
    if zh:
        return NAMES_ZH.get(face, face)
    if face == "?":
        return "unknown tile"
    if face in _HONOURS:
        return _HONOURS[face]
    if len(face) == 2 and face[1] in _SUITS and face[0].isdigit():
        return f"red 5 {_SUITS[face[1]]}" if face[0] == "0" else f"{face[0]} {_SUITS[face[1]]}"
    if len(face) == 2 and face[0] == "f":
        return f"flower {face[1]}"
    return "wild tile" if face == "X" else face


def tile_names(faces: Iterable[str], zh: bool) -> dict[str, str]:
    """Names of many tiles by face."""
    return {f: tile_name(f, zh) for f in sorted(set(faces))}
