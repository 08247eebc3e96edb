//! Lines beside rules, and the names of crawlers.

use std::collections::BTreeSet;

use robots_policy::Client;
use robots_policy::engines::{Kind, Profile};
use robots_policy::robots_txt::{Record, RecordKey, Subject};

use super::{RobotsDraft, RobotsFile};
use crate::code::Code;
use crate::finding::Finding;
use crate::place::{Place, Source};
use crate::rule::rules;

rules! {
    CrawlDelay: Info, [RobotsTxt], "RFC 9309 §2.2.4",
        title: "a Crawl-delay",
        consequence: "It is a convention; Google and others do not obey it.",
        advice: "Keep it for those who do.";
    SitemapLine: Error, [RobotsTxt], "sitemaps.org",
        title: "a sitemap without an absolute address",
        consequence: "Readers do not find the sitemap.",
        advice: "Write the whole address.";
    ScoreConflict: Info, [RobotsTxt], "GoogleChrome/lighthouse issue 17160",
        title: "a valid line that a score counts as a fault",
        consequence: "Lighthouse takes it for an unknown directive.",
        advice: "Keep it.";
    ArchiveToken: Info, [RobotsTxt], "Internet Archive",
        title: "`ia_archiver` and not `archive.org_bot`",
        consequence: "`ia_archiver` was the crawler of Alexa. The Internet Archive names another token.",
        advice: "Name `archive.org_bot`, if the archive is meant.";
    RetiredToken: Info, [RobotsTxt], "documents of the owner",
        title: "the name of a crawler that is not used any more",
        consequence: "The crawlers that the owner uses today are not named.",
        advice: "Name those, if they are meant.";
    PurposeSplit: Info, [RobotsTxt], "RFC 9309 §2.2.1",
        title: "crawlers for training are closed, and those for answers are open",
        consequence: "Both use pages for AI; the file decides about the first kind alone.",
        advice: "Decide about both.";
}

pub(super) fn drafts(file: &RobotsFile, text: &Source<'_>) -> Vec<RobotsDraft> {
    let mut drafts = Vec::new();
    let records: Vec<Record<'_>> = file.rules.records().take(MOST_RECORDS).collect();
    drafts.extend(sitemaps(&records, text));
    drafts.extend(first_of(
        &records,
        RecordKey::CrawlDelay,
        text,
        Code::CrawlDelay,
        |record| {
            format!(
                "`{}` is a convention that Google and others do not obey",
                record.text().escape_debug()
            )
        },
    ));
    drafts.extend(scored(&records, text));
    drafts.extend(names(&records, text));
    drafts.extend(split(file, text));
    drafts
}

fn place(record: &Record<'_>, text: &Source<'_>) -> Place {
    text.place_in_line(record.line(), record.span())
}

