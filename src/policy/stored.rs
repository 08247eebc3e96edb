//! The stored form of a policy: octets to keep beside the document, and to ask again later.
//!
//! **What it is.** The statements of the response with their places, its diagnostics, the states of its sources and its
//! validity. Files of the site (robots.txt, `tdmrep.json`, licences at addresses) are no part of it, and neither is what a
//! caller observed: they age on their own, so a policy that is read again does not know them until they are given.
//!
//! | octets | meaning |
//! |---|---|
//! | 1 | the version, 1 |
//! | numbers | the states of fields, document and embedded metadata; the caller's word; the validity |
//! | lists | statements, those in the body, diagnostics: each record has its length before it |
//! | 4 | CRC-32 of all before, little-endian |
//!
//! A number is written in groups of seven bits, the lowest first (LEB128). A text has its length before it. What tables name
//! is written by its name, so that an older version can say what it does not know.
//!
//! **Invariant.** What was read again answers as the policy did, or is less known, never looser: a record that this version
//! cannot read becomes a [`Statement::Unread`] of its scope, and is written again as it was. So tables of bits
//! ([`State`], [`Why`], [`Source`](crate::ledger::Input), [`Asked`](crate::ledger::Asked)) get new rows at their ends alone.
//! **Which test notices.** `tests/all/stored.rs`: all fixtures and real pages for many clients, each cut, mutations, records of
//! a newer version.

use std::fmt;

#[cfg(feature = "serde")]
use base64::engine::{Engine, general_purpose::STANDARD_NO_PAD};

use super::Policy;
use crate::date::Timestamp;
use crate::diagnostic::Diagnostic;
use crate::directive::{Directive, DirectiveKind, DirectiveValue};
use crate::ledger::{self, Assumed, Keeps, KnownState, State};
use crate::provenance::{Placement, Provenance, Source, Span};
use crate::signal::{Extension, Signal, Statement};
use crate::token::{ProductToken, Scope};
use crate::why::{Why, Whys};

impl Policy {
    /// The octets that [`Policy::from_stored`] reads: what the response states, with its places, for all clients.
    ///
    /// robots.txt, `tdmrep.json` and licences at addresses are files of the site and no part of them: give them again after
    /// reading. A page without statements takes some 20 octets, a statement about 40 more.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Client, MetaExtractor, Policy, RobotsTxt, Timestamp};
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("x-robots-tag", "noarchive, OtherBot: noindex".parse().unwrap());
    /// let mut metas = MetaExtractor::new();
    /// let _ = metas.feed(b"<meta name=robots content='max-snippet: 20'><body>");
    /// let policy = Policy::new().with_headers(&headers).with_document(metas.finish());
    ///
    /// let octets = policy.to_stored();
    /// let again = Policy::from_stored(&octets)?.with_robots(RobotsTxt::parse(b"User-agent: *\nAllow: /"));
    /// let verdict = again.verdict(&Client::new("ExampleBot")?, "/", Timestamp::from_unix(0));
    /// assert!(verdict.may_index() && !verdict.may_archive());
    /// assert_eq!(verdict.snippet().max_chars, Some(20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_stored(&self) -> Vec<u8> {
        let mut to = Writer(vec![VERSION]);
        let held = &self.held;
        for known in [held.fields, held.document, held.embedded] {
            to.number(known.state as u64);
            to.number(known.whys.bits());
        }
        for bits in [
            held.fields_keep.bits(),
            held.is_whole.into(),
            held.assumed.bits(),
        ] {
            to.number(bits);
        }
        let validity = self.validity;
        to.optional(validity.max_age);
        for moment in [validity.expires, validity.date] {
            to.optional(moment.map(|moment| moment.as_unix().cast_unsigned()));
        }
        for signals in [&self.signals, &self.body] {
            to.records(signals, Writer::signal);
        }
        to.records(&self.diagnostics, |record, found| {
            record.text(found.code().name());
            record.place(found.provenance());
        });
        let sum = crc32fast::hash(&to.0);
        to.0.extend(sum.to_le_bytes());
        to.0
    }

    /// Reads what [`Policy::to_stored`] wrote, in this version or another one.
    ///
    /// A statement of a newer version whose meaning is not known closes its scope: the answers of the clients that it
    /// addresses are then no or not known ([`Statement::Unread`]).
    ///
    /// # Errors
    /// Octets that are not those that were written ([`StoredError::Damaged`]): cut, changed, or of something else. And those
    /// of a form that this version does not know ([`StoredError::Newer`]).
    pub fn from_stored(stored: &[u8]) -> Result<Policy, StoredError> {
        let (octets, sum) = stored.split_last_chunk().ok_or(StoredError::Damaged)?;
        let is_whole = crc32fast::hash(octets) == u32::from_le_bytes(*sum);
        match octets.split_first().filter(|_| is_whole) {
            Some((&VERSION, octets)) => Reader(octets).policy(),
            Some((newer, _)) => Err(StoredError::Newer(*newer)),
            None => Err(StoredError::Damaged),
        }
    }
}

