//! The tables of the documents.

use std::fmt::Write as _;

use robots_policy::Directive;
use robots_policy::ledger::{Input, State};
use robots_policy::uses::Label;
use robots_policy_archives::{parts_columns, schema_table, schema_table_as, schema_table_of};
use robots_policy_input::contract::{ANSWER, Key, Shape, Table};
use robots_policy_input::{OPTIONS, QUESTION};

use crate::files::Files;
use crate::text::{quoted, words};

pub(crate) fn generate(files: &mut Files) -> Result<(), String> {
    let records = "docs/records.md";
    files.part(records, "keys of a question", &questions())?;
    files.part(records, "options of the reading", &options())?;
    files.part(records, "keys of an answer", &answers())?;
    files.part("docs/reading.md", "directives", &directives())?;
    files.part("docs/ai-use.md", "labels", &labels())?;
    files.part("docs/ledger.md", "sources", &sources())?;
    files.part("docs/ledger.md", "states", &states())?;
    let all = schema_table_as();
    let (plain, engines) = columns(&all)?;
    files.part("docs/archives.md", "columns", plain)?;
    files.part("docs/archives.md", "columns of engines", &engines)?;
    let of_parts = schema_table_of(parts_columns());
    files.part("docs/archives.md", "columns of parts", &of_parts)
}

/// The columns of every table, and those that only a table about engines has.
fn columns(all: &str) -> Result<(&str, String), String> {
    let plain = schema_table();
    let more = all
        .strip_prefix(&*plain)
        .ok_or("columns of engines are not the last")?;
    let (plain, _) = all.split_at(plain.len());
    let head: String = plain.split_inclusive('\n').take(2).collect();
    Ok((plain, head + more))
}

fn directives() -> String {
    let mut table =
        String::from("| directive | value | asks | implies | from |\n|---|---|---|---|---|\n");
    for directive in Directive::ALL {
        let names = [&[directive.name()], directive.aliases()].concat();
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(
            table,
            "| {} | {} | {} | {} | {} |",
            names.join(", "),
            directive.kind().form(),
            directive.meaning(),
            directive.implications(),
            directive.clause()
        );
    }
    table
}

/// The labels of all vocabularies, and what each is about.
fn labels() -> String {
    let mut table = String::from(
        "| label | covers | its restrictions also reach | from |\n|---|---|---|---|\n",
    );
    for label in Label::ALL {
        let (covers, includes) = (label.covers(), label.includes());
        let covers = listed(covers.iter().map(|activity| activity.name()));
        let includes = listed(includes.iter().map(|included| included.name()));
        let covers = [covers, includes]
            .into_iter()
            .filter(|part| !part.is_empty());
        let covers = covers.collect::<Vec<String>>().join("; with ");
        let restricts = listed(label.restricts().iter().map(|activity| activity.name()));
        let clause = label.clause();
        let _ = writeln!(table, "| `{label}` | {covers} | {restricts} | {clause} |");
    }
    table
}

fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// The sources of the ledger.
fn sources() -> String {
    let mut table = String::from("| source | what it is |\n|---|---|\n");
    for source in Input::ALL {
        let _ = writeln!(table, "| `{source}` | {} |", source.sentence());
    }
    table
}

/// The states of a source, and whether something is known of it.
fn states() -> String {
    let mut table = String::from("| `state` | meaning | known |\n|---|---|---|\n");
    for state in State::ALL {
        let known = if state.is_known() { "yes" } else { "no" };
        let _ = writeln!(table, "| `{state}` | {} | {known} |", state.sentence());
    }
    table
}

/// The keys of a question, with the names that other doors have for them.
fn questions() -> String {
    let mut table = String::from(
        "| key in | type | meaning | without it | `eval --jsonl` | `judge` |\n|---|---|---|---|---|---|\n",
    );
    for key in QUESTION.rows() {
        let code = |name: Option<&str>| name.map(|name| format!("`{name}`")).unwrap_or_default();
        let _ = writeln!(
            table,
            "| `{}` | {} | {}{} | {} | {} | {} |",
            key.name,
            kind(&key.shape),
            key.meaning,
            choices(key),
            key.absent.unwrap_or_default(),
            code(key.flag),
            code(key.argument),
        );
    }
    table
}

