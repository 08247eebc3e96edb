//! The tables of the playground: modules that follow from the tables of the library, which are made with the page.

mod meanings;

use std::fmt::Write as _;

use robots_policy::engines::Profile;
use robots_policy::ledger::Input;
use robots_policy::robots_txt::{Cause, Reason};
use robots_policy::uses::{Activity, Label, Vocabulary};
use robots_policy::{DiagnosticCode, Directive, Severity, Why};
use robots_policy_input::{OPTIONS, QUESTION, ReadingOptions, words};
use serde_json::{Value, json};

/// The modules, by their names.
pub(crate) fn modules() -> Result<[(&'static str, String); 3], String> {
    Ok([
        ("contract.js", contract()?),
        ("meanings.js", meanings::module()),
        ("profiles.js", profiles()),
    ])
}

/// The words and keys of the page.
fn contract() -> Result<String, String> {
    let options = serde_json::to_value(ReadingOptions::of_library());
    let options = options.map_err(|error| error.to_string())?;
    let of_ai = Label::ALL
        .iter()
        .filter(|label| label.vocabulary() == Vocabulary::Robots);
    let of_ai: Vec<&str> = of_ai.map(|label| label.name()).collect();
    let flags = QUESTION
        .rows()
        .filter_map(|key| Some((key.name.to_owned(), key.flag?.to_owned())));
    let flags = flags.chain(OPTIONS.keys.iter().map(|key| {
        let flag = format!("--{}", key.name.replace('_', "-"));
        (key.name.to_owned(), flag)
    }));
    let script = [
        // The ends of “Must not be …”, by directive.
        table(
            "BANS",
            named(Directive::ALL, Directive::name, Directive::ban),
        ),
        // Other sentences, by directive.
        table(
            "SENTENCES",
            named(Directive::ALL, Directive::name, Directive::sentence),
        ),
        // The sources, as subjects of sentences.
        table(
            "SOURCES",
            named(Input::ALL, Input::name, |source| {
                Some(words::subject(source))
            }),
        ),
        // The ends of sentences about a source that is not known, by the reason; of every other reason those of `incomplete`.
        table(
            "UNREAD",
            named(Why::ALL, Why::name, |why| {
                let said = words::unread(why);
                let is_own = said != words::unread(Why::Incomplete);
                (is_own || why == Why::Incomplete).then_some(said)
            }),
        ),
        // The reasons why a source is not known.
        table(
            "WHYS",
            named(Why::ALL, Why::name, |why| Some(why.sentence())),
        ),
        // The reasons for a missing robots.txt.
        table(
            "CAUSES",
            named(Cause::ALL, Cause::name, |cause| Some(cause.sentence())),
        ),
        // The reasons for an access.
        table(
            "REASONS",
            named(Reason::ALL, Reason::name, |reason| Some(reason.sentence())),
        ),
        // Further sentences; `{}` is a value.
        table(
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
        // The uses of AI with what they are.
        table(
            "USES",
            named(Activity::ALL, Activity::name, |activity| {
                Some(activity.sentence())
            }),
        ),
        // Directives about AI.
        constant("AI_DIRECTIVES", &of_ai.into()),
        counted_notices(),
        // The options of the program that keys and options of the reading have.
        table("FLAGS", flags),
        // The options of the reading with their defaults.
        table_of(
            "READING",
            OPTIONS
                .keys
                .iter()
                .filter_map(|key| Some((key.name, options.get(key.name)?.to_string()))),
        ),
    ];
    Ok(script.join("\n"))
}

/// The codes of the notices that the sentence counts beside faults.
fn counted_notices() -> String {
    let counted = DiagnosticCode::ALL
        .iter()
        .filter(|code| code.is_always_shown() && code.severity() == Severity::Notice);
    let counted: Vec<&str> = counted.map(|code| code.name()).collect();
    constant("COUNTED_NOTICES", &counted.into())
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
fn table<T: AsRef<str>>(name: &str, rows: impl IntoIterator<Item = (T, T)>) -> String {
    let rows = rows.into_iter();
    table_of(name, rows.map(|(key, text)| (key, literal(text.as_ref()))))
}

/// A constant that is an object of values, which are written as they are.
fn table_of<T: AsRef<str>>(name: &str, rows: impl Iterator<Item = (T, String)>) -> String {
    let mut script = format!("export const {name} = {{\n");
    for (key, value) in rows {
        let _ = writeln!(script, "  {}: {value},", literal(key.as_ref()));
    }
    script + "};\n"
}

fn constant(name: &str, value: &Value) -> String {
    format!("export const {name} = {value};\n")
}

/// A text in JavaScript.
fn literal(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('\'', "\\'");
    format!("'{escaped}'")
}

/// By the name of an engine: the day on which its row was verified, and its first document with an address.
fn profiles() -> String {
    let rows = Profile::all().map(|profile| (profile.name(), known(profile)));
    table_of("PROFILES", rows)
}

/// The part of a profile that the page shows.
fn known(profile: Profile) -> String {
    let mut sources = profile
        .cells()
        .into_iter()
        .filter_map(|known| Some(known.evidence?.source()));
    let document = sources.find_map(|source| Some(json!([source.title(), source.url()?])));
    let day = profile.verified().map(|day| day.to_string());
    json!({ "day": day, "document": document }).to_string()
}
