//! The words and keys of the playground.

mod meanings;
mod profiles;

use std::fmt::Write as _;

use robots_policy::ledger::Source;
use robots_policy::robots_txt::{Cause, Reason};
use robots_policy::uses::{Activity, Label, Vocabulary};
use robots_policy::{DiagnosticCode, Directive, Severity, Why};
use robots_policy_records::contract::Door;
use robots_policy_records::{OPTIONS, QUESTION, ReadingOptions, words};
use serde_json::Value;

use crate::files::{COMMAND, Files};

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let options = serde_json::to_value(ReadingOptions::of_library());
    let options = options.map_err(|error| error.to_string())?;
    let of_ai = Label::ALL
        .iter()
        .filter(|label| label.vocabulary() == Vocabulary::Robots);
    let of_ai: Vec<&str> = of_ai.map(|label| label.name()).collect();
    let flags = QUESTION.keys.iter().filter_map(|key| {
        let flag = key.doors.iter().find_map(Door::flag)?;
        Some((key.name.to_owned(), flag.to_owned()))
    });
    let flags = flags.chain(OPTIONS.keys.iter().map(|key| {
        let flag = format!("--{}", key.name.replace('_', "-"));
        (key.name.to_owned(), flag)
    }));
    let script = [
        format!("// The words and keys of the page, made by `{COMMAND}`.\n"),
        table(
            "The ends of “Must not be …”, by directive.",
            "BANS",
            named(Directive::ALL, Directive::name, Directive::ban),
        ),
        table(
            "Other sentences, by directive.",
            "SENTENCES",
            named(Directive::ALL, Directive::name, Directive::sentence),
        ),
        table(
            "The sources, as subjects of sentences.",
            "SOURCES",
            named(Source::ALL, Source::name, |source| {
                Some(words::subject(source))
            }),
        ),
        table(
            "The ends of sentences about a source that is not known, by the reason; of every other reason those of `incomplete`.",
            "UNREAD",
            named(Why::ALL, Why::name, |why| {
                let said = words::unread(why);
                let is_own = said != words::unread(Why::Incomplete);
                (is_own || why == Why::Incomplete).then_some(said)
            }),
        ),
        table(
            "The reasons why a source is not known.",
            "WHYS",
            named(Why::ALL, Why::name, |why| Some(why.sentence())),
        ),
        table(
            "The reasons for a missing robots.txt.",
            "CAUSES",
            named(Cause::ALL, Cause::name, |cause| Some(cause.sentence())),
        ),
        table(
            "The reasons for an access.",
            "REASONS",
            named(Reason::ALL, Reason::name, |reason| Some(reason.sentence())),
        ),
        table(
            "Further sentences; `{}` is a value.",
            "SAID",
            [
                ("EXCERPTS", words::EXCERPTS),
                ("UNTIL", words::UNTIL),
                ("RESTRICTED", words::RESTRICTED),
                ("RESTRICTED_FOR_AI", words::RESTRICTED_FOR_AI),
                ("FREE", words::FREE),
                ("NOTHING_ELSE", words::NOTHING_ELSE),
                ("SITE_UNKNOWN", words::SITE_UNKNOWN),
            ],
        ),
        table(
            "The uses of AI with what they are.",
            "USES",
            named(Activity::ALL, Activity::name, |activity| {
                Some(activity.sentence())
            }),
        ),
        constant("Directives about AI.", "AI_DIRECTIVES", &of_ai.into()),
        counted_notices(),
        table(
            "The options of the program that keys and options of the reading have.",
            "FLAGS",
            flags,
        ),
        table_of(
            "The options of the reading with their defaults.",
            "READING",
            OPTIONS
                .keys
                .iter()
                .filter_map(|key| Some((key.name, options.get(key.name)?.to_string()))),
        ),
    ];
    files.whole(
        "bindings/javascript/playground/contract.js",
        script.join("\n"),
    );
    meanings::generate(files);
    profiles::generate(files);
    Ok(())
}

/// The constant with the codes of the notices that text shows unasked.
fn counted_notices() -> String {
    let about = "The codes of the notices that the sentence counts beside faults.";
    let counted = DiagnosticCode::ALL
        .iter()
        .filter(|code| code.is_always_shown() && code.severity() == Severity::Notice);
    let counted: Vec<&str> = counted.map(|code| code.name()).collect();
    constant(about, "COUNTED_NOTICES", &counted.into())
}

/// The rows of a table that have a text, by their names.
fn named<T: Copy>(
    all: &[T],
    name: fn(T) -> &'static str,
    text: impl Fn(T) -> Option<&'static str>,
) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = all.iter().map(move |row| (name(*row), text(*row)));
    rows.filter_map(|(name, text)| Some((name, text?)))
}

/// A constant that is an object of texts, in the order of their table.
fn table<T: AsRef<str>>(about: &str, name: &str, rows: impl IntoIterator<Item = (T, T)>) -> String {
    let rows = rows.into_iter();
    table_of(
        about,
        name,
        rows.map(|(key, text)| (key, literal(text.as_ref()))),
    )
}

/// A constant that is an object of values, which are written as they are.
fn table_of<T: AsRef<str>>(
    about: &str,
    name: &str,
    rows: impl Iterator<Item = (T, String)>,
) -> String {
    let mut script = format!("/** {about} */\nexport const {name} = {{\n");
    for (key, value) in rows {
        let _ = writeln!(script, "  {}: {value},", literal(key.as_ref()));
    }
    script + "};\n"
}

fn constant(about: &str, name: &str, value: &Value) -> String {
    format!("/** {about} */\nexport const {name} = {value};\n")
}

/// A text in JavaScript.
fn literal(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('\'', "\\'");
    format!("'{escaped}'")
}
