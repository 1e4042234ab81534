"""Pages on a benchmark with a run, on which two voters agree on one case and differ on another."""

from __future__ import annotations

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from core.benchmarks import registry
from core.benchmarks.types import BenchmarkInfo
from core.labels import Pair
from core.store import Workspace
from tests.pages.conftest import opened_by, texts

BENCH = "tiny *one*"
SEA = "datalake/sea fish.csv"
TOWNS, OWLS = Pair("fish.csv", "datalake/towns.csv"), Pair("birds.csv", "datalake/owls.csv")


def of(workspace: Workspace) -> BenchmarkInfo:
    return registry.benchmark(workspace, BENCH)


def opened(view: str, name: str = "cy", **parameters: str | list[str]) -> AppTest:
    return opened_by(name, "releases", **{"benchmark": BENCH, "view": view, **parameters})


def pressed(app: AppTest, label: str) -> WidgetStates:
    """Return what a browser sends of a button, which may be that of a case that is left by then."""
    button = next(button for button in app.button if button.label.startswith(label))
    button.click()
    sent = app._tree.get_widget_states()
    button.set_value(False)
    for one in reversed(sent.widgets):  # a browser sends no button that was not pressed
        if one.WhichOneof("value") == "trigger_value" and not one.trigger_value:
            sent.widgets.remove(one)
    return sent


def read(app: AppTest) -> str:
    return texts(app).replace("\\", "")
