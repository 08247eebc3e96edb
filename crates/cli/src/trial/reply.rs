//! An answer of a site as the cases describe it, and its bytes.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Deserialize;

/// An answer. Names in braces are places: `{a}` is the address of the host `a`, `{agent}` the name of the client.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Reply {
    /// The status; without it 200.
    status: Option<u16>,
    /// Fields beside those that follow from the body.
    fields: Vec<(String, String)>,
    /// The field Location.
    location: Option<String>,
    /// A body of plain text.
    robots: Option<String>,
    /// A page with text.
    page: Option<Page>,
    /// Any other body, whose type is in `fields`.
    body: Option<String>,
    /// Any other body in base64.
    body_b64: Option<String>,
    /// Comments around the body.
    pad: Option<Pad>,
    gzip: Option<Gzip>,
    /// Hours that the clock of the site is ahead.
    clock_hours: i64,
    /// The time before the answer.
    pub(super) delay_ms: u64,
    /// The connection is closed after this many bytes of the body.
    cut_after: Option<usize>,
    /// The connection is reset without an answer.
    pub(super) reset: bool,
    /// The whole answer, in the place of all others.
    raw: Option<String>,
}

impl Reply {
    /// A page with these links, whose marker is that of no case.
    pub(super) fn of_links(links: Vec<String>) -> Reply {
        Reply {
            page: Some(Page {
                name: String::from("hub"),
                head: String::new(),
                links,
            }),
            ..Reply::default()
        }
    }
}

/// A page of HTML, whose text has a marker and is long enough for programs that leave out short ones.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    /// The middle of the marker.
    #[serde(default)]
    name: String,
    /// More of the head.
    #[serde(default)]
    head: String,
    /// The addresses of its links, each with its `rel` after a space.
    #[serde(default)]
    links: Vec<String>,
}

/// Comments around a body, in bytes.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Pad {
    #[serde(default)]
    before: usize,
    #[serde(default)]
    after: usize,
    /// The length of a line; without it all is one line.
    line: Option<usize>,
    /// Lines in the place of comments, again and again.
    text: Option<String>,
}

/// Whether a compressed body is labelled so.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Gzip {
    Labelled,
    Unlabelled,
}

/// The bytes of an answer.
pub(super) struct Bytes {
    pub(super) head: Vec<u8>,
    /// As much of the body as is sent.
    pub(super) body: Vec<u8>,
}

/// The answer to a path that a case does not have.
pub(super) fn absent() -> Reply {
    Reply {
        status: Some(404),
        robots: Some(String::from("There is nothing here.\n")),
        ..Reply::default()
    }
}

impl Reply {
    /// Its bytes, with these texts in their places.
    pub(super) fn bytes(&self, places: &[(String, String)]) -> Bytes {
        let filled = |text: &str| fill(text, places);
        if let Some(raw) = &self.raw {
            let head = filled(raw).into_bytes();
            return Bytes {
                head,
                body: Vec::new(),
            };
        }
        let (kind, body) = self.content(places);
        let body = match &self.pad {
            Some(pad) => pad.around(&body),
            None => body,
        };
        let mut body = if self.gzip.is_some() {
            zipped(&body)
        } else {
            body
        };
        let mut head = format!("HTTP/1.1 {} {}\r\n", self.status(), self.reason());
        let mut put = |name: &str, value: &str| head.extend([name, ": ", value, "\r\n"]);
        let has = |name: &str| {
            self.fields
                .iter()
                .any(|(own, _)| own.eq_ignore_ascii_case(name))
        };
        if let Some(kind) = kind.filter(|_| !has("content-type")) {
            put("Content-Type", kind);
        }
        if self.gzip == Some(Gzip::Labelled) {
            put("Content-Encoding", "gzip");
        }
        for (name, value) in &self.fields {
            put(name, &filled(value));
        }
        if let Some(location) = &self.location {
            put("Location", &filled(location));
        }
        put("Date", &date(self.clock_hours));
        put("Content-Length", &body.len().to_string());
        put("Connection", "close");
        head.push_str("\r\n");
        body.truncate(self.cut_after.unwrap_or(usize::MAX));
        Bytes {
            head: head.into_bytes(),
            body,
        }
    }

