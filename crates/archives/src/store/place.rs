//! The observations of one place: every answer that archives hold for it, in the order of their times.
//!
//! **What it is.** A map, so that a place is a function of the set of records that were read, whatever their order. In a store an
//! observation is a time, the number of a state, and a record; states, which repeat, are there once, and bodies elsewhere.
//!
//! **Invariant.** Two observations of one time that differ in their states are both kept. Two that do not are one: it has the
//! smallest record, and the greater length where one says less.
//!
//! **Which test notices.** `store/tests.rs` builds stores in every order, and `observations.rs` compares with a plain list.

use robots_policy_live::StoredBody;
use std::collections::BTreeMap;

use super::bytes::{
    put_id, put_number, put_text, take_array, take_byte, take_id, take_number, take_text,
};
use super::digest::Digest;
use crate::answer::Answer;
use crate::history::Seen;

/// An answer at a time, with its body by its digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// Seconds since 1970.
    pub at: i64,
    /// The status, and where a redirect leads.
    pub status: u16,
    /// Where a redirect leads.
    pub location: Option<String>,
    /// The body without codings, cut as in [`Answer::body`]; `None` if its coding cannot be undone.
    pub body: Option<ObservedBody>,
    /// The identifier of the record that holds it, without angle brackets.
    pub record_id: Option<String>,
}

/// A body by its digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObservedBody {
    /// The digest of the bytes that are kept.
    pub digest: Digest,
    /// See [`StoredBody::seen`].
    pub seen: u64,
    /// See [`StoredBody::is_all_seen`].
    pub is_all_seen: bool,
}

impl ObservedBody {
    fn of(body: &StoredBody) -> ObservedBody {
        ObservedBody {
            digest: Digest::of(body),
            seen: body.seen(),
            is_all_seen: body.is_all_seen(),
        }
    }

    /// Whether nothing of it is kept, and it is not empty, see [`StoredBody::why_missing`].
    pub fn is_missing(&self) -> bool {
        !self.is_all_seen && self.digest == Digest::of(b"")
    }
}

impl Observation {
    /// The answer with an empty body in the place of its own, which its meaning by itself does not need.
    pub(super) fn without_body(&self) -> Answer {
        let stripped = |body: ObservedBody| {
            if body.is_missing() {
                StoredBody::missing(body.seen)
            } else {
                StoredBody::whole(Vec::new())
            }
        };
        self.with_body(self.body.map(stripped))
    }

    pub(super) fn with_body(&self, body: Option<StoredBody>) -> Answer {
        Answer {
            at: self.at,
            status: self.status,
            location: self.location.clone(),
            body,
            record_id: self.record_id.clone(),
        }
    }

    /// The digest of its body, in hexadecimal digits.
    pub(super) fn sha256(&self) -> Option<Box<str>> {
        self.body.map(|body| body.digest.to_string().into())
    }
}

impl Seen for Observation {
    fn at(&self) -> i64 {
        self.at
    }

    fn has_outcome(&self) -> bool {
        self.without_body().has_outcome()
    }

    fn is_redirect(&self) -> bool {
        self.without_body().redirect().is_some()
    }

    fn is_like(&self, other: &Observation) -> bool {
        let state = |one: &Observation| {
            let body = one.body.map(|body| (body.digest, body.is_missing()));
            (one.status, body)
        };
        state(self) == state(other) && self.location == other.location
    }
}

/// The part in which observations of one place differ.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    at: i64,
    status: u16,
    location: Option<String>,
    digest: Option<Digest>,
}

/// The part of an observation that may not be known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Facts {
    seen: u64,
    is_all_seen: bool,
    record_id: Option<String>,
}

impl Facts {
    fn add(&mut self, other: Facts) {
        (self.seen, self.is_all_seen) =
            (self.seen, self.is_all_seen).max((other.seen, other.is_all_seen));
        let ids = self.record_id.take().into_iter().chain(other.record_id);
        self.record_id = ids.min();
    }
}

/// The observations of a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place(BTreeMap<Key, Facts>);

impl Place {
    /// Adds an answer; gives its body by its digest.
    pub(super) fn add(&mut self, answer: Answer) -> Option<(Digest, StoredBody)> {
        let body = answer.body.as_ref().map(ObservedBody::of);
        let key = Key {
            at: answer.at,
            status: answer.status,
            location: answer.location.filter(|location| !location.is_empty()),
            digest: body.map(|body| body.digest),
        };
        let facts = Facts {
            seen: body.map_or(0, |body| body.seen),
            is_all_seen: body.is_some_and(|body| body.is_all_seen),
            record_id: answer.record_id.filter(|id| !id.is_empty()),
        };
        self.0.entry(key).or_default().add(facts);
        Some((body?.digest, answer.body?))
    }

