//! The answer for people.

use std::io::{self, Write};

use robots_policy_input::names::plain;
use serde_json::Value;

use super::Why;
use super::evidence::{Agreement, Evidence, Stated};

/// Writes the answer about one row.
pub(super) fn write(out: &mut impl Write, why: &Why) -> io::Result<()> {
    writeln!(out, "{}", plain(&why.url))?;
    let date = why.date.as_deref().unwrap_or("no date");
    writeln!(
        out,
        "  {} of {date}, in {}",
        plain(&why.agent),
        plain(&why.table)
    )?;
    for (name, value) in &why.answers {
        if !name.starts_with("use_") && !REASONS.contains(&name.as_str()) {
            answer(out, name, value, why)?;
        }
    }
    let unknown = |value: &Value| value.as_str().unwrap_or("?").to_owned();
    let uses = why.answers.iter();
    let uses = uses.filter_map(|(name, value)| Some((name.strip_prefix("use_")?, unknown(value))));
    for (name, said) in uses {
        writeln!(out, "  {:<12} {said}", name.replace('_', "-"))?;
    }
    for unread in &why.unread {
        unknown_source(out, unread)?;
    }
    for evidence in &why.evidence {
        source(out, evidence)?;
    }
    Ok(())
}

fn answer(out: &mut impl Write, name: &str, value: &Value, why: &Why) -> io::Result<()> {
    let said = match value {
        Value::Bool(true) => "yes",
        Value::Bool(false) => "NO",
        _ => "?",
    };
    match name {
        "access_allowed" => {
            let all = why.answers.iter();
            let reasons = all.filter(|(name, _)| REASONS.contains(&name.as_str()));
            let reasons = reasons.filter_map(|(_, reason)| reason.as_str());
            let reasons = reasons.collect::<Vec<_>>().join(", ");
            writeln!(out, "  {:<12} {said}  {}", "access", plain(&reasons))
        }
        name => writeln!(out, "  {name:<12} {said}"),
    }
}

/// A source that is not known, and the answers that it keeps from being known.
fn unknown_source(out: &mut impl Write, unread: &Value) -> io::Result<()> {
    let text = |name: &str| unread.get(name).and_then(Value::as_str);
    let [source, why] = ["source", "why"].map(|name| text(name).unwrap_or_default());
    let keeps = match unread.get("keeps") {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(names)) => names.split(' ').collect(),
        _ => Vec::new(),
    };
    let keeps = keeps.join(", ");
    writeln!(out, "  not known because of {source} ({why}): {keeps}")
}

fn source(out: &mut impl Write, evidence: &Evidence) -> io::Result<()> {
    let facts = &evidence.facts;
    write!(out, "{}", evidence.source)?;
    if let Some(status) = facts.status {
        write!(out, "  {status}")?;
    }
    if let Some(fetched) = &facts.fetched {
        write!(out, "  {fetched}")?;
    }
    writeln!(out)?;
    // The page has its address in the first line.
    let url = facts.url.as_ref().filter(|_| evidence.source != "page");
    let lines = [url, facts.digest.as_ref(), facts.record_id.as_ref()];
    for line in lines.into_iter().flatten() {
        writeln!(out, "  {}", plain(line))?;
    }
    let word = match evidence.agreement {
        Agreement::Agrees => "agrees: ",
        Agreement::Differs => "DIFFERS: ",
        Agreement::NotCompared => "not compared: ",
        Agreement::NotAtHand | Agreement::NotGiven => "",
    };
    if let Some(note) = &evidence.note {
        writeln!(out, "  {word}{}", plain(note))?;
    }
    for stated in &evidence.statements {
        statement(out, stated)?;
    }
    Ok(())
}

fn statement(out: &mut impl Write, stated: &Stated) -> io::Result<()> {
    let place = match stated.line {
        Some(line) => format!("line {line}"),
        None => String::from("no line"),
    };
    let shown = stated.bytes.as_deref().unwrap_or(&stated.text);
    let what = match stated.scope.as_deref() {
        Some("*") | None => stated.what.clone(),
        Some(scope) => format!("{} ({scope})", stated.what),
    };
    let source = &stated.source;
    writeln!(out, "    {} by {source}, {place}:", plain(&what))?;
    let shown: String = plain(shown.trim()).chars().take(MOST_SHOWN).collect();
    writeln!(out, "      {shown}")
}

/// The columns that say why a page may be fetched, or may not.
const REASONS: [&str; 2] = ["access_reason", "access_rule"];
/// The characters of a line that are shown.
const MOST_SHOWN: usize = 240;
