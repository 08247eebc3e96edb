//! A whole policy as fields of a response, for all clients.
//!
//! **Invariant.** What is written is read again before it is returned, and is an error unless it states the same: a field that lacks a
//! rule permits.

use std::collections::{BTreeMap, BTreeSet};
use std::slice;

use http::{HeaderName, HeaderValue};

use crate::ai::preference::{Answer, Label, Level, Vocabulary};
use crate::directive::DirectiveSet;
use crate::header::HeaderReader;
use crate::ledger;
use crate::policy::Policy;
use crate::provenance::Source;
use crate::report::header::{Unwritable, members, robots_tag};
use crate::signal::{Signal, Statement};
use crate::token::Scope;
use crate::why::Why;

impl Policy {
    /// What fields and document state, as fields for all clients: for a proxy whose downstream does not read documents, or a cache.
    ///
    /// One `Robots-Tag` has all that it can carry, an `X-Robots-Tag` each client whose name is no token of a structured field, as
    /// `360Spider`. Statements about AI use have their own fields, only where there are any: `Content-Usage`, `Content-Signal`,
    /// `TDM-Reservation`, `TDM-Policy`, and a `Link` for each licence. Insert them in the place of those of the response; append
    /// `X-Robots-Tag`, since crawlers may know the response's own alone, and `Link`. Its `Content-Type` stays. Names that are no
    /// directive are not written.
    ///
    /// ```
    /// use robots_policy::{MetaExtractor, Policy};
    ///
    /// let lines = [("X-Robots-Tag", "noarchive, 360Spider: noindex"), ("TDM-Reservation", "1")];
    /// let mut metas = MetaExtractor::from_lines(lines);
    /// let _ = metas.feed(b"<meta name=robots content='max-snippet: 20'><body>");
    /// let fields = Policy::new().with_lines(lines).with_document(metas.finish()).to_fields()?;
    /// assert_eq!(fields[0], ("robots-tag".parse()?, "*;noarchive;max-snippet=20".parse()?));
    /// assert_eq!(fields[1], ("x-robots-tag".parse()?, "360spider: noindex".parse()?));
    /// assert_eq!(fields[2], ("tdm-reservation".parse()?, "1".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fields or document are not known ([`Policy::state`]), or no field
    /// carries a statement. Pass such a response on as it is, and one without a body, as to `HEAD` or of status 304, whose document
    /// is not known.
    pub fn to_fields(&self) -> Result<Vec<(HeaderName, HeaderValue)>, Unwritable> {
        for source in [ledger::Input::Fields, ledger::Input::Document] {
            let (state, why) = self.state(source);
            if !state.is_known() {
                let why = why.unwrap_or(Why::NotGiven);
                return Err(Unwritable::Unread(source, why));
            }
        }
        let mut signals = self.signals().iter();
        written(self.signals()).ok_or_else(|| {
            let lost = signals.find(|signal| written(slice::from_ref(signal)).is_none());
            lost.map_or(Unwritable::TooLong, |signal| {
                Unwritable::Statement(Box::new(signal.clone()))
            })
        })
    }
}

/// What statements say to whom, without their places.
#[derive(Default, PartialEq)]
struct Stated<'s> {
    sets: BTreeMap<&'s Scope, DirectiveSet>,
    labels: BTreeMap<Label, Answer>,
    level: Option<Level>,
    policy: Option<&'s str>,
    licenses: BTreeSet<&'s str>,
}

