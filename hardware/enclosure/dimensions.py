"""The dimensions of an enclosure in millimetres. Those of the parts that you buy come first, with sources."""

from dataclasses import dataclass
from math import radians


@dataclass(frozen=True)
class Dimensions:
    """The dimensions of one enclosure, by default of the one for the reference board.

    If your parts differ, change what is different: `replace(Dimensions(), module_width=89.5)`. Widths are
    along x, heights along y, thicknesses along z, unless a comment says something else.
    """

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
    """The active area is the part of the panel that has pixels."""
    active_offset: float = 3.0
    """How far to the left or to the right of the module's middle the active area may be. In public models of
    Waveshare's 2.9" modules it is 2.75 and 2.9. The window is wide enough for either side."""

    # The Pico in the module's socket. Raspberry Pi Pico data sheet, chapter 2, mechanical specification:
    # 51 × 21 × 1, pins in a grid of 2.54; its figure of the board: USB socket 1.3 beyond the edge
    pico_length: float = 51.0
    pico_width: float = 21.0
    pico_thickness: float = 1.0
    socket_height: float = 8.5
    """Height of the socket on the module's back, along z."""
    header_height: float = 2.5
    """Height of the plastic around the Pico's header pins, along z."""
    room_below_pico: float = 6.5
    """From the floor to the Pico: for wires, and for the USB plug, which is thicker than the Pico's parts."""
    plug_width: float = 12.0
    plug_thickness: float = 8.0
    usb_height: float = 2.8
    """Height of the Pico's USB socket, along z."""

    # Push buttons 6 × 6 on stripboard. Omron B3F data sheet, B3F-1020: 6 × 6, 5.0 high from the board, its
    # body 3.4, its plunger 3.5 across
    button_size: float = 6.0
    button_body_height: float = 3.5
    """From the stripboard to the top of the button's body."""
    button_plunger_height: float = 5.0
    """From the stripboard to the top of the plunger."""
    button_leg_spacing: float = 6.5
    """Between the legs on opposite sides of a button."""
    stripboard_thickness: float = 1.6
    stripboard_width: float = 9.0
    """The shorter side of both stripboards."""
    long_stripboard_length: float = 70.0
    """Length of the stripboard with A, B and C, along x."""
    short_stripboard_length: float = 34.0
    """Length of the stripboard with UP and DOWN, along y."""

    # A holder for three AAA cells (IEC 60086-2, LR03: 10.5 × 44.5 each) with its walls and springs, or a LiPo
    # cell (503450 says 5.0 × 34 × 50, and its protection is 1 longer) and its charger: length, width and
    # thickness. They differ between makers; these are the largest that fit.
    holder_size: tuple[float, float, float] = (54.0, 39.0, 15.0)
    cell_size: tuple[float, float, float] = (51.0, 34.0, 5.0)
    charger_size: tuple[float, float, float] = (28.0, 18.0, 5.0)
    switch_opening: tuple[float, float] = (8.8, 13.5)
    """Width and height of the opening for the rocker switch; on the table, its height is along z."""
    switch_wall: float = 2.0
    """Thickness of the wall around that opening: the thickest that the switch snaps into."""

    # What the printer can do
    nozzle: float = 0.4
    """Diameter of the nozzle."""
    clearance: float = 0.3
    """Gap on each side between parts that fit together."""
    max_overhang: float = 45.0
    """How far from the vertical a face may lean out and still print without support, in degrees."""
    max_bridge: float = 10.0
    """The longest bridge that prints without support."""

    # The base and the lid
    wall: float = 2.0
    """Thickness of the base's walls."""
    floor: float = 2.0
    """Thickness of the base's floor, so also the z of its upper side."""
    lid_thickness: float = 2.4
    corner_radius: float = 4.0
    """Radius of the corners as you look at the panel."""
    rib: float = 1.6
    """Thickness of ribs: the lid's rim, the module's frame, the lips that keep the stripboards in place."""
    window_bevel: float = 1.4
    """How far the window's edge slopes, outwards and down."""
    window_margin: float = 0.4
    """Between the active area and the window's edge at the left and right; twice as much above and below."""
    screw_diameter: float = 3.0
    screw_head_diameter: float = 6.0
    pilot_diameter: float = 2.6
    """Diameter of the holes in which the screws cut their thread."""
    pilot_depth: float = 10.0
    """Depth of these holes for the lid's screws."""
    boss_diameter: float = 7.0
    """Diameter of the columns that have these holes."""

    # The caps of the buttons
    cap_size: float = 11.0
    cap_rise: float = 1.5
    """How far the caps stand out of the lid."""
    cap_flange: float = 1.0
    """How far a cap's flange reaches below the lid, on each side."""
    cap_flange_thickness: float = 1.2
    cap_play: float = 0.2
    """Between flange and lid while the button is not pressed, along z."""
    legend_depth: float = 0.6
    legend_stroke: float = 1.0
    """Width of a legend's lines."""
    legend_height: float = 5.2
    """Side of the square in which a legend is drawn."""

    # The stand
    reading_angle: float = 25.0
    """Angle between the panel and the table, in degrees."""
    stand_wall: float = 4.0
    """Thickness of the stand's walls below the base."""
    collar_depth: float = 2.5
    """How deep the base sits in the stand."""
    front_height: float = 7.0
    """From the table to the lower front edge of the base."""

    # Where the buttons are: each beside the words on the panel that say what it does
    abc_y: float = -29.0
    abc_spacing: float = 28.0
    """From A to B and from B to C, along x."""
    up_down_x: float = 50.0
    up_y: float = 9.7
    """y of UP; DOWN is as far below the middle."""

    # The inner faces of the base's walls, as x or y
    inside_left: float = -44.0
    inside_right: float = 59.5
    inside_bottom: float = -38.0
    inside_top: float = 28.5

    @property
    def inside_depth(self) -> float:
        """From the floor to the lid, along z."""
        stack = self.socket_height + self.header_height + self.pico_thickness + self.room_below_pico
        return self.module_thickness + stack

    @property
    def lid_z(self) -> float:
        """The underside of the lid."""
        return self.floor + self.inside_depth

    @property
    def face_z(self) -> float:
        """The upper side of the lid."""
        return self.lid_z + self.lid_thickness

    @property
    def module_z(self) -> float:
        """The back of the module."""
        return self.lid_z - self.module_thickness

    @property
    def usb_z(self) -> float:
        """The middle of the Pico's USB socket."""
        return self.floor + self.room_below_pico - self.usb_height / 2

    @property
    def cap_z(self) -> float:
        """The underside of the caps, where the plungers end."""
        return self.lid_z - self.cap_play - self.cap_flange_thickness

    @property
    def stripboard_z(self) -> float:
        """The underside of the stripboards."""
        return self.cap_z - self.button_plunger_height - self.stripboard_thickness

    @property
    def width(self) -> float:
        """Outer width of base and lid."""
        return self.inside_right - self.inside_left + 2 * self.wall

    @property
    def height(self) -> float:
        """Outer height of base and lid, along y."""
        return self.inside_top - self.inside_bottom + 2 * self.wall

    @property
    def middle(self) -> tuple[float, float]:
        """x and y of the middle of base and lid; the panel module is to the left of it, and above it."""
        return (self.inside_left + self.inside_right) / 2, (self.inside_bottom + self.inside_top) / 2

    @property
    def window_size(self) -> tuple[float, float]:
        """Width and height of the window where it is smallest."""
        width = self.active_width + 2 * (self.active_offset + self.window_margin)
        return width, self.active_height + 4 * self.window_margin

    @property
    def tilt(self) -> float:
        """The reading angle in radians."""
        return radians(self.reading_angle)

    @property
    def button_positions(self) -> dict[str, tuple[float, float]]:
        """x and y of the middle of each button, by the button's name."""
        return {
            "a": (-self.abc_spacing, self.abc_y),
            "b": (0.0, self.abc_y),
            "c": (self.abc_spacing, self.abc_y),
            "up": (self.up_down_x, self.up_y),
            "down": (self.up_down_x, -self.up_y),
        }

    @property
    def lid_screws(self) -> list[tuple[float, float]]:
        """x and y of the screws that hold the lid on the base."""
        inset = self.boss_diameter / 2 - 0.5
        return [
            (x, y)
            for x in (self.inside_left + inset, self.inside_right - inset)
            for y in (self.inside_bottom + inset, self.inside_top - inset)
        ]

    @property
    def stand_screws(self) -> list[tuple[float, float]]:
        """x and y of the screws that hold the base on the stand."""
        y = self.middle[1]
        return [(self.inside_left + 4, y), (self.inside_right - 4, y)]
