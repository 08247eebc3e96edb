//! No restriction is lost without a diagnostic: after one edit in a statement of a fixture the restriction is still in
//! force, or there is one more diagnostic.
//!
//! The inputs are read as those of the case.

use std::collections::{BTreeMap, BTreeSet};

use robots_policy::{Because, Directive, Source, Span, Verdict};
use robots_policy_kit::case::{Ask, Case, cases};

/// Whether an edit makes another statement, so that no diagnostic is due.
fn says_else(edit: &Edit<'_>) -> bool {
    let has_value = edit.is_after(b':') || edit.is_after(b'=');
    let is_last = edit.at + 1 == edit.statement.len();
    let of_source = match edit.source {
        // Every path is a rule, and the text after `#` is for people.
        Source::RobotsTxt => edit.is_after(b':') || edit.byte == Some(b'#'),
        // A quote ends the value, which may be empty then.
        Source::Meta(_) => matches!(edit.byte, Some(b'"' | b'\'')),
        // Every product token is a crawler, and the rules after a comma that was missing address another one.
        Source::RobotsTag => edit.is_subject() || is_last && edit.byte == Some(b','),
        _ => false,
    };
    // A blank ends a value without quotes; every number and date is a value; half a character of UTF-16 makes another document.
    of_source
        || edit.is_unquoted && matches!(edit.byte, Some(b' ' | b'\t') | None)
        || edit.statement.contains(&b'2') && has_value
        || edit.statement.contains(&0)
}

/// The bytes of a case that contain a statement of this source and line, and where its spans begin to count.
fn bytes(case: &mut Case, source: Source, line: Option<usize>) -> Option<(&mut Vec<u8>, usize)> {
    match source {
        Source::Meta(_) => Some((case.document.as_mut()?, 0)),
        Source::RobotsTxt => {
            let file = case.robots_txt.as_mut()?;
            let ends = file.split_inclusive(|b| *b == b'\n');
            let start = ends.take(line? - 1).map(<[u8]>::len).sum();
            Some((file, start))
        }
        field => {
            let named = |name: &[u8]| name.eq_ignore_ascii_case(field.name().as_bytes());
            let mut lines = case.fields.iter_mut().filter(|(name, _)| named(name));
            Some((&mut lines.nth(line?)?.1, 0))
        }
    }
}

/// One edit of a statement.
struct Edit<'a> {
    source: Source,
    /// The statement as it was, with a byte on either side, and the place of the edit in it.
    statement: &'a [u8],
    at: usize,
    /// The inserted byte.
    byte: Option<u8>,
    /// The value of the attribute has no quotes.
    is_unquoted: bool,
}

impl Edit<'_> {
    fn is_after(&self, mark: u8) -> bool {
        self.statement[..self.at].contains(&mark)
    }

    /// Whether it is at the place of a product token, or makes the one before it longer.
    fn is_subject(&self) -> bool {
        let text = self.statement.trim_ascii_start();
        let begins_subject = text[0].is_ascii_alphabetic() && text.last() != Some(&b')');
        let is_joined = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.*".contains(&byte);
        begins_subject || (self.at == 0 && self.byte.is_none_or(is_joined))
    }
}

/// The texts that one edit at a place makes of a statement, with the inserted byte.
fn edited(text: &[u8], at: usize) -> Vec<(Option<u8>, Vec<u8>)> {
    let (before, rest) = text.split_at(at);
    let mut all = vec![
        (None, [before, &rest[1..]].concat()),
        (Some(rest[0]), [before, &rest[..1], rest].concat()),
    ];
    if let [a, b, after @ ..] = rest {
        all.push((None, [before, &[*b, *a], after].concat()));
    }
    for byte in *b",;:=. -_|/*#\"'x\t" {
        all.push((Some(byte), [before, &[byte], &rest[1..]].concat()));
    }
    all.retain(|(_, new)| new != text);
    all
}

/// The restrictions of a verdict, and its diagnostics.
fn restricted(verdict: &Verdict<'_>) -> (BTreeSet<Directive>, bool) {
    let directives = verdict.directives().iter().map(|(directive, _)| directive);
    (directives.collect(), verdict.is_obtainable())
}

