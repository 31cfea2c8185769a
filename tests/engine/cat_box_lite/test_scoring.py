"""L12-L14: the scores of the play area."""

from engine.cat_box_lite.board import names
from engine.cat_box_lite.scoring import result, score_all
from tests.engine.cat_box_lite.builders import GAME, area, opened
from tests.engine.cat_box_lite.walks import walk

# L14's sums: black 10 + 3, white 11 + 4, gray 12 + 2, orange 10 + 4.
EXAMPLE = """
    wgwobgwo
    wgxgbowb
    oogxoggw
    gxgbbxoo
    bwwgboob
    bgwwxgbw
"""


def scores(drawn: str) -> dict[str, tuple[int, int]]:
    """Cats and largest group by color."""
    return {color: (one.cats, one.group.bit_count()) for color, one in score_all(area(drawn)).items()}


def test_l12_cats_and_the_largest_group() -> None:
    assert scores("bbx bwb ..b") == {"black": (5, 3), "white": (1, 1), "gray": (0, 0), "orange": (0, 0)}


def test_l12_corners_do_not_connect_and_boxes_part() -> None:
    assert scores("gxg .g. gxg")["gray"] == (5, 1)


def test_l12_the_groups_squares_are_named_row_by_row() -> None:
    assert names(score_all(area("bob .bb"))["black"].group) == ("2,0", "1,1", "2,1")


def test_l14_the_sources_sum() -> None:
    """Colors without a seat are scored, too, for display."""
    assert scores(EXAMPLE) == {"black": (10, 3), "white": (11, 4), "gray": (12, 2), "orange": (10, 4)}
    assert {color: one.points for color, one in score_all(area(EXAMPLE)).items()} == {
        "black": 13,
        "white": 15,
        "gray": 14,
        "orange": 14,
    }


def test_l13_equal_scores_share_the_victory() -> None:
    state = opened(identities="gray black orange")._replace(area=area(EXAMPLE))
    assert result(state) == ((14, 13, 14), (0, 2))
    won = opened(identities="gray white")._replace(area=area(EXAMPLE))
    assert result(won) == ((14, 15), (1,))


def test_tally_explains_the_scores() -> None:
    state = opened(identities="gray black orange")._replace(area=area(EXAMPLE))
    assert [(one.score, one.place, one.counts) for one in GAME.seat_results(state)] == [
        (14, 1, {"cats": 12, "group": 2}),
        (13, 3, {"cats": 10, "group": 3}),
        (14, 1, {"cats": 10, "group": 4}),
    ]


def test_l12_final_view_explains_the_scores() -> None:
    end = walk(3, seed=8).states[-1]
    shown = GAME.view(end, None).result
    assert shown
    assert shown.identities == end.identities
    assert {"scores": list(shown.scores), "winners": list(shown.winners)} == GAME.result(end)
    for color, one in shown.colors.items():
        assert one.points == one.cats + len(one.group)
        if color in shown.identities:
            assert shown.scores[shown.identities.index(color)] == one.points
    assert len(shown.colors) == 4
