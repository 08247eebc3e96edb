//! The record of a verdict, written as it is read from the verdict.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::ai::preference::Activity;
#[cfg(feature = "parts")]
use crate::page::parts::Parts;
use crate::policy::Verdict;
use crate::provenance::Source;
#[cfg(feature = "parts")]
use crate::report::parts::PartsRecord;
use crate::report::record::uses::UseRecords;
use crate::report::record::{
    Access, Diagnostic, MobileAgentServer, Reason, Unread, VERSION, agent, entries, forms, stated,
};
use crate::robots_txt::{Record, RobotsTxt};

/// A verdict as JSON: its record, version 1, with all that the verdict knows, reasons and places included. `docs/records.md`
/// describes the keys.
///
/// It is written for people and for other programs, in JSON and other formats for people alone. What is to be asked again is kept as
/// a [`Policy`](crate::Policy), and what a verdict says as [`Answers`](crate::Answers).
///
/// # Examples
///
/// ```
/// use robots_policy::report::Json;
/// use robots_policy::{Client, Policy, Timestamp};
///
/// let mut headers = http::HeaderMap::new();
/// headers.insert("robots-tag", "*;noindex".parse().unwrap());
/// let policy = Policy::new().with_headers(&headers);
/// let verdict = policy.verdict(&Client::new("ExampleBot")?, "/page", Timestamp::from_unix(0));
/// let line = serde_json::to_string(&Json::new(7, &verdict)).unwrap();
/// assert!(line.starts_with(r#"{"version":1,"id":7,"url":"/page","agent":["examplebot"],"access":{"allowed":null"#));
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Json<'v, I> {
    id: I,
    verdict: &'v Verdict<'v>,
    has_ledger: bool,
    #[cfg(feature = "parts")]
    has_parts: bool,
    #[cfg(feature = "parts")]
    parts: Option<&'v Parts<'v>>,
}

impl<'v, I> Json<'v, I> {
    /// The JSON of a verdict on the input that `id` identifies: a number, a URL, or any other value that has a form in
    /// JSON.
    pub fn new(id: I, verdict: &'v Verdict<'v>) -> Json<'v, I> {
        Json {
            id,
            verdict,
            has_ledger: false,
            #[cfg(feature = "parts")]
            has_parts: false,
            #[cfg(feature = "parts")]
            parts: None,
        }
    }

    /// Writes what is stated about the parts of the page too; null without a document.
    #[cfg(feature = "parts")]
    #[must_use]
    pub fn with_parts(self, parts: Option<&'v Parts<'v>>) -> Json<'v, I> {
        Json {
            has_parts: true,
            parts,
            ..self
        }
    }

    /// Writes the ledger too, a state for each source.
    #[must_use]
    pub fn with_ledger(self) -> Json<'v, I> {
        Json {
            has_ledger: true,
            ..self
        }
    }

    /// The keys before `agent`: `version`, `id` and `url`. An object of its own, as [`Json::asker`] and [`Json::answers`] are: whoever
    /// writes the verdicts for many clients joins them, and writes once what is the same.
    #[doc(hidden)]
    pub fn question(&self) -> impl Serialize
    where
        I: Serialize,
    {
        Object(self, &[Part::Question])
    }

    /// The key `agent`.
    #[doc(hidden)]
    pub fn asker(&self) -> impl Serialize
    where
        I: Serialize,
    {
        Object(self, &[Part::Asker])
    }

    /// The keys from `access` on, which verdicts that are alike share ([`Verdict::is_alike`]).
    #[doc(hidden)]
    pub fn answers(&self) -> impl Serialize
    where
        I: Serialize,
    {
        Object(self, &[Part::Answers])
    }
}

impl<I: Serialize> Serialize for Json<'_, I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Object(self, &[Part::Question, Part::Asker, Part::Answers]).serialize(serializer)
    }
}

/// Keys that follow each other.
enum Part {
    Question,
    Asker,
    Answers,
}

/// An object with the keys of these parts.
struct Object<'j, 'v, I>(&'j Json<'v, I>, &'static [Part]);

impl<I: Serialize> Serialize for Object<'_, '_, I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Object(json, parts) = self;
        let mut map = serializer.serialize_map(None)?;
        for part in *parts {
            match part {
                Part::Question => {
                    map.serialize_entry("version", &forms::Version(VERSION))?;
                    map.serialize_entry("id", &json.id)?;
                    map.serialize_entry("url", json.verdict.target())?;
                }
                Part::Asker => map.serialize_entry("agent", &agent(json.verdict))?,
                Part::Answers => {
                    answers(&mut map, json.verdict, json.has_ledger)?;
                    #[cfg(feature = "parts")]
                    if json.has_parts {
                        let parts = json.parts;
                        let record = parts.map(|parts| PartsRecord::new(json.verdict, parts));
                        map.serialize_entry("parts", &record)?;
                    }
                }
            }
        }
        map.end()
    }
}