    /// Adds the observations of another part of the place.
    pub(super) fn unite(&mut self, other: Place) {
        for (key, facts) in other.0 {
            self.0.entry(key).or_default().add(facts);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The times of the first and the last one.
    pub(super) fn span(&self) -> Option<(i64, i64)> {
        let (first, _) = self.0.first_key_value()?;
        let (last, _) = self.0.last_key_value()?;
        Some((first.at, last.at))
    }

    /// The observations in the order of their times.
    pub(super) fn into_observations(self) -> impl Iterator<Item = Observation> {
        self.0.into_iter().map(|(key, facts)| Observation {
            at: key.at,
            status: key.status,
            location: key.location,
            body: key.digest.map(|digest| ObservedBody {
                digest,
                seen: facts.seen,
                is_all_seen: facts.is_all_seen,
            }),
            record_id: facts.record_id,
        })
    }

    /// The form in a store: the number of states, each with its parts; then of each observation the seconds since the one before,
    /// the number of its state, and its record.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut states: BTreeMap<State<'_>, u64> = BTreeMap::new();
        for (key, facts) in &self.0 {
            states.entry(State::of(key, facts)).or_default();
        }
        let mut bytes = Vec::new();
        put_number(&mut bytes, states.len() as u64);
        for (number, (state, place)) in (0..).zip(&mut states) {
            *place = number;
            state.put(&mut bytes);
        }
        put_number(&mut bytes, self.0.len() as u64);
        let mut before: i64 = 0;
        for (key, facts) in &self.0 {
            // The first may be before 1970: the difference of two numbers of 64 bits wraps, and wraps back.
            put_number(&mut bytes, key.at.wrapping_sub(before).cast_unsigned());
            before = key.at;
            let state = states.get(&State::of(key, facts));
            put_number(&mut bytes, state.copied().unwrap_or_default());
            put_id(&mut bytes, facts.record_id.as_deref().unwrap_or_default());
        }
        bytes
    }

    /// Reads the form in a store; `None` where it is another.
    pub(super) fn of_bytes(mut bytes: &[u8]) -> Option<Place> {
        let states = take_number(&mut bytes)?;
        let states: Option<Vec<State<'_>>> = (0..states).map(|_| State::take(&mut bytes)).collect();
        let states = states?;
        let mut place = Place::default();
        let mut at: i64 = 0;
        for _ in 0..take_number(&mut bytes)? {
            at = at.wrapping_add(take_number(&mut bytes)?.cast_signed());
            let state = states.get(usize::try_from(take_number(&mut bytes)?).ok()?)?;
            let record_id = Some(take_id(&mut bytes)?).filter(|id| !id.is_empty());
            let (key, facts) = state.at(at, record_id);
            place.0.insert(key, facts);
        }
        bytes.is_empty().then_some(place)
    }
}

/// The common part of observations of different times.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct State<'s> {
    status: u16,
    location: Option<&'s str>,
    body: Option<(Digest, u64, bool)>,
}

impl<'s> State<'s> {
    fn of(key: &'s Key, facts: &Facts) -> State<'s> {
        let body = key.digest;
        State {
            status: key.status,
            location: key.location.as_deref(),
            body: body.map(|digest| (digest, facts.seen, facts.is_all_seen)),
        }
    }

    fn at(self, at: i64, record_id: Option<String>) -> (Key, Facts) {
        let key = Key {
            at,
            status: self.status,
            location: self.location.map(str::to_owned),
            digest: self.body.map(|(digest, ..)| digest),
        };
        let (seen, is_all_seen) = self
            .body
            .map_or((0, false), |(_, seen, is_all)| (seen, is_all));
        let facts = Facts {
            seen,
            is_all_seen,
            record_id,
        };
        (key, facts)
    }

    fn put(self, bytes: &mut Vec<u8>) {
        put_number(bytes, self.status.into());
        put_text(bytes, self.location.unwrap_or_default());
        match self.body {
            None => bytes.push(UNDECODABLE),
            Some((digest, seen, is_all_seen)) => {
                bytes.push(if is_all_seen { WHOLE } else { OPEN });
                bytes.extend(digest.bytes());
                put_number(bytes, seen);
            }
        }
    }

    fn take(rest: &mut &'s [u8]) -> Option<State<'s>> {
        let status = u16::try_from(take_number(rest)?).ok()?;
        let location = Some(take_text(rest)?).filter(|text| !text.is_empty());
        let kind = take_byte(rest)?;
        let body = match kind {
            UNDECODABLE => None,
            WHOLE | OPEN => {
                let digest = Digest::of_bytes(*take_array(rest)?);
                Some((digest, take_number(rest)?, kind == WHOLE))
            }
            _ => return None,
        };
        Some(State {
            status,
            location,
            body,
        })
    }
}

/// Kinds of body: one whose coding cannot be undone; one of which all was seen; one that may have been longer.
const UNDECODABLE: u8 = 0;
const WHOLE: u8 = 1;
const OPEN: u8 = 2;
