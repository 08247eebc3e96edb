//! Cases read from `fixtures/`, and documents fed in every way.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::{
    Accessor, Dialect, Fetched, HeaderReader, Limits, MetaExtractor, Next, Parsed, Placement,
    Policy, ProductToken, RobotsFetch, RobotsFetchSettings, RobotsTxtReader, Signal,
    SignatureAgent, Timestamp, Validity,
};
use robots_policy_archives::http::Message;
use serde_json::Value;

use crate::files::{files, fixtures};

/// Every case folder.
pub fn cases() -> Vec<Case> {
    let documents = files(&fixtures());
    let folders = documents
        .iter()
        .filter(|path| path.is_dir())
        .flat_map(|document| files(document));
    folders
        .filter(|path| path.join("ask.json").is_file())
        .map(|folder| Case::read(&folder))
        .collect()
}

/// One case folder; `fixtures/README.md` says what it may hold.
pub struct Case {
    pub folder: PathBuf,
    pub name: String,
    pub about: String,
    /// The response as it was saved; the fields and the document are those that it holds, its codings undone.
    pub response: Option<Vec<u8>>,
    /// The end of its document was not saved.
    pub is_cut: bool,
    pub fields: Vec<(Vec<u8>, Vec<u8>)>,
    pub document: Option<Vec<u8>>,
    pub robots_txt: Option<Vec<u8>>,
    /// A whole response: its type is what its fields say, or must be guessed.
    pub is_response: bool,
    pub asks: Vec<Value>,
}

impl Case {
    pub fn read(folder: &Path) -> Case {
        let names: Vec<_> = folder
            .iter()
            .rev()
            .take(2)
            .map(|part| part.to_str().unwrap())
            .collect();
        let name = format!("{}/{}", names[1], names[0]);
        let ask: Value = serde_json::from_slice(&fs::read(folder.join("ask.json")).unwrap())
            .unwrap_or_else(|error| panic!("{name}/ask.json: {error}"));
        let file = |name: &str| fs::read(folder.join(name)).ok();
        let (mut fields, mut document, mut is_cut) = (Vec::new(), None, false);
        let response = file("response.http");
        if let Some(bytes) = &response {
            let (mut rest, mut memory) = (bytes.as_slice(), Vec::new());
            let mut message = Message::of_saved(&mut rest, &mut memory)
                .unwrap_or_else(|damage| panic!("{name}: {damage}"));
            let lines = message.fields();
            fields = lines
                .map(|(name, value)| (name.to_vec(), value.to_vec()))
                .collect();
            let mut body = Vec::new();
            message.body().read_to_end(&mut body).unwrap();
            is_cut = message.unread().is_some();
            document = message.has_body().then_some(body);
        }
        if let Some(bytes) = file("headers.http") {
            fields = field_lines(&bytes);
        }
        for page in ["page.html", "page.xhtml"] {
            document = file(page).or(document);
        }
        known(&name, "the file", &ask, &["about", "asks"]);
        let about = ask["about"].as_str();
        let asks = ask["asks"].as_array();
        let asks = asks.unwrap_or_else(|| panic!("{name}: no asks"));
        for ask in asks {
            known(&name, "an ask", ask, &KEYS);
            known(&name, "options", &ask["options"], &OPTIONS.concat());
            known(&name, "limits", &ask["limits"], &["document"]);
            known(&name, "expect", &ask["expect"], &EXPECTED);
        }
        Case {
            folder: folder.to_owned(),
            about: about
                .unwrap_or_else(|| panic!("{name}: no about"))
                .to_owned(),
            asks: asks.clone(),
            name,
            response,
            is_cut,
            fields,
            document,
            robots_txt: file("robots.txt"),
            is_response: folder.join("response.http").is_file(),
        }
    }

