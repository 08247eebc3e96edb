//! The keys of a question: a row makes a field of the type that reads it, and its row in the contract.

use std::borrow::Cow;

use crate::contract::Door::{Flag, Python};
use crate::contract::Shape::{self, Moment, Number, OneOrSeveral, Text, Whole, Word};
use crate::contract::{ASSUMED, Choice, Key, Table, or_first};
use crate::given::Tokens;
use crate::json::Value;
use crate::license::StatedLicense;
use crate::read::{Keys, Misfit, Read};
use crate::reading::{OPTIONS, ReadingOptions};
use crate::shape::{Count, FieldLine, Hours, Object, Status, Written};

/// The row of a key in the contract.
macro_rules! key {
    ($meaning:literal, $name:literal, $shape:expr, $absent:literal, [$($door:expr),*] $(, $since:literal)?) => {
        Key {
            name: $name,
            shape: $shape,
            meaning: $meaning.trim_ascii(),
            absent: Some($absent),
            since: or_first!($($since)?),
            doors: &[$($door),*],
        }
    };
}

/// A row: its meaning, the field and its type; the key, its values, its default in words, and
/// other doors. The rows of `asker` are keys of the record, and of an object of `askers`.
macro_rules! question {
    (
        $(#[doc = $about:literal])+
        pub(crate) struct $type:ident<$life:lifetime> {
            $(
                #[doc = $meaning:literal]
                $field:ident: $value:ty = $name:literal, $shape:expr, $absent:literal $(, [$($door:expr),+])? $(, since $since:literal)?;
            )+
            asker $asker:ident {$(
                #[doc = $of_asker:literal]
                $asker_field:ident: $asker_value:ty = $asker_name:literal, $asker_shape:expr, $asker_absent:literal, [$($asker_door:expr),+];
            )+}
            $(
                #[doc = $later:literal]
                $later_field:ident: $later_value:ty = $later_name:literal, $later_shape:expr, $later_absent:literal $(, [$($later_door:expr),+])? $(, since $later_since:literal)?;
            )+
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Default)]
        pub(crate) struct $type<$life> {
            $(
                #[doc = $meaning]
                pub(crate) $field: $value,
            )+
            $(
                #[doc = $of_asker]
                pub(crate) $asker_field: $asker_value,
            )+
            $(
                #[doc = $later]
                pub(crate) $later_field: $later_value,
            )+
        }

        /// The keys of one asker.
        #[derive(Default)]
        pub(crate) struct $asker {$(
            #[doc = $of_asker]
            pub(crate) $asker_field: $asker_value,
        )+}

        impl $asker {
            /// The first key that is given.
            pub(crate) fn key(&self) -> Option<&'static str> {
                let keys = [$(($asker_name, self.$asker_field.is_some()),)+];
                let given = keys.into_iter().find(|(_, is_given)| *is_given);
                given.map(|(key, _)| key)
            }
        }

        impl $type<'_> {
            /// Takes the keys of its asker.
            pub(crate) fn take_asker(&mut self) -> $asker {
                $asker {
                    $($asker_field: self.$asker_field.take(),)+
                }
            }
        }

        impl<$life> Keys<$life> for $type<$life> {
            fn names() -> Vec<&'static str> {
                QUESTION.keys.iter().map(|key| key.name).collect()
            }

            fn set(&mut self, key: &str, value: Value<$life>) -> Result<bool, Misfit> {
                match key {
                    $($name => self.$field = Read::read(value)?,)+
                    $($asker_name => self.$asker_field = Read::read(value)?,)+
                    $($later_name => self.$later_field = Read::read(value)?,)+
                    _ => return Ok(false),
                }
                Ok(true)
            }
        }

        impl<'t> Keys<'t> for $asker {
            fn names() -> Vec<&'static str> {
                ASKER.keys.iter().map(|key| key.name).collect()
            }

            fn set(&mut self, key: &str, value: Value<'t>) -> Result<bool, Misfit> {
                match key {
                    $($asker_name => self.$asker_field = Read::read(value)?,)+
                    _ => return Ok(false),
                }
                Ok(true)
            }
        }

        /// The keys of a question: a record of `eval --jsonl`. All may be left out.
        pub static QUESTION: Table = Table {
            name: "InputRecord",
            about: "A response and a question; all keys may be left out.",
            extends: None,
            keys: &[
                $(key!($meaning, $name, $shape, $absent, [$($($door),+)?] $(, $since)?),)+
                $(key!($of_asker, $asker_name, $asker_shape, $asker_absent, [$($asker_door),+]),)+
                $(key!($later, $later_name, $later_shape, $later_absent, [$($($later_door),+)?] $(, $later_since)?),)+
            ],
        };

        /// The keys of an object of `askers`.
        static ASKER: Table = Table {
            name: "RecordAsker",
            about: "One of several askers; all keys may be left out.",
            extends: None,
            keys: &[$(key!($of_asker, $asker_name, $asker_shape, $asker_absent, []),)+],
        };
    };
}

const STATUS: Shape = Whole(0, Some(599));
const TEXTS: Shape = Shape::List(&Text);

