"""A mechanism put together in Python, element by element."""
from __future__ import annotations

import copy
from typing import Any, Dict, Optional, Sequence, Union

from ._mechanism import Mechanism
from ._own_law import OwnLaw

Number = Union[float, str]  #: SI, or text with a unit or an expression: "12 mm", "2*crank"


class Model:
    """A description that grows: elements are added one by one and become a Mechanism by `build`.

    >>> model = pintle.Model(gravity=(0.0, -9.81))
    >>> model.add_body("rod", mass=1.0, inertia="1/12 kg m^2", position=(0.5, 0.0))
    >>> model.add_joint("pivot", "revolute", ("ground", "rod"), at=(0.0, 0.0))
    >>> trace = model.build().run(until=1.0)

    Keys beside those that are named here are those of the model file (docs/model_file.md), with NumPy numbers as well; numbers are in SI,
    texts may have units and use parameters. ValueError where a name is there already; what else is wrong, `build` raises,
    with the element's name.
    """

    def __init__(self, title: Optional[str] = None, *, gravity: Sequence[Number] = (0.0, 0.0),
                 laws: Sequence[OwnLaw] = ()) -> None:
        """gravity: (x, y) [m/s^2]; laws: those of damping_law and its like."""
        self._laws = tuple(laws)
        self._sections: Dict[str, Any] = {"pintle": 1, "gravity": _plain(gravity)}
        if title is not None:
            self._sections["title"] = title

    def _add(self, section: str, name: str, value: Any) -> "Model":
        elements = self._sections.setdefault(section, {})
        if name in elements:
            raise ValueError(f"{section}: '{name}' is there already")
        elements[name] = _plain(value)
        return self

    def add_parameter(self, name: str, value: Number) -> "Model":
        """A named quantity, for values that are added after it."""
        return self._add("parameters", name, value)

    def add_input(self, name: str, unit: str, default: float = 0.0) -> "Model":
        """A number that is set while a run goes on, in this unit: Simulation.inputs."""
        return self._add("inputs", name, {"unit": unit, "default": default})

    def add_body(self, name: str, *, mass: Number, inertia: Number, **keys: Any) -> "Model":
        """A rigid body: mass [kg], inertia about its centre of mass [kg m^2]; position (x, y) of its frame [m], angle [rad], velocity
        (vx, vy) [m/s], ..."""
        return self._add("bodies", name, {"mass": mass, "inertia": inertia, **keys})

    def add_contact(self, name: str, *, elastic: Any, **keys: Any) -> "Model":
        """A contact law: elastic={"law": "power", "stiffness": 1e9, ...}, damping={...}, friction={...}."""
        return self._add("contacts", name, {"elastic": elastic, **keys})

    def add_joint(self, name: str, type: str, bodies: Optional[Sequence[str]] = None, **keys: Any) -> "Model":
        """A joint, or with the types "motion", "gear", ... what drives or couples joints: at=(x, y) [m], clearance [m], contact=..."""
        return self._add("joints", name, {"type": type, **({} if bodies is None else {"bodies": bodies}), **keys})

    def add_force(self, name: str, type: str, bodies: Sequence[str], **keys: Any) -> "Model":
        """A force between two bodies, such as "spring_damper"."""
        return self._add("forces", name, {"type": type, "bodies": bodies, **keys})

    def add_load(self, name: str, body: str, **keys: Any) -> "Model":
        """A force (x, y) [N] and a torque [N m] on one body, as expressions."""
        return self._add("loads", name, {"body": body, **keys})

    def set(self, section: str, **keys: Any) -> "Model":
        """Keys of "run", "output", "start", or any other section that is not made of elements: set("run", until=1.0, rtol=1e-8)."""
        self._sections.setdefault(section, {}).update({key: _plain(value) for key, value in keys.items()})
        return self

    def to_dict(self) -> Dict[str, Any]:
        """The sections of the model file; a copy."""
        return copy.deepcopy(self._sections)

    def build(self) -> Mechanism:
        """The mechanism as it is now; the model may grow on. InputError names what is wrong."""
        return Mechanism.of(self._sections, laws=self._laws)


def _plain(value: Any) -> Any:
    """Tuples, arrays and NumPy numbers as lists and numbers."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value
