//! The input record of the batch mode. Its keys and their meaning are a contract; docs/records.md lists them.

use std::borrow::Cow;

use base64::prelude::BASE64_STANDARD;
use base64::{DecodeError, Engine as _};
use robots_policy::engines::{Profile, UnknownProfile};
use robots_policy::header::SignatureAgent;
use robots_policy::robots_txt::RobotsFetch;
use robots_policy::{ProductToken, Timestamp};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::asker::Asker;
use crate::damage::LineDamage;
use crate::defaults::{RecordAsker, RecordDefaults, StatedAsker};
use crate::head::Readers;
use crate::parts::{Parts, RobotsGiven, UseDocuments};
use crate::past::StatedPast;
use crate::question::Question;
use crate::reading::ReadingOptions;
use crate::shape::{Count, FieldLine, Hours, Object, Status};
use crate::values::{self, PolicyToken};

/// The id alone, for a record that cannot be read further.
#[derive(Deserialize)]
pub(crate) struct Identified<'r> {
    #[serde(borrow, default, deserialize_with = "any")]
    pub(crate) id: Option<&'r RawValue>,
}

/// One line of input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct InputRecord<'r> {
    #[serde(borrow, default, deserialize_with = "any")]
    pub(crate) id: Option<&'r RawValue>,
    #[serde(borrow)]
    url: Option<Cow<'r, str>>,
    agent: Option<Tokens>,
    page_agent: Option<Tokens>,
    purposes: Option<Vec<String>>,
    signature_agent: Option<String>,
    obeys_global: Option<bool>,
    policy_tokens: Option<Vec<String>>,
    #[serde(rename = "as")]
    engine: Option<String>,
    now: Option<String>,
    #[serde(default)]
    headers: Option<Vec<FieldLine>>,
    #[serde(borrow)]
    html: Option<Cow<'r, str>>,
    html_base64: Option<String>,
    chunk: Option<Count>,
    #[serde(borrow)]
    robots_txt: Option<Cow<'r, str>>,
    robots_txt_base64: Option<String>,
    robots_status: Option<Status>,
    robots_hours: Option<Hours>,
    #[serde(borrow)]
    robots_cached: Option<Cow<'r, str>>,
    robots_cached_base64: Option<String>,
    site_up: Option<bool>,
    #[serde(borrow)]
    tdmrep: Option<Cow<'r, str>>,
    tdmrep_base64: Option<String>,
    tdmrep_status: Option<Status>,
    #[serde(borrow, default)]
    licenses: Option<Vec<StatedLicense<'r>>>,
    #[serde(default)]
    options: Option<Object<ReadingOptions>>,
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "it is neither a product token nor an array of product tokens"
)]
enum Tokens {
    One(String),
    Several(Vec<String>),
}

/// A licence that was fetched.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StatedLicense<'r> {
    #[serde(borrow)]
    url: Cow<'r, str>,
    #[serde(borrow)]
    body: Option<Cow<'r, str>>,
    body_base64: Option<String>,
}

/// The checked values of a record, for a [`Question`] to borrow.
pub(crate) struct Checked<'r> {
    url: Cow<'r, str>,
    robots_status: Option<u16>,
    robots_txt: Option<Cow<'r, [u8]>>,
    past: StatedPast<'r>,
    tdmrep_status: Option<u16>,
    tdmrep: Option<Cow<'r, [u8]>>,
    licenses: Vec<License<'r>>,
    /// The documents about AI use of the command line, if the record does not state its own.
    default_uses: UseDocuments<'r>,
    /// The outcome of the fetch of robots.txt, if the record does not state it.
    default_robots: RobotsGiven<'r>,
    /// The robots.txt of the command line as it was read before, if the record has no options of its own.
    read_robots: Option<&'r RobotsFetch>,
    asker: RecordAsker<'r>,
    now: Timestamp,
    headers: Vec<FieldLine>,
    document: Option<Cow<'r, [u8]>>,
    is_text: bool,
    chunk: Option<usize>,
    readers: Cow<'r, Readers>,
}

