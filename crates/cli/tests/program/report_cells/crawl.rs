//! A crawl in which statements of all kinds meet.

use std::fs;
use std::path::Path;

use robots_policy_kit::crawl::{Numbers, Packing, Writer};

/// Hosts and their robots.txt; the status is that of the file.
const HOSTS: &[(&str, u16, &str)] = &[
    (
        "a.example",
        200,
        "User-agent: *\nDisallow: /p/1\nContent-Signal: ai-train=no\n",
    ),
    (
        "b.example",
        200,
        "User-agent: ExampleBot\nDisallow: /p/2\n\nUser-agent: *\nDisallow: /p/3\n",
    ),
    ("c.example.", 503, ""),
    ("d.xn--p1ai", 404, ""),
    (
        "10.0.0.1",
        200,
        "User-agent: GPTBot\nDisallow: /\n\nUser-agent: Google-Extended\nDisallow: /\n",
    ),
    ("[::1]", 0, ""),
];

const STATUSES: &[&str] = &[
    "200 OK",
    "200 OK",
    "301 Moved",
    "404 Not Found",
    "503 Out",
    "103 Early",
    "999 Denied",
];

const TYPES: &[&str] = &[
    "text/html",
    "TEXT/HTML; charset=utf-8",
    "application/xhtml+xml",
    "application/pdf",
    "image/svg+xml",
    "\ttext/plain , text/html",
    "application/ld+json",
    "text/xml;q",
    "application/octet-stream",
    "",
    "image/",
    "+json",
    "text",
];

const FIELDS: &[&str] = &[
    "X-Robots-Tag: noindex",
    "X-Robots-Tag: index, follow",
    "X-Robots-Tag: ExampleBot: noindex, googlebot: nofollow",
    "X-Robots-Tag: none",
    "X-Robots-Tag: all",
    "X-Robots-Tag: max-snippet: 0",
    "X-Robots-Tag: max-snippet: 160, max-image-preview: standard",
    "X-Robots-Tag: max-snippet: 400, max-video-preview: 0",
    "Robots-Tag: *;max-snippet=50, ExampleBot;noarchive",
    "X-Robots-Tag: unavailable_after: 25 Jun 2020 15:00:00 GMT",
    "X-Robots-Tag: unavailable_after: 31 Dec 2039 23:30:00 GMT",
    "X-Robots-Tag: unavailable_after: 1 Jan 1960 00:00:00 GMT",
    "X-Robots-Tag: unavailable_after: 1 Jan 2200 00:00:00 GMT",
    "X-Robots-Tag: noai, noml, nocache",
    "X-Robots-Tag: llms-txt, foo: bar, FOO: baz",
    "Content-Usage: train-ai=n",
    "Content-Usage: train-ai=y, search=y",
    "TDM-Reservation: 1",
    "Content-Length: 99999",
    "Link: <https://a.example/license.xml>; rel=\"license\"; type=\"application/rsl+xml\"",
];

const METAS: &[&str] = &[
    "<meta name=robots content='noindex, nofollow'>",
    "<meta name=robots content='index, follow, max-snippet:-1, max-image-preview:large, max-video-preview:-1'>",
    "<meta name=examplebot content='index, archive'>",
    "<meta name=robots content='nosnippet, noarchive'>",
    "<meta name=robots content='max-snippet:200, max-image-preview:none'>",
    "<meta name=robots content='noindx, it&#39;s'>",
    "<meta name=googlebot content='none'>",
    "<meta name=robots content='unavailable_after: 24 Jun 2020 15:00:00 GMT'>",
    "<meta name=robots content='index'>",
];

/// Writes a crawl in which statements of all kinds meet.
pub(super) fn crawl(path: &Path) {
    let mut writer = Writer::new(Packing::Gzip);
    for (host, status, file) in HOSTS.iter().filter(|(_, status, _)| *status > 0) {
        let message = format!("HTTP/1.1 {status} X\r\nContent-Type: text/plain\r\n\r\n{file}");
        writer.response(&format!("https://{host}/robots.txt"), message.as_bytes());
        // Without an answer a use is not known.
        if *host != "a.example" {
            let tdmrep = format!("https://{host}/.well-known/tdmrep.json");
            writer.response(&tdmrep, b"HTTP/1.1 404 X\r\n\r\n");
        }
    }
    let mut numbers = Numbers(20);
    let mut drawn = |items: &[&str], most: u64, end: &str| {
        let count = numbers.below(most + 1);
        let one = |_| items[usize::try_from(numbers.below(items.len() as u64)).unwrap()];
        let items: Vec<&str> = (0..count).map(one).collect();
        items
            .into_iter()
            .fold(String::new(), |all, item| all + item + end)
    };
    for number in 0..900 {
        let (host, ..) = HOSTS[number % HOSTS.len()];
        let status = STATUSES[number % STATUSES.len()];
        let kind = TYPES[number % TYPES.len()];
        let kind = if kind.is_empty() {
            String::new()
        } else {
            format!("Content-Type: {kind}\r\n")
        };
        let fields = drawn(FIELDS, 3, "\r\n");
        let metas = drawn(METAS, 2, "");
        let message = format!(
            "HTTP/1.1 {status}\r\n{kind}{fields}\r\n<title>t</title>{metas}{}",
            if number % 2 == 0 { "<p>" } else { "" }
        );
        let url = format!("https://{host}/p/{}/{number}", number % 5);
        let date = [
            "2026-03-31T23:59:59Z",
            "2026-04-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "2100-01-01T00:00:00Z",
        ][number % 4];
        let date = if number % 31 == 0 {
            String::new()
        } else {
            format!("WARC-Date: {date}\r\n")
        };
        let record = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n{date}Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{message}\r\n\r\n",
            message.len()
        );
        writer.member(record.as_bytes());
    }
    fs::write(path, &writer.bytes).unwrap();
}