// A list of a hostile input may be long: each item is made when it is written.
fn answers<M: SerializeMap>(
    map: &mut M,
    verdict: &Verdict<'_>,
    has_ledger: bool,
) -> Result<(), M::Error> {
    map.serialize_entry("access", &Access::of(verdict))?;
    map.serialize_entry("index", &verdict.index())?;
    map.serialize_entry("follow", &verdict.follow())?;
    map.serialize_entry("archive", &verdict.archive())?;
    map.serialize_entry("snippet", &verdict.snippet())?;
    let directives = EachPair(|| verdict.directives().iter().map(stated));
    map.serialize_entry("directives", &directives)?;
    if verdict.permits().next().is_some() {
        let permits = EachPair(|| verdict.permits().map(stated));
        map.serialize_entry("permits", &permits)?;
    }
    let uses = verdict.uses();
    // Not by the map of `Answers`, whose code the module for browsers does without.
    let of_uses = EachPair(|| {
        Activity::ALL
            .iter()
            .map(|activity| (activity, uses.of(*activity)))
    });
    map.serialize_entry("uses", &of_uses)?;
    let said = UseRecords::new(&uses);
    if !said.preferences.is_empty() {
        let preferences = said.preferences.iter();
        let preferences = EachPair(|| preferences.clone().map(|(name, pairs)| (name, pairs)));
        map.serialize_entry("preferences", &preferences)?;
    }
    if !said.terms.is_empty() {
        map.serialize_entry("terms", &said.terms)?;
    }
    let extensions: Vec<_> = verdict.extensions().collect();
    let extensions = EachPair(|| forms::extensions(&extensions));
    map.serialize_entry("extensions", &extensions)?;
    let reasons = Each(|| {
        verdict
            .because()
            .map(Reason::new)
            .chain(said.reasons.iter().cloned())
    });
    map.serialize_entry("reasons", &reasons)?;
    let diagnostics = Each(|| verdict.diagnostics().map(Diagnostic::new));
    map.serialize_entry("diagnostics", &diagnostics)?;
    let truncated = Each(|| verdict.truncated().map(Source::input));
    map.serialize_entry("truncated", &truncated)?;
    let unread: Vec<_> = verdict.unread_by(&uses).collect();
    if !unread.is_empty() {
        let each = Each(|| unread.iter().map(Unread::new));
        map.serialize_entry("unread", &each)?;
    }
    if has_ledger {
        ledger(map, verdict)?;
    }
    map.serialize_entry("obtainable", &verdict.is_obtainable())?;
    if let Some(cause) = verdict.robots().cause() {
        map.serialize_entry("robots_cause", cause.name())?;
    }
    if let Some(rules) = verdict.robots().rules() {
        beside_rules(map, verdict, rules)?;
    }
    if let Some(delay) = verdict.crawl_delay() {
        map.serialize_entry("crawl_delay", &forms::Seconds::from(delay))?;
    }
    #[cfg(feature = "engines")]
    if let Some(engine) = crate::report::record::As::new(verdict, &uses) {
        map.serialize_entry("as", &engine)?;
        map.serialize_entry(
            "general",
            &crate::report::record::General::new(verdict.general()),
        )?;
    }
    Ok(())
}

/// Writes the ledger, which few callers want: the common way stays short.
#[cold]
fn ledger<M: SerializeMap>(map: &mut M, verdict: &Verdict<'_>) -> Result<(), M::Error> {
    map.serialize_entry("ledger", &entries(verdict))
}

/// Writes the lines of robots.txt that are not rules: each key is there only if there is something to report.
fn beside_rules<M: SerializeMap>(
    map: &mut M,
    verdict: &Verdict<'_>,
    rules: &RobotsTxt,
) -> Result<(), M::Error> {
    if let Some(server) = MobileAgentServer::new(rules, verdict.target()) {
        map.serialize_entry("mobile_agent_server", &server)?;
    }
    if rules.sitemaps().next().is_some() {
        map.serialize_entry("sitemaps", &Each(|| rules.sitemaps().map(Record::value)))?;
    }
    Ok(())
}

/// An object whose iterator of keys and values is made when it is written.
struct EachPair<F>(F);

impl<F, T, K, V> Serialize for EachPair<F>
where
    F: Fn() -> T,
    T: Iterator<Item = (K, V)>,
    K: Serialize,
    V: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map((self.0)())
    }
}

/// A sequence whose iterator is made when it is written, so that nothing is collected.
struct Each<F>(F);

impl<F, T> Serialize for Each<F>
where
    F: Fn() -> T,
    T: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}
