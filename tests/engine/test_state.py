"""States after a declaration are built field by field, and equal those that `_replace` builds."""

from typing import Any

from engine.cat_in_the_box.state import Player, State


def marked(kind: Any) -> Any:
    """An instance in which every field has a value of its own."""
    return kind(**{name: f"old {name}" for name in kind._fields})


def test_declaration_keeps_other_fields_of_the_state() -> None:
    changed: Any = ("players", "to_play", "trick", "taken", "open", "last")
    new: Any = {name: f"new {name}" for name in changed}
    old: State = marked(State)
    assert old.after_declaration(**new) == old._replace(**new)


def test_declaration_keeps_other_fields_of_the_player() -> None:
    new: Any = {name: f"new {name}" for name in ("hand", "reach", "tokens", "lost")}
    old: Player = marked(Player)
    assert old.after_declaration(**new) == old._replace(**new)
