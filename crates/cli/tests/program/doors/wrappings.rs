//! The changes to a response between the server and the reader.

use std::io::Write as _;

use robots_policy_kit::bytes::{deflate, gzip, zlib};

use super::codings::{broken, brotli, scrambled, two_members, zstd};
use super::wire::{Wire, line};

/// The input that a door needs to meet a wrapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    /// Fields and body that a content coding holds together.
    Coding,
    /// A content or transfer coding that the fields name but the body does not have, or that is invalid.
    Claim,
    /// The bytes of the transfer coding.
    Chunks,
    /// Header blocks of other responses before it.
    Front,
    /// How the lines of the header block are written.
    Lines,
    /// The set of lines.
    Fields,
    /// A document whose end is missing.
    Cut,
    /// The fields of an archive's record.
    Record,
}

impl Layer {
    pub(crate) const ALL: [Layer; 8] = [
        Layer::Coding,
        Layer::Claim,
        Layer::Chunks,
        Layer::Front,
        Layer::Lines,
        Layer::Fields,
        Layer::Cut,
        Layer::Record,
    ];
}

/// How a wrapped response is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Law {
    /// As the plain one.
    Equal,
    /// Never looser, or null with a diagnostic.
    NeverLooser,
}

pub(crate) struct Wrapping {
    pub(crate) name: &'static str,
    pub(crate) layer: Layer,
    pub(crate) law: Law,
    pub(crate) wrap: fn(&mut Wire),
}

macro_rules! wrappings {
    ($($layer:ident $law:ident $name:literal => $wrap:expr;)*) => {
        &[$(Wrapping { name: $name, layer: Layer::$layer, law: Law::$law, wrap: $wrap }),*]
    };
}

