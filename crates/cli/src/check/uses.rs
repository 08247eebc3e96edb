//! The documents about AI use of a page: the `tdmrep.json` of its authority, and the licences that its sources point at.
//!
//! **Decisions.**
//! - They are fetched for a page that was read, and for no other: who may not fetch a page has no use for it.
//! - `tdmrep.json` states the rules of its authority, as robots.txt does. It is requested once, in the name of the first
//!   asker, whatever robots.txt says of its path, and its redirects are followed to other authorities.
//! - A licence may be anywhere, so robots.txt decides, on each host on the way, whether an asker may fetch it. Askers that may
//!   not are left without it, and their answers are those of a run for them alone.
//! - HTML, or nothing, in the place of `tdmrep.json` is how servers without one answer: it states nothing.
//! - Of a `tdmrep.json` over a limit, what was read counts if it decides. Otherwise the file stays unread.

use std::collections::HashSet;
use std::rc::Rc;

use http::HeaderMap;
use robots_policy::ledger::{self, Observed};
use robots_policy::uses::{Missing, Pointer, Rsl, TdmRep};
use robots_policy::{Policy, Source, Timestamp};
use robots_policy_input::UseDocuments;
use robots_policy_live::{DocumentAnswer, SiteDocument, Trouble, Visitor, copied_document, fetch};
use robots_policy_show::{Input, SavedUses};
use url::Url;

use super::asker::CheckAsker;
use super::report::DocumentFetched;

/// The askers of a page that have the same documents.
#[derive(Clone)]
pub(super) struct FoundUses<'a> {
    /// Each with its number.
    pub(super) askers: Vec<(usize, &'a CheckAsker)>,
    pub(super) policy: Policy,
    /// The documents, for text that shows lines of them.
    pub(super) saved: SavedUses,
    /// The requests, for programs.
    pub(super) fetched: Vec<DocumentFetched>,
    /// Notes that copies of former runs were used.
    pub(super) copies: Vec<String>,
    /// The licences that were asked for.
    tried: HashSet<String>,
}

/// Fetches the documents about AI use of `page`, whose sources are in `policy`.
pub(super) fn fetched<'a>(
    visitor: &mut Visitor<'_>,
    page: &Url,
    policy: Policy,
    askers: Vec<(usize, &'a CheckAsker)>,
    now: Timestamp,
) -> Vec<FoundUses<'a>> {
    let found = FoundUses {
        askers,
        policy,
        saved: SavedUses::default(),
        fetched: Vec::new(),
        copies: Vec::new(),
        tried: HashSet::new(),
    };
    let mut open = vec![found.with_tdmrep(visitor, page, now)];
    let mut done = Vec::new();
    while let Some(found) = open.pop() {
        match found.missing(page, now) {
            None => done.push(found),
            Some(_) if found.tried.len() == MOST_LICENSES => {
                visitor.sites.warn(format!(
                    "{page}: its sources point at more than {MOST_LICENSES} licences; the others were not fetched"
                ));
                done.push(found);
            }
            Some(pointer) => open.extend(found.with_license(visitor, page, &pointer, now)),
        }
    }
    done.sort_by_key(|found| found.askers.first().map(|(number, _)| *number));
    done
}

