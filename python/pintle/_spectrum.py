"""Which frequencies, or orders of a turn, are in values over time or over an angle."""
from __future__ import annotations

from dataclasses import dataclass
from typing import List, Optional, Tuple

import numpy as np
import numpy.typing as npt

from ._engine import ffi, lib
from ._errors import Context

_TAPERS = {"hann": lib.PTL_TAPER_HANN, "flat_top": lib.PTL_TAPER_FLAT_TOP, "none": lib.PTL_TAPER_NONE}


@dataclass(frozen=True)
class Spectrum:
    """Amplitudes over frequency: a sine of amplitude A that lies on a line reads A there; the first line is |mean|."""

    frequencies: "npt.NDArray[np.float64]"  #: of the lines [1/x: Hz over seconds, 1/turn over turns]
    amplitudes: "npt.NDArray[np.float64]"  #: lines; with slices: slices x lines [y]
    middle: "npt.NDArray[np.float64]"  #: of the slices in x
    step: float  #: distance of the samples [x]
    peaks: List[Tuple[float, float]]  #: frequency and amplitude between lines, the largest first; with slices of the last one


def spectrum(x: "npt.ArrayLike", y: "npt.ArrayLike", *, start: Optional[float] = None, until: Optional[float] = None,
             step: float = 0.0, taper: str = "hann", slice: float = 0.0, overlap: float = 0.5) -> Spectrum:
    """The amplitudes of y over x, n numbers each, x growing or falling throughout: times [s], or an angle (in turns: orders).

    start, until: range of x; all of it unless given. step: distance of the samples; that of the rows unless given. taper: "hann",
    "flat_top" (reads amplitudes between lines right within 0.06 %) or "none" (for whole periods). slice: length of the slices of a
    waterfall, overlap: of neighbours. Raises InputError where x turns back or a value is not finite."""
    if taper not in _TAPERS:
        raise ValueError(f"taper is 'hann', 'flat_top' or 'none', not {taper!r}")
    own_x, own_y = np.ascontiguousarray(x, dtype=np.float64), np.ascontiguousarray(y, dtype=np.float64)
    if own_x.ndim != 1 or own_x.shape != own_y.shape:
        raise ValueError(f"x and y are n numbers each, not {own_x.shape} and {own_y.shape}")
    context = Context()
    options = ffi.new("ptl_spectrum_options *", lib.ptl_spectrum_options_default())
    if start is not None:
        options.__setattr__("from", float(start))
    if until is not None:
        options.until = float(until)
    options.step, options.taper, options.slice, options.overlap = float(step), _TAPERS[taper], float(slice), float(overlap)
    out = ffi.new("ptl_spectrum **")
    context.check(lib.ptl_spectrum_find(context.pointer, ffi.from_buffer("double[]", own_x), ffi.from_buffer("double[]", own_y),
                                        own_x.size, options, out))
    try:
        s = out[0]
        amplitudes = np.frombuffer(ffi.buffer(s.amplitudes, 8 * s.n_slices * s.n_lines)).reshape(s.n_slices, s.n_lines).copy()
        middle = np.frombuffer(ffi.buffer(s.middle, 8 * s.n_slices)).copy()
        room = 20
        peaks = ffi.new("ptl_spectrum_peak[]", room)
        n = lib.ptl_spectrum_peaks(s, s.n_slices - 1, peaks, room)
        return Spectrum(s.resolution * np.arange(s.n_lines), amplitudes if slice > 0 else amplitudes[0], middle, s.step,
                        [(peaks[i].frequency, peaks[i].amplitude) for i in range(n)])
    finally:
        lib.ptl_spectrum_release(context.pointer, out[0])
