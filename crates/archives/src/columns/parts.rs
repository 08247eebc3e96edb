//! The columns about the parts of a page.

use robots_policy::parts::{Link, LinkReason, Refusal};

use super::column::{Column, INTEGER_OR_NULL, Of, one};
use super::leaf::{Cell, number};
use super::row::{PageParts, Row};

/// The columns about parts, the last ones of a table whose caller requests them.
pub fn parts_columns() -> [Column; 5] {
    [
        one(
            "marks",
            INTEGER_OR_NULL,
            "the marks in the page that say that a part of it is not to be quoted, those that the agent does not hear among them; null, here and in the next four, where the document was not read to its end",
            |row| of_page(row, |page| number(page.parts.marks().len())),
        ),
        one(
            "closed_chars",
            INTEGER_OR_NULL,
            "how many of `text_chars` the agent may not quote; null too where that is not known, since `snippet` is null",
            |row| of_page(row, |page| closed_chars(row, page)),
        ),
        one(
            "text_chars",
            INTEGER_OR_NULL,
            "the characters of the texts of the page",
            |row| {
                of_page(row, |page| {
                    number(row.verdict.quotable(&page.parts).chars().0)
                })
            },
        ),
        one(
            "nofollow_links",
            INTEGER_OR_NULL,
            "how many of `links` the agent may not follow, by their `rel` or by the page; null too where `follow` is null",
            |row| of_page(row, |page| nofollow_links(row, page)),
        ),
        one(
            "links",
            INTEGER_OR_NULL,
            "the links of the page, those of areas and forms among them",
            |row| of_page(row, |page| number(page.links.len())),
        ),
    ]
    .map(|column| Column {
        of: Of::Parts,
        ..column
    })
}

fn of_page(row: &Row<'_>, read: impl Fn(&PageParts) -> Cell<'static>) -> Cell<'static> {
    row.parts.map_or(Cell::Null, read)
}

fn closed_chars(row: &Row<'_>, page: &PageParts) -> Cell<'static> {
    let quotable = row.verdict.quotable(&page.parts);
    match quotable.refusal() {
        None | Some(Refusal::Snippet) => {
            let (chars, open) = quotable.chars();
            number(chars - open)
        }
        Some(_) => Cell::Null,
    }
}

fn nofollow_links(row: &Row<'_>, page: &PageParts) -> Cell<'static> {
    let Some(is_followed) = row.verdict.follow() else {
        return Cell::Null;
    };
    // Without a word in `rel` a link is not asked about, which takes its time.
    let is_closed = |link: &&Link| {
        let why = || row.verdict.following(link).why;
        !is_followed || !link.rel().is_empty() && matches!(why(), Some(LinkReason::Rel(_)))
    };
    number(page.links.iter().filter(is_closed).count())
}
