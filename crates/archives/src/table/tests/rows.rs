//! Rows of every kind, and the expected rows, by way of the JSON record.

use crate::{Answered, Common, Row};
use robots_policy::ledger::{Assumed, Document, Extent, Input, Observed};
use robots_policy::report::Json;
use robots_policy::uses::{Activity, Rsl};
use robots_policy::{
    Client, Directive, DirectiveKind, HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp,
    Verdict,
};
use robots_policy_kit::bytes::bytes;
use serde_json::{Map, Value, json};

/// The clock of every verdict.
const NOW: i64 = 1_800_000_000;

/// The data that a row borrows.
pub(super) struct Sample {
    policy: Policy,
    client: Client,
    agent: &'static str,
    url: String,
    host: Option<String>,
    date: Option<jiff::Timestamp>,
    status: Option<u16>,
    content_type: Option<&'static str>,
    head_bytes: u64,
    warc_offset: u64,
    warc_length: Option<u64>,
    warc_type: &'static str,
    record_id: Option<String>,
    payload_digest: Option<&'static str>,
}

const WARC_FILE: &str = "crawl/\u{e4} b.warc.gz";

impl Sample {
    /// Calls `then` with the row.
    pub(super) fn with_row<T>(&self, then: impl FnOnce(&Row<'_>) -> T) -> T {
        self.with_row_after(Common::Nothing, then)
    }

    /// Calls `then` with the row, which has this in common with the one before.
    pub(super) fn with_row_after<T>(&self, common: Common, then: impl FnOnce(&Row<'_>) -> T) -> T {
        then(&Row {
            common,
            verdict: &self.verdict(),
            answered: &Answered::default(),
            agent: self.agent,
            host: self.host.as_deref(),
            date: self.date,
            status: self.status,
            content_type: self.content_type,
            parts: None,
            head_bytes: self.head_bytes,
            warc_file: WARC_FILE,
            warc_offset: self.warc_offset,
            warc_length: self.warc_length,
            warc_type: self.warc_type,
            record_id: self.record_id.as_deref(),
            payload_digest: self.payload_digest,
        })
    }

    fn verdict(&self) -> Verdict<'_> {
        let now = Timestamp::from_unix(NOW);
        self.policy.verdict(&self.client, &self.url, now)
    }

    /// The row as a JSON record.
    pub(super) fn record(&self) -> Value {
        let mut id = json!({
            "host": self.host,
            "date": self.date.map(|date| date.to_string()),
            "status": self.status,
            "content_type": self.content_type,
            "head_bytes": self.head_bytes,
            "warc_file": WARC_FILE,
            "warc_offset": self.warc_offset,
            "warc_length": self.warc_length,
            "warc_type": self.warc_type,
            "record_id": self.record_id,
            "payload_digest": self.payload_digest,
        });
        let evidence = self.evidence(|time| json!(time.to_string()));
        id.as_object_mut().unwrap().extend(evidence);
        serde_json::to_value(Json::new(id, &self.verdict())).unwrap()
    }

    /// The columns about the answers that the page was judged by.
    fn evidence(&self, moment: impl Fn(Timestamp) -> Value) -> Map<String, Value> {
        let verdict = self.verdict();
        let members = |observed: &Observed| {
            let Observed {
                url,
                status,
                fetched,
                sha256,
                record_id,
            } = observed;
            [
                ("url", json!(url)),
                ("status", json!(status)),
                ("fetched", fetched.map_or(Value::Null, &moment)),
                ("sha256", json!(sha256)),
                ("record_id", json!(record_id)),
            ]
        };
        let mut row = Map::new();
        for (group, source) in [("robots", Input::RobotsTxt), ("tdmrep", Input::TdmRep)] {
            let observed = verdict.observed(source).cloned().unwrap_or_default();
            let named = members(&observed).map(|(name, value)| (format!("{group}_{name}"), value));
            row.extend(named);
        }
        let licenses = verdict.observed_licenses().map(|(url, observed)| {
            let [answered, others @ ..] = members(observed);
            let mut license = json!({"url": url, "answered": answered.1});
            let named = others.map(|(name, value)| (name.to_owned(), value));
            license.as_object_mut().unwrap().extend(named);
            license
        });
        row.insert("license_answers".to_owned(), licenses.collect());
        row
    }

    /// The row as it is read back, moments as microseconds.
    pub(super) fn expected(&self) -> Value {
        let record = self.record();
        let mut row = Map::new();
        let access = &record["access"];
        for (name, value) in [
            ("url", json!(self.url)),
            ("host", json!(self.host)),
            (
                "date",
                json!(self.date.map(jiff::Timestamp::as_microsecond)),
            ),
            ("status", json!(self.status)),
            ("content_type", json!(self.content_type)),
            ("agent", json!(self.agent)),
            ("access_allowed", access["allowed"].clone()),
            ("access_reason", access["reason"].clone()),
            ("access_rule", access["rule"].clone()),
            ("index", record["index"].clone()),
            ("follow", record["follow"].clone()),
            ("archive", record["archive"].clone()),
            ("snippet", record["snippet"]["allowed"].clone()),
            ("extensions", extensions(&record["extensions"])),
            ("sources", self.sources().into()),
            ("reasons", reasons(&record["reasons"])),
            (
                "diagnostics",
                distinct(
                    record["diagnostics"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .map(|diagnostic| &diagnostic["code"]),
                )
                .into(),
            ),
            ("truncated", record["truncated"].clone()),
            ("unread", unread(record.get("unread"))),
            ("head_bytes", json!(self.head_bytes)),
            ("warc_file", json!(WARC_FILE)),
            ("warc_offset", json!(self.warc_offset)),
            ("warc_length", json!(self.warc_length)),
            ("warc_type", json!(self.warc_type)),
            ("record_id", json!(self.record_id)),
            ("payload_digest", json!(self.payload_digest)),
        ] {
            row.insert(name.to_owned(), value);
        }
        let uses = self.verdict().uses();
        for activity in Activity::ALL {
            let answer = record.get("uses").map(|uses| uses[activity.name()].clone());
            let name = format!("use_{}", activity.name().replace('-', "_"));
            row.insert(name, answer.unwrap_or_default());
        }
        row.insert("licenses".to_owned(), uses.licenses().collect());
        row.insert("permits".to_owned(), distinct(self.permits().iter()).into());
        row.extend(self.evidence(|time| json!(time.as_unix() * 1_000_000)));
        row.extend(directives(&record["directives"]));
        row.into()
    }

    /// The permissions in the order of the table of directives.
    fn permits(&self) -> Vec<Value> {
        let verdict = self.verdict();
        let of = |(directive, _): (Directive, _)| {
            let stated = verdict.permitted_by(directive).map(move |signal| {
                let source = signal.provenance().source().name();
                let scope = signal.scope().to_string();
                json!({"directive": directive.name(), "scope": scope, "source": source})
            });
            stated.collect::<Vec<_>>()
        };
        verdict.permits().flat_map(of).collect()
    }

    /// Of the statements that are addressed to the asker, whether they count or not.
    fn sources(&self) -> Vec<Value> {
        let verdict = self.verdict();
        let signals = verdict
            .signals()
            .map(|signal| json!(signal.provenance().source().name()));
        let record = self.record();
        let about_use = record["reasons"].as_array().unwrap().iter();
        let about_use = about_use.filter(|reason| reason.get("use").is_some());
        let unread = record.get("unread").and_then(Value::as_array);
        let pointers = unread.into_iter().flatten();
        let pointers = pointers.filter(|unread| unread["source"] == "licenses");
        let pointers = pointers.map(|unread| unread["from"].clone());
        let named = about_use.map(|value| value["source"].clone());
        let named = named.chain(pointers);
        let mut all: Vec<Value> = signals.chain(named).collect();
        let robots = json!("robots.txt");
        if verdict.access().rule().is_some() || all.contains(&robots) {
            all.insert(0, robots);
        }
        distinct(all.iter())
    }
}

fn distinct<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<Value> {
    let mut found = Vec::new();
    for value in values {
        if !found.contains(value) {
            found.push(value.clone());
        }
    }
    found
}

/// A column for each directive that can be in force.
fn directives(said: &Value) -> Map<String, Value> {
    let without = [
        "all",
        "index",
        "follow",
        "archive",
        "indexifembedded",
        "none",
    ];
    let named = Directive::ALL
        .iter()
        .filter(|directive| !without.contains(&directive.name()));
    let column = |directive: &Directive| {
        let value = match (directive.kind(), &said[directive.name()]) {
            (DirectiveKind::Flag, value) => json!(!value.is_null()),
            (DirectiveKind::Deadline, Value::String(moment)) => {
                json!(moment.parse::<jiff::Timestamp>().unwrap().as_microsecond())
            }
            (_, value) => value.clone(),
        };
        (directive.name().replace('-', "_"), value)
    };
    named.map(column).collect()
}

/// One entry for each value; `true` means none.
fn extensions(said: &Value) -> Value {
    let mut entries = Vec::new();
    for (name, values) in said.as_object().unwrap() {
        let one = [values.clone()];
        for value in values.as_array().map_or(&one[..], Vec::as_slice) {
            let value = value.as_str();
            entries.push(json!({"name": name, "value": value}));
        }
    }
    entries.into()
}

fn reasons(said: &Value) -> Value {
    let mut said = said.clone();
    for reason in said.as_array_mut().unwrap() {
        // The column has labels and directives together.
        if let Some(label) = reason.get("use").cloned() {
            reason["directive"] = label;
        }
    }
    let members = ["directive", "scope", "source", "line", "text", "vocabulary"];
    of_members(Some(&said), &members)
}

/// The sources that are not known; the answers that each keeps from being known are one text.
fn unread(said: Option<&Value>) -> Value {
    let mut said = said.cloned().unwrap_or_else(|| json!([]));
    for one in said.as_array_mut().unwrap() {
        let keeps: Vec<&str> = one["keeps"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap())
            .collect();
        one["keeps"] = json!(keeps.join(" "));
    }
    of_members(Some(&said), &["source", "why", "url", "keeps"])
}

/// The elements of a list with these members, null where an element has none.
fn of_members(said: Option<&Value>, members: &[&str]) -> Value {
    let element = |one: &Value| -> Value {
        let member = |name: &&str| ((*name).to_owned(), one[*name].clone());
        members.iter().map(member).collect::<Map<_, _>>().into()
    };
    let all = said.and_then(Value::as_array).into_iter().flatten();
    all.map(element).collect()
}

/// Fields, documents, robots.txt files and agents, in every combination.
pub(super) fn samples() -> Vec<Sample> {
    let mut samples = Vec::new();
    for fields in fields() {
        for document in documents() {
            for robots in rows("robots ") {
                for agent in ["*", "examplebot", "other"] {
                    let number = samples.len();
                    samples.push(sample(number, &fields, &document, robots, agent));
                }
            }
        }
    }
    samples
}

/// A licence, for the pages that point at it.
const LICENSE: &[u8] = br#"<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
    <permits type="usage">ai-index</permits><payment type="use"/></license></content></rsl>"#;

/// The rows of a kind in the table of what samples hold.
fn rows(kind: &str) -> impl Iterator<Item = &'static str> {
    let lines = include_str!("samples.txt").lines();
    lines.filter_map(move |line| line.strip_prefix(kind))
}

/// Field lines of responses.
fn fields() -> Vec<Vec<(&'static str, Vec<u8>)>> {
    let field = |line: &'static str| {
        let (name, value) = line.split_once(": ")?;
        Some((name, bytes(&value.replace("EVERY-FLAG", &every_flag()))))
    };
    rows("fields ")
        .map(|row| row.split(" | ").filter_map(field).collect())
        .collect()
}

