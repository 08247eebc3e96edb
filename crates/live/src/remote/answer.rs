//! One request and its answer, with the redirects between them.

use std::io::{self, Read as _};
use std::time::SystemTime;

use http::header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_RANGES, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE,
    LOCATION, TRANSFER_ENCODING, USER_AGENT,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use robots_policy::robots_txt::AnswerFields;
use ureq::BodyReader;
use url::Url;

use super::Web;
use super::attempts::Fault;
use super::version::text;
use crate::fetch::{ProblemKind, Walk, is_redirect, routed};

/// An answer whose body is not read yet.
pub(super) struct FileAnswer {
    /// The address that gave it.
    url: Url,
    /// Whether a redirect led there.
    is_elsewhere: bool,
    status: StatusCode,
    headers: HeaderMap,
    pub(super) body: BodyReader<'static>,
}

impl FileAnswer {
    /// The answer to a request with these additional fields.
    pub(super) fn to(
        web: &Web,
        url: &Url,
        method: &Method,
        fields: &HeaderMap,
    ) -> Result<FileAnswer, Fault> {
        let mut walk = Walk::with_most(url, web.settings.redirects);
        loop {
            let answer = web.ask(walk.at(), method, fields)?;
            let (head, body) = answer.into_parts();
            let location = text(&head.headers, LOCATION).map(str::to_owned);
            let body = body.into_reader();
            if let Some(location) = location.filter(|_| is_redirect(head.status)) {
                let went = walk.go(head.status, &location);
                went.map_err(|problem| Fault::Final(problem.to_string()))?;
                // Read to its end, a connection serves again.
                let _ = body.take(MOST_DISCARDED).read_to_end(&mut Vec::new());
                continue;
            }
            let answer = FileAnswer {
                url: walk.at().clone(),
                is_elsewhere: !walk.hops().is_empty(),
                status: head.status,
                headers: head.headers,
                body,
            };
            if PASSING.contains(&answer.status.as_u16()) {
                return Err(Fault::Passing {
                    why: answer.described(),
                    after: AnswerFields::from_headers(&answer.headers).wait(SystemTime::now()),
                });
            }
            return Ok(answer);
        }
    }

    pub(super) fn status(&self) -> StatusCode {
        self.status
    }

    pub(super) fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    pub(super) fn is_whole(&self) -> bool {
        self.status == StatusCode::OK
    }

    pub(super) fn is_part(&self) -> bool {
        self.status == StatusCode::PARTIAL_CONTENT
    }

    /// Whether it says where its body ends; otherwise the body ends with the connection (RFC 9112 §6.3).
    pub(super) fn is_framed(&self) -> bool {
        self.headers.contains_key(CONTENT_LENGTH) || self.headers.contains_key(TRANSFER_ENCODING)
    }

    /// Whether the server says that it serves ranges.
    pub(super) fn serves_ranges(&self) -> bool {
        let units = text(&self.headers, ACCEPT_RANGES).unwrap_or_default();
        self.is_part() || units.eq_ignore_ascii_case("bytes")
    }

    /// The value of `Content-Type`.
    pub(super) fn kind(&self) -> Option<&str> {
        text(&self.headers, CONTENT_TYPE)
    }

    /// The content coding in which a server sends a file that is kept without. Where a name says that the file is compressed,
    /// servers describe its bytes with this field and add no coding.
    pub(super) fn coding(&self) -> Option<&str> {
        let coding = text(&self.headers, CONTENT_ENCODING)?;
        let is_none = coding.trim().is_empty() || coding.eq_ignore_ascii_case("identity");
        let path = self.url.path().to_ascii_lowercase();
        let is_compressed = COMPRESSED.iter().any(|ending| path.ends_with(ending));
        (!is_none && !is_compressed && (self.is_whole() || self.is_part())).then_some(coding)
    }

    /// The fault of a server that sends a whole file in the place of a range.
    pub(super) fn without_ranges(&self) -> String {
        let kind = self
            .kind()
            .map_or_else(String::new, |kind| format!(" ({kind})"));
        format!(
            "the server does not serve ranges: it sent the whole file{kind}; scan it without --records, or download it"
        )
    }

    /// The fault of an answer without the file.
    pub(super) fn refusal(&self) -> Fault {
        Fault::Final(self.described())
    }

    /// As in `the server answered 404 Not Found`.
    fn described(&self) -> String {
        let status = format!("the server answered {}", self.status);
        if self.is_elsewhere {
            return format!("{status} at {}", self.url);
        }
        status
    }
}

impl Web {
    fn ask(
        &self,
        url: &Url,
        method: &Method,
        fields: &HeaderMap,
    ) -> Result<http::Response<ureq::Body>, Fault> {
        let mut request = http::Request::builder()
            .method(method)
            .uri(url.as_str())
            .header(USER_AGENT, OWN_NAME)
            .header(ACCEPT, ANY)
            // Offsets are those of the bytes that the server keeps.
            .header(ACCEPT_ENCODING, IDENTITY)
            .body(())
            .map_err(|error| Fault::Final(error.to_string()))?;
        request.headers_mut().extend(fields.clone());
        let request = routed(&self.agent, &self.settings, url, request);
        let request = request.map_err(|problem| Fault::Final(problem.to_string()))?;
        let answer = self.agent.run(request);
        answer.map_err(|error| self.unanswered(error))
    }

    /// The fault of a request. Another attempt makes no certificate trusted.
    fn unanswered(&self, error: ureq::Error) -> Fault {
        let problem = ProblemKind::of(error, &self.settings);
        let why = problem.to_string();
        match problem {
            ProblemKind::Url(_)
            | ProblemKind::Tls(_)
            | ProblemKind::Plain
            | ProblemKind::LargeHeader(_) => Fault::Final(why),
            _ => Fault::passing(why),
        }
    }

    /// The fault of reading a body.
    pub(super) fn broken(&self, error: io::Error) -> Fault {
        Fault::passing(ProblemKind::of(error.into(), &self.settings).to_string())
    }
}

/// Statuses that a server may answer once and not again.
const PASSING: [u16; 7] = [408, 425, 429, 500, 502, 503, 504];
/// The limit above which reading the rest of a redirect costs more than a new connection.
const MOST_DISCARDED: u64 = 16 * 1024;
/// The ends of the names of compressed files.
const COMPRESSED: [&str; 3] = [".gz", ".zst", ".zstd"];
const OWN_NAME: HeaderValue =
    HeaderValue::from_static(concat!("robots-policy/", env!("CARGO_PKG_VERSION")));
const ANY: HeaderValue = HeaderValue::from_static("*/*");
const IDENTITY: HeaderValue = HeaderValue::from_static("identity");
