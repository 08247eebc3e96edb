//! The text that only the reading of an engine has: its uses, the statements that it leaves undone, where it leaves the general
//! reading, and by which documents.

use std::io::{self, Write};
use std::time::Duration;

use robots_policy::engines::{
    Evidence, Grade, Honour, Mark, MarkKind, NotHonoured, Profile, UseAnswer,
};
use robots_policy::uses::Activity;
use robots_policy::{Because, Provenance, Verdict};
use robots_policy_input::names::plain_line;

use super::access;
use super::ai;
use super::answers::{self, Answer, Row, Witness, said, said_in};
use super::layout::Layout;
use super::page::AskedParts;
use super::page::Page;
use super::rows::Rows;
use super::uses::OF_ENGINES;

/// The name of an engine, its owner, and how old its facts are.
pub(super) fn heading(profile: Profile) -> String {
    let verified = match profile.verified() {
        Some(day) => format!("verified {day}"),
        None => String::from("not documented"),
    };
    format!("as {profile} ({}), {verified}", profile.operator())
}

/// The rows about its use for AI: whether its owner says that it listens to what it is asked, and what it uses pages for where
/// nothing asks it not to. None for a client.
pub(super) fn of_uses<'v>(engine: &Verdict<'v>) -> Vec<Row<'v>> {
    let Some(profile) = engine.profile() else {
        return Vec::new();
    };
    let row = |label: &str, answer, note| Row {
        label: label.to_owned(),
        answer,
        note,
        is_use: true,
        ..Row::default()
    };
    let heard = listens(engine, profile).map(|(answer, note)| row(ai::LISTENS, answer, note));
    let used = used(engine, profile).map(|note| row("used", Answer::Stated, note));
    heard.into_iter().chain(used).collect()
}

/// Whether the owner says that the engine listens, in a word and in a sentence; `None` where nothing asks it.
fn listens(engine: &Verdict<'_>, profile: Profile) -> Option<(Answer, String)> {
    let uses = engine.uses();
    let said = |heard| match heard {
        Some(true) => "says that it listens",
        Some(false) => "says that it does not listen",
        None => "does not say that it listens",
    };
    let is_asked = |activity: &Activity| uses.asked_not_to(*activity) == Some(true);
    let asked: Vec<Activity> = OF_ENGINES.into_iter().filter(is_asked).collect();
    let heard: Vec<&str> = asked.iter().map(|own| said(uses.listens(*own))).collect();
    let first = heard.first()?;
    let owner = profile.operator();
    let note = if heard.iter().all(|own| own == first) {
        format!("{owner} {first}")
    } else {
        let each = asked.iter().zip(&heard);
        let each: Vec<String> = each
            .map(|(own, said)| format!("{own}: {owner} {said}"))
            .collect();
        each.join("; ")
    };
    Some((ai::listens(&uses, &OF_ENGINES), note))
}

/// The uses that its owner documents, where no statement decides them.
fn used(engine: &Verdict<'_>, profile: Profile) -> Option<String> {
    let uses = engine.uses();
    let of = |activity| {
        let is_free = engine.because_of_use(activity).is_empty();
        match uses.used(activity)? {
            UseAnswer::Yes => Some(format!("for {activity}")),
            // No statement decides it: its owner says that it is never used so.
            UseAnswer::No if is_free => Some(format!("never for {activity}")),
            _ => None,
        }
    };
    let all: Vec<String> = OF_ENGINES.into_iter().filter_map(of).collect();
    (!all.is_empty()).then(|| format!("{}, as {} says", all.join(", "), profile.operator()))
}