fn every_flag() -> String {
    let flags = Directive::ALL
        .iter()
        .filter(|directive| directive.kind() == DirectiveKind::Flag);
    let names: Vec<_> = flags.map(|directive| directive.name()).collect();
    names.join(", ")
}

fn documents() -> Vec<Vec<u8>> {
    rows("page ").map(bytes).collect()
}

fn sample(
    number: usize,
    fields: &[(&str, Vec<u8>)],
    document: &[u8],
    robots: &str,
    agent: &'static str,
) -> Sample {
    let client = match agent {
        "*" => Client::anonymous(),
        name => Client::new(name).unwrap(),
    };
    let lines = fields
        .iter()
        .map(|(name, value)| (name.as_bytes(), value.as_slice()));
    let mut metas = MetaExtractor::new();
    let _ = metas.feed(document);
    let policy = Policy::new()
        .with_fields(HeaderReader::new().read_lines(lines))
        .with_document(Document::read(metas.finish(), Extent::Searched))
        .with_license("https://www.example.org/l.xml", Rsl::parse(LICENSE));
    let policy = match robots {
        "none" => policy,
        robots => policy.with_robots(RobotsTxt::parse(&bytes(robots))),
    };
    // Of some pages everything is known, so that silence is an answer.
    let policy = if number.is_multiple_of(5) {
        let absent = [Input::Document, Input::TdmRep, Input::Licenses];
        let absent = absent.into_iter().fold(Assumed::new(), Assumed::with);
        policy
            .with_content_type([b"text/html".as_slice()])
            .with_document(Document::not_applicable())
            .with_assumed(absent)
    } else {
        policy
    };
    let policy = observed(number, policy);
    let moment = i64::try_from(number).unwrap() * 1_000_000_007 - 60_000_000_000;
    let is_bare = number.is_multiple_of(7);
    Sample {
        policy,
        client,
        agent,
        url: format!(
            "https://www.example.org/{}/\u{fc}?q=\"{number}'",
            ["a", "b"][number % 2]
        ),
        host: (!is_bare).then(|| format!("host{}.example", number / 9)),
        date: (!is_bare).then(|| jiff::Timestamp::from_microsecond(moment * 1001).unwrap()),
        status: (!is_bare).then(|| 200 + u16::try_from(number % 400).unwrap()),
        content_type: [None, Some(""), Some("text/html; charset=\"x\\\u{fffd}\"")][number % 3],
        head_bytes: (number as u64) << (number % 40),
        warc_offset: number as u64 * 123_456_789,
        warc_length: (!is_bare).then_some(number as u64 + 300),
        warc_type: ["response", "revisit"][number % 2],
        record_id: (!is_bare).then(|| format!("urn:uuid:{number:08}")),
        payload_digest: [None, Some("sha1:A"), Some("")][number % 3],
    }
}

/// The policy with what a store says of its files, of some pages in part.
fn observed(number: usize, policy: Policy) -> Policy {
    let all = Observed {
        url: Some(format!("https://other{number}.example/robots.txt").into()),
        status: Some(200 + u16::try_from(number % 300).unwrap()),
        fetched: Some(Timestamp::from_unix(
            1_700_000_000 + i64::try_from(number).unwrap(),
        )),
        sha256: Some(format!("{number:064x}").into()),
        record_id: Some(format!("urn:uuid:robots-{number}").into()),
    };
    let part = Observed {
        status: all.status,
        ..Observed::default()
    };
    let license = "https://www.example.org/l.xml";
    match number % 4 {
        0 => policy,
        1 => policy.with_observed(Input::RobotsTxt, all),
        2 => policy
            .with_observed(Input::RobotsTxt, part)
            .with_observed(Input::TdmRep, all),
        _ => policy
            .with_observed_license(license, all)
            .with_observed_license("https://www.example.org/m.xml", part),
    }
}
