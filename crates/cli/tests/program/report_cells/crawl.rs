//! A crawl in which statements of all kinds meet.

use std::fs;
use std::path::Path;

use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use serde::Deserialize;

/// The parts of responses: hosts, with the status of their robots.txt and the file, and what stands in them.
#[derive(Deserialize)]
struct CrawlParts {
    hosts: Vec<(String, u16, String)>,
    statuses: Vec<String>,
    types: Vec<String>,
    fields: Vec<String>,
    metas: Vec<String>,
}

/// Writes a crawl in which statements of all kinds meet.
pub(super) fn crawl(path: &Path) {
    let parts: CrawlParts = serde_json::from_str(include_str!("crawl.json")).unwrap();
    let mut writer = Writer::new(Packing::Gzip);
    for (host, status, file) in parts.hosts.iter().filter(|(_, status, _)| *status > 0) {
        let message = format!("HTTP/1.1 {status} X\r\nContent-Type: text/plain\r\n\r\n{file}");
        writer.response(&format!("https://{host}/robots.txt"), message.as_bytes());
        // Without an answer a use is not known.
        if host != "a.example" {
            let tdmrep = format!("https://{host}/.well-known/tdmrep.json");
            writer.response(&tdmrep, b"HTTP/1.1 404 X\r\n\r\n");
        }
    }
    let mut numbers = Numbers(20);
    let mut drawn = |items: &[String], most: u64, end: &str| {
        let count = numbers.below(most + 1);
        let one = |_| &items[usize::try_from(numbers.below(items.len() as u64)).unwrap()];
        let items: Vec<&String> = (0..count).map(one).collect();
        let items = items.into_iter();
        items.fold(String::new(), |all, item| all + item + end)
    };
    for number in 0..900 {
        let (host, ..) = &parts.hosts[number % parts.hosts.len()];
        let status = &parts.statuses[number % parts.statuses.len()];
        let kind = match &*parts.types[number % parts.types.len()] {
            "" => String::new(),
            kind => format!("Content-Type: {kind}\r\n"),
        };
        let fields = drawn(&parts.fields, 3, "\r\n");
        let metas = drawn(&parts.metas, 2, "");
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
        let date = match number % 31 {
            0 => String::new(),
            _ => format!("WARC-Date: {date}\r\n"),
        };
        let record = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n{date}Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{message}\r\n\r\n",
            message.len()
        );
        writer.member(record.as_bytes());
    }
    fs::write(path, &writer.bytes).unwrap();
}
