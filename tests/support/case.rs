//! Cases read from `fixtures/`, and documents fed in every way.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy::{
    Accessor, BothFields, Dialect, Fetched, HeaderReader, Limits, MetaExtractor, Next, Parsed,
    Placement, Policy, ProductToken, RobotsFetch, RobotsFetchSettings, RobotsTagMode,
    RobotsTxtReader, Signal, SignatureAgent, Timestamp, Validity,
};
use serde_json::Value;

use crate::support::{files, root};

/// Every case folder.
pub fn cases() -> Vec<Case> {
    let documents = files(&root().join("fixtures"));
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
        let (mut fields, mut document) = (Vec::new(), None);
        if let Some(bytes) = file("response.http") {
            let at = memchr_find(&bytes, b"\r\n\r\n")
                .unwrap_or_else(|| panic!("{name}: no end of fields"));
            fields = field_lines(&bytes[memchr_find(&bytes, b"\n").unwrap() + 1..at]);
            document = (bytes.len() > at + 4).then(|| bytes[at + 4..].to_vec());
        }
        if let Some(bytes) = file("headers.http") {
            fields = field_lines(&bytes);
        }
        for page in ["page.html", "page.xhtml"] {
            document = file(page).or(document);
        }
        Case {
            folder: folder.to_owned(),
            about: ask["about"]
                .as_str()
                .unwrap_or_else(|| panic!("{name}: no about"))
                .to_owned(),
            asks: ask["asks"]
                .as_array()
                .unwrap_or_else(|| panic!("{name}: no asks"))
                .clone(),
            name,
            fields,
            document,
            robots_txt: file("robots.txt"),
            is_response: folder.join("response.http").is_file(),
        }
    }

    pub fn content_type(&self) -> Option<String> {
        self.field("content-type")
    }

    fn field(&self, name: &str) -> Option<String> {
        let named = |(own, _): &&(Vec<u8>, Vec<u8>)| own.eq_ignore_ascii_case(name.as_bytes());
        let (_, value) = self.fields.iter().find(named)?;
        Some(String::from_utf8_lossy(value).into_owned())
    }
}

fn memchr_find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes
        .windows(needle.len())
        .position(|window| window == needle)
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

impl Ask<'_> {
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
            reader = reader.with_mode(
                RobotsTagMode::ALL
                    .into_iter()
                    .find(|mode| mode.name() == name)
                    .unwrap(),
            );
        }
        if let Some(name) = named("both_fields") {
            reader = reader.with_both_fields(
                BothFields::ALL
                    .into_iter()
                    .find(|both| both.name() == name)
                    .unwrap(),
            );
        }
        reader
    }

    pub fn extractor(&self, case: &Case) -> MetaExtractor {
        let options = &self.0["options"];
        let mut extractor =
            MetaExtractor::new().with_http_equiv(options["http_equiv"].as_bool().unwrap_or(false));
        if let Some(names) = options["metas"].as_array() {
            let placement = |name: &Value| {
                Placement::ALL
                    .into_iter()
                    .find(|p| Some(p.name()) == name.as_str())
                    .unwrap()
            };
            extractor = extractor.with_placements(names.iter().map(placement));
        }
        for token in self.accessor().page_tokens() {
            extractor = extractor.with_token(token.clone());
        }
        let extractor = match self.0["limits"]["document"].as_u64() {
            Some(bytes) => extractor
                .with_limits(&Limits::default().with_document(usize::try_from(bytes).unwrap())),
            None => extractor,
        };
        let codings = case.field("content-encoding");
        let extractor = codings.iter().fold(extractor, |extractor, codings| {
            extractor.with_content_encoding(codings)
        });
        match case.content_type() {
            Some(content_type) => extractor.with_content_type(&content_type),
            None if case.is_response => extractor.with_content_type(""),
            None => extractor,
        }
    }

    pub fn url(&self) -> &str {
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
    fn robots(&self, case: &Case) -> Policy {
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
        match &case.document {
            Some(document) => policy.with_signals(fed(self.extractor(case), [document.as_slice()])),
            None => policy,
        }
    }
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