    /// The fields as HTTP clients give them. Clients drop lines that cannot be a field.
    pub fn headers(&self) -> HeaderMap {
        let fields = self.fields.iter().filter_map(|(name, value)| {
            Some((
                HeaderName::from_bytes(name).ok()?,
                HeaderValue::from_bytes(value).ok()?,
            ))
        });
        let mut headers: HeaderMap = HeaderMap::new();
        for (name, value) in fields {
            headers.append(name, value);
        }
        if !self.is_response && !headers.contains_key(CONTENT_TYPE) {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html"));
        }
        headers
    }

    pub fn content_type(&self) -> Option<String> {
        let named = |(own, _): &&(Vec<u8>, Vec<u8>)| own.eq_ignore_ascii_case(b"content-type");
        let (_, value) = self.fields.iter().find(named)?;
        Some(String::from_utf8_lossy(value).into_owned())
    }
}

/// The keys of an ask.
const KEYS: [&str; 12] = [
    "agent",
    "chunk",
    "expect",
    "limits",
    "now",
    "obeys_global",
    "options",
    "page_agent",
    "purposes",
    "robots_status",
    "signature_agent",
    "url",
];

/// The options that every door knows, and those of the library alone.
const OPTIONS: [&[&str]; 2] = [
    &[
        "robots_tag",
        "both_fields",
        "metas",
        "http_equiv",
        "lines_joined",
        "google_compat",
    ],
    &[
        "plain_rfc9309",
        "restrictive",
        "signature_first",
        "signature_modifier",
        "strict_patterns",
        "encoded_query",
    ],
];

/// The keys that an author may expect.
const EXPECTED: [&str; 17] = [
    "access",
    "archive",
    "codes",
    "crawl_delay",
    "directives",
    "extensions",
    "follow",
    "index",
    "mobile_agent_server",
    "obtainable",
    "permits",
    "sitemaps",
    "snippet",
    "spans",
    "texts",
    "truncated",
    "unread",
];

/// A key without a reader would pass in silence, and with it the author's expectation.
fn known(name: &str, place: &str, object: &Value, keys: &[&str]) {
    for key in object.as_object().into_iter().flatten().map(|(key, _)| key) {
        assert!(
            keys.contains(&key.as_str()),
            "{name}/ask.json: the key `{key}` of {place} is unknown"
        );
    }
}

fn field_lines(bytes: &[u8]) -> Vec<(Vec<u8>, Vec<u8>)> {
    let lines = bytes
        .split(|b| *b == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines
        .filter(|line| !line.is_empty())
        .map(|line| {
            let colon = line.iter().position(|b| *b == b':').unwrap();
            (
                line[..colon].to_vec(),
                line[colon + 1..].trim_ascii().to_vec(),
            )
        })
        .collect()
}

/// An ask of a case: the asker and the way of reading.
pub struct Ask<'a>(pub &'a Value);

impl<'a> Ask<'a> {
    /// Whether it has an option that only callers of the library can set.
    pub fn is_of_the_library(&self) -> bool {
        let options = self.0["options"].as_object();
        let mut names = options.into_iter().flatten().map(|(name, _)| name.as_str());
        names.any(|name| OPTIONS[1].contains(&name)) || !self.0["limits"].is_null()
    }

    pub fn tokens(&self, key: &str) -> Option<Vec<ProductToken>> {
        let given = match &self.0[key] {
            Value::Null => return None,
            Value::String(one) => vec![one.clone()],
            several => several
                .as_array()
                .unwrap()
                .iter()
                .map(|t| t.as_str().unwrap().to_owned())
                .collect(),
        };
        Some(
            given
                .iter()
                .filter(|text| *text != "*")
                .map(|text| ProductToken::new(text).unwrap())
                .collect(),
        )
    }