/// Where it leaves the general reading, for the row of a table: the directives that it leaves undone, and its departures.
pub(super) fn departures(engine: &Verdict<'_>) -> Vec<String> {
    let mut undone: Vec<&str> = Vec::new();
    for left in engine.not_honoured() {
        let name = left.directive().name();
        if !undone.contains(&name) {
            undone.push(name);
        }
    }
    let undone = (!undone.is_empty()).then(|| format!("not done: {}", undone.join(", ")));
    let mut all: Vec<String> = undone.into_iter().collect();
    let marks = engine.marks().iter().map(Mark::kind);
    for kind in marks.filter(|kind| !kind.is_doubt()) {
        let name = kind.meaning().to_owned();
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// Writes the parts after the rows of the answers; none for a client.
pub(super) fn write(
    out: &mut dyn Write,
    page: &Page<'_>,
    engine: &Verdict<'_>,
    layout: &Layout,
) -> io::Result<()> {
    let Some(profile) = engine.profile() else {
        return Ok(());
    };
    if page.is_read {
        undone(out, page, engine, profile, layout)?;
    }
    otherwise(out, page, engine, profile, layout)?;
    marks(out, page, engine, layout)
}

/// Writes the statements that the engine leaves undone, those of one document together.
fn undone(
    out: &mut dyn Write,
    page: &Page<'_>,
    engine: &Verdict<'_>,
    profile: Profile,
    layout: &Layout,
) -> io::Result<()> {
    let all = engine.not_honoured();
    if all.is_empty() {
        return Ok(());
    }
    title(out, &format!("said, but not done by {profile}"), layout)?;
    let mut documents: Vec<(Honour, Option<Evidence>)> = Vec::new();
    for left in all.iter().take(MOST_SHOWN) {
        let document = (left.why(), left.evidence());
        if !documents.contains(&document) {
            documents.push(document);
        }
    }
    let shown = || all.iter().take(MOST_SHOWN);
    for document in documents {
        let is_of_it = |left: &&NotHonoured<'_>| (left.why(), left.evidence()) == document;
        for left in shown().filter(is_of_it) {
            let witness = Witness::Because(Because::Signal(left.signal()));
            let place = page.inputs.place(left.signal().provenance());
            let line = format!("    {place}  {}  {}", said(&witness), said_in(&witness));
            writeln!(out, "{}", layout.wrapped(&line, 6))?;
        }
        let why = match document.0 {
            Honour::Stated => "stated",
            _ => "not in its list",
        };
        let source = document
            .1
            .map_or_else(String::new, |evidence| source(&evidence));
        let line = format!("      {why}: {source}");
        writeln!(out, "{}", layout.wrapped(&line, 8))?;
    }
    more(out, all.len())
}

/// Writes the answers of the general reading that are others.
fn otherwise(
    out: &mut dyn Write,
    page: &Page<'_>,
    engine: &Verdict<'_>,
    profile: Profile,
    layout: &Layout,
) -> io::Result<()> {
    let differs = engine.differs();
    let general = engine.general();
    let mut rows = access::of_access(page, general);
    rows.truncate(1);
    if rows.is_empty() {
        rows.push(access::unknown_access(page, general));
    }
    if page.is_read {
        rows.extend(answers::of_page(general));
    }
    rows.extend(delay(engine, profile));
    let is_other = |row: &Row<'_>| {
        let key = match row.label.as_str() {
            "fetch" => "access",
            DELAY => "crawl_delay",
            label => label,
        };
        differs.contains(&key)
    };
    rows.retain(is_other);
    if rows.is_empty() {
        return Ok(());
    }
    title(out, "otherwise than the general reading", layout)?;
    let rows = Rows::new(rows, page.inputs, general.now());
    rows.write(out, rows.widths().indented(2), layout)
}

/// The delay of the general reading beside that of the engine.
fn delay(engine: &Verdict<'_>, profile: Profile) -> Option<Row<'static>> {
    engine.robots().rules()?;
    let words = |delay: Option<Duration>| match delay {
        Some(delay) => format!("{} s", delay.as_secs_f64()),
        None => String::from("none"),
    };
    let (own, general) = (engine.crawl_delay(), engine.general().crawl_delay());
    Some(Row {
        label: String::from(DELAY),
        note: format!("{}; of {profile}: {}", words(general), words(own)),
        ..Row::default()
    })
}

/// Writes how it leaves the general reading, and after that the doubts. What is under every verdict of the engine is for `-v`.
fn marks(
    out: &mut dyn Write,
    page: &Page<'_>,
    engine: &Verdict<'_>,
    layout: &Layout,
) -> io::Result<()> {
    let all = engine.marks().iter();
    let reads_parts = matches!(page.parts, AskedParts::Of(Some(_)));
    let mut all = all
        .filter(|mark| layout.is_verbose || !mark.kind().is_standing())
        .filter(|mark| !reads_parts || mark.kind() != MarkKind::PartsNotSeen)
        .peekable();
    if all.peek().is_none() {
        return Ok(());
    }
    title(out, "marks", layout)?;
    let is_short = |mark: &&Mark| SHORT.contains(&mark.kind());
    let (short, long): (Vec<&Mark>, Vec<&Mark>) = all.partition(is_short);
    let (doubts, departures): (Vec<&Mark>, Vec<&Mark>) =
        long.into_iter().partition(|mark| mark.kind().is_doubt());
    for mark in departures.iter().take(MOST_SHOWN).chain(&doubts) {
        let at = mark.provenance().map(|at| placed(page, at));
        let evidence = mark
            .evidence()
            .map(|evidence| format!("; {}", source(&evidence)));
        let line = format!(
            "    {}{} [{}{}]",
            at.unwrap_or_default(),
            mark.kind().meaning(),
            mark.cell(),
            evidence.unwrap_or_default()
        );
        writeln!(out, "{}", layout.wrapped(&line, 6))?;
    }
    more(out, departures.len())?;
    for kind in SHORT {
        let mut cells: Vec<&str> = Vec::new();
        for mark in short.iter().filter(|mark| mark.kind() == *kind) {
            if !cells.contains(&mark.cell()) {
                cells.push(mark.cell());
            }
        }
        if !cells.is_empty() {
            let line = format!("    {kind}: {}", cells.join(", "));
            writeln!(out, "{}", layout.wrapped(&line, 6))?;
        }
    }
    Ok(())
}

/// Writes the title of a part, after an empty line.
fn title(out: &mut dyn Write, title: &str, layout: &Layout) -> io::Result<()> {
    writeln!(out, "\n{}", layout.wrapped(&format!("  {title}"), 4))
}

/// The place of a statement and its bytes, before what is said about it.
fn placed(page: &Page<'_>, at: &Provenance) -> String {
    let text = format!("{}  {}: ", page.inputs.place(at), at.text());
    plain_line(&text).into_owned()
}

/// A document, and how it was read if not as the text of the owner.
fn source(evidence: &Evidence) -> String {
    match evidence.grade() {
        Grade::Vendor => evidence.source().to_string(),
        grade => format!("{}, {grade}", evidence.source()),
    }
}

/// Writes that there are more statements than are shown.
fn more(out: &mut dyn Write, all: usize) -> io::Result<()> {
    match all.saturating_sub(MOST_SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "    and {more} more (JSON has all)"),
    }
}

/// The doubts that their cells say, in their order.
const SHORT: &[MarkKind] = &[MarkKind::Disputed, MarkKind::Undocumented];
/// The label of the time between two requests.
const DELAY: &str = "delay";
/// The most statements that are shown; hostile inputs have thousands.
const MOST_SHOWN: usize = 8;
