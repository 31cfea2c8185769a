"""L1, L2: the faces of the cards."""

from collections import Counter
from itertools import permutations

from engine.cat_box_lite.deck import BOX, CARDS, FACES
from tests.engine.cat_box_lite import referee

LETTERS = {"black": "b", "white": "w", "gray": "g", "orange": "o", "box": "x"}
BACKS = [(card["a"].public, card["a"].private) for card in CARDS]


def test_l1_the_faces_are_those_drawn_by_hand() -> None:
    drawn = {name: "".join(LETTERS[square] for square in face) for name, face in referee.FACES.items()}
    assert drawn == FACES


def test_l1_the_cards_are_those_of_the_list() -> None:
    assert [(FACES[a], FACES[b]) for a, b in referee.CARDS] == BACKS
    assert all(card["b"] == (card["a"].private, card["a"].public) for card in CARDS)


def test_l1_full_faces_are_the_six_ways_round() -> None:
    """Rotated so that black comes first, all full faces differ, and they are all there are."""
    full = [face for name, face in FACES.items() if name[0] == "F"]
    turned = {face[face.index("b") :] + face[: face.index("b")] for face in full}
    assert turned == {"b" + "".join(order) for order in permutations("wgo")}


def test_l1_box_faces_lack_a_color_each() -> None:
    boxes = [face for name, face in FACES.items() if name[0] == "B"]
    assert [face.index(BOX) for face in boxes] == [0, 1, 2, 3]
    assert [set("bwgo") - set(face) for face in boxes] == [{"b"}, {"w"}, {"g"}, {"o"}]


def test_l1_each_face_comes_four_times_with_four_different_backs() -> None:
    backs: dict[str, set[str]] = {face: set() for face in FACES.values()}
    for a, b in BACKS:
        backs[a].add(b)
        backs[b].add(a)
    assert len(FACES) == 10
    assert {len(found) for found in backs.values()} == {4}
    assert Counter(face for card in BACKS for face in card) == dict.fromkeys(FACES.values(), 4)


def test_l1_each_color_comes_36_times_and_the_box_16_times() -> None:
    counts = Counter("".join(face for card in BACKS for face in card))
    assert counts == {"b": 36, "w": 36, "g": 36, "o": 36, "x": 16}
