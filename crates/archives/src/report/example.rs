//! Examples: for a name of a measure some of the pages that it was counted for.
//!
//! **What it is.** A sample without chance: the pages whose addresses have the smallest hashes.
//!
//! **Invariant.** The sample depends on the set of pages alone, so that adding two samples is associative, commutative and
//! idempotent, and a run that was interrupted ends with the one of a run that was not.
//!
//! **What breaks if touched.** Another hash gives other examples for the same pages: a resumed run would mix the two samples.
//! The hash is FNV-1a, since that of the standard library may change with its version; no one gains by choosing an address,
//! because an example is only shown.
//!
//! **Which test notices.** `report/tests.rs`: the laws of adding, and the hashes of the definition.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use robots_policy::Directive;
use serde::{Deserialize, Serialize};

use super::cells::{NEVER_READ, opposites};
use super::classes::MOST_CHARS;
use super::cube::Cube;
use super::measure::Measure;
use super::page::Page;
use crate::columns::Row;

/// Examples by measure and name.
pub type Examples = BTreeMap<String, BTreeMap<String, Vec<Example>>>;

/// A page that was counted, and the text that decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "StoredExample")]
pub struct Example {
    /// The order of the sample.
    #[serde(skip)]
    hash: u64,
    /// The address of the page.
    pub url: String,
    /// The bytes that decided, as text, at most 200 characters of them.
    pub text: String,
}

/// An example as it is read.
#[derive(Deserialize)]
struct StoredExample {
    url: String,
    text: String,
}

impl From<StoredExample> for Example {
    fn from(kept: StoredExample) -> Example {
        Example {
            hash: hash(&kept.url),
            url: kept.url,
            text: kept.text,
        }
    }
}

/// The measures that have examples.
pub(super) const EXAMPLES: [Measure; 5] = [
    Measure::ClosedBy,
    Measure::Directives,
    Measure::Diagnostics,
    Measure::Extension,
    Measure::Conflict,
];

/// The text of a row that counts by this name, if there is one.
pub(super) fn text_of(row: &Row<'_>, measure: Measure, name: &str) -> Option<String> {
    match measure {
        Measure::ClosedBy => rule(row),
        Measure::Directives => stated(row, Directive::from_name(name)?),
        Measure::Diagnostics => {
            let mut diagnostics = row.verdict.diagnostics();
            let first = diagnostics.find(|diagnostic| diagnostic.code().name() == name)?;
            Some(first.provenance().text().to_owned())
        }
        Measure::Extension => {
            let extensions = row.verdict.extensions();
            let own = extensions.filter(|extension| extension.name() == name);
            own.map(ToString::to_string).min()
        }
        Measure::Conflict => match name {
            NEVER_READ => {
                let texts = [rule(row), stated(row, Directive::NoIndex)];
                let texts: Vec<String> = texts.into_iter().flatten().collect();
                Some(texts.join(BETWEEN))
            }
            name => {
                let both = opposites(&Page::new(row), name)?;
                Some(both.map(|signal| signal.provenance().text()).join(BETWEEN))
            }
        },
        _ => None,
    }
}

/// The rule that closes the page.
fn rule(row: &Row<'_>) -> Option<String> {
    row.verdict
        .access()
        .rule()
        .map(|rule| rule.text().into_owned())
}

/// The first statement of a directive in force.
fn stated(row: &Row<'_>, directive: Directive) -> Option<String> {
    let because = row.because_of(directive);
    because.first().map(|because| because.text().into_owned())
}

/// How many examples a name has at most.
pub(super) const MOST: usize = 5;
/// Characters of the text that are kept.
const MOST_TEXT: usize = 200;
/// Between the two texts of a conflict.
const BETWEEN: &str = " / ";
/// A longer address, in bytes, is not an example.
const MOST_URL: usize = 2000;

/// A page that is offered as an example.
pub(super) struct Offer<'r> {
    url: &'r str,
    /// Its hash, once it is compared: most pages are not offered.
    hash: OnceCell<u64>,
}

impl<'r> Offer<'r> {
    /// The page at this address; `None` for one that is too long.
    pub(super) fn new(url: &'r str) -> Option<Offer<'r>> {
        let hash = OnceCell::new();
        (url.len() <= MOST_URL).then_some(Offer { url, hash })
    }

    /// Puts the page into the sample of a name, if it has a text for it and its hash is among the smallest.
    pub(super) fn to(
        &self,
        examples: &mut Examples,
        measure: Measure,
        name: &str,
        text: impl FnOnce() -> Option<String>,
    ) {
        if name.len() > MOST_CHARS {
            return;
        }
        let hash = *self.hash.get_or_init(|| hash(self.url));
        let kept = examples
            .get(measure.name())
            .and_then(|names| names.get(name));
        let last = kept
            .filter(|kept| kept.len() >= MOST)
            .and_then(|kept| kept.last());
        if last.is_some_and(|last| last.hash < hash) {
            return;
        }
        let Some(text) = text() else { return };
        let names = examples.entry(measure.name().to_owned()).or_default();
        let kept = names.entry(name.to_owned()).or_default();
        let text = text.chars().take(MOST_TEXT).collect();
        insert(
            kept,
            Example {
                hash,
                url: self.url.to_owned(),
                text,
            },
        );
    }
}

/// Leaves out the examples of names that the cube no longer has.
pub(super) fn bound(examples: &mut Examples, cube: &Cube) {
    for measure in Measure::ALL {
        if let Some(most) = measure.most_names()
            && let Some(names) = examples.get_mut(measure.name())
            && names.len() > most
        {
            names.retain(|name, _| cube.of(*measure).contains_key(name));
        }
    }
}

/// The hash of an address: FNV-1a, 64 bits, and then mixed, since addresses that differ only at their ends would have hashes
/// near each other, so that one site would give all examples.
pub(super) fn hash(url: &str) -> u64 {
    let start: u64 = 0xcbf2_9ce4_8422_2325;
    let hash = url.bytes().fold(start, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    hash ^ (hash >> 32)
}

/// Adds the examples of another report.
pub(super) fn add(examples: &mut Examples, other: &Examples) {
    for (measure, names) in other {
        let kept = examples.entry(measure.clone()).or_default();
        for (name, more) in names {
            let kept = kept.entry(name.clone()).or_default();
            for example in more {
                insert(kept, example.clone());
            }
        }
    }
}

/// Puts an example into its place; the one that is the last of too many is dropped. An address with several texts has the
/// smallest.
fn insert(kept: &mut Vec<Example>, example: Example) {
    let of_url = kept.iter().position(|other| other.url == example.url);
    match of_url.and_then(|place| kept.get_mut(place)) {
        Some(other) if example.text < other.text => other.text = example.text,
        Some(_) => {}
        None => {
            let place = kept.partition_point(|other| *other < example);
            kept.insert(place, example);
            kept.truncate(MOST);
        }
    }
}
