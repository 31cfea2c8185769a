"""Quick points of a color after a card is laid anywhere, from the color's connected groups (L12)."""

from engine.cat_box_lite.board import CARD, FOOTPRINT, NEIGHBORS, Area
from engine.cat_box_lite.deck import COLORS, SQUARES, Face
from engine.groups import bits, groups

BESIDE = tuple(tuple(bits(near)) for near in NEIGHBORS)  # the neighbors of each cell


class Layer:
    """The visible cats of one color."""

    __slots__ = ("_cells", "_groups", "_largest", "_sizes", "_without")

    def __init__(self, cells: int) -> None:
        self._cells = cells
        self._groups: dict[int, int] = {}  # number of the group by cell
        self._sizes: list[int] = []  # by group
        self._without: dict[int, Layer] = {}  # by covered cells
        for number, group in enumerate(groups(cells, NEIGHBORS)):
            self._sizes.append(group.bit_count())
            self._groups.update(dict.fromkeys(bits(group), number))
        self._largest = max(self._sizes, default=0)

    def points(self) -> int:
        return len(self._groups) + self._largest

    def points_with(self, cell: int) -> int:
        """Returns the points with one more cat."""
        touched = {self._groups[near] for near in BESIDE[cell] if near in self._groups}
        joined = 1 + sum([self._sizes[number] for number in touched])
        return len(self._groups) + 1 + max(self._largest, joined)

    def without(self, cells: int) -> "Layer":
        """Returns the layer after some of its cats are covered."""
        if cells not in self._without:
            self._without[cells] = Layer(self._cells & ~cells)
        return self._without[cells]


class Layers:
    """An area, color by color; colors are given by their place in COLORS."""

    def __init__(self, area: Area) -> None:
        self._area = area
        self._layers = [Layer(cells) for cells in area[: len(COLORS)]]

    def points(self, color: int) -> int:
        return self._layers[color].points()

    def points_after(self, color: int, face: Face, cell: int) -> int:
        """Returns the color's points after a card's upper left square is laid on the cell."""
        layer, covered = self._layers[color], self._area[color] & CARD << cell
        if covered:
            layer = layer.without(covered)
        square = face.find(SQUARES[color])
        return layer.points() if square < 0 else layer.points_with(cell + FOOTPRINT[square])