    pub fn accessor(&self) -> Accessor {
        let tokens = self.tokens("agent").unwrap_or_default();
        let accessor = tokens
            .into_iter()
            .fold(Accessor::anonymous(), Accessor::or_token);
        let accessor = accessor.with_obeys_global(self.0["obeys_global"].as_bool().unwrap_or(true));
        let purposes = self.tokens("purposes").unwrap_or_default();
        let mut accessor = purposes.into_iter().fold(accessor, Accessor::with_purpose);
        if let Some(field) = self.0["signature_agent"].as_str() {
            accessor = accessor.with_verified_signature(&SignatureAgent::parse(field).unwrap());
        }
        match self.tokens("page_agent") {
            Some(tokens) => accessor.with_page_tokens(tokens),
            None => accessor,
        }
    }

    pub fn now(&self) -> Timestamp {
        let text = self.0["now"].as_str().unwrap_or("2026-11-20T00:00:00Z");
        Timestamp::from_unix(text.parse::<jiff::Timestamp>().unwrap().as_second())
    }

    pub fn reader(&self) -> HeaderReader {
        let options = &self.0["options"];
        let named = |key: &str| options[key].as_str();
        let mut reader = HeaderReader::new()
            .with_lines_joined(options["lines_joined"].as_bool().unwrap_or(false));
        if let Some(name) = named("robots_tag") {
            reader = reader.with_mode(name.parse().unwrap());
        }
        if let Some(name) = named("both_fields") {
            reader = reader.with_both_fields(name.parse().unwrap());
        }
        reader
    }

    pub fn extractor(&self, case: &Case) -> MetaExtractor {
        self.asked(MetaExtractor::for_headers(&case.headers()))
    }

    /// An extractor with the asker, the options and the limits of this ask.
    pub fn asked(&self, extractor: MetaExtractor) -> MetaExtractor {
        let options = &self.0["options"];
        let mut extractor =
            extractor.with_http_equiv(options["http_equiv"].as_bool().unwrap_or(false));
        if let Some(names) = options["metas"].as_array() {
            let placement = |name: &Value| {
                Placement::ALL
                    .iter()
                    .copied()
                    .find(|p| Some(p.name()) == name.as_str())
                    .unwrap()
            };
            extractor = extractor.with_placements(names.iter().map(placement));
        }
        for token in self.accessor().page_tokens() {
            extractor = extractor.with_token(token.clone());
        }
        match self.0["limits"]["document"].as_u64() {
            Some(bytes) => extractor
                .with_limits(&Limits::default().with_document(usize::try_from(bytes).unwrap())),
            None => extractor,
        }
    }

    pub fn url(&self) -> &'a str {
        self.0["url"].as_str().unwrap_or("/")
    }

    fn option(&self, name: &str) -> bool {
        self.0["options"][name].as_bool().unwrap_or(false)
    }

    fn robots_reader(&self) -> RobotsTxtReader {
        let dialect = match (self.option("google_compat"), self.option("plain_rfc9309")) {
            (true, _) => Dialect::Google,
            (_, true) => Dialect::Rfc9309,
            _ => Dialect::Extended,
        };
        RobotsTxtReader::new()
            .with_dialect(dialect)
            .with_restrictive(self.option("restrictive"))
            .with_signature_modifier(self.option("signature_modifier"))
            .with_signature_first(self.option("signature_first"))
            .with_strict_patterns(self.option("strict_patterns"))
            .with_encoded_query(self.option("encoded_query"))
    }

    /// A policy that holds what the case says of robots.txt.
    pub fn robots(&self, case: &Case) -> Policy {
        let status = self.0["robots_status"].as_u64();
        if status.is_none() && case.robots_txt.is_none() {
            return Policy::new();
        }
        let mut fetch =
            RobotsFetch::new(RobotsFetchSettings::new().with_reader(self.robots_reader()));
        let fetched = match status.unwrap_or(200) {
            0 => Fetched::NetworkError,
            status => Fetched::Response {
                status: u16::try_from(status).unwrap(),
                location: None,
                cache_control: None,
                body: case.robots_txt.as_deref().unwrap_or_default(),
            },
        };
        assert_eq!(
            fetch.answered(&mut fetch.begin(), fetched, self.now()),
            Next::Done
        );
        Policy::new().with_fetch(&fetch, self.now())
    }

    pub fn policy(&self, case: &Case) -> Policy {
        let validity = Validity::of_lines(case.fields.iter().map(|(n, v)| (n, v)));
        let policy = self.robots(case).with_validity(validity).with_signals(
            self.reader()
                .read_lines(case.fields.iter().map(|(n, v)| (n, v))),
        );
        let read = |document: &[u8]| {
            if case.is_cut {
                fed_and_cut(self.extractor(case), document)
            } else {
                fed(self.extractor(case), [document])
            }
        };
        let document = case.document.as_deref();
        match document.or(case.is_cut.then_some(b"")) {
            Some(document) => policy.with_signals(read(document)),
            None => policy,
        }
    }
}