/// The options of the reading.
fn options() -> String {
    let mut table = String::from("| option | type | meaning | without it |\n|---|---|---|---|\n");
    for key in OPTIONS.keys {
        let _ = writeln!(
            table,
            "| `{}` | {} | {}{} | {} |",
            key.name,
            kind(&key.shape),
            key.meaning,
            choices(key),
            key.absent.unwrap_or_default(),
        );
    }
    table
}

/// The words of which a value is one.
fn choices(key: &Key) -> String {
    words(key.shape).map_or(String::new(), |words| format!(": {}", quoted(words)))
}

/// The keys of an answer and of its parts.
fn answers() -> String {
    let mut table = String::from("| key out | type | meaning |\n|---|---|---|\n");
    rows(&mut table, "", &ANSWER, &mut Vec::new());
    table
}

/// A row for each key of a table, and after it those of the parts of its value; `path` is before each key.
fn rows(out: &mut String, path: &str, table: &'static Table, within: &mut Vec<&'static str>) {
    if let Some(base) = table.extends {
        rows(out, path, base, within);
    }
    within.push(table.name);
    for key in table.keys {
        let only = key.absent.filter(|when| !when.is_empty());
        let only = only
            .map(|when| format!("only {when}: "))
            .unwrap_or_default();
        let own = format!("{path}{}", key.name);
        let (kind, choices) = (kind(&key.shape), choices(key));
        let _ = writeln!(out, "| `{own}` | {kind} | {only}{}{choices} |", key.meaning);
        if let Some((suffix, part)) =
            part(&key.shape).filter(|(_, part)| !within.contains(&part.name))
        {
            rows(out, &format!("{own}{suffix}."), part, within);
        }
    }
    within.pop();
}

/// The table of a value that is an object or an array of objects, and the characters after its path.
fn part(shape: &Shape) -> Option<(&'static str, &'static Table)> {
    match shape {
        Shape::Table(table) => Some(("", table)),
        Shape::List(Shape::Table(table)) => Some(("[]", table)),
        _ => None,
    }
}

/// The values of a shape in words.
fn kind(shape: &Shape) -> String {
    match shape {
        Shape::Any => String::from("any"),
        Shape::Text | Shape::Word(_) => String::from("string"),
        Shape::Moment => String::from("string of RFC 3339"),
        Shape::Day => String::from("day"),
        Shape::Flag => String::from("bool"),
        Shape::True => String::from("true"),
        Shape::Literal(number) => number.to_string(),
        Shape::Whole(..) => String::from("integer"),
        Shape::Number => String::from("number"),
        Shape::OneOrSeveral(one) => format!("{0}, or array of {0}s", kind(one)),
        Shape::List(one) => format!("array of {}", several(one)),
        Shape::Tuple(items) => {
            let names: Vec<&str> = items.iter().map(|(name, _)| *name).collect();
            format!("`[{}]`", names.join(", "))
        }
        Shape::Map(..) | Shape::Table(_) => String::from("object"),
        Shape::Either(choice) => {
            let kinds: Vec<String> = choice.of.iter().map(member).collect();
            kinds.join(" or ")
        }
        Shape::OrNull(value) => format!("{} or null", kind(value)),
        _ => String::new(),
    }
}

fn several(shape: &Shape) -> String {
    match shape {
        Shape::Tuple(_) | Shape::Either(_) => kind(shape),
        one => format!("{}s", kind(one)),
    }
}

/// A shape among several: an object by its keys, a word by itself.
fn member(shape: &Shape) -> String {
    match shape {
        Shape::Table(table) => {
            let keys: Vec<String> = table
                .keys
                .iter()
                .map(|key| format!("\"{}\"", key.name))
                .collect();
            format!("`{{{}}}`", keys.join(", "))
        }
        Shape::Word(words) => quoted(words),
        shape => kind(shape),
    }
}
