//! The input record of the batch mode. Its keys and their meaning are a promise; README.md says them.

use std::borrow::Cow;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use robots_policy::{BothFields, HeaderReader, ProductToken, RobotsTagMode, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::args::PLACEMENTS;
use crate::question::{self, Question, Reading};

/// The id alone, for a record that cannot be read further.
#[derive(Deserialize)]
pub(super) struct Identified<'r> {
    #[serde(borrow, default, deserialize_with = "any")]
    pub(super) id: Option<&'r RawValue>,
}

/// One line of input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Input<'r> {
    #[serde(borrow, default, deserialize_with = "any")]
    pub(super) id: Option<&'r RawValue>,
    #[serde(borrow)]
    url: Option<Cow<'r, str>>,
    agent: Option<Tokens>,
    page_agent: Option<Tokens>,
    purposes: Option<Vec<String>>,
    signature_agent: Option<String>,
    obeys_global: Option<bool>,
    now: Option<String>,
    #[serde(default)]
    headers: Option<Vec<(String, String)>>,
    #[serde(borrow)]
    html: Option<Cow<'r, str>>,
    html_base64: Option<String>,
    chunk: Option<usize>,
    robots_txt: Option<String>,
    robots_txt_base64: Option<String>,
    robots_status: Option<u16>,
    #[serde(default)]
    options: Option<Options>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "`agent` and `page_agent` are each a product token or an array of product tokens"
)]
enum Tokens {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Options {
    robots_tag: Option<String>,
    both_fields: Option<String>,
    metas: Option<Vec<String>>,
    http_equiv: Option<bool>,
    lines_joined: Option<bool>,
    google_compat: Option<bool>,
}

/// Why a line has no verdict.
#[derive(Debug, Serialize)]
pub(super) struct Refusal {
    pub(super) code: &'static str,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal {
            code,
            message: message.into(),
        }
    }
}

/// What a record owns once it has been checked, for a [`Question`] to borrow.
pub(super) struct Checked<'r> {
    pub(super) url: Cow<'r, str>,
    accessor: robots_policy::Accessor,
    now: Option<Timestamp>,
    headers: Vec<(String, String)>,
    document: Option<Cow<'r, [u8]>>,
    chunk: Option<usize>,
    options: Reading,
}

impl<'r> Input<'r> {
    /// Checks every value.
    pub(super) fn check(self) -> Result<Checked<'r>, Refusal> {
        let url = self.url.unwrap_or(Cow::Borrowed("/"));
        if !url.starts_with('/') && !url.contains("://") {
            let message = format!(
                "`{}` is neither an absolute URL nor a path that starts with `/`",
                url.escape_debug()
            );
            return Err(Refusal::new("invalid-url", message));
        }
        if self.chunk == Some(0) {
            return Err(Refusal::new(
                "invalid-record",
                "`chunk` is 0; it is a number of bytes, at least 1",
            ));
        }
        let own_tokens = tokens(self.agent)?.unwrap_or_default();
        let page_tokens = tokens(self.page_agent)?;
        let now = self.now.map(|text| question::moment(&text)).transpose();
        Ok(Checked {
            url,
            accessor: question::accessor(
                own_tokens,
                page_tokens,
                self.obeys_global.unwrap_or(true),
            ),
            now: now.map_err(|message| Refusal::new("invalid-now", message))?,
            headers: self.headers.unwrap_or_default(),
            document: document(self.html, self.html_base64)?,
            chunk: self.chunk,
            options: self.options.unwrap_or_default().reading()?,
        })
    }
}

impl Checked<'_> {
    pub(super) fn question(&self) -> Question<'_> {
        Question {
            accessor: self.accessor.clone(),
            now: self.now,
            fields: self
                .headers
                .iter()
                .map(|(name, value)| (name.as_bytes(), value.as_bytes()))
                .collect(),
            document: self.document.as_deref(),
            is_response: false,
            chunk: self.chunk,
            options: self.options.clone(),
        }
    }
}

/// Any value, null included; only an absent key is none.
fn any<'r, D: serde::Deserializer<'r>>(deserializer: D) -> Result<Option<&'r RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Product tokens; `*` stands for none.
fn tokens(given: Option<Tokens>) -> Result<Option<Vec<ProductToken>>, Refusal> {
    let texts = match given {
        None => return Ok(None),
        Some(Tokens::One(text)) => vec![text],
        Some(Tokens::Several(texts)) => texts,
    };
    let named = texts.iter().filter(|text| *text != "*");
    let tokens: Result<Vec<_>, _> = named.map(|text| ProductToken::new(text)).collect();
    tokens
        .map(Some)
        .map_err(|error| Refusal::new("invalid-agent", error.to_string()))
}

fn document<'r>(
    html: Option<Cow<'r, str>>,
    base64: Option<String>,
) -> Result<Option<Cow<'r, [u8]>>, Refusal> {
    match (html, base64) {
        (Some(_), Some(_)) => Err(Refusal::new(
            "invalid-record",
            "both `html` and `html_base64` are given; keep one",
        )),
        (Some(Cow::Borrowed(html)), None) => Ok(Some(Cow::Borrowed(html.as_bytes()))),
        (Some(Cow::Owned(html)), None) => Ok(Some(Cow::Owned(html.into_bytes()))),
        (None, Some(text)) => match BASE64_STANDARD.decode(text) {
            Ok(bytes) => Ok(Some(Cow::Owned(bytes))),
            Err(error) => Err(Refusal::new(
                "invalid-base64",
                format!("`html_base64`: {error}"),
            )),
        },
        (None, None) => Ok(None),
    }
}

impl Options {
    fn reading(self) -> Result<Reading, Refusal> {
        let mut fields = HeaderReader::new().with_lines_joined(self.lines_joined.unwrap_or(false));
        if let Some(name) = self.robots_tag {
            fields = fields.with_mode(row(
                "robots_tag",
                &name,
                RobotsTagMode::ALL,
                RobotsTagMode::name,
            )?);
        }
        if let Some(name) = self.both_fields {
            fields = fields.with_both_fields(row(
                "both_fields",
                &name,
                BothFields::ALL,
                BothFields::name,
            )?);
        }
        let mut reading = Reading {
            fields,
            http_equiv: self.http_equiv.unwrap_or(false),
            ..Reading::default()
        };
        if let Some(names) = self.metas {
            let placement =
                |name: &String| row("metas", name, PLACEMENTS, robots_policy::Placement::name);
            reading.metas = names.iter().map(placement).collect::<Result<_, _>>()?;
        }
        Ok(reading)
    }
}

/// The row of a table that has this name.
fn row<T: Copy, const N: usize>(
    key: &str,
    name: &str,
    rows: [T; N],
    name_of: fn(T) -> &'static str,
) -> Result<T, Refusal> {
    rows.into_iter()
        .find(|row| name_of(*row) == name)
        .ok_or_else(|| {
            let names = rows.map(name_of).join(", ");
            Refusal::new(
                "invalid-options",
                format!(
                    "`{key}` is `{}`; it is one of: {names}",
                    name.escape_debug()
                ),
            )
        })
}
