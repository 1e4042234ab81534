from __future__ import annotations

from streamlit.testing.v1 import AppTest


def _asked() -> None:
    from pages.shared.partner_field import partner_field

    partner_field("facility_code *", ["code"], "below it")


def test_a_field_for_a_column_is_called_by_its_name_without_the_signs_that_show_it() -> None:
    app = AppTest.from_function(_asked).run()
    assert not app.exception
    field = app.selectbox(key="below it")
    # What a screen reader is given is the label as it stands, not as Markdown.
    assert field.label.strip() == "facility_code"
    assert field.proto.label_visibility.value == field.proto.label_visibility.COLLAPSED
    assert [one.value for one in app.markdown] == [r":small[facility\_code \*]"]
