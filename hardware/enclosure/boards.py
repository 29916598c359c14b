"""The dimensions of each enclosure, by the name of the board that goes into it."""

from dataclasses import replace

from .dimensions import Dimensions

REFERENCE = "pico-epaper-2.9"

ENCLOSURES = {
    REFERENCE: Dimensions(),
    # Waveshare's wiki, Pico e-Paper 2.66-B, specification: driver board 74.0 × 37.5 (in an older version of
    # the page; 37.0 in a later version), raw panel 71.820 × 36.304 × 1.05, display size 60.088 × 30.704. We
    # assume that the black and white module has the same size. Its picture is narrower, so A, B and C are
    # closer together.
    "pico-epaper-2.66": replace(
        Dimensions(),
        module_width=74.0,
        module_height=37.5,
        glass_width=71.82,
        glass_height=36.3,
        active_width=60.09,
        active_height=30.7,
        abc_spacing=25.0,
    ),
}