impl<'a> FoundUses<'a> {
    /// Adds what `tdmrep.json` states.
    fn with_tdmrep(
        mut self,
        visitor: &mut Visitor<'_>,
        page: &Url,
        now: Timestamp,
    ) -> FoundUses<'a> {
        let Ok(place) = page.join(TdmRep::PATH) else {
            return self;
        };
        let fields = HeaderMap::new();
        let answered = visitor.document(&place, TdmRep::MOST_BYTES, &fields, None);
        let trouble = match answered {
            DocumentAnswer::Document(file) if UseDocuments::is_page(&file.bytes) => None,
            DocumentAnswer::Document(file) => {
                let read = TdmRep::parse(&file.bytes);
                let is_decided = decides(&read.value, page);
                self.policy = self.policy.with_tdmrep(read);
                if is_decided {
                    self.add(&place, &file, now);
                    self.saved.tdmrep = Some(saved(&place, &file));
                    return self;
                }
                let why = "it is over a limit (512 KiB, 10,000 rules), and the part before it has no rule for this page";
                Some(Trouble::status(format!("{place}: {why}")))
            }
            DocumentAnswer::Absent(_) => None,
            DocumentAnswer::Redirect(..) => return self,
            DocumentAnswer::Failed(trouble) => Some(trouble),
        };
        let Some(trouble) = trouble else {
            self.policy = self.policy.with_tdmrep(TdmRep::none());
            return self;
        };
        if let Some(why) = trouble.octets {
            let read = UseDocuments::of_no_text(why, TdmRep::parse);
            self.policy = self.policy.with_tdmrep(read);
        }
        if trouble.answered.is_some() {
            let status = trouble.answered;
            let observed = Observed {
                status,
                ..Observed::default()
            };
            self.policy = self.policy.with_observed(ledger::Input::TdmRep, observed);
        }
        visitor.sites.warn(format!(
            "{}; whether text and data mining is reserved is not known",
            trouble.message
        ));
        self.fetched.push(DocumentFetched::failed(&place, trouble));
        self
    }

    /// A licence that a source points at for one of the askers, and that was not asked for.
    fn missing(&self, page: &Url, now: Timestamp) -> Option<Pointer> {
        let unread = self.askers.iter().flat_map(|(_, asker)| {
            let verdict = self.policy.verdict(&asker.named, page.as_str(), now);
            verdict.uses().unread().collect::<Vec<_>>()
        });
        let mut licenses = unread.filter(|pointer| pointer.why() == Missing::License);
        licenses.find(|pointer| !self.tried.contains(pointer.url()))
    }

    /// Adds what a licence states for the askers that it is stated for and that may fetch it, which parts them from the
    /// others.
    fn with_license(
        mut self,
        visitor: &mut Visitor<'_>,
        page: &Url,
        pointer: &Pointer,
        now: Timestamp,
    ) -> Vec<FoundUses<'a>> {
        let name = pointer.url();
        self.tried.insert(name.to_owned());
        let place = match fetch::url(name) {
            Ok(place) => place,
            Err(why) => {
                visitor.sites.warn(not_read(pointer, &why));
                return vec![self];
            }
        };
        let mut reading = Vec::new();
        let mut read = None;
        let mut trouble = None;
        for (number, asker) in self.askers.clone() {
            if !self.hears(asker, page, name, now) {
                continue;
            }
            let client = Some(&asker.client);
            match visitor.document(&place, Rsl::MOST_BYTES, &asker.fields, client) {
                DocumentAnswer::Document(file) => {
                    reading.push(number);
                    read = Some(file);
                }
                DocumentAnswer::Absent(why) | DocumentAnswer::Failed(why) => {
                    visitor.sites.warn(not_read(pointer, &why.message));
                    trouble = Some(why);
                }
                DocumentAnswer::Redirect(..) => {}
            }
        }
        let (with, without): (Vec<_>, Vec<_>) = self
            .askers
            .iter()
            .copied()
            .partition(|(number, _)| reading.contains(number));
        let mut parts = Vec::new();
        if !without.is_empty() {
            let mut part = self.clone();
            part.askers = without;
            if let Some(why) = trouble.as_ref().and_then(|trouble| trouble.octets) {
                let read = UseDocuments::of_no_text(why, Rsl::parse);
                part.policy = part.policy.with_license(name, read);
            }
            let failed = trouble.map(|trouble| DocumentFetched::failed(&place, trouble));
            part.fetched.extend(failed);
            parts.push(part);
        }
        if let Some(file) = read {
            self.askers = with;
            self.add(&place, &file, now);
            let document = saved(&place, &file);
            self.saved.licenses.push((name.to_owned(), document));
            self.policy = self.policy.with_license(name, Rsl::parse(&file.bytes));
            parts.push(self);
        }
        parts
    }

    /// Whether a source points at this licence for an asker.
    fn hears(&self, asker: &CheckAsker, page: &Url, license: &str, now: Timestamp) -> bool {
        let verdict = self.policy.verdict(&asker.named, page.as_str(), now);
        verdict
            .uses()
            .unread()
            .any(|pointer| pointer.url() == license)
    }

    /// Remembers that a document was read.
    fn add(&mut self, place: &Url, file: &SiteDocument, now: Timestamp) {
        self.fetched.push(DocumentFetched::read(
            place,
            file.status,
            file.copied.is_some(),
        ));
        let copy = file
            .copied
            .map(|moment| copied_document(place, moment, now));
        self.copies.extend(copy);
    }
}

/// Whether what was read of a `tdmrep.json` decides about a page: all of it was read, or a rule before the limit matches.
fn decides(read: &TdmRep, page: &Url) -> bool {
    read.missing() != Some(Missing::TdmRep) || read.stated(page.as_str()).reservation.is_some()
}

fn saved(place: &Url, file: &Rc<SiteDocument>) -> Input<'static> {
    Input::new(place.to_string(), file.bytes.clone())
}

fn not_read(pointer: &Pointer, why: &str) -> String {
    let at = pointer.provenance().map(|at| match at.line() {
        Some(line) if at.source() == Source::RobotsTxt => format!(" of robots.txt line {line}"),
        _ => format!(" of {}", at.source()),
    });
    let at = at.unwrap_or_default();
    format!("{why}; the licence{at} was not read")
}

/// The most licences that are fetched for one page.
const MOST_LICENSES: usize = 16;