/// Every wrapping, once.
pub(crate) const WRAPPINGS: &[Wrapping] = wrappings! {
    Coding Equal "gzip" => |w| coded(w, &[("gzip", gzip)]);
    Coding Equal "x-gzip in capitals" => |w| coded(w, &[("X-GZIP", gzip)]);
    Coding Equal "gzip in two members" => |w| coded(w, &[("gzip", two_members)]);
    Coding Equal "deflate" => |w| coded(w, &[("deflate", zlib)]);
    Coding Equal "deflate without zlib" => |w| coded(w, &[("deflate", deflate)]);
    Coding Equal "br" => |w| coded(w, &[("br", brotli)]);
    Coding Equal "zstd" => |w| coded(w, &[("zstd", zstd)]);
    Coding Equal "gzip and br" => |w| coded(w, &[("gzip", gzip), ("br", brotli)]);
    Coding Equal "gzip and br in two lines" => |w| {
        coded(w, &[("gzip", gzip), ("br", brotli)]);
        w.remove("Content-Encoding");
        w.lines.extend([line("Content-Encoding", "gzip"), line("content-encoding", "br")]);
    };
    Coding Equal "identity" => |w| w.set("Content-Encoding", "identity");
    Claim NeverLooser "gzip named, plain body" => |w| w.set("Content-Encoding", "gzip");
    Claim NeverLooser "br named, plain body" => |w| w.set("Content-Encoding", "br");
    Claim NeverLooser "snappy named, plain body" => |w| w.set("Content-Encoding", "snappy");
    Claim NeverLooser "snappy, octets" => |w| coded(w, &[("snappy", scrambled)]);
    Claim NeverLooser "octets under the name gzip" => |w| coded(w, &[("gzip", scrambled)]);
    Claim NeverLooser "br under the name gzip" => |w| coded(w, &[("gzip", brotli)]);
    Claim NeverLooser "octets under the name br" => |w| coded(w, &[("br", scrambled)]);
    Claim NeverLooser "octets under the name deflate" => |w| coded(w, &[("deflate", scrambled)]);
    Claim NeverLooser "gzip and snappy" => |w| coded(w, &[("gzip", gzip), ("snappy", scrambled)]);
    Claim NeverLooser "gzip under the name br" => |w| coded(w, &[("br", gzip)]);
    Claim NeverLooser "gzip without a name" => unnamed;
    Claim NeverLooser "gzip that was cut" => |w| {
        coded(w, &[("gzip", gzip)]);
        w.put(half(&w.body));
        w.is_cut = true;
    };
    Claim NeverLooser "gzip with a broken block" => |w| coded(w, &[("gzip", broken)]);
    Claim Equal "chunked named, plain body" => |w| {
        // Without a byte it would mean that a body is missing.
        if !w.body.is_empty() {
            w.remove("Content-Length");
            w.set("Transfer-Encoding", "chunked");
        }
    };
    Chunks Equal "chunked" => |w| chunked(w, 1000);
    Chunks Equal "chunked, small" => |w| chunked(w, 7);
    Chunks Equal "chunked and gzip" => |w| {
        coded(w, &[("gzip", gzip)]);
        chunked(w, 1000);
    };
    Chunks NeverLooser "chunked and cut" => |w| {
        chunked(w, 1000);
        w.body = half(&w.body);
        w.is_cut = true;
    };
    Chunks NeverLooser "chunked, small, and cut" => |w| {
        chunked(w, 7);
        w.body = half(&w.body);
        w.is_cut = true;
    };
    Chunks NeverLooser "chunked and cut before the last chunk" => |w| {
        chunked(w, 1000);
        w.body.truncate(w.body.len().saturating_sub(b"0\r\n\r\n".len()));
        w.is_cut = true;
    };
    Front Equal "a tunnel before it" => |w| front(w, "HTTP/1.1 200 Connection established\r\n\r\n");
    Front Equal "a tunnel with fields before it" => |w| front(w, "HTTP/1.0 200 OK\r\nProxy-agent: test\r\nX-Robots-Tag: \r\n\r\n");
    Front Equal "100 before it" => |w| front(w, "HTTP/1.1 100 Continue\r\n\r\n");
    Front Equal "103 before it" => |w| front(w, "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n");
    Front Equal "103 before it, by LF" => |w| front(w, "HTTP/2 103\nlink: </a.css>\n\n");
    Front Equal "301 before it" => |w| front(w, "HTTP/1.1 301 Moved\r\nLocation: /\r\nContent-Length: 5\r\n\r\n");
    Front Equal "401 before it" => |w| front(w, "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"a\"\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n");
    Front Equal "407 before it" => |w| front(w, "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n");
    Front Equal "407, a tunnel, 401, 103 and 302 before it" => |w| front(w, "HTTP/1.1 407 No\r\n\r\nHTTP/1.1 200 Connection established\r\n\r\nHTTP/1.1 401 No\r\n\r\nHTTP/2 103 \r\n\r\nHTTP/2 302 \r\nlocation: /\r\n\r\n");
    Front Equal "a tunnel before gzip in chunks" => |w| {
        coded(w, &[("gzip", gzip)]);
        chunked(w, 1000);
        front(w, "HTTP/1.1 200 Connection established\r\n\r\n");
    };
    Lines Equal "HTTP/2" => |w| version(w, "HTTP/2", " ");
    Lines Equal "HTTP/1.0 without a reason" => |w| version(w, "HTTP/1.0", "");
    Lines Equal "lines by LF" => |w| w.end = "\n";
    Lines Equal "folded lines" => |w| each(w, fold);
    Lines Equal "folded lines with a tab" => |w| each(w, |value| fold_with(value, b"\r\n\t"));
    Lines Equal "blanks around the values" => |w| each(w, |value| [b"  \t", value, b" \t "].concat());
    Fields Equal "names in lower case" => |w| named(w, <[u8]>::to_ascii_lowercase);
    Fields Equal "names in capitals" => |w| named(w, <[u8]>::to_ascii_uppercase);
    Fields Equal "another type before it" => |w| typed(w, "image/png");
    Fields Equal "a type that is none before it" => |w| typed(w, "nothing");
    Fields Equal "fields without rules" => |w| {
        w.lines.insert(0, line("X-Robots-Tag-Not", "noindex"));
        w.lines.push(line("X-Padding", &"x".repeat(5000)));
    };
    Cut NeverLooser "half the body" => |w| short(w, half);
    Cut NeverLooser "the body but its last octet" => |w| short(w, |body| body[..body.len().saturating_sub(1)].to_vec());
    Cut NeverLooser "no body" => |w| short(w, |_| Vec::new());
    Record NeverLooser "WARC-Truncated, half the body" => |w| {
        w.remove("Content-Length");
        w.body = half(&w.body);
        w.record = "WARC-Truncated: length\r\n";
        w.is_cut = true;
    };
    Record NeverLooser "WARC-Truncated, gzip" => |w| {
        coded(w, &[("gzip", gzip)]);
        w.put(half(&w.body));
        w.record = "warc-truncated: disconnect\r\n";
        w.is_cut = true;
    };
    Record NeverLooser "WARC-Truncated, the whole body" => |w| w.record = "WARC-Truncated: time\r\n";
};

