"""``search text``: find tables by keywords or a question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from core.amounts import amount
from core.cli.condition.group import (
    conditioned_document,
    print_conditioned,
    understood,
    where_option,
)
from core.cli.condition.reading import Understood
from core.cli.output import as_json, emit, print_rows, printable_name, say
from core.cli.searched import searched
from core.conditions import MOST_CHARACTERS, write_condition
from core.errors import InputError
from core.search.conditioned import (
    Limits,
    condition_in_keywords,
    read_for_lake,
    text_with_condition,
    words_and_condition,
    words_of_condition,
)
from core.search.text.ranking import (
    LEXICAL,
    TABLES_A_MINUTE,
    TEXT_METHODS,
    kinds_to_encode,
)
from core.search.text.searching import search_text
from core.search.text.types import Marked, TextHit, TextSearch
from core.search.types import SearchedLake


@click.command("text")
@click.argument("name")
@click.argument("words")
@click.option("-k", default=10, show_default=True, help="Results wanted.")
@click.option(
    "--method",
    default=TEXT_METHODS[0],
    show_default=True,
    metavar="M",
    help=f"One of {', '.join(TEXT_METHODS)}.",
)
@click.option("--no-titles", is_flag=True, help="Leave out names of files and folders, and titles.")
@where_option
@as_json
@click.pass_context
def search_text_(
    context: click.Context,
    *,
    name: str,
    words: str,
    k: int,
    method: str,
    no_titles: bool,
    where: str,
    as_json: bool,
) -> None:
    """Rank the tables of the lake NAME by WORDS: keywords or a question, in quotes.

    Words that speak of tables may hold a condition: "tables about coffee with over 40 rows".
    """
    lake = searched(context, name)
    asked: Understood | None
    if where:
        asked = understood(lake, where, [], as_json)
        among = None if as_json else _condition_among(lake, words)
        if among is not None:
            say(f"All words are looked for; --where is the condition, not {among}.", err=True)
        words = words if words.strip() else words_of_condition(asked.request.condition)
        if not words:
            raise InputError(
                "Sizes, and what must not be there, rank no tables by themselves: give words to "
                'look for, too, or say it in words alone, such as "tables with over 100 rows".'
            )
    else:
        words, asked = _divided(lake, words, as_json)
    _say_what_is_encoded(lake, method, not no_titles)
    if asked is not None:
        hits = text_with_condition(
            lake,
            words,
            asked.request.condition,
            limits=Limits(k),
            method=method,
            titles=not no_titles,
        )
        emit(conditioned_document(hits, asked), as_json, lambda: print_conditioned(hits))
        return
    answer = search_text(lake, words, k, method=method, titles=not no_titles)
    emit(_document(answer), as_json, lambda: _print(answer))


def _say_what_is_encoded(lake: SearchedLake, method: str, titles: bool) -> None:
    """Say that a first search takes long, how long, and what answers without."""
    kinds = kinds_to_encode(lake, method, titles)
    minutes = round(len(kinds) * lake.info.tables / TABLES_A_MINUTE)
    if not minutes:
        return
    what = {1: "texts", 2: "two texts each"}[len(kinds)]
    say(
        f"A first search by {method} encodes {what} of {amount(lake.info.tables, 'table')}: about "
        f"{amount(minutes, 'minute')} on two cores for small tables, less for those that are "
        f"known. What was encoded is kept if you stop it. --method {LEXICAL[0]} answers without.",
        err=True,
    )


def _condition_among(lake: SearchedLake, text: str) -> str | None:
    """Write the condition that stands among words; none if there is none."""
    if len(text) > MOST_CHARACTERS:
        return None
    _, condition = words_and_condition(read_for_lake(lake, text))
    return None if condition is None else write_condition(condition)


def _divided(lake: SearchedLake, text: str, quiet: bool) -> tuple[str, Understood | None]:
    """Take the condition, if there is one, out of what is looked for."""
    if len(text) > MOST_CHARACTERS:
        return text, None
    request = read_for_lake(lake, text)
    words, condition = words_and_condition(request)
    if condition is None:
        compared = None if quiet else condition_in_keywords(request)
        if compared is not None:
            asked = write_condition(compared)
            say(f"All words are looked for. For a condition, {asked}, use --where.", err=True)
        return text, None
    if not quiet:
        say(f"Words: {words}. Condition: {write_condition(condition)}", err=True)
        Understood(request).say_notes()
    return words, Understood(replace(request, condition=condition))


def _document(answer: TextSearch) -> dict[str, Any]:
    return {
        "lake": answer.lake,
        "query": answer.query,
        "method": answer.method,
        "titles": answer.titles,
        "words": list(answer.words),
        "left_out": list(answer.left_out),
        "candidates": answer.candidates,
        "seconds": round(answer.seconds, 6),
        "results": [
            {
                "rank": hit.rank,
                "table": hit.table,
                "score": hit.score,
                "words": hit.words,
                "meaning": hit.meaning,
                "matched": list(hit.matched),
                "missing": list(hit.missing),
                "title": _marked(hit.title),
                "header": [_marked(name) for name in hit.header],
                "nearest": hit.nearest,
                "rows": [
                    {"row": row.row, "cells": [_marked(cell) for cell in row.cells]}
                    for row in hit.rows
                ],
            }
            for hit in answer.hits
        ],
    }


def _marked(marked: Marked) -> dict[str, Any]:
    return {"text": marked.text, "marks": [list(mark) for mark in marked.marks]}


def _print(answer: TextSearch) -> None:
    if not answer.hits:
        say(f"No table has any of the words {', '.join(answer.words)}.")
    else:
        print_rows(
            ("rank", "score", "table", "words", "found in"),
            [
                (
                    hit.rank,
                    hit.score,
                    printable_name(hit.table),
                    ", ".join(hit.matched),
                    _where(hit),
                )
                for hit in answer.hits
            ],
        )
    if answer.by_meaning_alone:
        say(
            f"\nNone of these tables has any of the words {', '.join(answer.words)}: they are "
            "those nearest in meaning, however far, and their scores tell no more than the order."
        )
    left_out = f", left out: {', '.join(answer.left_out)}" if answer.left_out else ""
    say(
        f"\n{answer.method}{'' if answer.titles else ' without titles'}, "
        f"{amount(answer.candidates, 'table')} compared in {answer.seconds * 1000:.0f} ms{left_out}"
    )


def _where(hit: TextHit) -> str:
    """Say in a few words what speaks for a table: its title, its headers and its best row."""
    places = [f"title: {hit.title.text}"] * hit.title.matched
    names = [name.text for name in hit.header if name.matched]
    if names:
        places.append(f"columns: {', '.join(names)}")
    for row in hit.rows:
        cells = [cell.text for cell in row.cells if cell.matched or hit.nearest]
        if cells:
            places.append(f"row {row.row + 1:,}: {', '.join(cells)}")
            break
    return "; ".join(places)
