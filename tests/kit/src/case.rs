//! Cases read from `fixtures/`, and documents fed in every way.

mod ask;
mod expectations;
mod feeding;
mod fetches;
pub mod form;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::Timestamp;
use robots_policy_input::{Message, UseDocuments};
use serde::Deserialize;
use serde_json::{Map, Value};

pub use self::expectations::differences;
pub use self::feeding::{fed, fed_and_cut, fed_in_every_way};
pub use self::form::Ask;
use crate::files::{files, fixtures};

/// The key about sources that do not exist.
const ASSUME_ABSENT: &str = "assume_absent";

/// The moment of a question that names none.
pub const NOW: &str = "2026-11-20T00:00:00Z";

/// The folder of the sites that `lint` looks at, which are not cases.
const SITES: &str = "lint";

/// The folder of every case.
pub fn folders() -> Vec<PathBuf> {
    let documents = files(&fixtures());
    let folders = documents
        .iter()
        .filter(|path| path.is_dir() && !path.ends_with(SITES))
        .flat_map(|document| files(document));
    folders.filter(|path| path.is_dir()).collect()
}

/// Every case.
pub fn cases() -> Vec<Case> {
    let read = |folder: &PathBuf| Case::read(folder).unwrap_or_else(|why| panic!("{why}"));
    folders().iter().map(read).collect()
}

/// Every small case: a line of `fixtures/*/small.jsonl`.
pub fn small_cases() -> Vec<Case> {
    let documents = files(&fixtures());
    let lists = documents.iter().map(|folder| folder.join("small.jsonl"));
    let small = lists.flat_map(|path| {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let cases = (1..).zip(text.lines()).map(|(number, line)| {
            let name = format!("{}:{number}", Case::name_of(&path));
            Case::small(&name, line).unwrap_or_else(|why| panic!("{name}: {why}"))
        });
        cases.collect::<Vec<_>>()
    });
    small.collect()
}

/// A line of `fixtures/hostile.jsonl`: a question whose input is made of repeated parts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RepeatedCase {
    pub id: String,
    pub about: String,
    pub basis: String,
    pub robots_txt: Vec<(String, usize)>,
    pub agent: Option<String>,
    pub url: Vec<(String, usize)>,
    pub allowed: bool,
}

/// Every question of repeated parts.
pub fn repeated_cases() -> Vec<RepeatedCase> {
    let text = fs::read_to_string(fixtures().join("hostile.jsonl")).unwrap();
    let lines = (1..).zip(text.lines()).map(|(number, line)| {
        serde_json::from_str(line).unwrap_or_else(|why| panic!("hostile.jsonl:{number}: {why}"))
    });
    lines.collect()
}

/// The text that repeated parts are.
pub fn repeated(parts: &[(String, usize)]) -> String {
    let parts = parts.iter().map(|(part, times)| part.repeat(*times));
    parts.collect()
}

/// One case, of a folder or of a line; `fixtures/README.md` says what it may hold.
#[derive(Default)]
pub struct Case {
    pub folder: PathBuf,
    pub name: String,
    pub about: String,
    pub basis: String,
    /// The response as it was saved; the fields and the document are those that it holds, its codings undone.
    pub response: Option<Vec<u8>>,
    /// Its status.
    pub status: Option<u16>,
    /// Whether the end of its document was not saved.
    pub is_cut: bool,
    pub fields: Vec<(Vec<u8>, Vec<u8>)>,
    pub document: Option<Vec<u8>>,
    pub robots_txt: Option<Vec<u8>>,
    pub tdmrep: Option<Vec<u8>>,
    pub license: Option<Vec<u8>>,
    /// Whether it is a whole response: its type is the one in its fields, or must be guessed.
    pub is_response: bool,
    pub asks: Vec<Ask>,
}

impl Case {
    /// The name of the case in a folder: its last two parts.
    pub fn name_of(folder: &Path) -> String {
        let names: Vec<_> = folder
            .iter()
            .rev()
            .take(2)
            .map(|part| part.to_string_lossy())
            .collect();
        format!("{}/{}", names[1], names[0])
    }