/// Another type before the one of the response.
fn typed(wire: &mut Wire, other: &str) {
    if wire.has("Content-Type") {
        wire.lines.insert(0, line("Content-Type", other));
    }
}

fn coded(wire: &mut Wire, codings: &[(&str, fn(&[u8]) -> Vec<u8>)]) {
    // Coding an empty body would give one that is not empty.
    if wire.body.is_empty() {
        return;
    }
    let names: Vec<_> = codings.iter().map(|(name, _)| *name).collect();
    let body = codings
        .iter()
        .fold(wire.body.clone(), |body, (_, code)| code(&body));
    wire.set("Content-Encoding", &names.join(", "));
    wire.put(body);
}

fn unnamed(wire: &mut Wire) {
    coded(wire, &[("gzip", gzip)]);
    wire.remove("Content-Encoding");
}

/// States a length, and keeps the part of the body that `left` leaves.
fn short(wire: &mut Wire, left: fn(&[u8]) -> Vec<u8>) {
    wire.remove("Transfer-Encoding");
    wire.set("Content-Length", &wire.body.len().max(1).to_string());
    wire.body = left(&wire.body);
    wire.is_cut = true;
}

fn front(wire: &mut Wire, blocks: &str) {
    wire.front = blocks.as_bytes().to_vec();
}

/// The status line in another version, without a reason.
fn version(wire: &mut Wire, version: &str, end: &str) {
    let status = wire.status.split(|b| *b == b' ').nth(1).unwrap();
    wire.status = [version.as_bytes(), b" ", status, end.as_bytes()].concat();
}

fn each(wire: &mut Wire, change: fn(&[u8]) -> Vec<u8>) {
    for (_, value) in &mut wire.lines {
        *value = change(value);
    }
}

fn named(wire: &mut Wire, change: fn(&[u8]) -> Vec<u8>) {
    for (name, _) in &mut wire.lines {
        *name = change(name);
    }
}

fn half(body: &[u8]) -> Vec<u8> {
    body[..body.len() / 2].to_vec()
}

/// Folds the line at the first blank between two words.
fn fold(value: &[u8]) -> Vec<u8> {
    fold_with(value, b"\r\n ")
}

fn fold_with(value: &[u8], fold: &[u8]) -> Vec<u8> {
    // Within quotes a blank is part of a string, and not every reader may replace it.
    // A fold is as long as it was written, and counts for the limit of 8 KiB.
    if value.len() > 1000 {
        return value.to_vec();
    }
    match value
        .iter()
        .position(|b| *b == b' ')
        .filter(|_| !value.contains(&b'"'))
    {
        Some(at) => [&value[..at], fold, &value[at + 1..]].concat(),
        None => value.to_vec(),
    }
}

fn chunked(wire: &mut Wire, size: usize) {
    if wire.body.is_empty() {
        return;
    }
    let mut body = Vec::new();
    for chunk in wire.body.chunks(size) {
        write!(body, "{:x}\r\n", chunk.len()).unwrap();
        body.extend(chunk);
        body.extend(b"\r\n");
    }
    body.extend(b"0\r\n\r\n");
    wire.remove("Content-Length");
    wire.set("Transfer-Encoding", "chunked");
    wire.is_chunked = true;
    wire.body = body;
}
