"""Every registered ruleset passes the conformance suite; the long campaign plays more games."""

import pytest

from mjlog import conform, rulesets


@pytest.mark.parametrize("ruleset", rulesets.all_ids())
def test_every_ruleset_conforms(ruleset):
    outcomes = list(conform.check(ruleset, games=3))
    assert [f"{o.name}: {o.message}" for o in outcomes if o.failed] == []
    assert all(o.passed for o in outcomes)


@pytest.mark.long
@pytest.mark.parametrize("ruleset", rulesets.all_ids())
@pytest.mark.parametrize("seed", [1, 2])
def test_long_campaign(ruleset, seed):
    assert [f"{o.name}: {o.message}" for o in conform.check(ruleset, games=100, seed=seed) if o.failed] == []


def broken(**changes):
    rules = rulesets.get("tuidaohe")
    return rules.revise("tuidaohe", **changes).bind({})


def failing(rules):
    return {o.name for o in conform.check_rules(rules, games=2) if o.failed}


def test_a_leak_is_caught():
    """An option that depends on another seat's hidden hand."""
    from dataclasses import replace

    base = rulesets.get("tuidaohe")
    cut = base.phases["act"][-1]

    def nosy(s):
        other = (s.actor + 1) % s.table.seats
        options = list(cut.options(s))
        return options[: max(1, len(options) - s.table.held[other][0])]

    rules = broken(
        phases={"act": (*base.phases["act"][:-1], replace(cut, options=nosy, has=None, size=None, draw=None))}
    )
    assert "hidden tiles do not show" in failing(rules)


def test_payments_that_make_points_are_caught():
    def pay(s, won, points):
        return [points if q == won.seat else 0 for q in range(s.table.seats)]

    assert "scores add up" in failing(broken(hooks={"pay": pay}))


def test_a_dead_end_is_caught():
    from dataclasses import replace

    base = rulesets.get("tuidaohe")
    claims = tuple(replace(w, options=lambda s: []) if w.role == "next" else w for w in base.phases["claims"])
    assert "games are played" in failing(broken(phases={"claims": claims}))


def test_a_test_that_differs_from_its_list_is_caught():
    from dataclasses import replace

    base = rulesets.get("tuidaohe")
    loose = replace(base.phases["act"][-1], has=lambda s, e: True)
    found = failing(broken(phases={"act": (*base.phases["act"][:-1], loose)}))
    assert {"nothing unlisted applies", "windows test what they list"} <= found


def test_memory_outside_of_events_is_caught():
    from mjlog import events as ev
    from mjlog.rulesets import classic_flow

    calls = []

    def drifting(s, e):
        classic_flow.after_discarded(s, e)
        calls.append(1)
        s.mem.exhausted = (len(calls),)

    assert "replay equals live state" in failing(broken(after={ev.Discarded: drifting}))


def test_an_unknown_clause_is_caught():
    from dataclasses import replace

    base = rulesets.get("tuidaohe")
    cut = (replace(base.phases["cut"][0], clause="tuidaohe.none.9"),)
    assert "clauses are cited" in failing(broken(phases={"cut": cut}))