impl<'s> Stated<'s> {
    /// `None` if there is a statement that has no field.
    fn of(signals: &'s [Signal]) -> Option<Stated<'s>> {
        let is_meta = |signal: &Signal| matches!(signal.provenance().source(), Source::Meta(_));
        let reserves = |signal: &Signal| {
            let statement = signal.statement();
            matches!(statement, Statement::Preference(Label::TdmMine, _)) && is_meta(signal)
        };
        let by_meta = signals.iter().any(reserves);
        let mut stated = Stated::default();
        for signal in signals {
            let to_all = *signal.scope() == Scope::Global;
            match signal.statement() {
                Statement::Directive(directive, value) => {
                    let set = stated.sets.entry(signal.scope()).or_default();
                    set.insert(*directive, *value);
                    *set = set.with_stated(Some(*directive).filter(|own| own.is_exception()));
                }
                // What `noimageai` says of a response that is an image.
                Statement::Extension(_) | Statement::Preference(Label::NoImageAi, _) => {}
                // A reservation in metas replaces that of fields (TDMRep §5).
                Statement::Preference(Label::TdmMine, _) if by_meta && !is_meta(signal) => {}
                Statement::Preference(label, answer) if to_all => {
                    let strictest = stated.labels.entry(*label).or_default();
                    *strictest = (*answer).max(*strictest);
                }
                Statement::Level(level) if to_all => {
                    let lowest = stated.level.map_or(*level, |lowest| lowest.min(*level));
                    stated.level = Some(lowest);
                }
                Statement::License(address) if to_all => drop(stated.licenses.insert(address)),
                Statement::TdmPolicy(_) if to_all => {}
                _ => return None,
            }
        }
        let policies = signals
            .iter()
            .filter_map(|signal| match signal.statement() {
                Statement::TdmPolicy(address) => Some((is_meta(signal), &**address)),
                _ => None,
            });
        stated.policy = policies
            .max_by_key(|(is_meta, _)| *is_meta)
            .map(|(_, last)| last);
        stated.sets.retain(|_, set| !set.is_empty());
        Some(stated)
    }

    /// The fields, without what has no form in them.
    fn lines(&self) -> Vec<(&'static str, String)> {
        let sets = self.sets.iter().map(|(scope, set)| (*scope, set));
        let (listed, apart): (Vec<_>, Vec<_>) = sets.partition(|set| robots_tag([*set]).is_ok());
        let listed = robots_tag(listed).ok().flatten();
        let apart = apart.iter().map(|(scope, set)| format!("{scope}: {set}"));
        let stated = |label| self.labels.get(&label).copied().unwrap_or_default();
        let usage = members(Vocabulary::Aipref, ["y", "n"], stated);
        let mut signal = members(Vocabulary::ContentSignal, ["yes", "no"], stated);
        signal.extend(self.level.map(|level| format!("use={level}")));
        let reservation = self.labels.get(&Label::TdmMine);
        let reservation = reservation.map(|answer| u8::from(answer.restricts()).to_string());
        let licenses = self
            .licenses
            .iter()
            .map(|address| format!("<{address}>; rel=\"license\"; type=\"application/rsl+xml\""));
        let mut lines: Vec<(&str, String)> = Vec::new();
        lines.extend(listed.map(|text| ("robots-tag", text)));
        lines.extend(apart.map(|text| ("x-robots-tag", text)));
        for (name, members) in [("content-usage", usage), ("content-signal", signal)] {
            lines.extend((!members.is_empty()).then(|| (name, members.join(", "))));
        }
        lines.extend(reservation.map(|text| ("tdm-reservation", text)));
        lines.extend(self.policy.map(|text| ("tdm-policy", text.to_owned())));
        lines.extend(licenses.map(|text| ("link", text)));
        lines
    }
}

/// The fields of statements, if the same is read in them.
fn written(signals: &[Signal]) -> Option<Vec<(HeaderName, HeaderValue)>> {
    let stated = Stated::of(signals)?;
    let lines = stated.lines().into_iter();
    let fields = lines.map(|(name, text)| {
        let value = HeaderValue::from_bytes(text.as_bytes()).ok()?;
        Some((HeaderName::from_static(name), value))
    });
    let fields: Vec<(HeaderName, HeaderValue)> = fields.collect::<Option<_>>()?;
    let lines = fields.iter().map(|(name, value)| (name, value));
    let read = HeaderReader::new().read_lines(lines).value;
    (Stated::of(&read)? == stated).then_some(fields)
}

#[cfg(all(test, feature = "html"))]
mod tests {
    use super::*;
    use crate::ledger::Assumed;
    use crate::page::meta::MetaExtractor;
    use crate::tests::rows;

    /// The name of a meta that states `noindex`, and its field.
    #[test]
    fn clients_that_no_field_names_are_an_error() {
        for (name, field) in rows::<(String, Option<String>)>(include_str!("fields/names.jsonl")) {
            let mut metas = MetaExtractor::new();
            let _ = metas.feed(format!("<meta name={name} content=noindex><body>").as_bytes());
            let fields = Policy::new()
                .with_document(metas.finish())
                .with_assumed(Assumed::rest())
                .to_fields();
            let written = fields.map(|fields| {
                let field = |(name, value): (HeaderName, HeaderValue)| {
                    format!("{name}: {}", value.to_str().unwrap())
                };
                fields.into_iter().map(field).collect::<String>()
            });
            assert_eq!(written.ok(), field, "{name}");
        }
    }
}
