//! The files of the lock and of a baseline.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use robots_policy_lint::{Baseline, Intent, Known, Linter, Lock, Locking};

use super::LintSettings;
use super::configuration::Configuration;
use super::findings::Findings;
use super::look::name_of;
use crate::exit::Failure;
use crate::report::ReportOutput;
use crate::say::{number, warn};

/// The use of the lock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Locked {
    /// Answers are compared with it.
    Compared,
    /// Answers are written into it.
    Written,
}

/// The linter with what the owner expects and what is known.
///
/// # Errors
/// A file that is missing or wrong.
pub(super) fn given_to(
    mut linter: Linter,
    settings: &LintSettings,
    own: &Configuration,
) -> Result<Linter, Failure> {
    let locking = match settings.intent.locked() {
        None => None,
        Some(locked) => Some(Locking {
            urls: own.lock_urls.clone(),
            agents: own.lock_agents.clone(),
            is_written: locked == Locked::Written,
            before: read_lock(&own.folder.join(LOCK), locked).map_err(Failure::Usage)?,
        }),
    };
    linter = linter.with_ignores(own.ignores.clone());
    if settings.intent.hidden.no_inline_ignores {
        linter = linter.without_inline_ignores();
    }
    if let Some(path) = &settings.intent.hidden.baseline {
        linter = linter.with_baseline(&baseline(path).map_err(Failure::Usage)?);
    }
    if settings.intent.hidden.write_baseline.is_some() {
        linter = linter.with_new_baseline();
    }
    Ok(linter.with_intent(Intent {
        expectations: own.expectations.clone(),
        locking,
        absent: own.absent,
    }))
}

/// The lock that is there. One that is written anew may be missing.
fn read_lock(path: &Path, locked: Locked) -> Result<Option<(String, String, Lock)>, String> {
    let name = name_of(path);
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(_) if locked == Locked::Written && !path.exists() => return Ok(None),
        Err(_) if !path.exists() => {
            return Err(format!(
                "{name} does not exist; write it with `robots-policy lint --update-lock` and the inputs of this run"
            ));
        }
        Err(error) => return Err(format!("{name}: {error}")),
    };
    let lock = Lock::parse(&text).map_err(|(line, why)| {
        format!("{name}:{line}: {why}; take the file away and write it anew with --update-lock")
    })?;
    Ok(Some((name, text, lock)))
}

/// Writes what the run is to write, and says what is known no more.
///
/// # Errors
/// A file cannot be written.
pub(super) fn write_known(
    settings: &LintSettings,
    own: &Configuration,
    found: &Findings,
) -> Result<(), Failure> {
    if settings.intent.locked() == Some(Locked::Written)
        && let Some(lock) = &found.lock
    {
        write_lock(&own.folder.join(LOCK), lock)?;
    }
    let (taken, known) = (&found.taken, &settings.intent.hidden);
    if let (Some(path), Some(baseline)) = (&known.write_baseline, &taken.written) {
        write(path, &text(baseline))?;
        let count = baseline
            .known
            .values()
            .map(|known| known.count)
            .sum::<usize>();
        let count = number(count as u64, "finding");
        warn(&format_args!("{}: {count} written", name_of(path)));
    }
    if let Some(path) = known.baseline.as_ref().filter(|_| taken.gone > 0) {
        let count = number(taken.gone as u64, "finding");
        warn(&format_args!(
            "{}: {count} of it not found any more; --write-baseline writes it anew",
            name_of(path)
        ));
    }
    Ok(())
}

fn write_lock(path: &Path, lock: &Lock) -> Result<(), Failure> {
    if lock.is_empty() {
        return Err(Failure::Usage(String::from(
            "no input has an address of the lock, so it would be empty; give pages with --url or --base, or name addresses below [lock] in robots-policy.toml",
        )));
    }
    let count = number(lock.len() as u64, "line");
    write(path, &lock.text())?;
    warn(&format_args!("{}: {count} written", name_of(path)));
    Ok(())
}

/// Writes a file, so that it is whole or as it was.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    ReportOutput::File(path.to_owned()).write(|out| out.write_all(text.as_bytes()))
}

/// Reads a baseline.
fn baseline(path: &Path) -> Result<Baseline, String> {
    let name = name_of(path);
    let text = fs::read_to_string(path)
        .map_err(|error| format!("{name}: {error}; --write-baseline writes one"))?;
    let mut known = BTreeMap::new();
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let mut words = line.splitn(4, ' ');
        let (print, count) = (words.next(), words.next());
        let is_print = |print: &&str| {
            print.len() == PRINT && print.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        let row = print
            .filter(is_print)
            .zip(count.and_then(|count| count.parse().ok()));
        let Some((print, count)) = row else {
            return Err(format!(
                "{name}:{}: it is not a line of a baseline, which has a fingerprint, a number, a rule and an input; --write-baseline writes it anew",
                at + 1
            ));
        };
        let own = Known {
            count,
            code: words.next().unwrap_or_default().to_owned(),
            subject: words.next().unwrap_or_default().to_owned(),
        };
        known.insert(print.to_owned(), own);
    }
    Ok(Baseline { known })
}

/// The text of a baseline: a line each, by rule and input.
fn text(baseline: &Baseline) -> String {
    let mut rows: Vec<(&str, &str, &str, usize)> = baseline
        .known
        .iter()
        .map(|(print, own)| {
            (
                own.code.as_str(),
                own.subject.as_str(),
                print.as_str(),
                own.count,
            )
        })
        .collect();
    rows.sort_unstable();
    let mut text = String::from(HEAD);
    for (code, subject, print, count) in rows {
        let _ = writeln!(text, "{print} {count} {code} {}", subject.escape_debug());
    }
    text
}

const HEAD: &str = "# Known findings, for `robots-policy lint --baseline`. A line each: fingerprint, number, rule, address or input.\n";

/// The name of the lock.
const LOCK: &str = "robots-policy.lock";

/// The digits of a fingerprint.
const PRINT: usize = 16;
