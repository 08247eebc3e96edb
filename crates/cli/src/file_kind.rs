//! The kind of a file by its bytes, and the command or option that reads it.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Read as _;

use robots_policy::header::coding_by_mark;
use robots_policy_input::read_input::plain;
use robots_policy_input::saved::{self, marks};
use serde_json::value::RawValue;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// A response with its status line.
    Response,
    /// A response with the marks of a client.
    Marked,
    /// HTML.
    Page,
    /// A page and its parts, as browsers save it in one file.
    Mhtml,
    /// Requests and responses, as browsers export them.
    Har,
    RobotsTxt,
    /// Bytes of a coding, which fields may name.
    Packed,
    Empty,
    /// A file that sites have beside pages, and that shows by itself that it is none: what to do with it.
    File(&'static str),
    /// A file that neither `eval` nor `matrix` reads: its name, and what does.
    Other(&'static str),
    /// Text or bytes without a sign.
    Unknown,
}

impl FileKind {
    /// Looks at a file.
    pub(crate) fn of(file: &[u8]) -> FileKind {
        let text = saved::text(file);
        if text.trim_ascii().is_empty() {
            return FileKind::Empty;
        }
        let kind = of_mark(&text)
            .or_else(|| of_response(&text))
            .or_else(|| of_json(&text))
            .or_else(|| of_markup(file, &text))
            .or_else(|| of_addresses(&text))
            .or_else(|| of_robots(&text));
        kind.unwrap_or(FileKind::Unknown)
    }

    /// Whether it is a `tdmrep.json`.
    pub(crate) fn is_tdmrep(self) -> bool {
        self == FileKind::Other(TDMREP)
    }

    /// Whether it is a licence in RSL.
    pub(crate) fn is_license(self) -> bool {
        self == FileKind::Other(LICENSE)
    }

    /// Whether it is a sitemap: in XML, as a text with addresses, or a feed.
    pub(crate) fn is_sitemap(self) -> bool {
        [SITEMAP, ADDRESSES, FEED]
            .map(FileKind::Other)
            .contains(&self)
    }

    /// The sentence that says what it is and what reads it, for a place that does not.
    pub(crate) fn sentence(self) -> Option<&'static str> {
        Some(match self {
            FileKind::Response => "it is a saved response; give it to `eval` without an option",
            FileKind::Marked => {
                "it has marks of a client before the response; give it to `eval` without an option"
            }
            FileKind::Page => "it is an HTML page; give it to `eval`, alone or with --html",
            FileKind::Mhtml => "it is a page in MHTML; give it to `eval` without an option",
            FileKind::Har => {
                "it is a HAR, which holds many responses; give it to `eval` without an option"
            }
            FileKind::RobotsTxt => {
                "it is a robots.txt; give it to --robots of `eval`, or to `matrix`"
            }
            FileKind::Empty => saved::EMPTY,
            FileKind::Packed => "it is compressed; unpack it first, as with `gunzip`",
            FileKind::File(sentence) | FileKind::Other(sentence) => sentence,
            FileKind::Unknown => return None,
        })
    }
}

/// The kind of a file with a mark at its start.
fn of_mark(text: &[u8]) -> Option<FileKind> {
    if coding_by_mark(text).is_some() {
        let mut start = Vec::new();
        // What cannot be unpacked shows no mark.
        let _ = plain(text).map(|plain| plain.take(5).read_to_end(&mut start));
        let is_archive = start == b"WARC/";
        return Some(if is_archive {
            FileKind::Other(ARCHIVE)
        } else {
            FileKind::Packed
        });
    }
    let row = MARKS.iter().find(|(mark, _)| text.starts_with(mark));
    row.map(|(_, sentence)| match *sentence {
        PDF | IMAGE => FileKind::File(sentence),
        sentence => FileKind::Other(sentence),
    })
}

fn of_response(text: &[u8]) -> Option<FileKind> {
    if text.starts_with(b"HTTP/") {
        return Some(FileKind::Response);
    }
    let is_marked = marks::command_of(text).is_some();
    is_marked.then_some(FileKind::Marked)
}

