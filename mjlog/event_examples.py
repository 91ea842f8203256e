"""One documented example of every event type: they are validated, printed in the documentation and tested."""

from __future__ import annotations

from mjlog import events as ev

EXAMPLES: tuple[ev.AnyEvent, ...] = (
    ev.HandStarted(2, [25000, 26000, 24000, 25000], round=1, honba=1, pot=1000, dice=[3, 4]),
    ev.WallBuilt(["?"] * 8, dead=2, places={"replacement": [7, 6]}),
    ev.Dealt(0, ["1m", "2m", "?", "?"], faces="uudd"),
    ev.Drawn(1, "5p"),
    ev.Turned("indicator", ["3s"], source="indicator"),
    ev.Revealed(["E", "E"], zone="wall", indices=[10, 12]),
    ev.Discarded(1, "9s", part="drawn", mark="riichi"),
    ev.Claimed(2, "chow", "9s", ["7s", "8s"], feeder=1),
    ev.Melded(3, "kong_closed", ["C", "C", "C", "C"]),
    ev.Extended(2, "kong_added", "P", meld=0),
    ev.Taken(0, "river", [4, 5], ["2p", "3p"], to="pile", kind="capture"),
    ev.Exchanged(1, ["4s", "4s", "4s"], give="4s", zone="river", index=7, take="6m"),
    ev.SetAside(3, "flower", "f3"),
    ev.Declared(0, "baoting", counts={"ready": 1}),
    ev.Answered(2, "pung", outcome="overruled"),
    ev.Won(2, "discard", "6s", source=1, hand=["2m", "3m", "4m", "6s"]),
    ev.Scored(2, {"qingyise": 2, "pengpenghe": 1}, total=3, points=8),
    ev.Settled([0, -8, 8, 0], "win", seat=2),
    ev.HandEnded("win"),
    ev.MatchEnded([100, -20, -40, -40], [1, 2, 3, 3]),
    ev.Penalised(1, "false win", deltas=[8, -24, 8, 8], ends_hand=True),
    ev.Acted("swap", 0, moves=[{"from": "hand", "to": "row", "tiles": ["5m"]}]),
    ev.Gap("two tiles missed", draws=[1, 0, 0, 0], discards=[1, 0, 0, 0]),
    ev.Noted("the wall was bumped", kind="doubt"),
    ev.Retracted("g1-17"),
    ev.Amended("g1-17", {"type": "discarded", "seat": 1, "tile": "8s"}),
    ev.Inserted("g1-17", {"type": "drawn", "seat": 2, "tile": "?"}),
)
"""One example a type, in the order of the table of events."""


def events_page() -> str:
    """The page about events: each type with its sentence, fields and example, as Markdown."""
    from dataclasses import fields

    from mjlog.log.write import event_text

    out = [
        "# Events",
        "",
        "Generated from the code. Tiles are names, `?` is unknown; fields at their default are not written.",
        "",
    ]
    for e in EXAMPLES:
        doc = " ".join((type(e).__doc__ or "").split())
        names = ", ".join(f"`{f.name}`" for f in fields(e) if f.name != "type")
        out += [f"## {e.type}", "", doc, "", f"Fields: {names}", "", "```json", event_text(e), "```", ""]
    return "\n".join(out)
