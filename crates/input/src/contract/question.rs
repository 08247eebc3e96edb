//! The keys of a question: a row makes a field of the type that reads it, and its row in the contract.

use std::borrow::Cow;
use std::time::Duration;

use crate::contract::Shape::{self, Moment, Number, OneOrSeveral, Text, Whole, Word};
use crate::contract::keys::keys;
use crate::contract::options::{OPTIONS, ReadingOptions};
use crate::contract::{ASSUMED, Choice, Key, Table};
use crate::json::shapes::NameList;
use crate::json::types::{Keys, Object, Read, object};
use crate::json::{Misfit, Value};

const STATUS: Shape = Whole(0, Some(599));
const TEXTS: Shape = Shape::List(&Text);

keys! {
    /// The keys of one asker.
    pub(crate) struct AskerKeys of 't {
        /// product tokens of the asker, most specific first
        agent: Option<NameList> = "agent", OneOrSeveral(&Text), "`*`, a client that no one names", Some("--agent"), Some("agent");
        /// tokens that page-level statements address it by, where they differ
        page_agent: Option<NameList> = "page_agent", OneOrSeveral(&Text), "those of `agent`", Some("--page-agent"), None;
        /// its `User-agent-purpose` tokens
        purposes: Option<Vec<String>> = "purposes", TEXTS, "none", Some("--purpose"), None;
        /// its own `Signature-Agent` field, in any of its forms
        signature_agent: Option<String> = "signature_agent", Text, "none", Some("--signature-agent"), None;
        /// false for a client that only obeys statements to its name
        obeys_global: Option<bool> = "obeys_global", Shape::Flag, "true", Some("--own-name-only"), None;
        /// product tokens that no crawler sends, each with the activities that it is about, if it counts for them: `Google-Extended=train,input`
        policy_tokens: Option<Vec<String>> = "policy_tokens", TEXTS, "none", Some("--policy-token"), Some("policy_tokens");
        /// the name of an [engine](engines.md), whose reading is the answer; without `agent`, `page_agent`, `obeys_global`, `purposes`, `signature_agent` and `policy_tokens`, which are keys of a client
        engine: Option<String> = "as", Text, "none", Some("--as"), Some("as_");
    }
    static ASKER = "RecordAsker", "One of several askers; all keys may be left out.", None;
}

