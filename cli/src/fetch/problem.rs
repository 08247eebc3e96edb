//! What keeps a page from being read, told apart and told exactly.

use std::fmt;
use std::io;
use std::time::Duration;

use robots_policy::Why;
use robots_policy_archives::http::coding::{self, Coding};
use url::Url;

use super::settings::{Settings, Wait};

/// A URL that was not read to its end, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Error {
    url: String,
    problem: Problem,
}

impl Error {
    pub(super) fn new(url: &Url, problem: Problem) -> Error {
        let mut url = url.clone();
        // A message may be read by others than the one who wrote the URL.
        if url.set_password(None).is_ok() {
            let _ = url.set_username("");
        }
        Error {
            url: url.into(),
            problem,
        }
    }

    /// What happened.
    pub(crate) fn problem(&self) -> &Problem {
        &self.problem
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.url, self.problem)
    }
}

/// What keeps a page from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum Problem {
    /// The URL cannot be asked for.
    Url(String),
    /// The name of the host has no address.
    Host(String),
    /// No connection: refused, no route.
    Connect(String),
    /// The connection cannot be made secret, or its certificate is not trusted.
    Tls(String),
    /// Something took too long.
    Timeout(Wait, Duration),
    /// The connection ended before the answer did.
    Cut,
    /// The answer breaks the rules of HTTP.
    Protocol(String),
    /// The header block has more bytes than allowed.
    LargeHeader(usize),
    /// A content coding that is not known.
    UnknownCoding(String),
    /// The body is not in the content coding that its fields name.
    Undecodable(Coding, String),
    /// The body has more bytes than allowed.
    LargeBody(u64),
    /// One redirect more than allowed.
    Redirects(usize),
    /// A redirect to where the walk has been.
    Loop(String),
    /// A redirect to what cannot be asked for.
    Location(String, String),
    /// A status of 300 to 399 without a place to go to.
    Nowhere(u16),
}

impl Problem {
    /// Why a body that has this problem is not read whole.
    pub(crate) fn unread(&self) -> Why {
        match self {
            Problem::UnknownCoding(_) | Problem::Undecodable(..) => Why::ContentCoding,
            _ => Why::Incomplete,
        }
    }

    pub(super) fn of(error: ureq::Error, settings: &Settings) -> Problem {
        match error {
            ureq::Error::Timeout(timeout) => {
                let wait = Wait::of(timeout);
                Problem::Timeout(wait, settings.limit(wait))
            }
            ureq::Error::HostNotFound => Problem::Host(String::from("no address")),
            ureq::Error::Io(error) => Problem::of_io(&error),
            ureq::Error::LargeResponseHeader(..) => Problem::LargeHeader(settings.most_header()),
            ureq::Error::Protocol(error) => Problem::Protocol(error.to_string()),
            ureq::Error::Tls(error) => Problem::Tls(error.to_owned()),
            ureq::Error::Rustls(error) => Problem::Tls(error.to_string()),
            ureq::Error::BadUri(why) => Problem::Url(why),
            error => Problem::Connect(error.to_string()),
        }
    }

    fn of_io(error: &io::Error) -> Problem {
        let text = error.to_string();
        match error.kind() {
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe => Problem::Cut,
            // How rustls tells what a peer did wrong.
            io::ErrorKind::InvalidData => Problem::Tls(text),
            _ => match text.strip_prefix(LOOKUP) {
                Some(why) => Problem::Host(why.to_owned()),
                None => Problem::Connect(text),
            },
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Url(why) => write!(f, "cannot be asked for: {why}"),
            Problem::Host(why) => write!(f, "its host was not found: {why}"),
            Problem::Connect(why) => write!(f, "no connection: {why}"),
            Problem::Tls(why) if why.contains(AUTHORITY) => f.write_str(
                "no secure connection: its certificate is that of an authority, which servers may not present; \
                 `openssl req -x509` makes one for a server with `-addext basicConstraints=critical,CA:FALSE`",
            ),
            Problem::Tls(why) => write!(f, "no secure connection: {why}"),
            Problem::Timeout(Wait::Connection, most) => write!(f, "no connection within {most:?}"),
            Problem::Timeout(Wait::Bytes, most) => {
                write!(f, "the server sent nothing for {most:?}")
            }
            Problem::Timeout(Wait::End, most) => {
                write!(f, "the answer did not end within {most:?}")
            }
            Problem::Cut => f.write_str("the connection ended before the answer did"),
            Problem::Protocol(why) => write!(f, "the answer is no HTTP: {why}"),
            Problem::LargeHeader(most) => write!(f, "its header block is larger than {most} bytes"),
            Problem::UnknownCoding(name) => write!(
                f,
                "its content coding `{}` is not known; known are {}",
                name.escape_debug(),
                coding::accepted()
            ),
            Problem::Undecodable(coding, why) => {
                write!(
                    f,
                    "its body is not in its content coding {}: {why}",
                    coding.name()
                )
            }
            Problem::LargeBody(most) => write!(f, "its body is larger than {most} bytes"),
            Problem::Redirects(most) => {
                let plural = if *most == 1 { "" } else { "s" };
                write!(f, "redirects once more after {most} redirect{plural}")
            }
            Problem::Loop(url) => write!(f, "redirects in a circle, back to {url}"),
            Problem::Nowhere(304) => {
                f.write_str("the server answered 304 (not modified) to a request without conditions")
            }
            Problem::Nowhere(status) => {
                write!(f, "the server answered {status} without a `Location` to follow")
            }
            Problem::Location(place, why) => {
                write!(f, "redirects to `{}`: {why}", place.escape_debug())
            }
        }
    }
}

/// The name that the library of certificates gives to an authority's certificate that a server presents as its own.
const AUTHORITY: &str = "CaUsedAsEndEntity";
/// How the standard library begins its message about a name without an address.
const LOOKUP: &str = "failed to lookup address information: ";