question! {
    /// One line of input.
    pub(crate) struct InputRecord<'r> {
        /// copied to the answer
        id: Option<Written<'r>> = "id", Shape::Any, "the number of the line, from 0";
        /// an absolute URL of http, https or ftp, or a path starting with `/`, or `//` with a host and a path; any other text is the error `invalid-url`
        url: Option<Cow<'r, str>> = "url", Text, "`/`", [Flag("--url"), Python("url")];
        asker AskerKeys {
            /// product tokens of the asker, most specific first
            agent: Option<Tokens> = "agent", OneOrSeveral(&Text), "`*`, a client that no one names", [Flag("--agent"), Python("agent")];
            /// tokens that page-level statements address it by, where they differ
            page_agent: Option<Tokens> = "page_agent", OneOrSeveral(&Text), "those of `agent`", [Flag("--page-agent")];
            /// its `User-agent-purpose` tokens
            purposes: Option<Vec<String>> = "purposes", TEXTS, "none", [Flag("--purpose")];
            /// its own `Signature-Agent` field, in any of its forms
            signature_agent: Option<String> = "signature_agent", Text, "none", [Flag("--signature-agent")];
            /// false for a client that only obeys statements to its name
            obeys_global: Option<bool> = "obeys_global", Shape::Flag, "true", [Flag("--own-name-only")];
            /// product tokens that no crawler sends, each with the activities that it is about, if it counts for them: `Google-Extended=train,input`
            policy_tokens: Option<Vec<String>> = "policy_tokens", TEXTS, "none", [Flag("--policy-token"), Python("policy_tokens")];
            /// the name of an [engine](engines.md), whose reading is the answer; without `agent`, `page_agent`, `obeys_global`, `purposes`, `signature_agent` and `policy_tokens`, which are keys of a client
            engine: Option<String> = "as", Text, "none", [Flag("--as"), Python("as_")];
        }
        /// several askers in the place of the keys above from `agent` on: an object for each, with these keys alone. Each gets its answer, in this order
        askers: Option<Vec<Object<AskerKeys>>> = "askers", Shape::List(&Shape::Table(&ASKER)), "one asker";
        /// the clock for `unavailable_after`
        now: Option<String> = "now", Moment, "the clock of the system", [Flag("--now"), Python("now")];
        /// response fields in wire order; `HTTP_X_ROBOTS_TAG`, the name of a variable, is an error
        headers: Option<Vec<FieldLine>> = "headers", Shape::List(&Shape::Tuple(&[("name", Text), ("value", Text)])), "they are not given", [Python("headers")];
        /// the document as characters: the charset of its type does not apply
        html: Option<Cow<'r, str>> = "html", Text, "the document is not given", [Python("html")];
        /// the document as bytes, in base64, in the place of `html`
        html_base64: Option<String> = "html_base64", Text, "";
        /// feeds the document in chunks of this many bytes
        chunk: Option<Count> = "chunk", Whole(1, None), "at once";
        /// the body of robots.txt; without a status, the address of a file alone is an error
        robots_txt: Option<Cow<'r, str>> = "robots_txt", Text, "nothing is known of robots.txt", [Flag("--robots"), Python("robots")];
        /// the same as bytes, in base64
        robots_txt_base64: Option<String> = "robots_txt_base64", Text, "";
        /// the HTTP status of its fetch, 100 to 599; 0 is a network failure
        robots_status: Option<Status> = "robots_status", STATUS, "200 if a body is given", [Python("robots_status")];
        /// for how many hours the fetch of robots.txt has been ending so
        robots_hours: Option<Hours> = "robots_hours", Number, "0, it failed now for the first time", [Flag("--robots-hours"), Python("robots_hours")];
        /// the body of the last good robots.txt, from before its fetch failed
        robots_cached: Option<Cow<'r, str>> = "robots_cached", Text, "there is none", [Flag("--robots-cached"), Python("robots_cached")];
        /// the same as bytes, in base64
        robots_cached_base64: Option<String> = "robots_cached_base64", Text, "";
        /// whether the site answers other requests, at which some engines look while robots.txt cannot be fetched
        site_up: Option<bool> = "site_up", Shape::Flag, "it is not known", [Flag("--site-up"), Python("site_up")];
        /// the body of `/.well-known/tdmrep.json`
        tdmrep: Option<Cow<'r, str>> = "tdmrep", Text, "it was not fetched", [Flag("--tdmrep"), Python("tdmrep")];
        /// the same as bytes, in base64
        tdmrep_base64: Option<String> = "tdmrep_base64", Text, "";
        /// the HTTP status of its fetch, 0 for a network failure; 4xx except 429, and a page instead of JSON: the site has none; 0, 206, 3xx, 429 and 5xx: it is not known
        tdmrep_status: Option<Status> = "tdmrep_status", STATUS, "a body is the file", [Python("tdmrep_status")];
        /// licences in RSL that robots.txt, a field or the page points at
        licenses: Option<Vec<StatedLicense<'r>>> = "licenses", Shape::List(&Shape::Either(&LICENSE)), "none was fetched", [Flag("--license"), Python("licenses")];
        /// the HTTP status of the response, 0 for a network failure; see the [ledger](ledger.md) for this key and the next five
        status: Option<Status> = "status", STATUS, "it is taken for 200", [Python("status")];
        /// whether the end of the document is missing; true needs a document
        cut: Option<bool> = "cut", Shape::Flag, "false", [Python("cut")];
        /// sources that do not exist, by your word; one that is given too is an error
        assume_absent: Option<Tokens> = "assume_absent", OneOrSeveral(&Word(&ASSUMED)), "none", [Flag("--assume-absent"), Python("assume_absent")];
        /// when the response was fetched
        fetched: Option<String> = "fetched", Moment, "it is not stated", [Python("fetched")];
        /// when robots.txt was fetched; needs a robots.txt
        robots_fetched: Option<String> = "robots_fetched", Moment, "it is not stated", [Flag("--robots-fetched"), Python("robots_fetched")];
        /// whether the answer has `ledger`
        ledger: Option<bool> = "ledger", Shape::Flag, "false", [Flag("--ledger")];
        /// how the inputs are read
        options: Option<Object<ReadingOptions>> = "options", Shape::Table(&OPTIONS), "those of the library", [Python("options")];
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
        since: or_first!(),
        doors: &[],
    }
}