/// The keys of an object, whatever their values are.
type Keys<'k> = BTreeMap<Cow<'k, str>, &'k RawValue>;

/// The kind of JSON. Only the first value is looked at: records are lines.
fn of_json(text: &[u8]) -> Option<FileKind> {
    let text = text.trim_ascii_start();
    if text.starts_with(b"[") {
        let rows = first::<Vec<Keys<'_>>>(text)?;
        let is_tdmrep = rows.iter().any(|keys| keys.contains_key("tdm-reservation"));
        return Some(FileKind::Other(if is_tdmrep { TDMREP } else { JSON }));
    }
    if !text.starts_with(b"{") {
        return None;
    }
    let Some(keys) = first::<Keys<'_>>(text) else {
        // A HAR that is cut is one too.
        let start = text.get(..text.len().min(LOOKED_AT)).unwrap_or_default();
        let start: Vec<u8> = start
            .iter()
            .copied()
            .filter(|b| !b.is_ascii_whitespace())
            .collect();
        return start.starts_with(b"{\"log\":{").then_some(FileKind::Har);
    };
    let has = |names: &[&str]| names.iter().any(|name| keys.contains_key(*name));
    Some(match () {
        () if has(&["log"]) => FileKind::Har,
        () if has(&["access", "obtainable"]) => FileKind::Other(ANSWER),
        () if has(RECORD) => FileKind::Other(RECORDS),
        () => FileKind::Other(JSON),
    })
}

/// The first of the values in a text.
fn first<'t, T: serde::Deserialize<'t>>(text: &'t [u8]) -> Option<T> {
    let mut values = serde_json::Deserializer::from_slice(text).into_iter();
    values.next()?.ok()
}

/// The kind of HTML, MHTML or XML.
fn of_markup(file: &[u8], text: &[u8]) -> Option<FileKind> {
    let name = root(text);
    let row = name.and_then(|name| ROOTS.iter().find(|(own, _)| name == own.as_bytes()));
    match row {
        Some((_, sentence)) => Some(FileKind::Other(sentence)),
        None if saved::is_page(file) || name == Some(b"html") => Some(FileKind::Page),
        None => saved::is_copy(text).then_some(FileKind::Mhtml),
    }
}

/// The name of the first element of XML, without its prefix.
fn root(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text.get(..text.len().min(LOOKED_AT))?.trim_ascii_start();
    loop {
        let end: &[u8] = match rest {
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', b'!', ..] => b">",
            _ => break,
        };
        let at = memchr::memmem::find(rest, end)? + end.len();
        rest = rest.get(at..)?.trim_ascii_start();
    }
    let tag = rest.strip_prefix(b"<")?;
    let is_end = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'>' | b'/');
    let name = tag.split(is_end).next()?;
    name.rsplit(|b| *b == b':').next()
}

/// A text all of whose first lines are addresses.
fn of_addresses(text: &[u8]) -> Option<FileKind> {
    let start = text.get(..text.len().min(LOOKED_AT)).unwrap_or_default();
    let is_end = |b: &u8| matches!(b, b'\n' | b'\r');
    // The last line of a longer text is not whole.
    let whole = match start.iter().rposition(is_end) {
        Some(end) if start.len() < text.len() => start.get(..end)?,
        _ => start,
    };
    let mut lines = whole.split(is_end).map(<[u8]>::trim_ascii);
    let are_addresses = lines.all(|line| {
        let is_web = line.starts_with(b"https://") || line.starts_with(b"http://");
        line.is_empty() || is_web && !line.contains(&b' ')
    });
    are_addresses.then_some(FileKind::Other(ADDRESSES))
}

/// A robots.txt has a line about a crawler, or begins with one about a sitemap.
fn of_robots(text: &[u8]) -> Option<FileKind> {
    let start = text.get(..text.len().min(LOOKED_AT)).unwrap_or_default();
    let lines = start.split(|b| matches!(b, b'\n' | b'\r'));
    let lines = lines.map(<[u8]>::trim_ascii);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    let is_named = |line: &[u8], names: &[&str]| {
        let at = line.iter().position(|b| *b == b':');
        let name = at.and_then(|at| line.get(..at)).unwrap_or_default();
        let name = name.trim_ascii();
        names
            .iter()
            .any(|own| name.eq_ignore_ascii_case(own.as_bytes()))
    };
    let mut lines = lines.peekable();
    let has_sitemap = lines
        .peek()
        .is_some_and(|line| is_named(line, &["sitemap"]));
    let is_it = has_sitemap || lines.any(|line| is_named(line, &["user-agent", "disallow"]));
    is_it.then_some(FileKind::RobotsTxt)
}