/// The error of [`Policy::from_stored`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoredError {
    /// The octets are not those that were written.
    Damaged,
    /// They have a form of a newer version, of this number.
    Newer(u8),
}

impl fmt::Display for StoredError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoredError::Damaged => {
                f.write_str("the octets are not those of a stored policy, or were changed")
            }
            StoredError::Newer(version) => write!(
                f,
                "the policy was stored in form {version}, and this version reads form {VERSION}"
            ),
        }
    }
}

impl std::error::Error for StoredError {}

/// The version of the form. Names that are added to tables do not change it.
const VERSION: u8 = 1;

/// The octets of a form as they are written.
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, mut number: u64) {
        loop {
            let [low, ..] = number.to_le_bytes();
            number >>= 7;
            if number == 0 && low < 0x80 {
                return self.0.push(low);
            }
            self.0.push(low | 0x80);
        }
    }

    fn optional(&mut self, number: Option<u64>) {
        self.number(number.is_some().into());
        if let Some(number) = number {
            self.number(number);
        }
    }

    fn octets(&mut self, octets: &[u8]) {
        self.number(octets.len() as u64);
        self.0.extend_from_slice(octets);
    }

    fn text(&mut self, text: &str) {
        self.octets(text.as_bytes());
    }

    /// The number of items, and each as a record with its length before it.
    fn records<T>(&mut self, items: &[T], write: impl Fn(&mut Writer, &T)) {
        self.number(items.len() as u64);
        for item in items {
            let mut record = Writer(Vec::new());
            write(&mut record, item);
            self.octets(&record.0);
        }
    }

    fn place(&mut self, at: &Provenance) {
        let source = SOURCES.iter().position(|source| *source == at.source());
        self.number(source.unwrap_or(SOURCES.len()) as u64);
        self.number(at.line().map_or(0, |line| line as u64 + 1));
        self.number(at.span().start as u64);
        self.number(at.span().len() as u64);
        self.text(at.text());
    }

    /// The scope and the place, then the kind of the statement and its texts.
    fn signal(&mut self, signal: &Signal) {
        self.text(match signal.scope() {
            Scope::Global => "",
            Scope::Token(token) => token.as_str(),
        });
        self.place(signal.provenance());
        match signal.statement() {
            Statement::Directive(directive, value) => {
                let value = match value {
                    DirectiveValue::Flag => String::new(),
                    DirectiveValue::Deadline(moment) => moment.as_unix().to_string(),
                    value => value.to_string(),
                };
                self.said(0, &[directive.name(), &value]);
            }
            Statement::Extension(extension) => match extension.value() {
                Some(value) => self.said(1, &[extension.name(), value]),
                None => self.said(1, &[extension.name()]),
            },
            Statement::Preference(label, answer) => {
                self.said(2, &[&label.to_string(), answer.name()]);
            }
            Statement::Level(level) => self.said(3, &[level.name()]),
            Statement::TdmPolicy(address) => self.said(4, &[address]),
            Statement::License(address) => self.said(5, &[address]),
            Statement::InlineLicense(license) => self.said(6, &[license]),
            Statement::Unread(octets) => self.0.extend_from_slice(octets),
        }
    }

    fn said(&mut self, kind: u64, texts: &[&str]) {
        self.number(kind);
        for text in texts {
            self.text(text);
        }
    }
}

