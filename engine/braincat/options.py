"""The options of a game: their values, defaults, and in which modes they exist."""

from typing import Any, Literal

from engine.braincat.built_in import built_in_packs
from engine.braincat.pack_data import parse_packs, write_pack
from engine.errors import RecordError
from engine.game import GameOption
from engine.types import Json

SEATS = {  # by mode
    "discovery": range(2, 13),
    "moods": range(2, 13),
    "teams": range(6, 13),
    "individual": range(3, 13),
}
SEAT_COUNTS = tuple(sorted({seats for counts in SEATS.values() for seats in counts}))
COOPERATIVE = ("discovery", "moods")
Family = Literal["red", "blue"]
FAMILIES: tuple[Family, Family] = ("red", "blue")
MIN_FAMILY = 3  # seats (B20)


def _option(*values: Any, modes: tuple[str, ...] = ()) -> GameOption:
    """Returns an option whose default is the first value for any number of seats."""
    return GameOption(values, dict.fromkeys(SEAT_COUNTS, values[0]), modes)


OPTIONS = {
    "mode": _option(*SEATS),
    "cats": _option("clockwise", "volunteers"),
    "schizo": _option(False, True, modes=COOPERATIVE),
    "debate": _option(240, 180, 120, 60, modes=COOPERATIVE),  # seconds
    "target": _option(12, 15, modes=("moods",)),  # points
}


def complete_options(given: Json, seats: int) -> Json:
    """Returns the options with defaults filled in. Raises RecordError on an invalid or unknown one."""
    mode = _value(given, "mode")
    known = {name for name, option in OPTIONS.items() if mode in (option.modes or SEATS)}
    extra = {"packs", "families"} if mode == "teams" else {"packs"}
    if not set(given) <= known | extra:
        raise RecordError(f"the mode {mode} has the options {sorted(known | extra)}")
    if seats not in SEATS[mode]:
        raise RecordError(f"the mode {mode} has {SEATS[mode][0]} to {SEATS[mode][-1]} seats")
    packs = parse_packs(given.get("packs", built_in_packs()))
    options: Json = {name: _value(given, name) for name in OPTIONS if name in known}
    options["packs"] = {name: write_pack(pack) for name, pack in packs.items()}
    if options.get("schizo") and len(packs) == 1:
        raise RecordError("Schizo needs two packs (B5)")
    return {**options, "families": _families(given, seats)} if mode == "teams" else options


def _value(given: Json, name: str) -> Any:
    values = OPTIONS[name].values
    value = given.get(name, values[0])
    if not any(type(value) is type(allowed) and value == allowed for allowed in values):
        raise RecordError(f"{name} is one of {list(values)}")
    return value


def _families(given: Json, seats: int) -> list[str]:
    families = given.get("families", [FAMILIES[seat % 2] for seat in range(seats)])
    if not isinstance(families, list) or len(families) != seats:
        raise RecordError("families is a list with the family of each seat")
    if any(family not in FAMILIES for family in families):
        raise RecordError(f"the families are {FAMILIES}")
    if min(map(families.count, FAMILIES)) < MIN_FAMILY:
        raise RecordError(f"a family has at least {MIN_FAMILY} seats (B20)")
    return list(families)