/// The diagnostics with their subject, and how often each occurs.
fn counts(verdict: &Verdict<'_>) -> BTreeMap<(&'static str, String), usize> {
    let mut counts = BTreeMap::new();
    for diagnostic in verdict.diagnostics() {
        let text = diagnostic.provenance().text().to_owned();
        *counts.entry((diagnostic.code().name(), text)).or_insert(0) += 1;
    }
    counts
}

/// The places of the statements that restrict the asker.
fn statements(verdict: &Verdict<'_>) -> Vec<(Source, Option<usize>, Span)> {
    let places = verdict.because().map(Because::provenance);
    places
        .map(|at| (at.source(), at.line(), at.span()))
        .collect()
}

fn losses(case: &mut Case, ask: &Ask) -> Vec<String> {
    let mut lost = Vec::new();
    let policy = ask.policy(case);
    let verdict = ask.verdict(&policy);
    let (before, counts_before) = (restricted(&verdict), counts(&verdict));
    for (source, line, span) in statements(&verdict) {
        let Some((own, start)) = bytes(case, source, line) else {
            continue;
        };
        let original = own.clone();
        // The separators of a list belong to it, the quotes of an attribute do not.
        let (first, end) = (start + span.start, start + span.end);
        let is_field = !matches!(source, Source::Meta(_));
        let is_separator = |at: usize| {
            original
                .get(at)
                .is_some_and(|b| is_field || matches!(b, b',' | b';'))
        };
        if end > original.len() {
            continue; // UTF-16, whose spans count in the decoded text
        }
        let from = first - usize::from(first > start && is_separator(first - 1));
        let to = end + usize::from(is_separator(end));
        let statement = &original[from..to];
        let opening = original[..from].iter().rev().find(|b| b"\"'=".contains(b));
        let is_unquoted = !is_field && opening == Some(&b'=');
        for at in 0..statement.len() {
            for (byte, new) in edited(statement, at) {
                let edit = Edit {
                    source,
                    statement,
                    at,
                    byte,
                    is_unquoted,
                };
                if says_else(&edit) {
                    continue;
                }
                let whole = [&original[..from], &new, &original[to..]].concat();
                *bytes(case, source, line).unwrap().0 = whole;
                let policy = ask.policy(case);
                let verdict = ask.verdict(&policy);
                let after = restricted(&verdict);
                let holds = before.0.is_subset(&after.0) && (before.1 || !after.1);
                let is_reported = counts(&verdict).iter().any(|(what, times)| {
                    counts_before.get(what).is_none_or(|before| before < times)
                });
                if !holds && !is_reported {
                    lost.push(format!(
                        "{}: {:?} became {:?}",
                        case.name,
                        String::from_utf8_lossy(statement),
                        String::from_utf8_lossy(&new)
                    ));
                }
            }
        }
        *bytes(case, source, line).unwrap().0 = original;
    }
    lost
}

#[test]
fn one_edit_of_a_restriction_is_never_silent() {
    let (mut lost, mut asked) = (Vec::new(), BTreeSet::new());
    for mut case in cases() {
        let bytes = [&case.document, &case.robots_txt];
        let len: usize = bytes.into_iter().flatten().map(Vec::len).sum();
        let fields: usize = case.fields.iter().map(|(_, value)| value.len()).sum();
        if len + fields > LARGEST {
            continue;
        }
        for ask in std::mem::take(&mut case.asks) {
            let keys = ["options", "library", "robots_status", "fetches"];
            let is_plain = keys.iter().all(|key| ask.value[key].is_null());
            let who = format!("{:?}", ask.client());
            let question = (case.name.clone(), who, ask.url().to_owned(), ask.now());
            if is_plain && asked.insert(question) {
                lost.extend(losses(&mut case, &ask));
            }
        }
    }
    assert!(asked.len() > 300, "{} asks", asked.len());
    assert!(lost.is_empty(), "{} lost\n{}", lost.len(), lost.join("\n"));
}

/// Inputs larger than this find nothing new, and each of their edits costs a reading.
const LARGEST: usize = 2_000;