impl<'r> InputRecord<'r> {
    /// Checks every value, and takes missing ones from the defaults.
    pub(crate) fn check(self, defaults: &'r RecordDefaults) -> Result<Checked<'r>, LineDamage> {
        let url = self.url.unwrap_or(Cow::Borrowed(&defaults.url));
        values::target(&url)
            .map_err(|message| LineDamage::of_value("invalid-url", &message, &url))?;
        let stated = StatedAsker {
            tokens: tokens(self.agent)?,
            page_tokens: tokens(self.page_agent)?,
            purposes: tokens(self.purposes.map(Tokens::Several))?,
            signature_agent: self.signature_agent.as_deref().map(signer).transpose()?,
            obeys_global: self.obeys_global,
            policy_tokens: policy_tokens(self.policy_tokens)?,
        };
        let engine = self
            .engine
            .as_deref()
            .map(|name| engine_alone(name, &stated));
        let asker = defaults.asker(stated, engine.transpose()?);
        let past = StatedPast {
            lasting: self.robots_hours.map(|Hours(lasting)| lasting),
            copy: body(
                "robots_cached",
                self.robots_cached,
                self.robots_cached_base64,
            )?,
            site_up: self.site_up,
        };
        let has_robots = self.robots_status.is_some()
            || self.robots_txt.is_some()
            || self.robots_txt_base64.is_some()
            || defaults.robots().is_given();
        if past.lasting.is_some() && !has_robots {
            return Err(LineDamage::new("invalid-record", WITHOUT_ROBOTS));
        }
        let now = self.now.as_deref().map(|text| {
            let moment = values::moment(text);
            moment.map_err(|message| LineDamage::of_value("invalid-now", &message, text))
        });
        Ok(Checked {
            url,
            now: now.transpose()?.unwrap_or_else(|| defaults.now.now()),
            robots_status: self.robots_status.map(|Status(status)| status),
            robots_txt: body("robots_txt", self.robots_txt, self.robots_txt_base64)?,
            past: past.or(defaults.past()),
            tdmrep_status: self.tdmrep_status.map(|Status(status)| status),
            tdmrep: body("tdmrep", self.tdmrep, self.tdmrep_base64)?,
            licenses: licenses(self.licenses)?,
            default_uses: defaults.uses(),
            default_robots: defaults.robots(),
            read_robots: defaults.read_robots().filter(|_| self.options.is_none()),
            headers: self.headers.unwrap_or_default(),
            is_text: self.html.is_some(),
            document: body("html", self.html, self.html_base64)?,
            chunk: self.chunk.map(|Count(bytes)| bytes),
            readers: asker.readers(defaults.readers(self.options.map(|options| options.0))),
            asker,
        })
    }
}

impl Checked<'_> {
    /// Whether the record has the document.
    pub(crate) fn has_document(&self) -> bool {
        self.document.is_some()
    }

    pub(crate) fn asker(&self) -> Asker<'_> {
        self.asker.asker()
    }

    pub(crate) fn question(&self) -> Question<'_> {
        let has_robots = self.robots_status.is_some() || self.robots_txt.is_some();
        let own_robots = RobotsGiven {
            status: self.robots_status,
            body: self.robots_txt.as_deref(),
        };
        Question {
            accessors: self.asker.accessors(),
            url: &self.url,
            robots: if has_robots {
                own_robots
            } else {
                self.default_robots
            },
            past: self.past.given(),
            site_up: self.past.site_up,
            read_robots: self
                .read_robots
                .filter(|_| !has_robots && !self.past.has_answers()),
            now: self.now,
            parts: Parts {
                fields: self
                    .headers
                    .iter()
                    .map(|FieldLine(name, value)| (name.as_bytes(), value.as_bytes()))
                    .collect(),
                document: self.document.as_deref(),
                is_text: self.is_text,
                chunk: self.chunk,
            },
            uses: self.uses(),
            readers: self.readers.clone().into_owned(),
        }
    }

    /// The documents about AI use: those of the record, key by key, else those of the command line.
    fn uses(&self) -> UseDocuments<'_> {
        let mut uses = self.default_uses.clone();
        if self.tdmrep_status.is_some() || self.tdmrep.is_some() {
            uses.tdmrep_status = self.tdmrep_status;
            uses.tdmrep = self.tdmrep.as_deref();
        }
        if !self.licenses.is_empty() {
            let licenses = self.licenses.iter();
            uses.licenses = licenses.map(|(url, body)| (&**url, &**body)).collect();
        }
        uses
    }
}

/// The address of a licence, and its body.
type License<'r> = (Cow<'r, str>, Cow<'r, [u8]>);