/// The number of bytes in which a sign must be.
const LOOKED_AT: usize = 4096;

/// The bytes at the start of kinds of files.
const MARKS: &[(&[u8], &str)] = &[
    (b"WARC/", ARCHIVE),
    (
        b"filedesc://",
        "it is an ARC archive; convert it to WARC, and give that to `scan`",
    ),
    (b"%PDF-", PDF),
    (
        b"PK\x03\x04",
        "it is a ZIP archive; unpack it, and give its WARC archives to `scan`",
    ),
    (
        b"PAR1",
        "it is a Parquet table; `report` and `why` read those of `scan`",
    ),
    (b"\x89PNG\r\n", IMAGE),
    (b"\xFF\xD8\xFF", IMAGE),
    (b"GIF8", IMAGE),
    (b"RIFF", IMAGE),
    (
        b"SQLite format 3\0",
        "it is an SQLite database, which this program does not read",
    ),
    (b"robots.txt answers, form ", STORE),
    (b"redb\x1A\x0A\xA9\x0D\x0A", STORE),
    (
        b"\x1B[",
        "it has the colours of a terminal; save it without them, as with `http --pretty=none`",
    ),
    (
        b"== Info:",
        "it is a trace of curl; save the response with `curl -si URL`",
    ),
    (
        b"curl ",
        "it is a command; run it with `-si`, and save what it writes",
    ),
    (
        b"fetch(",
        "it is a script; save the response with `curl -si URL`",
    ),
];

/// The names of elements at the start of kinds of XML.
const ROOTS: &[(&str, &str)] = &[
    ("urlset", SITEMAP),
    ("sitemapindex", SITEMAP),
    ("rss", FEED),
    ("feed", FEED),
    ("rsl", LICENSE),
    ("svg", IMAGE),
];

/// Keys that records alone have.
const RECORD: &[&str] = &[
    "headers",
    "html",
    "html_base64",
    "robots_txt",
    "robots_txt_base64",
    "robots_status",
];

const ARCHIVE: &str = "it is a WARC archive; give it to `scan`";
const PDF: &str = "it is a PDF file, which has no metas; save its response with `curl -si URL`";
const IMAGE: &str = "it is an image, which has no metas; save its response with `curl -si URL`";
const STORE: &str = "it is a store of the robots.txt of many sites; `robots-store show` shows its answers, and `scan --robots-store` reads it";
const SITEMAP: &str =
    "it is a sitemap, which lists pages and holds none; give `check` the address of a page";
const ADDRESSES: &str = "it is a list of addresses; give it to --list of `check`";
const FEED: &str = "it is a feed, which has no metas; save its response with `curl -si URL`";
const TDMREP: &str = "it is a tdmrep.json; give it to --tdmrep";
const LICENSE: &str = "it is a licence in RSL; give it to --license URL=FILE";
const RECORDS: &str = "it has JSON records; give it to `eval --jsonl`";
const ANSWER: &str = "it has answers of this program, and no response";
const JSON: &str = "it is JSON, and neither a HAR nor a record of `eval --jsonl`; save the response with `curl -si URL`";

#[cfg(test)]
mod tests {
    use super::*;
    use robots_policy_kit::files::rows;

    #[test]
    fn files_are_known_by_their_bytes() {
        for (file, kind) in rows::<(String, String)>(include_str!("../tests/rows/file_kinds.jsonl"))
        {
            let own = FileKind::of(file.as_bytes());
            assert_eq!(format!("{own:?}"), kind, "{file}");
        }
        let long = "https://a.example/\n".repeat(1000);
        assert_eq!(FileKind::of(long.as_bytes()), FileKind::Other(ADDRESSES));
    }
}
