"""Numbers that carry their first and second derivatives by the coordinates of a pose."""
from __future__ import annotations

import math
from typing import Any, Callable, Sequence, Tuple, Union

_PAIRS = ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))  # as in ptl_scalar.dd

Operand = Union["Jet", float]


class Jet:
    """A value with its derivatives by x, y and the angle of a pose, exact to rounding: what + - * / ** and NumPy's functions
    make of it carries them on. Comparisons look at the value. TypeError where a function of `math` asks for a plain number."""

    __slots__ = ("value", "d", "dd")

    def __init__(self, value: float, d: Sequence[float] = (0.0,) * 3, dd: Sequence[float] = (0.0,) * 6) -> None:
        """value; d by x, y, angle; dd by xx, xy, yy, x angle, y angle, angle angle."""
        self.value = float(value)
        self.d: Tuple[float, ...] = tuple(d)
        self.dd: Tuple[float, ...] = tuple(dd)

    @staticmethod
    def coordinates(x: float, y: float, angle: float) -> Tuple["Jet", "Jet", "Jet"]:
        """The three coordinates themselves."""
        return Jet(x, (1.0, 0.0, 0.0)), Jet(y, (0.0, 1.0, 0.0)), Jet(angle, (0.0, 0.0, 1.0))

    @staticmethod
    def of(value: Any) -> "Jet":
        return value if isinstance(value, Jet) else Jet(float(value))

    def __repr__(self) -> str:
        return f"Jet({self.value!r}, {self.d!r}, {self.dd!r})"

    def __float__(self) -> float:
        raise TypeError("a constraint carries its derivatives: use NumPy's functions, as np.sin, in place of those of math")

    def _through(self, f: float, f1: float, f2: float) -> "Jet":
        """A function of this value with its first and second derivative."""
        return Jet(f, [f1 * d for d in self.d],
                   [f1 * dd + f2 * self.d[i] * self.d[j] for dd, (i, j) in zip(self.dd, _PAIRS)])

    def __add__(self, other: Operand) -> "Jet":
        b = Jet.of(other)
        return Jet(self.value + b.value, [p + q for p, q in zip(self.d, b.d)], [p + q for p, q in zip(self.dd, b.dd)])

    def __mul__(self, other: Operand) -> "Jet":
        b = Jet.of(other)
        return Jet(self.value * b.value, [p * b.value + self.value * q for p, q in zip(self.d, b.d)],
                   [p * b.value + self.value * q + self.d[i] * b.d[j] + self.d[j] * b.d[i]
                    for p, q, (i, j) in zip(self.dd, b.dd, _PAIRS)])

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> "Jet":
        return self * -1.0

    def __pos__(self) -> "Jet":
        return self

    def __sub__(self, other: Operand) -> "Jet":
        return self + -Jet.of(other)

    def __rsub__(self, other: Operand) -> "Jet":
        return -self + other

    def __truediv__(self, other: Operand) -> "Jet":
        b = Jet.of(other).value
        return self * Jet.of(other)._through(1.0 / b, -1.0 / b ** 2, 2.0 / b ** 3)

    def __rtruediv__(self, other: Operand) -> "Jet":
        return Jet.of(other) / self

    def __pow__(self, exponent: Operand) -> "Jet":
        if isinstance(exponent, Jet):
            return (self.log() * exponent).exp()
        v, n = self.value, float(exponent)
        first = n * v ** (n - 1.0) if n != 0.0 else 0.0
        second = n * (n - 1.0) * v ** (n - 2.0) if n not in (0.0, 1.0) else 0.0
        return self._through(v ** n, first, second)

    def __rpow__(self, base: float) -> "Jet":
        return (self * math.log(base)).exp()

    def __abs__(self) -> "Jet":
        return -self if self.value < 0.0 else self

    def __lt__(self, other: Operand) -> bool:
        return self.value < Jet.of(other).value

    def __le__(self, other: Operand) -> bool:
        return self.value <= Jet.of(other).value

    def __gt__(self, other: Operand) -> bool:
        return self.value > Jet.of(other).value

    def __ge__(self, other: Operand) -> bool:
        return self.value >= Jet.of(other).value

    # what NumPy's functions of these names call

    def sin(self) -> "Jet":
        s, c = math.sin(self.value), math.cos(self.value)
        return self._through(s, c, -s)

    def cos(self) -> "Jet":
        s, c = math.sin(self.value), math.cos(self.value)
        return self._through(c, -s, -c)

    def tan(self) -> "Jet":
        t = math.tan(self.value)
        return self._through(t, 1.0 + t * t, 2.0 * t * (1.0 + t * t))

    def arcsin(self) -> "Jet":
        v, w = self.value, 1.0 - self.value ** 2
        return self._through(math.asin(v), w ** -0.5, v * w ** -1.5)

    def arccos(self) -> "Jet":
        return 0.5 * math.pi - self.arcsin()

    def arctan(self) -> "Jet":
        v, w = self.value, 1.0 + self.value ** 2
        return self._through(math.atan(v), 1.0 / w, -2.0 * v / w ** 2)

    def sinh(self) -> "Jet":
        s, c = math.sinh(self.value), math.cosh(self.value)
        return self._through(s, c, s)

    def cosh(self) -> "Jet":
        s, c = math.sinh(self.value), math.cosh(self.value)
        return self._through(c, s, c)

    def tanh(self) -> "Jet":
        t = math.tanh(self.value)
        return self._through(t, 1.0 - t * t, -2.0 * t * (1.0 - t * t))

    def exp(self) -> "Jet":
        e = math.exp(self.value)
        return self._through(e, e, e)

    def log(self) -> "Jet":
        v = self.value
        return self._through(math.log(v), 1.0 / v, -1.0 / v ** 2)

    def sqrt(self) -> "Jet":
        r = math.sqrt(self.value)
        return self._through(r, 0.5 / r, -0.25 / r ** 3)

    def hypot(self, other: Operand) -> "Jet":
        return (self * self + Jet.of(other) ** 2).sqrt()

    def arctan2(self, x: Operand) -> "Jet":
        b = Jet.of(x)
        turned = (self / b).arctan() if abs(b.value) > abs(self.value) else -(b / self).arctan()
        return turned + (math.atan2(self.value, b.value) - turned.value)


Constraints = Callable[..., Any]  #: of x, y, angle and parameters: a number or a sequence of them