/// The licences of a record.
fn licenses(given: Option<Vec<StatedLicense<'_>>>) -> Result<Vec<License<'_>>, LineDamage> {
    let stated = given.unwrap_or_default().into_iter();
    stated.map(license).collect()
}

fn license(stated: StatedLicense<'_>) -> Result<License<'_>, LineDamage> {
    let body = body("body", stated.body, stated.body_base64)?;
    let url = stated.url;
    body.map(|body| (url.clone(), body)).ok_or_else(|| {
        let message = format!("the licence `{url}` has neither `body` nor `body_base64`");
        LineDamage::new("invalid-record", message)
    })
}

/// Reads the name of an engine, in whose record no key of a client may be.
fn engine_alone(name: &str, stated: &StatedAsker) -> Result<Profile, LineDamage> {
    if let Some(key) = stated.key() {
        let message = format!(
            "both `as` and `{key}` are given; an engine has names and rules of its own, so keep one"
        );
        return Err(LineDamage::new("invalid-record", message));
    }
    engine(name)
}

/// Reads the name of an engine.
pub(crate) fn engine(name: &str) -> Result<Profile, LineDamage> {
    name.parse().map_err(|error: UnknownProfile| {
        let near: Vec<String> = error
            .near()
            .iter()
            .map(|name| format!("`{name}`"))
            .collect();
        let near = match near.as_slice() {
            [] => String::new(),
            near => format!("; near it are {}", near.join(", ")),
        };
        let message = format!(
            "`{name}` is not the name of one engine{near}; `robots-policy engines` lists them"
        );
        LineDamage::of_value("invalid-as", &message, name)
    })
}

/// Reads a `Signature-Agent` field; `None` if it is ignored.
fn signer(field: &str) -> Result<Vec<SignatureAgent>, LineDamage> {
    let agent = values::signature_agent(field).map_err(|error| {
        LineDamage::of_value("invalid-signature-agent", &error.to_string(), field)
    })?;
    Ok(agent.into_iter().collect())
}

/// Any value, null included; only an absent key is `None`.
fn any<'r, D: serde::Deserializer<'r>>(deserializer: D) -> Result<Option<&'r RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// Product tokens; `*` means none.
fn tokens(given: Option<Tokens>) -> Result<Option<Vec<ProductToken>>, LineDamage> {
    let texts = match given {
        None => return Ok(None),
        Some(Tokens::One(text)) => vec![text],
        Some(Tokens::Several(texts)) => texts,
    };
    let named = texts.iter().filter(|text| *text != "*");
    let token = |text: &String| {
        ProductToken::new(text)
            .map_err(|error| LineDamage::of_value("invalid-agent", &error.to_string(), text))
    };
    named.map(token).collect::<Result<_, _>>().map(Some)
}

/// Policy tokens, each with the activities that it is about.
fn policy_tokens(given: Option<Vec<String>>) -> Result<Option<Vec<PolicyToken>>, LineDamage> {
    let Some(texts) = given else { return Ok(None) };
    let token = |text: &String| {
        values::policy_token(text)
            .map_err(|message| LineDamage::of_value("invalid-policy-token", &message, text))
    };
    texts.iter().map(token).collect::<Result<_, _>>().map(Some)
}

/// Bytes given as text, or as base64 under a key of its own.
fn body<'r>(
    key: &str,
    text: Option<Cow<'r, str>>,
    base64: Option<String>,
) -> Result<Option<Cow<'r, [u8]>>, LineDamage> {
    match (text, base64) {
        (Some(_), Some(_)) => {
            let message = format!("both `{key}` and `{key}_base64` are given; keep one");
            Err(LineDamage::new("invalid-record", message))
        }
        (Some(Cow::Borrowed(text)), None) => Ok(Some(Cow::Borrowed(text.as_bytes()))),
        (Some(Cow::Owned(text)), None) => Ok(Some(Cow::Owned(text.into_bytes()))),
        (None, Some(text)) => match BASE64_STANDARD.decode(text) {
            Ok(bytes) => Ok(Some(Cow::Owned(bytes))),
            Err(error) => Err(LineDamage::new(
                "invalid-base64",
                format!("`{key}_base64`: {}", base64_problem(&error)),
            )),
        },
        (None, None) => Ok(None),
    }
}

/// The error in a base64 value.
fn base64_problem(error: &DecodeError) -> String {
    match error {
        DecodeError::InvalidByte(at, byte) => format!(
            "its character {} is `{}`; standard base64 has A-Z, a-z, 0-9, `+` and `/`, and ends with `=` to a multiple of 4",
            at + 1,
            char::from(*byte).escape_debug(),
        ),
        DecodeError::InvalidLastSymbol(at, _) => format!(
            "its character {} holds bits beyond the last byte; was the value cut?",
            at + 1
        ),
        DecodeError::InvalidLength(_) | DecodeError::InvalidPadding => {
            String::from("its length is not a multiple of 4; was it cut, or its `=` left out?")
        }
    }
}

/// The error of a time without an end.
const WITHOUT_ROBOTS: &str = "`robots_hours` is how long the fetch of robots.txt has been ending so, and neither `robots_status` nor `robots_txt` says how; add one of them";
