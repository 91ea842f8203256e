"""One moment of a game as a board in the terminal: every zone of the ruleset's layout, seat by seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from mjlog.frames import BACK
from mjlog.wording import KINDS, of

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

COLOURS = {"m": "red", "p": "blue", "s": "green"}
"""Colour of a suit by the last letter of a face; other faces are bold."""
LABEL = 8
"""Columns for the name of a zone."""
WIDTH = 100
"""The board grows no wider than so many columns."""


class Board:
    """Draws what `mjlog.show.frame_of` found, in one language (``en`` or ``zh``).

    A tile is its name. A tile no longer in the river stands in brackets, the tile just drawn after ``+``, one
    claimed for a meld between ``‹ ›``; hidden and unknown tiles are counted. Colours only add to that.
    """

    def __init__(self, found: dict[str, Any], lang: str) -> None:
        self.found = found
        self.zh = lang == "zh"

    def either(self, en: str, zh: str) -> str:
        """The words of this language."""
        return zh if self.zh else en

    def draw(self) -> RenderableType:
        """The whole board: heading, what just happened, the seats, what lies in the middle."""
        from rich.console import Group
        from rich.rule import Rule
        from rich.text import Text

        parts: list[RenderableType] = [Text(self.heading(), style="bold")]
        if self.found["words"]:
            parts.append(Text(self.either("just now  ", "刚刚  ") + self.found["words"], style="italic"))
        for seat in range(len(self.found["hands"])):
            parts.append(
                Rule(Text(self.title(seat), style="bold" if seat == self.actor() else ""), align="left")
            )
            parts.append(self.zones(z for z in self.layout() if z["seat"] == seat and z["role"] != "score"))
        parts.append(Rule(Text(self.either("table", "桌面")), align="left", style="dim"))
        parts.append(self.zones(z for z in self.layout() if z["seat"] is None))
        return Group(*parts)

    def layout(self) -> list[dict[str, Any]]:
        """The zones of the ruleset."""
        return list(self.found["layout"])

    def actor(self) -> int | None:
        """The seat of the event that just happened."""
        event = self.found["event"] or {}
        return event.get("seat")

    def heading(self) -> str:
        """Which game, hand and step this is, and who looks."""
        f = self.found
        words = [
            f["ruleset"],
            self.either(f"hand {f['hand']}", f"第 {f['hand']} 局"),
            self.either(f"step {f['n']}", f"第 {f['n']} 步")
            + (f" / {f['of']}" if f["of"] is not None else ""),
            f"seq {f['seq']}",
        ]
        if f["viewer"] != "all":
            name = self.name(int(f["viewer"]))
            words.append(self.either(f"as {name} sees it", f"{name} 所见"))
        return "  ·  ".join(words)

    def name(self, seat: int) -> str:
        """A seat by name, else by number."""
        names = self.found["names"]
        return (names[seat] if seat < len(names) else "") or self.either(f"seat {seat}", f"{seat} 号位")

    def title(self, seat: int) -> str:
        """Seat, player, dealer mark and score."""
        f = self.found
        dealer = self.either("  dealer", "  庄") if seat == f["dealer"] else ""
        score = self.either("score", "点数")
        return f"{seat}  {self.name(seat)}{dealer}  {score} {f['scores'][seat]}"

    def zones(self, zones: Iterable[dict[str, Any]]) -> RenderableType:
        """Label and content of each zone that holds something, one a row."""
        from rich.table import Table

        grid = Table.grid(padding=(0, 1))
        grid.add_column(min_width=LABEL, style="dim", no_wrap=True)
        grid.add_column(ratio=1)
        for zone in zones:
            content = self.found["frame"][zone["id"]]
            if content or (content == 0 and zone["role"] == "wall"):
                grid.add_row(zone["zh" if self.zh else "en"], self.content(zone, content))
        return grid

    def content(self, zone: dict[str, Any], content: Any) -> Text:
        """What lies in a zone, as its arrangement has it."""
        from rich.text import Text

        if zone["arrangement"] == "melds":
            return Text("   ").join(self.meld(m) for m in content)
        if isinstance(content, dict):
            return Text("  ".join(f"{k} {v}" for k, v in content.items()))
        if isinstance(content, list):
            return self.row(content, numbered=zone["arrangement"] == "snake")
        return Text(str(content))

    def meld(self, meld: dict[str, Any]) -> Text:
        """Kind, tiles and giver of a meld."""
        text = self.row(meld["tiles"])
        text = text.__class__.assemble((of(KINDS, meld["kind"], self.zh) + " ", "dim"), text)
        if meld["feeder"] is not None:
            text.append(self.either(f" from {meld['feeder']}", f" 自 {meld['feeder']}"), "dim")
        return text

    def row(self, tokens: Sequence[str], numbered: bool = False) -> Text:
        """Tiles side by side; those that cannot be told apart are counted at the end."""
        from rich.text import Text

        known = [(i, t) for i, t in enumerate(tokens) if numbered or t.split("|")[0] not in (BACK, "?")]
        out = [self.tile(t, i if numbered else None) for i, t in known]
        if not numbered:
            faces = [t.split("|")[0] for t in tokens]
            for face, en, zh in ((BACK, "hidden", "张暗牌"), ("?", "unknown", "张未知")):
                if n := faces.count(face):
                    out.append(Text(self.either(f"{n} {en}", f"{n} {zh}"), "dim"))
        return Text(" ").join(out)

    def tile(self, token: str, number: int | None) -> Text:
        """One tile with its marks."""
        from rich.text import Text

        face, *flags = token.split("|")
        shown = {BACK: "##", "?": "?"}.get(face, face)
        style = COLOURS.get(face[-1:], "bold") if face not in (BACK, "?") else ""
        if "ghost" in flags:
            shown, style = f"({shown})", "dim"
        elif "taken" in flags:
            shown = f"‹{shown}›"
        elif "drawn" in flags:
            shown, style = f"+ {shown}", f"{style} underline"
        elif "cut" in flags:
            style += " dim"
        text = Text(shown, style)
        if number is not None:
            owner = next((x[6:] for x in flags if x.startswith("owner:")), "")
            text = Text.assemble((f"{number}:", "dim"), text, (f"@{owner}" if owner else "", "dim"))
        return text
