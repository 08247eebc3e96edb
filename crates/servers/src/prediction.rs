//! Requests, the fields of their answers, and what is not known of them.

use crate::files::Files;
use crate::named;
use crate::place::ConfigPlace;

/// A request of a client that has no password: GET, without conditions.
#[derive(Clone, Copy, Debug)]
pub struct Request<'r> {
    /// Whether it is by HTTPS.
    pub secure: bool,
    /// The name of the host without a port, if it is known.
    pub host: Option<&'r str>,
    /// The port, if it is not that of the scheme.
    pub port: Option<u16>,
    /// The path as it is sent, with its query.
    pub target: &'r str,
    /// The files of the site. Without them every path is taken for a file that exists, and a path that ends with `/` for a folder
    /// with an index.
    pub files: Option<&'r Files>,
}

/// A field that will be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name as it is written.
    pub name: String,
    /// Its value.
    pub value: String,
    /// The statement that sets it.
    pub place: ConfigPlace,
}

named! {
    /// The reason why a field is not known.
    #[non_exhaustive]
    pub enum Why {
        /// A file that was not given.
        Include = "include";
        /// Another server or a program answers, and may set fields of its own.
        Upstream = "upstream";
        /// A module or a directive that is not known here.
        Module = "module";
        /// A variable or a placeholder whose value depends on more than the request.
        Variable = "variable";
        /// A condition that depends on more than the request.
        Condition = "condition";
        /// A pattern that only PCRE can run, or one that is too large.
        Pattern = "pattern";
        /// An address that is rewritten in a way that is not followed here.
        Rewrite = "rewrite";
        /// Who may have the page.
        Access = "access";
        /// Which file it is: a folder apart from that of the site.
        Files = "files";
        /// Which host or port it is: the configuration has several.
        Host = "host";
        /// Services that read this file differ.
        Services = "services";
        /// Too many steps.
        Limit = "limit";
    }
}

impl Why {
    /// Whether fields may come from elsewhere, so that a configuration without any says nothing either.
    pub(crate) fn is_foreign(self) -> bool {
        matches!(self, Why::Include | Why::Upstream | Why::Module)
    }
}

/// A statement for which the fields are not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The statement.
    pub place: ConfigPlace,
    /// The kind of reason.
    pub why: Why,
    /// The reason for people.
    pub reason: String,
}

impl ConfigPlace {
    /// The fields are not known because of the statement here.
    pub(crate) fn unknown(self, why: Why, reason: impl Into<String>) -> Unknown {
        let reason = reason.into();
        Unknown {
            place: self,
            why,
            reason,
        }
    }
}

/// The fields about robots of one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prediction {
    /// The status, where it is known.
    pub status: Option<u16>,
    /// The file of the site that is the body, as `/index.html`, where it is known. A fallback has another one than the request.
    pub file: Option<String>,
    /// The text of the configuration that is the body, where it is known.
    pub text: Option<String>,
    /// The statement that has this text, or chose this file for a path without one, where it is known.
    pub by: Option<ConfigPlace>,
    /// The part of the configuration that answers, where that is known.
    pub location: Option<ConfigPlace>,
    /// Statements that counted until the server left their part for another one.
    pub left: Vec<ConfigPlace>,
    /// The fields that are known, in the order in which they are sent.
    pub fields: Vec<Field>,
    /// The statements whose fields are not known. With one the answer may have other fields, fewer or more.
    pub unknown: Vec<Unknown>,
}

impl Prediction {
    pub(crate) fn unknown(unknown: Unknown) -> Prediction {
        Prediction {
            unknown: vec![unknown],
            ..Prediction::default()
        }
    }

    /// The answer with a status, and nothing else that is known.
    pub(crate) fn of_status(status: u16) -> Prediction {
        Prediction {
            status: Some(status),
            ..Prediction::default()
        }
    }

    /// The prediction of a configuration that names fields about robots, or does not: no way through one that does not can send any,
    /// unless a part of it is foreign.
    pub(crate) fn where_named(mut self, names_fields: bool) -> Prediction {
        let is_foreign = |unknown: &Unknown| unknown.why.is_foreign();
        if !names_fields && !self.unknown.iter().any(is_foreign) {
            self.unknown.clear();
        }
        self
    }
}