/// The metas that an extractor reads of a document whose end is missing.
pub fn fed_and_cut(mut extractor: MetaExtractor, document: &[u8]) -> Parsed<Vec<Signal>> {
    let _ = extractor.feed(document);
    extractor.finish_cut()
}

/// What an extractor reads from these chunks.
pub fn fed<'c>(
    mut extractor: MetaExtractor,
    chunks: impl IntoIterator<Item = &'c [u8]>,
) -> Parsed<Vec<Signal>> {
    for chunk in chunks {
        if extractor.feed(chunk).is_done() {
            break;
        }
    }
    extractor.finish()
}

/// Reads a document whole, byte by byte, and cut in two at every point; every way must give the same.
pub fn fed_in_every_way(
    make: impl Fn() -> MetaExtractor,
    document: &[u8],
    name: &str,
) -> Parsed<Vec<Signal>> {
    let whole = fed(make(), [document]);
    assert_eq!(
        whole,
        fed(make(), document.chunks(1)),
        "{name}: byte by byte"
    );
    for cut in 0..=document.len() {
        let (left, right) = document.split_at(cut);
        assert_eq!(whole, fed(make(), [left, right]), "{name}: cut at {cut}");
    }
    whole
}

/// The differences between a record and `expect`, one key each.
pub fn differences(expect: &Value, got: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    for (key, expected) in expect.as_object().unwrap() {
        let found = match key.as_str() {
            "texts" => pick(&got["reasons"], "text"),
            "spans" => pick(&got["reasons"], "span"),
            "access" => part(&got["access"], expected),
            "codes" => missing(expected, &pick(&got["diagnostics"], "code")),
            _ => got[key].clone(),
        };
        // The expected codes are a subset; the message shows the found ones.
        let expected = match key.as_str() {
            "codes" if found == Value::Array(Vec::new()) => &found,
            _ => expected,
        };
        if found != *expected {
            wrong.push(format!("{key}\n  expected {expected}\n  found    {found}"));
        }
    }
    wrong
}

fn pick(items: &Value, key: &str) -> Value {
    let items = items.as_array().into_iter().flatten();
    items.map(|item| item[key].clone()).collect()
}

/// The expected keys of an object; the same for each item of an array.
fn part(found: &Value, expected: &Value) -> Value {
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => {
            let keys = expected.iter().map(|(key, value)| {
                let found = found.get(key).cloned().unwrap_or_default();
                (key.clone(), part(&found, value))
            });
            Value::Object(keys.collect())
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            let items = found.iter().zip(expected);
            items
                .map(|(found, expected)| part(found, expected))
                .collect()
        }
        _ => found.clone(),
    }
}

/// Nothing where every expected code was found, otherwise those that were.
fn missing(expected: &Value, found: &Value) -> Value {
    let found = found.as_array().unwrap();
    let expected = expected.as_array().unwrap().iter();
    expected
        .filter(|code| !found.contains(code))
        .cloned()
        .collect()
}
