from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import jobs
from core import lake as lakes
from core.jobs import queue
from core.search.text.ranking import open_ranker
from core.search.text.types import FoundRow, Marked, TextHit
from core.search.types import SearchedLake
from core.settings import Settings
from core.store import Workspace
from pages.searching.word_results import marked, rows_that_speak
from pages.shared.words import plain
from tests.core.benchmarks import tiny
from tests.pages.conftest import LAKE, opened, parameter, texts


def test_words_give_cards_with_what_speaks_for_each_table(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", words="which river is 866 long", ranking="bm25")
    said = texts(app)
    assert "that fit **river, 866, long** best" in said
    assert "Left out: which, is." in said
    assert ":orange-background[river] :orange-background[866] :gray[~~long~~]" in said
    shown = app.table[0].value
    assert list(shown.index) == ["Row 2"]
    assert shown.iloc[0].tolist() == ["Oder", ":orange-background[866]"]
    assert parameter(app, "words") == "which river is 866 long"
    assert parameter(app, "ranking") == "bm25"


def test_answers_of_a_lake_that_was_removed_are_not_given_for_one_of_the_same_name(
    lake: Workspace, tmp_path: Path
) -> None:
    folder = tiny.lay(tmp_path / "b", {**tiny.forms()["soundings"], **tiny.TABLES})
    settings = Settings.from_environment()
    lakes.refresh(lake, lakes.add_lake(lake, "b", folder, ["datalake", "query"]), settings)
    before = lakes.lake(lake, "b")
    address = {"lake": "b", "mode": "words", "words": "harbour", "ranking": "bm25"}
    assert not _found(opened("search", **address))

    lakes.remove_lake(lake, "b")
    (folder / "captions.csv").write_text("table_id,caption\nowls.csv,Harbour lights\n")
    tiny.add(lake, "b", folder)
    assert lakes.lake(lake, "b").fingerprint == before.fingerprint
    assert _found(opened("search", **address)) == ["preview datalake/owls.csv"]


def _found(app: AppTest) -> list[str]:
    """Keys of the buttons that open what was found."""
    return [button.key for button in app.button if str(button.key).startswith("preview ")]


def test_a_card_opens_to_its_rows_and_to_searches_with_its_table(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", words="Boskoop", ranking="bm25")
    app.button(key="preview apples.csv").click().run()
    assert not app.exception
    assert parameter(app, "open") == "apples.csv"
    assert list(app.dataframe[0].value.columns) == ["name", "*price*", "$taste$"]
    links = [link.proto.label for link in app.get("page_link")]
    assert {"Search with this table", "Join with this table"} <= set(links)


def test_a_method_that_needs_the_lake_encoded_offers_it_or_words_alone(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", words="Boskoop")
    assert "not ready for search by words and meaning yet" in texts(app)
    assert any(button.label == "Make it ready for words and meaning" for button in app.button)
    next(b for b in app.button if b.label == "Search by words alone").click()
    app.run()
    assert parameter(app, "ranking") == "bm25"
    assert "that fit **Boskoop** best" in texts(app)


def test_words_alone_are_indexed_by_a_job_where_there_is_much_to_read(
    lake: Workspace, tmp_path: Path
) -> None:
    folder = tmp_path / "long"
    folder.mkdir()
    (folder / "numbers.csv").write_text(
        "place,number\n" + "".join(f"p,{n}\n" for n in range(100_000))
    )
    (folder / "more.csv").write_text("place,number\n" + "".join(f"q,{n}\n" for n in range(100_000)))
    settings = Settings.from_environment()
    lakes.refresh(lake, lakes.add_lake(lake, "long", folder), settings)
    app = opened("search", lake="long", mode="words", words="p")
    next(b for b in app.button if b.label == "Search by words alone").click()
    app.run()
    assert "the words of 2 tables are read once" in texts(app)
    next(b for b in app.button if b.label == "Make it ready for words alone").click()
    app.run()
    (job,) = jobs.jobs(lake, active_only=True)
    assert (job.kind, job.arguments) == ("words", {"method": "bm25", "titles": True})
    assert [b.label for b in app.button if "ready" in b.label or b.label == "Cancel"] == ["Cancel"]
    made = open_ranker(SearchedLake(lake, lakes.lake(lake, "long"), settings), "bm25", titles=True)
    queue.end(lake, job.key, "done", "Ready.")
    assert made.table_ids == ["more.csv", "numbers.csv"]
    assert _found(opened("search", lake="long", mode="words", words="p", ranking="bm25")) == [
        "preview numbers.csv"
    ]


def test_only_a_job_that_makes_the_words_ready_is_said_to_do_so(lake: Workspace) -> None:
    jobs.submit(lake, "encode", LAKE, encoder="tfidf")
    app = opened("search", lake=LAKE, mode="words", words="Boskoop")
    assert "That is being made now" not in texts(app)
    jobs.submit(lake, "words", LAKE, method="hybrid", titles=True)
    app.run()
    assert "That is being made now" in texts(app)
    assert not any(button.label.startswith("Make it ready") for button in app.button)


def test_counts_that_stand_still_are_not_told(lake: Workspace) -> None:
    job = jobs.submit(lake, "words", LAKE, method="hybrid", titles=True)

    def told(done: int) -> str:
        with lake.writing() as db:
            db.execute(
                "UPDATE jobs SET state = 'running', done = ?, total = 9, message = 'Encoding' "
                "WHERE key = ?",
                [done, job.key],
            )
        app = opened("search", lake=LAKE, mode="words", words="Boskoop")
        return str(app.get("progress")[0].proto.text)

    assert told(4) == "Encoding\\: 4 of 9"
    assert told(9) == "Encoding\\: finishing"


def test_work_that_failed_is_told_as_a_fault_on_home_and_search(lake: Workspace) -> None:
    job = jobs.submit(lake, "words", LAKE, method="hybrid", titles=True)
    queue.end(lake, job.key, "failed", "The encoder is not there.")
    on_home = opened()
    on_search = opened("search", lake=LAKE, mode="words", words="Boskoop")
    for app in (on_home, on_search):
        assert ["The encoder is not there" in one.value for one in app.error] == [True]
        assert not any("encoder is not there" in one.value for one in app.caption)


def test_words_that_no_table_has_are_told(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", words="smartphones", ranking="bm25")
    assert "None of the 3 tables has any of these words: smartphones." in texts(app)


def test_without_words_some_are_offered(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", ranking="bm25")
    example = next(b for b in app.button if b.label == "river length")
    example.click().run()
    assert parameter(app, "words") == "river length"
    assert "that fit **river, length** best" in texts(app)


def test_a_condition_among_the_words_goes_to_its_own_box(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", ranking="bm25")

    def type_in(words: str) -> None:
        box = next(one for one in app.text_input if one.label == "Words")
        box.set_value(words).run()

    type_in("tables about apples with more than 2 rows")
    assert not app.exception
    assert parameter(app, "words") == "apples"
    assert parameter(app, "where") == "more than 2 rows"
    assert "Read from: tables **about apples** with **more than 2 rows**" in texts(app)
    assert texts(app).count("Read from") == 1
    type_in("which apples are sweet")
    assert "Read from" not in texts(app)
    assert parameter(app, "words") == "which apples are sweet"
    assert "where" not in app.query_params
    type_in("tables about pears with more than 9 rows")
    assert parameter(app, "words") == "pears"
    assert parameter(app, "where") == "more than 9 rows"


def test_a_condition_that_no_words_say_tells_what_it_was_read_from_too(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", ranking="bm25")
    box = next(one for one in app.text_input if one.label == "Words")
    box.set_value(
        "tables about apples or (about pears and over 2 rows), with dates from 2008"
    ).run()
    assert not app.exception
    assert "where" not in app.query_params
    assert "“from 2008”" in texts(app)
    assert texts(app).count("Read from") == 1


@pytest.mark.parametrize("anew", [False, True], ids=["in one session", "by its address"])
def test_a_condition_goes_with_its_sentence_however_its_address_was_reached(
    lake: Workspace, anew: bool
) -> None:
    def typed(app: AppTest, words: str) -> AppTest:
        if anew:
            asked = {name: parameter(app, name) for name in app.query_params}
            app = opened("search", **asked)
        next(one for one in app.text_input if one.label == "Words").set_value(words).run()
        assert not app.exception
        return app

    app = opened("search", lake=LAKE, mode="words", ranking="bm25")
    app = typed(app, "tables about apples with more than 2 rows")
    app = typed(app, "tables about rivers with over 1 row")
    assert (parameter(app, "words"), parameter(app, "where")) == ("rivers", "over 1 row")
    assert "Read from: tables **about rivers** with **over 1 row**" in texts(app)
    app = typed(app, "Boskoop")
    assert parameter(app, "words") == "Boskoop"
    assert "where" not in app.query_params
    assert not app.toast


def test_the_browsers_step_back_leaves_a_condition_with_its_sentence(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", ranking="bm25")
    steps = []
    for words in ("apples with more than 2 rows", "rivers with over 1 row"):
        next(one for one in app.text_input if one.label == "Words").set_value(words).run()
        steps.append(dict(app.query_params))
    app.query_params.clear()
    for name, value in steps[0].items():
        app.query_params[name] = value
    app.run()
    assert parameter(app, "where") == "more than 2 rows"
    next(one for one in app.text_input if one.label == "Words").set_value("Boskoop").run()
    assert "where" not in app.query_params


def test_a_condition_that_was_typed_in_its_box_stays_until_a_sentence_has_another(
    lake: Workspace,
) -> None:
    app = opened("search", lake=LAKE, mode="words", words="price", where="over 1 row")
    next(one for one in app.text_input if one.label == "Words").set_value("Boskoop").run()
    assert parameter(app, "where") == "over 1 row"
    sentence = "tables about apples with more than 2 rows"
    next(one for one in app.text_input if one.label == "Words").set_value(sentence).run()
    assert (parameter(app, "words"), parameter(app, "where")) == ("apples", "more than 2 rows")
    assert ["“over 1 row”" in one.value for one in app.toast] == [True]


def test_a_condition_that_was_put_right_is_no_sentences_any_more(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", ranking="bm25")
    sentence = "tables about apples with more than 2 rows"
    next(one for one in app.text_input if one.label == "Words").set_value(sentence).run()
    app.text_input(key="condition box").set_value("more than 1 row").run()
    assert "sentence" not in app.query_params
    next(one for one in app.text_input if one.label == "Words").set_value("Boskoop").run()
    assert parameter(app, "where") == "more than 1 row"


def test_punctuation_alone_is_refused_with_a_sentence(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", words="?!", ranking="bm25")
    assert "needs a letter or a digit" in app.error[0].value


def test_a_score_without_an_upper_end_has_no_bar_and_a_name_is_not_repeated(
    lake: Workspace,
) -> None:
    app = opened("search", lake=LAKE, mode="words", words="Elbe", ranking="bm25")
    assert not app.get("progress")
    assert ":small[Fit " in texts(app)
    assert "Known as" not in texts(app)
    named = opened("search", lake=LAKE, mode="words", words="rivers", ranking="bm25")
    assert ":gray[Known as] :orange-background[rivers]" in texts(named)


def test_columns_that_were_matched_are_named_first(tmp_path: Path, lake: Workspace) -> None:
    (tmp_path / "wide").mkdir()
    header = ",".join([f"c{place}" for place in range(9)] + ["altitude"])
    (tmp_path / "wide" / "a.csv").write_text(f"{header}\n{','.join('1' * 10)}\n")
    wide = lakes.add_lake(lake, "wide", tmp_path / "wide")
    lakes.refresh(lake, wide, Settings.from_environment())
    app = opened("search", lake="wide", mode="words", words="altitude", ranking="bm25")
    assert "c5, :orange-background[altitude] and 3 more columns" in texts(app)


def test_marks_survive_markdown_and_long_texts_are_cut_around_them() -> None:
    assert marked(Marked("a*b|c", ((4, 5),))) == "a\\*b\\|:orange-background[c]"
    long = "x" * 100 + " red " + "y" * 100
    told = marked(Marked(long, ((101, 104),)))
    assert told.startswith("… xx")
    assert told.endswith("yy …")
    assert ":orange-background[red]" in told


def test_a_wide_row_shows_the_columns_with_the_words_first() -> None:
    header = tuple(Marked(f"c{place}") for place in range(12))
    cells = (*header[:11], Marked("red", ((0, 3),)))
    hit = TextHit(
        1,
        "t.csv",
        1.0,
        1.0,
        None,
        ("red",),
        (),
        Marked("t"),
        header,
        (FoundRow(4, cells),),
        nearest=False,
    )
    shown = rows_that_speak(hit)
    assert list(shown.columns) == ["c0", "c1", "c2", "c3", "c4", "c5", "c11"]
    assert list(shown.index) == ["Row 5"]
    assert shown.iloc[0, 6] == ":orange-background[red]"


def test_headers_that_are_alike_as_far_as_they_are_shown_stay_two_columns(
    tmp_path: Path, lake: Workspace
) -> None:
    question = (
        "How much do you agree with each of the following statements on rivers and their banks"
    )
    assert len(question) > 80
    (tmp_path / "survey").mkdir()
    (tmp_path / "survey" / "a.csv").write_text(f"{question}: fish,{question}: mud\nyes,no\n")
    survey = lakes.add_lake(lake, "survey", tmp_path / "survey")
    lakes.refresh(lake, survey, Settings.from_environment())
    app = opened("search", lake="survey", mode="words", words="yes", ranking="bm25")
    first, second = app.table[0].value.columns
    assert first.startswith("How much do you agree")
    assert second == f"{first} (2)"
    assert app.table[0].value.iloc[0].tolist() == [":orange-background[yes]", "no"]


def test_what_was_not_understood_is_said_when_words_are_divided(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", ranking="bm25")
    box = next(one for one in app.text_input if one.label == "Words")
    box.set_value("My boss is waiting so give me tables about apples, price under 5m").run()
    assert not app.exception
    assert parameter(app, "where") == "price under 5m"
    assert parameter(app, "words") == "apples price"
    assert ":orange[Not understood:] ~~boss is waiting~~" in texts(app)
    assert texts(app).count(":orange[Not sure:] “5m”") == texts(app).count("Read from") == 1
    next(one for one in app.button if one.label == "Read as 5 million").click().run()
    assert parameter(app, "where") == "price under 5 million"


def test_searches_are_found_again_after_a_reload_and_can_be_saved(lake: Workspace) -> None:
    for words in ("Boskoop", "river"):
        opened("search", lake=LAKE, mode="words", words=words, ranking="bm25")
    app = opened("search", lake=LAKE, mode="words", ranking="bm25")
    found = [
        link.proto.label for link in app.get("page_link") if link.proto.label.startswith("Words:")
    ]
    assert [label.split("\\,")[0] for label in found] == ["Words: river", "Words: Boskoop"]
    saving = [button for button in app.button if button.label == "Save"]
    saving[1].click().run()
    assert not app.exception
    next(b for b in app.button if b.label == "Clear earlier searches").click().run()
    kept = [
        link.proto.label for link in app.get("page_link") if link.proto.label.startswith("Words:")
    ]
    assert [label.split("\\,")[0] for label in kept] == ["Words: Boskoop"]


def test_the_search_on_the_screen_is_saved_by_a_name(lake: Workspace) -> None:
    asked = {"mode": "words", "words": "Boskoop", "ranking": "bm25", "where": "over 2 rows"}
    app = opened("search", lake=LAKE, **asked)
    told = f"Words: {plain(f'Boskoop, rows > 2, words alone in {LAKE}')}"
    assert told in texts(app)
    next(one for one in app.text_input if one.label == "Name").set_value("my *apples*")
    next(one for one in app.button if one.label == "Save this search").click()
    app.run()
    assert not app.exception
    again = opened("search", lake=LAKE, **asked)
    assert "Name anew" in [one.label for one in again.button]
    links = [one.proto.label for one in again.get("page_link")]
    assert "my \\*apples\\*" in links and told not in links
    elsewhere = opened("search", lake=LAKE, mode="words", words="", ranking="bm25")
    assert "Take out" in [one.label for one in elsewhere.button]
    assert "Save this search" not in [one.label for one in elsewhere.button]


def test_a_comparison_among_keywords_becomes_a_condition_by_a_click(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", words="apples price over 2", ranking="bm25")
    assert 'As a condition it would be `"apples price" > 2`.' in texts(app)
    next(one for one in app.button if one.label == "Read as a condition").click().run()
    assert not app.exception
    assert parameter(app, "words") == "apples price"
    assert parameter(app, "where") == "apples price over 2"
    assert "satisfy the condition" in texts(app)
    assert not any(one.label == "Read as a condition" for one in app.button)


def test_a_condition_without_words_is_searched_by_its_names(lake: Workspace) -> None:
    app = opened("search", lake=LAKE, mode="words", where="price above 2", ranking="bm25")
    assert "Looked for by the names and values of the condition: `price`." in texts(app)
    assert "satisfy the condition" in texts(app)
    app = opened("search", lake=LAKE, mode="words", where="over 2 rows", ranking="bm25")
    assert "add words to look for" in texts(app)


def test_a_condition_that_names_nothing_to_look_for_asks_for_words(lake: Workspace) -> None:
    told = "Sizes, and what must not be there, rank no tables by themselves"
    for where in ("over 2 rows", "not about rivers"):
        app = opened("search", lake=LAKE, mode="words", ranking="bm25", where=where)
        assert told in texts(app)
        app = opened("search", lake=LAKE, mode="words", ranking="bm25", where=where, words="Oder")
        assert told not in texts(app)