    /// Reads a case; an error message says what to write and where.
    pub fn read(folder: &Path) -> Result<Case, String> {
        let name = Case::name_of(folder);
        let path = folder.join("ask.json");
        let bytes = fs::read(&path).map_err(|error| format!("{name}/ask.json: {error}"))?;
        let refused = |error: serde_json::Error| format!("{name}/ask.json: {error}");
        let form: form::File = serde_json::from_slice(&bytes).map_err(refused)?;
        let value: Value = serde_json::from_slice(&bytes).map_err(refused)?;
        let inputs =
            Case::inputs(folder, form.r#type.as_deref()).map_err(|why| format!("{name}: {why}"))?;
        Case::new(folder, &name, form, value, inputs)
            .map_err(|why| format!("{name}/ask.json: {why}"))
    }

    /// Reads a small case: an `ask.json` with its inputs in `files`, whose asks have numbers for names and expect no directive
    /// where they name none.
    fn small(name: &str, line: &str) -> Result<Case, String> {
        let refused = |error: serde_json::Error| error.to_string();
        let mut value: Value = serde_json::from_str(line).map_err(refused)?;
        let files: BTreeMap<String, String> =
            serde_json::from_value(value["files"].take()).map_err(refused)?;
        let parts = value.as_object_mut().unwrap();
        parts.remove("files");
        let asks = parts["asks"].as_array_mut().into_iter().flatten();
        for (number, ask) in asks.enumerate() {
            ask["id"] = number.to_string().into();
            let expect = ask["expect"].as_object_mut().unwrap();
            let none = || Value::Object(Map::new());
            expect.entry("directives").or_insert_with(none);
        }
        let form = form::File::deserialize(&value).map_err(refused)?;
        let file = |name: &str| files.get(name).map(|text| text.clone().into_bytes());
        let inputs = Case::of_files(file, form.r#type.as_deref())?;
        Case::new(Path::new(name), name, form, value, inputs)
    }

    /// The case with these inputs.
    fn new(
        folder: &Path,
        name: &str,
        form: form::File,
        mut value: Value,
        inputs: Case,
    ) -> Result<Case, String> {
        let word = value["assume_absent"].take();
        let values = value["asks"].as_array_mut().into_iter().flatten();
        let values = values.map(|ask| {
            let mut ask = ask.take();
            if !word.is_null() {
                ask[ASSUME_ABSENT] = word.clone();
            }
            ask
        });
        let case = Case {
            folder: folder.to_owned(),
            name: name.to_owned(),
            about: form.about,
            basis: form.basis,
            asks: form
                .asks
                .into_iter()
                .zip(values)
                .map(|(ask, value)| Ask { value, ..ask })
                .collect(),
            ..inputs
        };
        match case.missing() {
            Some(why) => Err(why),
            None => Ok(case),
        }
    }

    /// The parts that the author still has to write.
    fn missing(&self) -> Option<String> {
        if self.about.is_empty() {
            return Some("`about` is empty; say in one sentence what holds, and why".into());
        }
        let bases = self.asks.iter().filter_map(|ask| ask.basis.as_ref());
        if bases.chain([&self.basis]).any(String::is_empty) {
            return Some(
                "`basis` is empty; name the clause, such as `RFC 9309 section 2.2.2`, `R-64` or `decision C18`".into(),
            );
        }
        if self.asks.is_empty() {
            return Some("`asks` is empty; ask at least one question".into());
        }
        let mut ids = BTreeSet::new();
        for ask in &self.asks {
            let id = &ask.id;
            let is_word = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
            if id.is_empty() || !id.bytes().all(is_word) || !ids.insert(id) {
                return Some(format!(
                    "the id `{id}` is empty, used twice or not made of a-z, 0-9 and `-`; give each ask one of its own"
                ));
            }
            let expect = ask.value["expect"].as_object().unwrap();
            if !expect.contains_key("directives")
                || (expect.len() == 1 && expect["directives"] == Value::Object(<_>::default()))
            {
                return Some(format!(
                    "the ask `{id}` expects nothing; write into `expect` what the clause demands: `directives` always, and \
                     where nothing is restricted one key more, such as `\"codes\": []` (fixtures/README.md has them all)"
                ));
            }
        }
        None
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

    /// Whether the case has field lines: its own, or the type of its page.
    pub fn has_fields(&self) -> bool {
        self.is_response || !self.fields.is_empty()
    }

    /// The documents about AI use, of which a licence has an address.
    pub fn uses<'c>(&'c self, license_url: Option<&'c str>) -> UseDocuments<'c> {
        UseDocuments {
            tdmrep_status: None,
            tdmrep: self.tdmrep.as_deref(),
            licenses: license_url
                .zip(self.license.as_deref())
                .into_iter()
                .collect(),
        }
    }

    pub fn content_type(&self) -> Option<String> {
        let named = |(own, _): &&(Vec<u8>, Vec<u8>)| own.eq_ignore_ascii_case(b"content-type");
        let (_, value) = self.fields.iter().find(named)?;
        Some(String::from_utf8_lossy(value).into_owned())
    }
}

/// The documents of a case by their names, and their types.
const PAGES: [(&str, &str); 2] = [
    ("page.html", "text/html; charset=utf-8"),
    ("page.xhtml", "application/xhtml+xml"),
];

impl Case {
    /// The inputs of a folder.
    fn inputs(folder: &Path, content_type: Option<&str>) -> Result<Case, String> {
        let known = [
            "ask.json",
            "verdict.snap",
            "headers.http",
            "response.http",
            "robots.txt",
            "tdmrep.json",
            "license.xml",
        ];
        let own = |name: &str| known.contains(&name) || PAGES.iter().any(|(page, _)| name == *page);
        for path in files(folder) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !own(&name) && !name.ends_with(".snap.new") {
                return Err(format!(
                    "{name} is not a file of a case; fixtures/README.md lists them"
                ));
            }
        }
        Case::of_files(|name| fs::read(folder.join(name)).ok(), content_type)
    }

    /// The inputs of files by their names.
    fn of_files(
        file: impl Fn(&str) -> Option<Vec<u8>>,
        content_type: Option<&str>,
    ) -> Result<Case, String> {
        let (mut fields, mut document, mut is_cut) = (Vec::new(), None, false);
        let mut status = None;
        let response = file("response.http");
        if let Some(bytes) = &response {
            let (mut rest, mut memory) = (bytes.as_slice(), Vec::new());
            let mut message = Message::of_saved(&mut rest, &mut memory)
                .map_err(|damage| format!("response.http: {damage}"))?;
            status = message.status();
            let lines = message.fields();
            fields = lines
                .map(|(name, value)| (name.to_vec(), value.to_vec()))
                .collect();
            let mut body = Vec::new();
            message.body().read_to_end(&mut body).unwrap();
            is_cut = message.unread().is_some();
            document = message.has_body().then_some(body);
        }
        let headers = file("headers.http");
        if let Some(bytes) = &headers {
            fields = field_lines(bytes);
        }
        for (page, own_type) in PAGES {
            let Some(bytes) = file(page) else { continue };
            if document.replace(bytes).is_some() {
                return Err(format!("{page} is a second document; a case has one"));
            }
            if headers.is_none() {
                let value = content_type.unwrap_or(own_type).as_bytes().to_vec();
                fields.push((b"Content-Type".to_vec(), value));
            }
        }
        if content_type.is_some() && (headers.is_some() || document.is_none()) {
            return Err("`type` is for a page without headers.http; write it there".into());
        }
        Ok(Case {
            is_response: response.is_some(),
            response,
            status,
            is_cut,
            fields,
            document,
            robots_txt: file("robots.txt"),
            tdmrep: file("tdmrep.json"),
            license: file("license.xml"),
            ..Case::default()
        })
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

/// A moment as in RFC 3339.
fn moment(text: &str) -> Timestamp {
    let moment = text.parse::<jiff::Timestamp>();
    let moment = moment.unwrap_or_else(|error| panic!("{text}: {error}"));
    Timestamp::from_unix(moment.as_second())
}