keys! {
    /// The keys of a record beside those of its asker.
    pub(crate) struct ResponseKeys<'r> of 'r {
        /// copied to the answer
        id: Option<Value<'r>> = "id", Shape::Any, "the number of the line, from 0", None, None;
        /// an absolute URL of http, https or ftp, or a path starting with `/`, or `//` with a host and a path; any other text is the error `invalid-url`
        url: Option<Cow<'r, str>> = "url", Text, "`/`", Some("--url"), Some("url");
        /// several askers in the place of the keys from `agent` to `as`: an object for each, with these keys alone. Each gets its answer, in this order
        askers: Option<Vec<Object<AskerKeys>>> = "askers", Shape::List(&Shape::Table(&ASKER)), "one asker", None, None;
        /// the clock for `unavailable_after`
        now: Option<String> = "now", Moment, "the clock of the system", Some("--now"), Some("now");
        /// response fields in wire order; `HTTP_X_ROBOTS_TAG`, the name of a variable, is an error
        headers: Option<Vec<(String, String)>> = "headers", Shape::List(&Shape::Tuple(&[("name", Text), ("value", Text)])), "they are not given", None, Some("headers");
        /// the document as characters: the charset of its type does not apply
        html: Option<Cow<'r, str>> = "html", Text, "the document is not given", None, Some("html");
        /// the document as bytes, in base64, in the place of `html`
        html_base64: Option<String> = "html_base64", Text, "", None, None;
        /// feeds the document in chunks of this many bytes
        chunk: Option<usize> = "chunk", Whole(1, None), "at once", None, None;
        /// the body of robots.txt; without a status, the address of a file alone is an error
        robots_txt: Option<Cow<'r, str>> = "robots_txt", Text, "nothing is known of robots.txt", Some("--robots"), Some("robots");
        /// the same as bytes, in base64
        robots_txt_base64: Option<String> = "robots_txt_base64", Text, "", None, None;
        /// the HTTP status of its fetch, 100 to 599; 0 is a network failure
        robots_status: Option<u16> = "robots_status", STATUS, "200 if a body is given", None, Some("robots_status");
        /// for how many hours the fetch of robots.txt has been ending so
        robots_hours: Option<Duration> = "robots_hours", Number, "0, it failed now for the first time", Some("--robots-hours"), Some("robots_hours");
        /// the body of the last good robots.txt, from before its fetch failed
        robots_cached: Option<Cow<'r, str>> = "robots_cached", Text, "there is none", Some("--robots-cached"), Some("robots_cached");
        /// the same as bytes, in base64
        robots_cached_base64: Option<String> = "robots_cached_base64", Text, "", None, None;
        /// whether the site answers other requests, at which some engines look while robots.txt cannot be fetched
        site_up: Option<bool> = "site_up", Shape::Flag, "it is not known", Some("--site-up"), Some("site_up");
        /// the body of `/.well-known/tdmrep.json`
        tdmrep: Option<Cow<'r, str>> = "tdmrep", Text, "it was not fetched", Some("--tdmrep"), Some("tdmrep");
        /// the same as bytes, in base64
        tdmrep_base64: Option<String> = "tdmrep_base64", Text, "", None, None;
        /// the HTTP status of its fetch, 0 for a network failure; 4xx except 429, and a page instead of JSON: the site has none; 0, 206, 3xx, 429 and 5xx: it is not known
        tdmrep_status: Option<u16> = "tdmrep_status", STATUS, "a body is the file", None, Some("tdmrep_status");
        /// licences in RSL that robots.txt, a field or the page points at
        licenses: Option<Vec<StatedLicense<'r>>> = "licenses", Shape::List(&Shape::Either(&LICENSE)), "none was fetched", Some("--license"), Some("licenses");
        /// the HTTP status of the response, 0 for a network failure; see the [ledger](ledger.md) for this key and the next five
        status: Option<u16> = "status", STATUS, "it is taken for 200", None, Some("status");
        /// whether the end of the document is missing; true needs a document
        cut: Option<bool> = "cut", Shape::Flag, "false", None, Some("cut");
        /// sources that do not exist, by your word; one that is given too is an error
        assume_absent: Option<NameList> = "assume_absent", OneOrSeveral(&Word(&ASSUMED)), "none", Some("--assume-absent"), Some("assume_absent");
        /// when the response was fetched
        fetched: Option<String> = "fetched", Moment, "it is not stated", None, Some("fetched");
        /// when robots.txt was fetched; needs a robots.txt
        robots_fetched: Option<String> = "robots_fetched", Moment, "it is not stated", Some("--robots-fetched"), Some("robots_fetched");
        /// whether the answer has `ledger`
        ledger: Option<bool> = "ledger", Shape::Flag, "false", Some("--ledger"), None;
        /// whether the answer has `parts`: which text of the document may be quoted, its marks, and its links
        parts: Option<bool> = "parts", Shape::Flag, "false", Some("--parts"), Some("parts");
        /// how the inputs are read
        options: Option<Object<ReadingOptions>> = "options", Shape::Table(&OPTIONS), "those of the library", None, Some("options");
    }
    /// The keys of a question: a record of `eval --jsonl`. All may be left out.
    pub static QUESTION = "InputRecord", "A response and a question; all keys may be left out.", Some(&ASKER);
}

/// One line of input.
#[derive(Default)]
pub(crate) struct InputRecord<'r> {
    pub(crate) asker: AskerKeys,
    pub(crate) response: ResponseKeys<'r>,
}

impl<'r> Keys<'r> for InputRecord<'r> {
    fn names() -> Vec<&'static str> {
        QUESTION.rows().map(|key| key.name).collect()
    }

    fn set(&mut self, key: &str, value: Value<'r>) -> Result<bool, Misfit> {
        if ASKER.rows().any(|row| row.name == key) {
            self.asker.set(key, value)
        } else {
            self.response.set(key, value)
        }
    }

    fn given(&self) -> Option<&'static str> {
        self.asker.given().or_else(|| self.response.given())
    }
}

keys! {
    /// A licence that was fetched.
    pub(crate) struct StatedLicense<'r> of 'r {
        /// its address
        url: Option<Cow<'r, str>> = "url", Text, "", None, None;
        /// its body as characters
        body: Option<Cow<'r, str>> = "body", Text, "", None, None;
        /// its body as bytes, in base64
        body_base64: Option<String> = "body_base64", Text, "", None, None;
    }
    static LICENSE_KEYS = "", "", None;
}

impl<'r> Read<'r> for StatedLicense<'r> {
    fn read(value: Value<'r>) -> Result<Self, Misfit> {
        let at = value.at;
        let license: StatedLicense<'_> = object(value)?;
        let missing = || Misfit::new(at, String::from("the key `url` is missing"));
        license.url.is_some().then_some(license).ok_or_else(missing)
    }
}

static LICENSE: Choice = Choice {
    name: "License",
    about: "A licence: its address, and its body as characters or as bytes in base64.",
    of: &[Shape::Table(&AS_TEXT), Shape::Table(&AS_BYTES)],
};

static AS_TEXT: Table = license(&[of_license("url"), of_license("body")]);
static AS_BYTES: Table = license(&[of_license("url"), of_license("body_base64")]);

const fn license(keys: &'static [Key]) -> Table {
    Table {
        name: "",
        about: "",
        extends: None,
        keys,
    }
}

const fn of_license(name: &'static str) -> Key {
    Key {
        name,
        shape: Text,
        meaning: "",
        absent: None,
        flag: None,
        argument: None,
    }
}
