//! The record of the page out of its archive.

use std::path::{Path, PathBuf};

use robots_policy::Source;
use robots_policy_archives::table::TableRow;
use robots_policy_archives::{DigestCheck, StoredRecord};

use crate::archive_file;

use super::evidence::{Agreement, Evidence, Facts, Stated, lines};

/// The page of a row, as far as its archive is at hand.
pub(super) fn of(archives: &[PathBuf], table: &Path, row: &TableRow) -> Evidence {
    let text = |column: &str| row.text(column).map(str::to_owned);
    let facts = Facts {
        url: text("url"),
        status: row.number("status"),
        fetched: text("date"),
        digest: text("payload_digest"),
        record_id: text("record_id"),
    };
    let others = ["robots.txt", "tdmrep.json", "rsl"];
    let mut statements = Stated::of(row);
    statements.retain(|stated| !others.contains(&stated.source.as_str()));
    let mut page = Evidence::new("page", facts, statements);
    let (Some(name), Some(offset)) = (row.text("warc_file"), row.number("warc_offset")) else {
        page.agree(Agreement::NotAtHand, "the row names no archive");
        return page;
    };
    let Some(path) = archive_file::at_hand(archives, name, table.parent()) else {
        let note = format!("{name} at byte {offset} is not at hand; name it with --archive");
        page.agree(Agreement::NotAtHand, note);
        return page;
    };
    let place = format!("{} at byte {offset}", path.display());
    match StoredRecord::read(&path, offset, page.facts.record_id.as_deref()) {
        Err(why) => page.agree(Agreement::Differs, format!("{}: {why}", path.display())),
        Ok(record) => compare(&mut page, &record, &place),
    }
    page
}

fn compare(page: &mut Evidence, record: &StoredRecord, place: &str) {
    let Facts { url, digest, .. } = page.facts.clone();
    let mut agree = |agreement, why: &str| page.agree(agreement, format!("{place}: {why}"));
    if record.target != url {
        let target = record.target.as_deref().unwrap_or("no address");
        return agree(Agreement::Differs, &format!("the record is of {target}"));
    }
    if record.payload_digest != digest {
        return agree(Agreement::Differs, "the record states another digest");
    }
    let is_elsewhere = record.payload().is_empty() && record.kind.name() == "revisit";
    match digest.map(|digest| record.compare(&digest)) {
        _ if is_elsewhere => agree(
            Agreement::NotCompared,
            "a revisit, whose payload is elsewhere",
        ),
        None => agree(Agreement::NotCompared, "the record states no digest"),
        Some(DigestCheck::Unknown) => {
            let why = "digests of this kind are not computed";
            agree(Agreement::NotCompared, why);
        }
        Some(DigestCheck::Agrees) => page.agree(Agreement::Agrees, place),
        Some(DigestCheck::Differs(own)) => {
            agree(Agreement::Differs, &format!("its payload has {own}"));
        }
    }
    show(page, record);
}

/// Finds the statements in the header block and the document. The digest of a payload does not cover the fields, so that a statement of
/// a field must be there; one of a document may be there in other octets.
fn show(page: &mut Evidence, record: &StoredRecord) {
    let head = lines(record.head());
    let document = lines(&record.document());
    for stated in &mut page.statements {
        let is_field = |line: &String| {
            let name = line.split_once(':').map_or("", |(name, _)| name.trim());
            name.eq_ignore_ascii_case(&stated.source) && line.contains(&stated.text)
        };
        let in_head = head.iter().position(is_field).map(|at| (at, &head));
        let in_document = || {
            let at = document.iter().position(|line| is_in(stated, line));
            at.map(|at| (at, &document))
        };
        let found = in_head.or_else(in_document);
        if found.is_none() && FIELDS.iter().any(|field| field.name() == stated.source) {
            let note = format!("`{}` is not in a field {}", stated.text, stated.source);
            page.agreement = Agreement::Differs;
            page.note = Some(note);
        }
        stated.line = found.map(|(at, _)| at as u64 + 1);
        stated.bytes = found.and_then(|(at, lines)| lines.get(at).cloned());
    }
}

/// The inputs that are fields alone.
const FIELDS: [Source; 4] = [
    Source::RobotsTag,
    Source::XRobotsTag,
    Source::ContentUsage,
    Source::ContentSignal,
];

/// Whether a line of a document may have a statement: its text, and the name of its meta or link.
fn is_in(stated: &Stated, line: &str) -> bool {
    let is_named = || line.to_ascii_lowercase().contains(&stated.source);
    line.contains(&stated.text) && (stated.source == "meta" || is_named())
}
