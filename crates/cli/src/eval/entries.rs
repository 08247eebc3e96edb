//! Verdicts on the entries of a HAR, one for each and each asker.

use std::collections::BTreeSet;

use robots_policy_input::{Parts, Stated};
use robots_policy_show::{FieldInput, Input, Inputs, Page};
use serde_json::value::RawValue;
use url::Url;

use super::judge::{Judge, asked, asked_parts, unread, verdicts};
use super::report_failure;
use crate::exit::{Exit, Failure};
use crate::har::{self, Entry};
use crate::output::{Line, LineId};
use crate::say::{number, warn};

/// The names of the answers to a HAR: the addresses of its entries, after its own name where that is not the only one. None of a file
/// that cannot be read, whose error comes with its answers.
pub(super) fn names(file: &[u8], name: Option<&str>) -> Vec<String> {
    let text = har::text(file);
    let urls = urls(&har::opened(&text).unwrap_or_default()).into_iter();
    urls.map(|url| shown(name, &url)).collect()
}

fn shown(name: Option<&str>, url: &str) -> String {
    name.map_or_else(|| url.to_owned(), |name| format!("{name}: {url}"))
}

/// Judges the entries of a file; one that cannot be read is reported and does not stop the others. `is_alone` if the file is the only
/// input, so that the place of an entry is name enough.
pub(super) fn judge(
    judge: &mut Judge<'_>,
    name: &str,
    file: &[u8],
    is_alone: bool,
) -> Result<Exit, Failure> {
    let text = har::text(file);
    let har = har::opened(&text).map_err(|why| Failure::Input(name.to_owned(), why))?;
    check(judge, name, &urls(&har))?;
    let (mut exit, mut skipped, mut unread) = (Exit::Answered, 0, 0);
    for (index, entry) in har::entries(&har).enumerate() {
        match entry {
            Ok(entry) if entry.is_of_site() => {
                let is_read = one(judge, (!is_alone).then_some(name), index, &entry)?;
                unread += u64::from(!is_read);
            }
            Ok(_) => skipped += 1,
            Err(why) => {
                let why = format!("its entry {} cannot be read: {why}", index + 1);
                judge.unreadable();
                exit = report_failure(&Failure::Input(name.to_owned(), why));
            }
        }
    }
    Ok(exit.max(report(name, skipped, unread)))
}

/// Reports the entries that are no responses of sites, and those that were not read.
fn report(name: &str, skipped: u64, unread: u64) -> Exit {
    if skipped > 0 {
        let responses = number(skipped, "address");
        warn(&format_args!(
            "{name}: left {responses} out that no site answers, as of `data:`"
        ));
    }
    if unread == 0 {
        return Exit::Answered;
    }
    let why = format!(
        "the fields or the document of {} were not read, or not whole; `unread` of --format json says why",
        number(unread, "response")
    );
    report_failure(&Failure::Input(name.to_owned(), why))
}

/// The addresses of the entries that sites answered.
fn urls(har: &[&RawValue]) -> Vec<String> {
    let entries = har::entries(har).flatten();
    let entries = entries.filter(Entry::is_of_site);
    entries.map(|entry| entry.url().to_owned()).collect()
}

/// Checks that the options can be about every entry.
///
/// # Errors
/// Each entry has its own address and status, and one robots.txt is not that of several sites.
fn check(judge: &Judge<'_>, name: &str, urls: &[String]) -> Result<(), Failure> {
    let Judge { args, beside, .. } = judge;
    let refused = |why: &str| Err(Failure::Usage(format!("{name} is a HAR, {why}")));
    let stated = args.stated;
    if args.given.url != "/" || stated.status.is_some() || stated.is_cut || stated.fetched.is_some()
    {
        return refused(
            "whose entries have their own address, status and end; leave --url, --status, --cut and --fetched out",
        );
    }
    let urls = urls.iter().filter_map(|url| Url::parse(url).ok());
    let origins: BTreeSet<String> = urls.map(|url| url.origin().ascii_serialization()).collect();
    let is_of_site =
        beside.robots.is_some() || beside.past.has_copy() || beside.uses.tdmrep.is_some();
    if is_of_site && origins.len() > 1 {
        return refused(
            "whose entries are of several sites, and robots.txt and tdmrep.json are files of one; leave them out",
        );
    }
    Ok(())
}

/// Writes the verdicts on an entry, after the name of its file if that is not the only one. Returns whether its fields and its document,
/// as far as they were kept, were read whole.
fn one(
    judge: &mut Judge<'_>,
    file: Option<&str>,
    index: usize,
    entry: &Entry<'_>,
) -> Result<bool, Failure> {
    let Judge { args, beside, .. } = *judge;
    let body = entry.body();
    let parts = Parts {
        fields: entry.fields(),
        document: body.octets.as_deref(),
        is_text: body.is_text,
        is_cut: body.is_cut,
        status: Some(entry.status()),
        chunk: None,
    };
    let stated = Stated {
        status: Some(entry.status()),
        ..args.stated
    };
    let question = asked(args, beside, entry.url(), parts, stated);
    let policy = question.policy();
    if let Some(message) = Stated::contradiction(&policy, "--assume-absent") {
        return Err(Failure::Usage(format!("{}: {message}", entry.url())));
    }
    let verdicts = verdicts(args, &question, &policy);
    let fields = entry.map();
    let inputs = Inputs {
        fields: FieldInput::Received(&fields),
        page: body
            .octets
            .as_deref()
            .map(|octets| Input::new(entry.url().to_owned(), octets)),
        robots: beside.robots_input(),
        uses: Some(&beside.uses),
        kept: None,
    };
    let has_parts = args.given.ledger.parts;
    let parts = question.parts.page_parts().filter(|_| has_parts);
    let name = shown(file, entry.url());
    let id = file.map(|file| format!("{file}#{index}"));
    let line = Line {
        id: id.as_deref().map_or(LineId::Number(index), LineId::Name),
        status: Some(entry.status()),
        has_ledger: args.given.ledger.ledger,
        parts: asked_parts(has_parts, parts.as_ref()),
    };
    judge.show(
        &line,
        &Page {
            status: line.status,
            parts: line.parts,
            ..Page::read(&name, &verdicts, &inputs)
        },
    )?;
    Ok(verdicts
        .first()
        .is_none_or(|verdict| unread(verdict).is_none()))
}
