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

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Examples by measure and name.
pub type Examples = BTreeMap<String, BTreeMap<String, Vec<Example>>>;

/// A page that was counted, and the text that decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "Kept")]
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
struct Kept {
    url: String,
    text: String,
}

impl From<Kept> for Example {
    fn from(kept: Kept) -> Example {
        Example {
            hash: hash(&kept.url),
            url: kept.url,
            text: kept.text,
        }
    }
}

/// How many examples a name has at most.
pub(super) const MOST: usize = 5;
/// Characters of the text that are kept.
const MOST_TEXT: usize = 200;
/// A longer address, in bytes, is not an example.
const MOST_URL: usize = 2000;

/// The hash of an address: FNV-1a, 64 bits.
pub(super) fn hash(url: &str) -> u64 {
    let start: u64 = 0xcbf2_9ce4_8422_2325;
    url.bytes().fold(start, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
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
