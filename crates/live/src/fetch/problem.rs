//! The problems that keep a page from being read, each with its own message.

use std::fmt;
use std::io;
use std::time::Duration;

use robots_policy::Why;
use robots_policy::robots_txt::authority;
use robots_policy_input::coding::{self, Coding};
use robots_policy_input::number::number;
use url::Url;

use super::reach::Refused;
use super::settings::{ClientSettings, Wait};

/// A URL that was not read to its end, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    url: String,
    kind: ProblemKind,
}

impl Problem {
    pub(super) fn new(url: &Url, kind: ProblemKind) -> Problem {
        let mut url = url.clone();
        // A message may be read by people who should not see the password in the URL.
        if url.set_password(None).is_ok() {
            let _ = url.set_username("");
        }
        Problem {
            url: url.into(),
            kind,
        }
    }

    /// The problem.
    pub fn kind(&self) -> &ProblemKind {
        &self.kind
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.url, self.kind)?;
        match authority(&self.url) {
            Some(own) if self.kind == ProblemKind::Plain => {
                write!(f, "; write {}/", own.replacen("https:", "http:", 1))
            }
            _ => Ok(()),
        }
    }
}

/// A problem that keeps a page from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The URL cannot be requested.
    Url(String),
    /// An address that a page may not lead to.
    Refused(Refused),
    /// A URL for whose scheme no proxy is named, though one is wanted; why.
    NoProxy(String),
    /// The name of the host has no address.
    Host(String),
    /// No connection: refused, no route.
    Connect(String),
    /// The connection cannot be encrypted, or its certificate is not trusted.
    Tls(String),
    /// The server answers a secure URL without a secure connection.
    Plain,
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
    /// A redirect to a URL that was visited before.
    Loop(String),
    /// A redirect to a URL that cannot be requested.
    Location(String, String),
    /// A status of 300 to 399 without a target.
    Nowhere(u16),
}

impl ProblemKind {
    /// The name of the kind, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            ProblemKind::Url(_) => "url",
            ProblemKind::Refused(_) => REFUSED,
            ProblemKind::NoProxy(_) => NO_PROXY,
            ProblemKind::Host(_) => HOST_NOT_FOUND,
            ProblemKind::Connect(_) => "no-connection",
            ProblemKind::Tls(_) => "no-secure-connection",
            ProblemKind::Plain => PLAIN_HTTP,
            ProblemKind::Timeout(..) => "timeout",
            ProblemKind::Cut => "cut",
            ProblemKind::Protocol(_) => "not-http",
            ProblemKind::LargeHeader(_) => "large-header",
            ProblemKind::UnknownCoding(_) => "unknown-coding",
            ProblemKind::Undecodable(..) => "undecodable",
            ProblemKind::LargeBody(_) => "large-body",
            ProblemKind::Redirects(_) => "redirects",
            ProblemKind::Loop(_) => "redirect-loop",
            ProblemKind::Location(..) => "location",
            ProblemKind::Nowhere(_) => "no-location",
        }
    }

    /// Why a body that has this problem is not read whole.
    pub fn unread(&self) -> Why {
        match self {
            ProblemKind::UnknownCoding(_) | ProblemKind::Undecodable(..) => Why::ContentCoding,
            _ => Why::Incomplete,
        }
    }

    /// Whether it is of this program alone, and says nothing about the server: a client with other settings may have none.
    pub fn is_own(&self) -> bool {
        matches!(self, ProblemKind::Refused(_) | ProblemKind::NoProxy(_))
    }

    /// The problem in which a request of a client of these settings ended, or the reading of its answer.
    pub fn of(error: ureq::Error, settings: &ClientSettings) -> ProblemKind {
        match error {
            ureq::Error::Timeout(timeout) => {
                let wait = Wait::of(timeout);
                ProblemKind::Timeout(wait, settings.limit(wait))
            }
            ureq::Error::HostNotFound => ProblemKind::Host(String::from("no address")),
            ureq::Error::Io(error) => ProblemKind::of_io(&error),
            ureq::Error::LargeResponseHeader(..) => ProblemKind::LargeHeader(settings.most_header),
            ureq::Error::Protocol(error) => ProblemKind::Protocol(error.to_string()),
            ureq::Error::Tls(error) => ProblemKind::Tls(error.to_owned()),
            ureq::Error::Rustls(error) => {
                ProblemKind::of_io(&io::Error::new(io::ErrorKind::InvalidData, error))
            }
            ureq::Error::BadUri(why) => ProblemKind::Url(why),
            ureq::Error::Other(error) => match error.downcast::<Refused>() {
                Ok(refused) => ProblemKind::Refused(*refused),
                Err(error) => ProblemKind::Connect(error.to_string()),
            },
            error => ProblemKind::Connect(error.to_string()),
        }
    }

    fn of_io(error: &io::Error) -> ProblemKind {
        let text = error.to_string();
        match error.kind() {
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe => ProblemKind::Cut,
            // The way in which rustls reports an error of the peer.
            io::ErrorKind::InvalidData if text.contains(NO_TLS) => ProblemKind::Plain,
            io::ErrorKind::InvalidData => ProblemKind::Tls(text),
            _ => match text.strip_prefix(LOOKUP) {
                Some(why) => ProblemKind::Host(why.to_owned()),
                None => ProblemKind::Connect(text),
            },
        }
    }
}

