//! The enums, dictionaries and options of the Python package.

use std::fmt::Write as _;

use robots_policy::engines::{Grade, Honour, Kind, MarkKind};
use robots_policy::ledger::{Asked, Input as LedgerSource, State};
use robots_policy::meta::Placement;
use robots_policy::robots_txt::{Cause, Dialect, Reason};
use robots_policy::uses::{Activity, Answer, Label, Level, Missing, Unused, Vocabulary};
use robots_policy::{DiagnosticCode, Directive, Severity, Source, Why};
use robots_policy_input::OPTIONS;
use robots_policy_input::contract::{Key, Shape};

use crate::files::Files;
use crate::text::words;

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    files.part(
        "bindings/python/robots_policy/typing.py",
        "options of the reading",
        &options(),
    )?;
    files.part(
        "bindings/python/robots_policy/spark/_settings.py",
        "options of the reading",
        &rows(),
    )?;
    files.part("bindings/python/robots_policy/enums.py", "enums", &enums())
}

/// The keys of the dictionary `Options`.
fn options() -> String {
    let keys = OPTIONS.keys.iter();
    keys.map(|key| format!("    {}: {}\n", key.name, annotation(&key.shape)))
        .collect()
}

fn annotation(shape: &Shape) -> String {
    match shape {
        Shape::Flag => String::from("bool"),
        Shape::Word(words) => {
            let words = (words.all)();
            let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
            format!("Literal[{}]", words.join(", "))
        }
        Shape::List(one) => format!("Sequence[{}]", annotation(one)),
        _ => String::from("str"),
    }
}

/// The options of the data source of Spark.
fn rows() -> String {
    OPTIONS.keys.iter().map(row).collect()
}

fn row(key: &Key) -> String {
    let (read, value) = match key.shape {
        Shape::Flag => ("_flag", ""),
        Shape::List(_) => ("_words", "NAMES"),
        _ => ("str", "NAME"),
    };
    let names = words(key.shape).map(|words| format!(": {}", (words.all)().join(", ")));
    let commas = if names.is_some() && read == "_words" {
        ", with commas between them"
    } else {
        ""
    };
    let meaning = lower(key.meaning) + &names.unwrap_or_default() + commas;
    let name = key.name;
    let line = format!("    Row(\"{name}\", {read}, \"{value}\", \"{meaning}\"),\n");
    if line.chars().count() <= WIDTH + 1 {
        return line;
    }
    format!(
        "    Row(\n        \"{name}\",\n        {read},\n        \"{value}\",\n        \"{meaning}\",\n    ),\n"
    )
}

/// The longest line that the formatter of Python leaves.
const WIDTH: usize = 120;

/// The text with a small letter at its beginning.
fn lower(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_lowercase);
    first.into_iter().flatten().chain(characters).collect()
}

/// The other names of directives, and a class for each table.
fn enums() -> String {
    let mut names: Vec<&str> = classes().iter().map(|class| class.0).collect();
    names.sort_unstable();
    let names: Vec<String> = names
        .iter()
        .map(|name| format!("    \"{name}\",\n"))
        .collect();
    let mut text = format!("\n__all__ = [\n{}]\n\n_ALIASES = {{\n", names.concat());
    for directive in Directive::ALL {
        for alias in directive.aliases() {
            let _ = writeln!(text, "    \"{alias}\": \"{}\",", directive.name());
        }
    }
    text.push_str("}\n");
    for Enum(name, base, about, words) in classes() {
        let _ = write!(
            text,
            "\n\nclass {name}({base}):\n    \"\"\"{about}\"\"\"\n\n"
        );
        for word in words {
            let _ = writeln!(text, "    {} = \"{word}\"", member(&word));
        }
    }
    text + "\n\n"
}

/// The name of a member.
fn member(word: &str) -> String {
    word.to_uppercase().replace(['-', '.', ':'], "_")
}

/// A class: its name, its base, its sentence, and its words.
struct Enum(&'static str, &'static str, &'static str, Vec<String>);

/// Classes of tables that `ALL` lists.
macro_rules! classes {
    ($($name:ident($base:ident) of $table:ident, $about:literal;)+) => {
        vec![$(Enum(
            stringify!($name),
            stringify!($base),
            $about,
            $table::ALL.iter().map(ToString::to_string).collect(),
        )),+]
    };
}

#[rustfmt::skip]
fn classes() -> Vec<Enum> {
    let mut classes = classes! {
        Directive(_Directive) of Directive, "A directive: one member a row of the library's table. ``Directive(\"max-snippet\")`` takes also the other names.";
        Severity(StrEnum) of Severity, "How much a diagnostic matters.";
        DiagnosticCode(StrEnum) of DiagnosticCode, "What is unusual in an input.";
        AccessReason(StrEnum) of Reason, "Why a URL may or may not be fetched.";
        Cause(StrEnum) of Cause, "Why there are no rules of robots.txt.";
        Dialect(StrEnum) of Dialect, "Whose reading of robots.txt is wanted.";
        Why(StrEnum) of Why, "Why a source is not known.";
        LedgerSource(StrEnum) of LedgerSource, "A source of a response, as :attr:`Verdict.ledger` names it.";
        LedgerState(StrEnum) of State, "What is known of a source: whether it was read, is absent, or was not given.";
        Asked(StrEnum) of Asked, "An answer of a verdict that may not be known.";
        Unused(StrEnum) of Unused, "Why it is not said whether an engine uses a page.";
        Activity(StrEnum) of Activity, "A use of a response that owners state preferences about. It belongs to no vocabulary.";
        Answer(_Answer) of Answer, "The statements about a use, as one answer; a later member outweighs an earlier one. ``bool(answer)`` raises.";
        Vocabulary(StrEnum) of Vocabulary, "A vocabulary of AI-use preferences.";
        Label(StrEnum) of Label, "A label of a vocabulary: the vocabulary, a colon and the name.";
        Level(_Ordered) of Level, "The highest level of use of Content Signals; a later member permits more.";
        Missing(StrEnum) of Missing, "Why a document that states AI-use preferences was not read.";
        ProfileKind(StrEnum) of Kind, "The job of a crawler.";
        Grade(StrEnum) of Grade, "How a fact about a crawler is known, from the best to the weakest.";
        Honour(StrEnum) of Honour, "Whether a crawler acts on a directive; if not, whether its owner says so, or its list lacks the directive.";
        MarkKind(StrEnum) of MarkKind, "How the reading of an engine leaves the general one, or what is not known of it.";
    };
    classes.insert(1, Enum("Source", "StrEnum", "Where a statement is from.", sources()));
    classes
}

/// The names of the sources; that of an element is the same wherever it is, and that of a `link` element is that of the field.
fn sources() -> Vec<String> {
    let all = [
        Source::RobotsTxt,
        Source::RobotsTag,
        Source::XRobotsTag,
        Source::Meta(Placement::Head),
        Source::ContentUsage,
        Source::ContentSignal,
        Source::TdmReservation,
        Source::TdmPolicy,
        Source::Link,
        Source::TdmRepJson,
        Source::Rsl,
    ];
    all.into_iter()
        .map(|source| source.name().to_owned())
        .collect()
}
