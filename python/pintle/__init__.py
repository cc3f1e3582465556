"""Planar multibody dynamics of mechanisms whose joints have clearance.

>>> import pintle
>>> trace = pintle.load("scotch_yoke.yaml", set={"run.until": "1 turn of shaft"}).run()
>>> trace["slot.inner.normal_force"].max()          # a NumPy array [N]

All numbers are SI, angles are in radians.
"""
from ._analysis import Equilibrium, Kinematics, Limit, Modes, RestFriction, kinematics, mode_motion, modes, static
from ._errors import (InputError, InterruptedRunError, PintleError, SimulationError, UnfitError, UsageError)
from ._law import Impact, Law, law
from ._own_law import OwnLaw, damping_law, elastic_law, force_type, friction_law, joint_type
from ._mechanism import Mechanism, load, parse
from ._model import Model
from ._simulation import GapNow, Moved, Simulation
from ._spectrum import Spectrum, spectrum
from ._study import read_study, study
from ._trace import Event, Trace
from ._version import version as __version__
from ._wear import Wear, wear

__all__ = ["Equilibrium", "Event", "GapNow", "Impact", "InputError", "InterruptedRunError", "Kinematics", "Law", "Limit",
           "Mechanism", "Model", "Modes", "Moved", "PintleError", "OwnLaw", "RestFriction", "Simulation", "SimulationError",
           "Spectrum", "Trace", "UnfitError", "UsageError", "Wear", "damping_law", "elastic_law", "force_type", "friction_law", "joint_type", "kinematics", "law",
           "load", "mode_motion", "modes", "parse", "read_study", "spectrum", "static", "study", "wear", "__version__"]