impl fmt::Display for ProblemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemKind::Url(why) => write!(f, "cannot be requested: {why}"),
            ProblemKind::Refused(refused) => refused.fmt(f),
            ProblemKind::NoProxy(why) => f.write_str(why),
            ProblemKind::Host(why) => write!(f, "its host was not found: {why}"),
            ProblemKind::Connect(why) => write!(f, "no connection: {why}"),
            ProblemKind::Tls(why) if why.contains(AUTHORITY) => f.write_str(
                "no secure connection: its certificate is that of an authority, which servers may not present; \
                 `openssl req -x509` makes one for a server with `-addext basicConstraints=critical,CA:FALSE`",
            ),
            ProblemKind::Tls(why) => write!(f, "no secure connection: {why}"),
            ProblemKind::Plain => {
                f.write_str("it was asked by https, and its server speaks plain HTTP there")
            }
            ProblemKind::Timeout(Wait::Connection, most) => write!(f, "no connection within {most:?}"),
            ProblemKind::Timeout(Wait::Bytes, most) => {
                write!(f, "the server sent nothing for {most:?}")
            }
            ProblemKind::Timeout(Wait::End, most) => {
                write!(f, "the answer did not end within {most:?}")
            }
            ProblemKind::Cut => f.write_str("the connection ended before the answer did"),
            ProblemKind::Protocol(why) => write!(f, "the answer is not HTTP: {why}"),
            ProblemKind::LargeHeader(most) => write!(f, "its header block is larger than {most} bytes"),
            ProblemKind::UnknownCoding(name) => write!(
                f,
                "its content coding `{}` is not known; known are {}",
                name.escape_debug(),
                coding::accepted()
            ),
            ProblemKind::Undecodable(coding, why) => {
                write!(
                    f,
                    "its body is not in its content coding {}: {why}",
                    coding.name()
                )
            }
            ProblemKind::LargeBody(most) => write!(f, "its body is larger than {most} bytes"),
            ProblemKind::Redirects(most) => {
                let most = number(*most as u64, "redirect");
                write!(f, "redirects once more after {most}")
            }
            ProblemKind::Loop(url) => write!(f, "redirects in a circle, back to {url}"),
            ProblemKind::Nowhere(304) => {
                f.write_str("the server answered 304 (not modified) to a request without conditions")
            }
            ProblemKind::Nowhere(status) => {
                write!(f, "the server answered {status} without a `Location` to follow")
            }
            ProblemKind::Location(place, why) => {
                write!(f, "redirects to `{}`: {why}", place.escape_debug())
            }
        }
    }
}

/// The code of an address that the program itself does not request.
pub const REFUSED: &str = "refused-address";
/// The code of an address that needs a proxy, where none is named.
pub const NO_PROXY: &str = "no-proxy";
/// The code of a host whose name has no address.
pub const HOST_NOT_FOUND: &str = "host-not-found";
/// The code of a secure URL whose server speaks plain HTTP.
pub const PLAIN_HTTP: &str = "plain-http";
/// What rustls says of octets that are not TLS.
const NO_TLS: &str = "InvalidContentType";
/// The name of the error for a certificate of an authority that a server presents as its own.
const AUTHORITY: &str = "CaUsedAsEndEntity";
/// The beginning of the standard library's message about a name without an address.
const LOOKUP: &str = "failed to lookup address information: ";