/// The octets of a form that are left to read. They are damaged if they end too early.
struct Reader<'b>(&'b [u8]);

impl<'b> Reader<'b> {
    fn number(&mut self) -> Result<u64, StoredError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (octet, rest) = self.0.split_first().ok_or(StoredError::Damaged)?;
            self.0 = rest;
            number |= u64::from(octet & 0x7F) << shift;
            if *octet < 0x80 {
                return Ok(number);
            }
        }
        Err(StoredError::Damaged)
    }

    fn size(&mut self) -> Result<usize, StoredError> {
        usize::try_from(self.number()?).map_err(|_| StoredError::Damaged)
    }

    fn optional(&mut self) -> Result<Option<u64>, StoredError> {
        let is_there = self.number()? != 0;
        is_there.then(|| self.number()).transpose()
    }

    fn octets(&mut self) -> Result<&'b [u8], StoredError> {
        let len = self.size()?;
        let (octets, rest) = self.0.split_at_checked(len).ok_or(StoredError::Damaged)?;
        self.0 = rest;
        Ok(octets)
    }

    fn text(&mut self) -> Result<&'b str, StoredError> {
        str::from_utf8(self.octets()?).map_err(|_| StoredError::Damaged)
    }

    fn policy(mut self) -> Result<Policy, StoredError> {
        let mut policy = Policy::default();
        let held = &mut policy.held;
        for known in [&mut held.fields, &mut held.document, &mut held.embedded] {
            *known = self.known()?;
        }
        held.fields_keep = Keeps::from_bits(self.number()?);
        held.is_whole = self.number()? == 1;
        held.assumed = Assumed::from_bits(self.number()?);
        let validity = &mut policy.validity;
        validity.max_age = self.optional()?;
        for moment in [&mut validity.expires, &mut validity.date] {
            let unix = self.optional()?.map(u64::cast_signed);
            *moment = unix.map(Timestamp::from_unix);
        }
        let mut is_whole = true;
        for list in [&mut policy.signals, &mut policy.body] {
            for _ in 0..self.number()? {
                let signal = Reader(self.octets()?).signal()?;
                is_whole &= signal.is_some();
                list.extend(signal);
            }
        }
        let mut found = Vec::new();
        for _ in 0..self.number()? {
            let mut record = Reader(self.octets()?);
            if let (Ok(code), Some(at)) = (record.text()?.parse(), record.place()?) {
                found.push(Diagnostic::new(code, at));
            }
        }
        policy.diagnostics = found.into();
        let signals = std::mem::take(&mut policy.signals);
        let _ = policy.read_inline(&signals); // their diagnostics are among those that were stored
        policy.signals = signals;
        if !is_whole || !self.0.is_empty() || policy.held.fields == newer() {
            policy.held.fields = policy.held.fields.united(newer());
            policy.held.document = policy.held.document.united(newer());
            policy.held.fields_keep = Keeps::of(ledger::Input::Fields);
        }
        Ok(policy)
    }

    /// A state; one that this version does not know, or with reasons that it does not know, is unread.
    fn known(&mut self) -> Result<KnownState, StoredError> {
        let state = State::ALL.get(self.size()?);
        let whys = Whys::from_bits(self.number()?);
        let known = state.zip(whys);
        Ok(known.map_or(newer(), |(state, whys)| KnownState {
            state: *state,
            whys,
        }))
    }

    /// A place; `None` in a source that this version does not know.
    fn place(&mut self) -> Result<Option<Provenance>, StoredError> {
        let source = SOURCES.get(self.size()?);
        let line = self.size()?.checked_sub(1);
        let start = self.size()?;
        let span = Span::new(start, start.saturating_add(self.size()?));
        let text = self.text()?;
        Ok(source.map(|source| Provenance::new(*source, line, span, text)))
    }

    /// A statement; `None` if its source is one that this version does not know.
    fn signal(mut self) -> Result<Option<Signal>, StoredError> {
        let scope = match self.text()? {
            "" => Scope::Global,
            token => Scope::Token(ProductToken::read(token).ok_or(StoredError::Damaged)?),
        };
        let at = self.place()?;
        let octets = self.0;
        let statement = self.statement().filter(|_| self.0.is_empty());
        let statement = statement.unwrap_or_else(|| Statement::Unread(octets.into()));
        Ok(at.map(|at| Signal::new(scope, statement, at)))
    }

    /// A statement, if this version knows it.
    fn statement(&mut self) -> Option<Statement> {
        let (kind, first) = (self.number().ok()?, self.text().ok()?);
        Some(match kind {
            0 => {
                let (directive, value) = (Directive::from_name(first)?, self.text().ok()?);
                let value = match directive.kind() {
                    DirectiveKind::Flag | DirectiveKind::Permissive => {
                        value.is_empty().then_some(DirectiveValue::Flag)
                    }
                    DirectiveKind::Deadline => {
                        let unix = value.parse().ok().map(Timestamp::from_unix);
                        unix.map(DirectiveValue::Deadline)
                    }
                    _ => directive.read_plain(value),
                };
                Statement::Directive(directive, value?)
            }
            1 if self.0.is_empty() => Statement::Extension(Extension::new(first, None)),
            1 => Statement::Extension(Extension::new(first, Some(self.text().ok()?))),
            2 => Statement::Preference(first.parse().ok()?, self.text().ok()?.parse().ok()?),
            3 => Statement::Level(first.parse().ok()?),
            4 => Statement::TdmPolicy(first.into()),
            5 => Statement::License(first.into()),
            6 => Statement::InlineLicense(first.into()),
            _ => return None,
        })
    }
}