    fn status(&self) -> u16 {
        self.status.unwrap_or(200)
    }

    fn reason(&self) -> &'static str {
        let status = http::StatusCode::from_u16(self.status());
        let reason = status.ok().and_then(|status| status.canonical_reason());
        reason.unwrap_or("Unknown")
    }

    /// The usual type of its body, and the body.
    fn content(&self, places: &[(String, String)]) -> (Option<&'static str>, Vec<u8>) {
        if let Some(robots) = &self.robots {
            return (Some("text/plain"), fill(robots, places).into_bytes());
        }
        if let Some(page) = &self.page {
            let html = fill(&page.html(), places);
            return (Some("text/html; charset=utf-8"), html.into_bytes());
        }
        if let Some(bytes) = &self.body_b64 {
            return (None, STANDARD.decode(bytes).unwrap_or_default());
        }
        let body = self.body.as_deref().unwrap_or_default();
        (None, fill(body, places).into_bytes())
    }

    /// Whether its base64 can be read, and its forms of a body are one at most.
    #[cfg(test)]
    pub(super) fn is_well_formed(&self) -> bool {
        let bodies = [
            self.robots.is_some(),
            self.page.is_some(),
            self.body.is_some(),
            self.body_b64.is_some(),
            self.raw.is_some(),
        ];
        let decoded = self.body_b64.as_ref().map(|text| STANDARD.decode(text));
        bodies.iter().filter(|is| **is).count() <= 1 && decoded.is_none_or(|body| body.is_ok())
    }
}

impl Page {
    fn html(&self) -> String {
        let Page { name, head, links } = self;
        let links = links.iter().map(|link| {
            let (to, rel) = link.split_once(' ').unwrap_or((link, ""));
            let rel = if rel.is_empty() {
                String::new()
            } else {
                format!(" rel=\"{rel}\"")
            };
            format!("<p><a href=\"{to}\"{rel}>Another page of this site</a></p>")
        });
        let links = links.collect::<String>();
        let text = TEXT.repeat(8);
        format!(
            "<!doctype html><html lang=\"en\"><head><title>A page</title>{head}</head><body><article><h1>A page</h1><p>{} {text}</p>{links}</article></body></html>\n",
            marker(name)
        )
    }
}

/// The text by which a page is found in the output of a client.
pub(super) fn marker(name: &str) -> String {
    format!("Marker-{name}-of-the-page")
}

impl Pad {
    fn around(&self, body: &[u8]) -> Vec<u8> {
        [&self.filler(self.before), body, &self.filler(self.after)].concat()
    }

    /// Comments of this many bytes, or none.
    fn filler(&self, length: usize) -> Vec<u8> {
        if let Some(text) = &self.text {
            let times = length.div_ceil(text.len().max(1));
            return text.repeat(times).into_bytes();
        }
        let line = self.line.unwrap_or(length).max(3);
        let mut text = Vec::with_capacity(length);
        while text.len() < length {
            // A rest too short for a comment is empty lines.
            match line.min(length - text.len()) {
                short @ 0..3 => text.resize(text.len() + short, b'\n'),
                line => {
                    text.extend_from_slice(b"# ");
                    text.resize(text.len() + line - 3, b'x');
                    text.push(b'\n');
                }
            }
        }
        text
    }
}

fn fill(text: &str, places: &[(String, String)]) -> String {
    places.iter().fold(text.to_owned(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), value)
    })
}

fn zipped(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    // A list of bytes takes everything.
    let _ = encoder.write_all(body);
    encoder.finish().unwrap_or_default()
}

/// The field Date of a site whose clock is ahead.
fn date(hours: i64) -> String {
    let now = jiff::Timestamp::now();
    let then = now.checked_add(jiff::SignedDuration::from_hours(hours));
    let then = then.unwrap_or(now);
    then.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

const TEXT: &str = "This paragraph is here so that the page has as much text as a page of an encyclopedia has, and readers keep it. ";
