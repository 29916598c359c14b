"""Every measure of the enclosure. What is bought comes first, with where its measures are from."""

from dataclasses import dataclass
from math import radians

A_ROW = ("a", "b", "c")
SIDE = ("up", "down")


@dataclass(frozen=True)
class Dimensions:
    """Change what is different with your parts: `replace(Dimensions(), module_width=89.5)`."""

    # Waveshare's wiki, Pico-ePaper-2.9, specification: outline with driver board 82.0 × 38.0, raw panel
    # 79.0 × 36.7 × 1.05, display size 66.89 × 29.05 (that of the -D says 66.9 × 29.06)
    module_width: float = 82.0
    module_height: float = 38.0
    module_thickness: float = 3.0
    """Glass, glue and board. Measure yours."""
    glass_width: float = 79.0
    glass_height: float = 36.7
    active_width: float = 66.89
    active_height: float = 29.05
    active_aside: float = 3.0
    """How far the active area may lie off the middle, to the left or to the right: public models of
    Waveshare's 2.9" modules have 2.75 and 2.9. The window takes either."""

    # The Pico in the module's socket. Raspberry Pi Pico data sheet, chapter 2, mechanical specification:
    # 51 × 21 × 1, pins in a grid of 2.54; its figure of the board: USB socket 1.3 beyond the edge
    pico_length: float = 51.0
    pico_width: float = 21.0
    pico_thickness: float = 1.0
    socket_height: float = 8.5
    header_height: float = 2.5
    below_pico: float = 6.5
    """Room for the USB plug, which is thicker than the Pico's parts, and for wires."""
    plug_width: float = 12.0
    plug_thickness: float = 8.0
    usb_height: float = 2.8

    # Push buttons 6 × 6 on stripboard. Omron B3F data sheet, B3F-1020: 6 × 6, 5.0 high from the board, its
    # body 3.4, its plunger 3.5 across
    button_size: float = 6.0
    button_body: float = 3.5
    button_plunger: float = 5.0
    """From the board to the top of the plunger."""
    button_legs: float = 6.5
    board_thickness: float = 1.6
    board_breadth: float = 9.0
    row_length: float = 70.0
    side_length: float = 34.0

    # A holder for three AAA cells (IEC 60086-2, LR03: 10.5 × 44.5 each) with its walls and springs, or a LiPo
    # cell (503450 says 5.0 × 34 × 50, and its protection is 1 longer) and its charger. They differ between
    # makers: these are the most there is room for.
    holder: tuple[float, float, float] = (54.0, 39.0, 15.0)
    cell: tuple[float, float, float] = (51.0, 34.0, 5.0)
    charger: tuple[float, float, float] = (28.0, 18.0, 5.0)
    switch_opening: tuple[float, float] = (8.8, 13.5)
    switch_panel: float = 2.0
    """The thickest wall that the rocker switch snaps into."""

    # How it is printed
    nozzle: float = 0.4
    fit: float = 0.3
    """Between parts that are put together, on each side."""
    steepest: float = 45.0
    """Degrees from the vertical that print without support."""
    longest_bridge: float = 10.0

    # What is printed
    wall: float = 2.0
    floor: float = 2.0
    lid: float = 2.4
    corner: float = 4.0
    rib: float = 1.6
    cap_size: float = 11.0
    cap_rise: float = 1.5
    cap_flange: float = 1.0
    """How far it reaches below the lid on each side."""
    cap_flange_thickness: float = 1.2
    cap_play: float = 0.2
    legend_depth: float = 0.6
    legend_stroke: float = 1.0
    legend_height: float = 5.2
    window_bevel: float = 1.4
    window_margin: float = 0.4
    screw: float = 3.0
    screw_head: float = 6.0
    pilot: float = 2.6
    boss: float = 7.0
    boss_depth: float = 10.0
    reading_angle: float = 25.0
    stand_wall: float = 4.0
    collar: float = 2.5
    """How deep the base sits in the stand."""
    front_height: float = 7.0

    # Where the buttons are, so that each is where the panel says what it does
    row_y: float = -29.0
    row_x: float = 28.0
    side_x: float = 50.0
    side_y: float = 9.7

    # The inside of the base
    left: float = -44.0
    right: float = 59.5
    bottom: float = -38.0
    top: float = 28.5

    @property
    def cavity(self) -> float:
        """From the floor to the lid."""
        stack = self.socket_height + self.header_height + self.pico_thickness + self.below_pico
        return self.module_thickness + stack

    @property
    def lid_z(self) -> float:
        """The underside of the lid."""
        return self.floor + self.cavity

    @property
    def module_z(self) -> float:
        """The back of the module."""
        return self.lid_z - self.module_thickness

    @property
    def usb_z(self) -> float:
        """The middle of the Pico's USB socket."""
        return self.floor + self.below_pico - self.usb_height / 2

    @property
    def cap_z(self) -> float:
        """The underside of the caps, where the plungers end."""
        return self.lid_z - self.cap_play - self.cap_flange_thickness

    @property
    def board_z(self) -> float:
        """The underside of the stripboards."""
        return self.cap_z - self.button_plunger - self.board_thickness

    @property
    def width(self) -> float:
        return self.right - self.left + 2 * self.wall

    @property
    def height(self) -> float:
        return self.top - self.bottom + 2 * self.wall

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of base, lid and stand."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2

    @property
    def window(self) -> tuple[float, float]:
        """Width and height of the window where it is smallest."""
        wide = self.active_width + 2 * (self.active_aside + self.window_margin)
        return wide, self.active_height + 4 * self.window_margin

    @property
    def angle(self) -> float:
        """The reading angle in radians."""
        return radians(self.reading_angle)

    @property
    def caps(self) -> dict[str, tuple[float, float]]:
        """The middle of each button."""
        row = {name: (self.row_x * at, self.row_y) for name, at in zip(A_ROW, (-1, 0, 1), strict=True)}
        return row | {"up": (self.side_x, self.side_y), "down": (self.side_x, -self.side_y)}

    @property
    def corners(self) -> list[tuple[float, float]]:
        """The screws that hold the lid."""
        inset = self.boss / 2 - 0.5
        return [
            (x, y)
            for x in (self.left + inset, self.right - inset)
            for y in (self.bottom + inset, self.top - inset)
        ]

    @property
    def stand_screws(self) -> list[tuple[float, float]]:
        """The screws that hold the base on the stand."""
        y = self.middle[1]
        return [(self.left + 4, y), (self.right - 4, y)]