/// The state of what a newer version stored, and this one cannot read.
fn newer() -> KnownState {
    KnownState::unread(Why::Newer)
}

/// The sources of places by their numbers: new ones come at the end.
const SOURCES: &[Source] = &[
    Source::RobotsTag,
    Source::XRobotsTag,
    Source::Meta(Placement::Head),
    Source::Meta(Placement::Noscript),
    Source::Meta(Placement::Body),
    Source::Meta(Placement::Template),
    Source::ContentUsage,
    Source::ContentSignal,
    Source::TdmReservation,
    Source::TdmPolicy,
    Source::Link,
    Source::LinkElement(Placement::Head),
    Source::LinkElement(Placement::Noscript),
    Source::LinkElement(Placement::Body),
    Source::LinkElement(Placement::Template),
    Source::Rsl,
    Source::RobotsTxt,
    Source::TdmRepJson,
];

#[cfg(feature = "serde")]
impl serde::Serialize for Policy {
    /// The stored form: octets, in base64 in a format for people.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let octets = self.to_stored();
        if serializer.is_human_readable() {
            serializer.serialize_str(&STANDARD_NO_PAD.encode(octets))
        } else {
            serializer.serialize_bytes(&octets)
        }
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Policy {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Policy, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(StoredVisitor)
        } else {
            deserializer.deserialize_bytes(StoredVisitor)
        }
    }
}

/// Reads octets, or their base64.
#[cfg(feature = "serde")]
struct StoredVisitor;

#[cfg(feature = "serde")]
impl serde::de::Visitor<'_> for StoredVisitor {
    type Value = Policy;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a stored policy")
    }

    fn visit_bytes<E: serde::de::Error>(self, octets: &[u8]) -> Result<Policy, E> {
        Policy::from_stored(octets).map_err(E::custom)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Policy, E> {
        self.visit_bytes(&STANDARD_NO_PAD.decode(text).map_err(E::custom)?)
    }
}
