//! Inputs and findings as JSON, for the packages of other languages; the findings are those of `robots-policy lint --format json`.
//!
//! Places are those of the inputs as they are given. Fields that come as names and values are in a text of their own, with a line
//! `Name: value` for each, as those of a HAR are.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use robots_policy::Timestamp;
use robots_policy::header::coding_by_mark;
use robots_policy_input::saved::{fields, first_line_at};
use robots_policy_input::{values, variable};
use serde::{Deserialize, Serialize};

use crate::code::Code;
use crate::finding::Finding;
use crate::intent::NotKnown;
use crate::level::Level;
use crate::line::FindingLine;
use crate::linter::Linter;
use crate::page::{Document, FieldLine, Page};
use crate::place::Source;
use crate::registry::RULES;

/// The inputs. `lint.js` of the npm package and `_given.py` of the Python package have checked the types of their callers.
#[derive(Deserialize)]
struct JsonInput {
    robots: Option<JsonText>,
    tdmrep: Option<JsonText>,
    license: Option<JsonText>,
    #[serde(default)]
    pages: Vec<JsonPage>,
    #[serde(default)]
    levels: BTreeMap<String, String>,
    /// Whether the answer has sentences about effects, for people.
    #[serde(default)]
    sentences: bool,
}

/// A document as characters, or as octets in base64.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum JsonText {
    Text(String),
    Base64(String),
}

/// A response, or a page without one.
#[derive(Deserialize)]
struct JsonPage {
    name: String,
    url: Option<String>,
    status: Option<u16>,
    headers: Option<Vec<(String, String)>>,
    /// The fields as a text, as people type them, in the place of `headers`.
    fields: Option<String>,
    html: Option<JsonText>,
    #[serde(default)]
    cut: bool,
}

#[derive(Serialize)]
struct JsonAnswer<'f> {
    findings: Vec<FindingLine<'f>>,
    /// The inputs that were not looked at, or not whole.
    incomplete: &'f [NotKnown],
    #[serde(skip_serializing_if = "Option::is_none")]
    sentences: Option<Vec<Vec<String>>>,
}

/// The findings about the inputs of this JSON text, and the inputs that were not looked at.
///
/// # Errors
/// A value that cannot be looked at, in words.
pub fn findings(input: &[u8], now: Timestamp) -> Result<Vec<u8>, String> {
    let given: JsonInput = serde_json::from_slice(input).map_err(|error| error.to_string())?;
    let mut linter = linter(&given.levels, now)?;
    let mut incomplete = Vec::new();
    if let Some(octets) = octets(given.robots.as_ref())? {
        values::robots_file("robots", &octets, "")?;
        incomplete.extend(file(&mut linter, "robots.txt", &octets, Linter::robots));
    }
    if let Some(octets) = octets(given.tdmrep.as_ref())? {
        incomplete.extend(file(&mut linter, "tdmrep.json", &octets, Linter::tdmrep));
    }
    if let Some(octets) = octets(given.license.as_ref())? {
        incomplete.extend(file(&mut linter, "license.xml", &octets, Linter::license));
    }
    for (at, page) in given.pages.iter().enumerate() {
        let page = look_at(&mut linter, page);
        incomplete.extend(page.map_err(|why| format!("pages[{at}]: {why}"))?);
    }
    let findings = linter.finish();
    let sentences = given
        .sentences
        .then(|| findings.iter().map(sentences).collect());
    let answer = JsonAnswer {
        findings: FindingLine::of_all(&findings),
        incomplete: &incomplete,
        sentences,
    };
    serde_json::to_vec(&answer).map_err(|error| error.to_string())
}

/// The rules, for people.
///
/// # Errors
/// None that is known.
pub fn rules() -> serde_json::Result<Vec<u8>> {
    serde_json::to_vec(&RULES[..])
}

/// A linter with these levels of rules.
fn linter(levels: &BTreeMap<String, String>, now: Timestamp) -> Result<Linter, String> {
    levels
        .iter()
        .try_fold(Linter::new(now), |linter, (code, level)| {
            let code = Code::of_name(code).ok_or_else(|| {
                format!("`levels`: no rule is named `{code}`; `robots-policy explain` lists all")
            })?;
            let level = Level::of_name(level).ok_or_else(|| {
                format!("`levels`: `{level}` is not a level; write info, warning, error or off")
            })?;
            Ok(linter.with_level(code, level))
        })
}

/// The effects of a finding, for people.
fn sentences(finding: &Finding) -> Vec<String> {
    let effects = finding.effect.iter();
    let changes = effects.flat_map(|effect| {
        let changes = effect.changes.iter();
        changes.map(|change| change.sentence(effect.compared))
    });
    changes.collect()
}

fn octets(text: Option<&JsonText>) -> Result<Option<Vec<u8>>, String> {
    Ok(match text {
        None => None,
        Some(JsonText::Text(text)) => Some(text.clone().into_bytes()),
        Some(JsonText::Base64(text)) => {
            let octets = BASE64_STANDARD.decode(text);
            Some(octets.map_err(|error| error.to_string())?)
        }
    })
}

impl JsonPage {
    /// The fields as a text.
    fn block(&self) -> Option<String> {
        let of_pairs = |pairs: &Vec<(String, String)>| {
            let lines = pairs.iter();
            lines
                .flat_map(|(name, value)| [name, ": ", value, "\n"])
                .collect()
        };
        self.fields
            .clone()
            .or_else(|| self.headers.as_ref().map(of_pairs))
    }
}

/// Looks at a file of a site, unless it is still in a coding.
fn file(
    linter: &mut Linter,
    name: &str,
    octets: &[u8],
    look: impl FnOnce(&mut Linter, &Source<'_>),
) -> Option<NotKnown> {
    if coding_by_mark(octets).is_some() {
        return Some(not_whole(
            name,
            String::from("it is compressed; unpack it first"),
        ));
    }
    look(linter, &Source::new(name, octets));
    None
}

fn look_at(linter: &mut Linter, given: &JsonPage) -> Result<Option<NotKnown>, String> {
    if let Some(url) = &given.url {
        values::target(url)?;
    }
    for (name, _) in given.headers.iter().flatten() {
        if let Some(why) = variable(name) {
            return Err(why);
        }
    }
    let name = given.name.as_str();
    let block = given.block();
    let block = block.as_deref().map(str::as_bytes);
    let fields_source = block.map(|block| Source::new(&format!("{name} (fields)"), block));
    let start = block.map_or(0, first_line_at);
    let mut rest = block
        .and_then(|block| block.get(start..))
        .unwrap_or_default();
    let mut memory = Vec::new();
    let message = match &fields_source {
        None => None,
        Some(_) => Some(fields(&mut rest, &mut memory)?),
    };
    let octets = octets(given.html.as_ref())?;
    let document = octets.as_ref().map(|octets| Source::new(name, octets));
    let unread = linter.page(&Page {
        name,
        url: given.url.as_deref(),
        status: given.status.or_else(|| message.as_ref()?.status()),
        fields: message
            .as_ref()
            .zip(fields_source.as_ref())
            .map(|(message, source)| FieldLine::of_message(message, source, start)),
        document: document.as_ref().map(|source| Document {
            is_text: matches!(given.html, Some(JsonText::Text(_))),
            is_cut: given.cut,
            ..Document::of(source, 0)
        }),
    });
    let why = unread.map(|why| format!("its document was not read whole ({why})"));
    Ok(why.map(|why| not_whole(name, why)))
}

fn not_whole(input: &str, why: String) -> NotKnown {
    let input = input.to_owned();
    NotKnown { input, why }
}
