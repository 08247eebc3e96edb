//! Fixes: text in the place of bytes of local files, until a run finds none that may be made.
//!
//! **Invariant.** `--fix` leaves every answer as it is: each fix is proven by reading both texts, and so are all of a file together.
//! A file has its old bytes or its new ones. **If that is touched**, a fix opens what was closed, or a broken run leaves half a
//! file. **Which test notices.** `crates/cli/tests/sessions/lint_fix.session`, which also runs it twice.

use std::collections::BTreeMap;

use robots_policy::Timestamp;
use robots_policy_input::names::shown;
use robots_policy_input::read_input::read;
use robots_policy_lint::{Edit, Finding, Fix, Repair, Source, named};

use super::found::Found;
use super::local::Local;
use crate::exit::Failure;
use crate::say::log;

/// The fixes that are made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fixes {
    None,
    /// Those that leave every answer as it is.
    Safe,
    /// Those that change answers too.
    All,
}

/// Makes the fixes of findings; whether there were any.
///
/// # Errors
/// A file cannot be written, or its bytes are not those that were looked at.
pub(super) fn made(fixes: Fixes, found: &Found, now: Timestamp) -> Result<bool, Failure> {
    if fixes == Fixes::None {
        return Ok(false);
    }
    let mut by_file: BTreeMap<&str, Vec<&Finding>> = BTreeMap::new();
    for finding in &found.all {
        let is_made = |fix: &Fix| fix.is_safe || fixes == Fixes::All;
        let input = &*finding.place.input;
        if finding.fix.as_ref().is_some_and(is_made) && found.local.contains_key(input) {
            by_file.entry(input).or_default().push(finding);
        }
    }
    let mut is_any = false;
    for (name, findings) in by_file {
        if let Some(local) = found.local.get(name) {
            is_any |= fix_file(name, local, &findings, now)?;
        }
    }
    Ok(is_any)
}

fn fix_file(
    name: &str,
    local: &Local,
    findings: &[&Finding],
    now: Timestamp,
) -> Result<bool, Failure> {
    let path = local.path.as_path();
    let before = read(path)?;
    let (edits, findings) = together(findings);
    let after = Edit::apply(&edits, &before);
    if before == after {
        return Ok(false);
    }
    let mended = local.is_robots.then(|| Repair::of(&before, &after));
    let is_safe = findings
        .iter()
        .all(|finding| finding.fix.as_ref().is_some_and(|fix| fix.is_safe));
    if let (true, Some(mended)) = (is_safe, &mended)
        && !mended.is_alike()
    {
        let why = "its fixes together change what it says, so none was made; make them one by one";
        return Err(Failure::Input(shown(path.as_os_str()), why.to_owned()));
    }
    local.replace(&after)?;
    for finding in &findings {
        report(name, finding, &before);
    }
    match mended.filter(|_| !is_safe) {
        Some(mended) => changes_of_rules(&mended, now),
        None if is_safe => {}
        None => findings.iter().for_each(|finding| changes(finding)),
    }
    Ok(true)
}

/// The answers that the fixes of a robots.txt change.
fn changes_of_rules(mended: &Repair, now: Timestamp) {
    let effect = mended.effect(now);
    for change in &effect.changes {
        let targets = change.targets.join(", ");
        let more = match change.targets_count - change.targets.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        log(&format_args!(
            "  {} of {targets}{more}: {}, before {}; for {}",
            change.question.name(),
            change.then.name(),
            change.now.name(),
            named(&change.who)
        ));
    }
    if effect.changes.is_empty() {
        log(&"  no answer about the paths of its rules differs");
    }
}

/// The answers that a fix changes, of a finding about a field.
fn changes(finding: &Finding) {
    for effect in super::found::effects(finding) {
        log(&format_args!("  {effect}"));
    }
}

/// The changes of findings, the first ones first, without those that overlap an earlier one: another run finds them again.
fn together<'f>(findings: &[&'f Finding]) -> (Vec<Edit>, Vec<&'f Finding>) {
    let mut edits: Vec<Edit> = Vec::new();
    let mut made = Vec::new();
    for finding in findings {
        let own = finding.fix.iter().flat_map(|fix| &fix.edits);
        let meets = |edit: &Edit| {
            let mut others = edits.iter();
            others.any(|other| edit.start <= other.end && other.start <= edit.end)
        };
        if own.clone().any(meets) {
            continue;
        }
        edits.extend(own.cloned());
        made.push(*finding);
    }
    edits.sort();
    made.sort_by_key(|finding| finding.fix.as_ref().and_then(|fix| fix.edits.first()));
    (edits, made)
}

/// Says which lines have which text now.
fn report(name: &str, finding: &Finding, before: &[u8]) {
    let code = finding.code.rule().name;
    let source = Source::new(name, before);
    for edit in finding.fix.iter().flat_map(|fix| &fix.edits) {
        let line = source.place(edit.start..edit.end).line;
        let (old, new) = lines(edit, before);
        let text =
            |bytes: &[u8]| format!("`{}`", String::from_utf8_lossy(bytes).trim().escape_debug());
        let what = match (text(&old).as_str(), text(&new).as_str()) {
            ("``", new) => format!("added {new}"),
            (old, "``") => format!("removed {old}"),
            (old, new) => format!("{old} is {new} now"),
        };
        log(&format_args!("fixed {name}:{line} [{code}]: {what}"));
    }
}

/// The lines of a change before and after it; of whole lines that come or go, these alone.
fn lines(edit: &Edit, before: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let (head, rest) = before.split_at(edit.start.min(before.len()));
    let (old, rest) = rest.split_at((edit.end - edit.start).min(rest.len()));
    let new = edit.text.as_bytes();
    let is_whole = [old, new].iter().any(|own| own.last().is_some_and(is_end));
    if is_whole {
        return (old.to_vec(), new.to_vec());
    }
    let start = head.iter().rposition(is_end).map_or(0, |at| at + 1);
    let end = rest.iter().position(is_end).unwrap_or(rest.len());
    let (head, rest) = (head.get(start..), rest.get(..end));
    let (head, rest) = (head.unwrap_or_default(), rest.unwrap_or_default());
    ([head, old, rest].concat(), [head, new, rest].concat())
}