/// Sitemap lines without an absolute address.
fn sitemaps(records: &[Record<'_>], text: &Source<'_>) -> Vec<RobotsDraft> {
    let sitemaps = records
        .iter()
        .filter(|record| record.key() == RecordKey::Sitemap);
    let wrong = sitemaps.filter(|record| {
        let value = record.value();
        let lower = value.trim().to_ascii_lowercase();
        !lower.starts_with("http://") && !lower.starts_with("https://")
            || lower.contains([' ', '<', '>', '"'])
    });
    let drafts = wrong.map(|record| {
        let value = record.value();
        let several = value.split_whitespace().filter(|word| word.contains("://"));
        let why = match several.count() {
            0 | 1 => "has no absolute address, so that readers do not find the sitemap",
            _ => "has several addresses, of which readers find none; write a line for each",
        };
        let message = format!("`{}` {why}", record.text().escape_debug());
        let place = place(record, text);
        RobotsDraft::of(Code::SitemapLine, place, message)
    });
    drafts.take(MOST_OF_A_KIND).collect()
}

/// A finding about the first record of a key, with the places of the others.
fn first_of(
    records: &[Record<'_>],
    key: RecordKey,
    text: &Source<'_>,
    code: Code,
    message: impl Fn(&Record<'_>) -> String,
) -> Option<RobotsDraft> {
    let mut own = records.iter().filter(|record| record.key() == key);
    let first = own.next()?;
    let finding = Finding::new(code, place(first, text), message(first));
    let finding = own.take(4).fold(finding, |finding, record| {
        finding.and(place(record, text), "and here")
    });
    Some(RobotsDraft::new(finding))
}

/// Valid lines for which a popular score takes points away.
fn scored(records: &[Record<'_>], text: &Source<'_>) -> Option<RobotsDraft> {
    let is_scored = |record: &&Record<'_>| {
        matches!(
            record.key(),
            RecordKey::License
                | RecordKey::ContentUsage
                | RecordKey::UserAgentPurpose
                | RecordKey::SignatureAgent
        )
    };
    let first = records.iter().find(is_scored)?;
    let message = format!(
        "`{}` is valid here, and Lighthouse counts it as an unknown directive: do not delete it for a score",
        first.text().escape_debug()
    );
    let place = place(first, text);
    Some(RobotsDraft::of(Code::ScoreConflict, place, message))
}

/// Names of crawlers that are no longer used, or that archives do not have.
fn names(records: &[Record<'_>], text: &Source<'_>) -> Vec<RobotsDraft> {
    let starters = records
        .iter()
        .filter(|record| record.key() == RecordKey::UserAgent);
    let mut seen = BTreeSet::new();
    let named: BTreeSet<String> = starters
        .clone()
        .map(|record| record.value().trim().to_ascii_lowercase())
        .collect();
    let drafts = starters.filter_map(|record| {
        let name = record.value().trim().to_ascii_lowercase();
        if !seen.insert(name.clone()) {
            return None;
        }
        if name == "ia_archiver" && !named.contains("archive.org_bot") {
            let message = String::from("`ia_archiver` was the crawler of Alexa; the Internet Archive names `archive.org_bot`, which no group of this file does");
            return Some(RobotsDraft::new(Finding::new(Code::ArchiveToken, place(record, text), message)));
        }
        let profile = retired(&name)?;
        let successors: Vec<&str> = Profile::all()
            .filter(|other| other.operator() == profile.operator() && other.retired().is_none())
            .filter_map(|other| other.tokens().first().copied())
            .collect();
        if successors.is_empty() || successors.iter().any(|token| named.contains(&token.to_ascii_lowercase())) {
            return None;
        }
        let successors: Vec<String> = successors.into_iter().map(str::to_owned).collect();
        let message = format!("`{}` is not in use any more; {} crawls as {}, which no group of this file names", name.escape_debug(), profile.operator(), crate::effect::named(&successors));
        let place = place(record, text);
        Some(RobotsDraft::of(Code::RetiredToken, place, message))
    });
    drafts.take(MOST_OF_A_KIND).collect()
}

/// The engine that had this token, and has been retired.
fn retired(name: &str) -> Option<Profile> {
    let has = |profile: &Profile| {
        profile
            .tokens()
            .iter()
            .any(|token| token.eq_ignore_ascii_case(name))
    };
    let is_used = Profile::all().any(|profile| profile.retired().is_none() && has(&profile));
    let mut profiles = Profile::all().filter(|profile| profile.retired().is_some());
    profiles.find(has).filter(|_| !is_used)
}

/// AI crawlers of one owner of which one is named and closed, and others are open.
fn split(file: &RobotsFile, text: &Source<'_>) -> Option<RobotsDraft> {
    let is_closed = |profile: &Profile| !file.rules.access(&profile.client(), "/").is_allowed();
    let engines: Vec<Profile> = Profile::all()
        .filter(|profile| profile.retired().is_none())
        .collect();
    let of_kind = |kind: Kind| engines.iter().filter(move |profile| profile.kind() == kind);
    let closed: Vec<String> = of_kind(Kind::Training)
        .filter(|profile| is_closed(profile))
        .map(|profile| profile.name().to_owned())
        .collect();
    let open: Vec<String> = of_kind(Kind::Answers)
        .filter(|profile| !is_closed(profile))
        .map(|profile| profile.name().to_owned())
        .collect();
    let any_other = file.rules.access(&Client::anonymous(), "/").is_allowed();
    if closed.is_empty() || open.is_empty() || !any_other {
        return None;
    }
    let has = |group: &robots_policy::robots_txt::Group<'_>| {
        group.subjects().any(|subject| matches!(subject, Subject::Agent(name) if closed.iter().any(|closed| closed.eq_ignore_ascii_case(name))))
    };
    let group = file.rules.groups().find(has)?;
    let record = group.records().next()?;
    let message = format!(
        "crawlers for training are closed ({}), and those for answers are open ({}): decide about both",
        crate::effect::named(&closed),
        crate::effect::named(&open)
    );
    let place = place(&record, text);
    Some(RobotsDraft::of(Code::PurposeSplit, place, message))
}

/// Bounds, so that a hostile file costs what its length costs.
const MOST_RECORDS: usize = 50_000;
const MOST_OF_A_KIND: usize = 24;
