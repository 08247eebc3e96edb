//! Archives of any size, made record by record, and the true facts about each record.

use std::fmt::Write as _;
use std::io::Write as _;

use crate::bytes::gzip;

/// How an archive is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    Plain,
    Gzip,
    Zstd,
}

/// The true facts about a response, for every client and for `ExampleBot`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Truth {
    pub url: String,
    pub status: u16,
    pub offset: u64,
    pub every_client: Said,
    pub example_bot: Said,
}

/// The directives that are in force for one asker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub noindex: bool,
    pub nofollow: bool,
    pub noarchive: bool,
    pub max_snippet: Option<u64>,
}

/// Pseudo-random numbers, equal in every run.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, limit: u64) -> u64 {
        // Knuth's multiplier; the high bits are the random ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }
}

/// An archive being written.
pub struct Writer {
    pub bytes: Vec<u8>,
    packing: Packing,
    pub truth: Vec<Truth>,
}

impl Writer {
    pub fn new(packing: Packing) -> Writer {
        let mut writer = Writer {
            bytes: Vec::new(),
            packing,
            truth: Vec::new(),
        };
        let info = b"software: a test\r\nformat: WARC File Format 1.1\r\n";
        writer.record("warcinfo", None, "application/warc-fields", info);
        writer
    }

    /// Adds a record of any type; gives its offset.
    pub fn record(
        &mut self,
        kind: &str,
        url: Option<&str>,
        content_type: &str,
        block: &[u8],
    ) -> u64 {
        let id = self.bytes.len();
        let mut head =
            format!("WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:test:{id}>\r\n");
        head += "WARC-Date: 2026-03-01T12:00:00Z\r\n";
        if let Some(url) = url {
            write!(head, "WARC-Target-URI: {url}\r\n").unwrap();
        }
        write!(
            head,
            "Content-Type: {content_type}\r\nContent-Length: {}\r\n\r\n",
            block.len()
        )
        .unwrap();
        self.member(&[head.as_bytes(), block, b"\r\n\r\n"].concat())
    }

    /// Adds bytes as a member of their own; gives its offset.
    pub fn member(&mut self, content: &[u8]) -> u64 {
        let offset = self.bytes.len() as u64;
        match self.packing {
            Packing::Plain => self.bytes.extend(content),
            Packing::Gzip => self.bytes.extend(gzip(content)),
            Packing::Zstd => self.bytes.extend(zstd::bulk::compress(content, 1).unwrap()),
        }
        offset
    }

    /// Adds a response as a server sent it.
    pub fn response(&mut self, url: &str, message: &[u8]) -> u64 {
        self.record(
            "response",
            Some(url),
            "application/http; msgtype=response",
            message,
        )
    }

    /// Adds `count` responses, with the other records of a crawl between them.
    pub fn crawl(&mut self, numbers: &mut Numbers, count: usize) {
        for _ in 0..count {
            let url = format!(
                "https://www{}.example/{}?q={}",
                numbers.below(50),
                self.truth.len(),
                numbers.below(1000)
            );
            let request = format!("GET {url} HTTP/1.1\r\nUser-Agent: test\r\n\r\n");
            self.record(
                "request",
                Some(&url),
                "application/http; msgtype=request",
                request.as_bytes(),
            );
            let (message, truth) = page(numbers);
            let offset = self.response(&url, &message);
            self.truth.push(Truth {
                url: url.clone(),
                offset,
                ..truth
            });
            self.record(
                "metadata",
                Some(&url),
                "application/warc-fields",
                b"fetchTimeMs: 12\r\n",
            );
        }
    }
}

/// A response with its fields and its page, and its true facts.
fn page(numbers: &mut Numbers) -> (Vec<u8>, Truth) {
    let mut truth = Truth {
        status: if numbers.one_in(10) { 404 } else { 200 },
        ..Truth::default()
    };
    let mut head = format!(
        "HTTP/1.1 {} Status\r\nContent-Type: text/html; charset=utf-8\r\nServer: test\r\n",
        truth.status
    );
    let mut html = String::from("<!doctype html><html><head><title>A page of a crawl</title>\n");
    filler(numbers, &mut html);
    if numbers.one_in(4) {
        head += "X-Robots-Tag: noarchive\r\n";
        truth.every_client.noarchive = true;
    }
    if numbers.one_in(6) {
        head += "x-robots-tag: ExampleBot: noindex, max-snippet: 40\r\n";
        truth.example_bot.noindex = true;
        truth.example_bot.max_snippet = Some(40);
    }
    if numbers.one_in(4) {
        html += "<meta name=\"robots\" content=\"noindex, nofollow\">\n";
        truth.every_client.noindex = true;
        truth.every_client.nofollow = true;
    }
    if numbers.one_in(5) {
        let limit = 10 + numbers.below(100);
        write!(
            html,
            "<meta content='max-snippet:{limit}' name='ROBOTS' />\n"
        )
        .unwrap();
        truth.every_client.max_snippet = Some(limit);
    }
    html += "</head><body><meta name=robots content=none>";
    filler(numbers, &mut html);
    html += "</body></html>\n";
    truth.example_bot = both(truth.every_client, truth.example_bot);
    (framed(numbers, head, html.as_bytes()), truth)
}

/// The stricter value of each.
fn both(one: Said, other: Said) -> Said {
    Said {
        noindex: one.noindex || other.noindex,
        nofollow: one.nofollow || other.nofollow,
        noarchive: one.noarchive || other.noarchive,
        max_snippet: match (one.max_snippet, other.max_snippet) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        },
    }
}

/// Some kilobytes without statements that look like statements.
fn filler(numbers: &mut Numbers, html: &mut String) {
    for _ in 0..numbers.below(40) {
        let number = numbers.below(1 << 30);
        write!(
            html,
            "<script>var s{number} = '<meta name=robots content=noindex>' + {number};</script>\n"
        )
        .unwrap();
        write!(html, "<!-- <meta name=robots content=none> {number} --><link rel=stylesheet href=/{number}.css>\n").unwrap();
    }
}

/// The message, with a content coding and a transfer coding as servers choose them.
fn framed(numbers: &mut Numbers, mut head: String, html: &[u8]) -> Vec<u8> {
    let mut body = html.to_vec();
    match numbers.below(4) {
        0 => {
            head += "Content-Encoding: gzip\r\n";
            body = gzip(&body);
        }
        // The crawler decoded it and kept the field.
        1 => head += "Content-Encoding: br\r\n",
        _ => {}
    }
    match numbers.below(4) {
        0 => {
            head += "Transfer-Encoding: chunked\r\n";
            body = chunked(numbers, &body);
        }
        1 => head += "Transfer-Encoding: chunked\r\n",
        _ => write!(head, "Content-Length: {}\r\n", body.len()).unwrap(),
    }
    [head.as_bytes(), b"\r\n", &body].concat()
}

fn chunked(numbers: &mut Numbers, body: &[u8]) -> Vec<u8> {
    let size = usize::try_from(100 + numbers.below(5000)).unwrap();
    let mut chunks = Vec::new();
    for chunk in body.chunks(size) {
        write!(chunks, "{:x}\r\n", chunk.len()).unwrap();
        chunks.extend(chunk);
        chunks.extend(b"\r\n");
    }
    chunks.extend(b"0\r\n\r\n");
    chunks
}
