//! Reading the robots fields of a response, against an `sfv` dictionary of the same length.
//!
//! Typical values, and whole responses from their bytes to the verdict, with the share of each part. `ONLY` is `typical` or `whole`;
//! with `TIMES` it is a value.

mod counting;
mod harness;

use std::hint::black_box;

use counting::allocations;
use harness::{BenchSettings, Times, each, fixed, in_turns, row, table};
use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::header::Validity;
use robots_policy::{Client, HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp};

const FIELDS: [&str; 2] = ["robots-tag", "x-robots-tag"];

const VALUES: [&str; 8] = [
    "noindex",
    "noindex, nofollow",
    "*;noindex",
    "*;noindex;nofollow",
    "*;max-snippet=20, ExampleBot;noindex",
    "googlebot: noindex, nofollow",
    "index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1",
    "unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, noindex",
];

/// The fields that a server sends beside the robots fields.
const LINES: [(&str, &[u8]); 8] = [
    ("Date", b"Fri, 20 Nov 2026 10:00:00 GMT"),
    ("Server", b"nginx"),
    ("Content-Type", b"text/html; charset=utf-8"),
    ("Content-Length", b"35120"),
    ("Cache-Control", b"public, max-age=600"),
    ("ETag", b"\"5f1c-6042bd\""),
    ("Vary", b"Accept-Encoding"),
    ("X-Robots-Tag", b"noindex, nofollow"),
];

const PAGE: &str = "<!doctype html><html><head><meta charset=utf-8><title>A page</title>\
    <link rel=stylesheet href=/style.css><script>var a = 1 < 2;</script>\
    <meta name=robots content=\"max-snippet:50, max-image-preview:large\"></head><body><p>Text";

fn main() {
    let asked = BenchSettings::read();
    if let Some((only, times)) = asked.repeated() {
        return repeated(only, times);
    }
    let parts: [(&str, fn(usize)); 2] = [("typical", typical), ("whole", whole)];
    for (name, part) in parts {
        if asked.wants(name) {
            part(asked.rounds(31));
        }
    }
}

/// The time of one call of each work; the works take turns.
fn timed<const N: usize>(rounds: usize, calls: usize, works: [&mut dyn FnMut(); N]) -> Times {
    let mut works = works.map(|work| move || each(calls, &mut *work));
    in_turns(rounds, &mut works.each_mut().map(|work| work as _))
}

fn headers(field: &'static str, value: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("text/html"));
    headers.insert("cache-control", HeaderValue::from_static("max-age=60"));
    headers.insert(
        HeaderName::from_static(field),
        HeaderValue::from_str(value).expect("a value"),
    );
    headers
}

fn dictionary(text: &str) {
    drop(black_box(
        sfv::Parser::new(black_box(text)).parse::<sfv::Dictionary>(),
    ));
}

fn typical(rounds: usize) {
    let reader = HeaderReader::new();
    let none = headers("server", "example");
    let mut read = || drop(black_box(reader.read(black_box(&none))));
    let (_, count) = allocations(&mut read);
    let nothing = timed(rounds, CALLS, [&mut read]).of(0) * 1e9;
    println!("{nothing:.0} ns, {count} allocations: a response without robots fields");
    let widths = table(
        "ns with the look-up; ratio is to an sfv dictionary of the same length, read is without the look-up",
        "field | ns | signals | allocs | sfv ns | allocs | ratio | read | value",
    );
    for value in VALUES {
        let len = value.len();
        let members = "a".repeat(len.min(7)) + &",b=1".repeat(len.saturating_sub(7) / 4);
        for field in FIELDS {
            let headers = headers(field, value);
            let mut none = || drop(black_box(reader.read(black_box(&none))));
            let mut ours = || drop(black_box(reader.read(black_box(&headers))));
            let mut theirs = || dictionary(&members);
            let counts = [allocations(&mut ours).1, allocations(&mut theirs).1];
            let times = timed(rounds, CALLS, [&mut ours, &mut theirs, &mut none]);
            row(
                widths,
                [
                    &field,
                    &fixed(times.of(0) * 1e9, 0),
                    &reader.read(&headers).value.len(),
                    &counts[0],
                    &fixed(times.of(1) * 1e9, 0),
                    &counts[1],
                    &fixed(times.ratio(0, 1), 2),
                    &fixed(times.median(|times| (times[0] - times[2]) / times[1]), 2),
                    &value,
                ],
            );
        }
    }
}

/// Reads one response `times` times, for a tool that counts instructions.
fn repeated(path: &str, times: usize) {
    let (field, case) = match path.strip_prefix("x-") {
        Some(case) => (FIELDS[1], case),
        None => (FIELDS[0], path),
    };
    let headers = match case {
        "noindex" => headers(field, VALUES[0]),
        "five" => headers(field, VALUES[6]),
        "hostile" => headers(field, &"a,".repeat(4096)),
        "none" => headers("server", "example"),
        case => panic!("no row `{case}`"),
    };
    let reader = HeaderReader::new();
    for _ in 0..times {
        drop(black_box(reader.read(black_box(&headers))));
    }
}

/// From the bytes of field lines and page to the verdict, and to the policy that was stored and read again; robots.txt read before.
fn whole(rounds: usize) {
    let widths = table(
        "whole responses: ns and allocations a page, and the shares of the parts in %",
        "pages | of them | ns | allocs | fields | head | verdict | kept",
    );
    for (name, pages) in [
        ("a small page", vec![PAGE.as_bytes().to_vec()]),
        ("the pages of the corpus", harness::pages()),
    ] {
        shares(widths, name, &pages, rounds);
    }
}

fn shares(widths: [usize; 8], name: &str, pages: &[Vec<u8>], rounds: usize) {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\nAllow: /private/open\n");
    let client = Client::new("ExampleBot").expect("a token");
    let now = Timestamp::from_unix(1_790_000_000);
    let head = |page: &[u8]| {
        let mut metas = MetaExtractor::new().with_content_type("text/html; charset=utf-8");
        for chunk in page.chunks(16_384) {
            if metas.feed(black_box(chunk)).is_done() {
                break;
            }
        }
        metas.finish()
    };
    let fields = || {
        (
            HeaderReader::new().read_lines(black_box(LINES)),
            Validity::from_lines(black_box(LINES)),
        )
    };
    let policy = |page: &[u8]| {
        let (read, validity) = fields();
        let policy = Policy::new()
            .with_robots(robots.clone())
            .with_fields(read)
            .with_validity(validity);
        policy.with_document(head(page))
    };
    let of_each = |work: &dyn Fn(&[u8])| pages.iter().for_each(|page| work(page));
    let mut only_fields = || of_each(&|_| drop(black_box(fields())));
    let mut only_head = || of_each(&|page| drop(black_box(head(page))));
    let mut all = || {
        of_each(&|page| {
            let policy = policy(page);
            black_box(policy.verdict(&client, "/private/a", now).may_index());
            black_box(Policy::from_stored(&policy.to_stored()).is_ok());
        })
    };
    let said: Vec<Policy> = pages.iter().map(|page| policy(page)).collect();
    let mut only_verdict = || {
        said.iter().for_each(|policy| {
            black_box(policy.verdict(&client, "/private/a", now).may_index());
        })
    };
    let mut only_kept = || {
        said.iter().for_each(|policy| {
            black_box(Policy::from_stored(&policy.to_stored()).is_ok());
        })
    };
    let (_, count) = allocations(&mut all);
    let calls = (CALLS / pages.len()).max(1);
    let times = timed(
        rounds,
        calls,
        [
            &mut all,
            &mut only_fields,
            &mut only_head,
            &mut only_verdict,
            &mut only_kept,
        ],
    );
    let share = |part| fixed(100.0 * times.ratio(part, 0), 1);
    row(
        widths,
        [
            &name,
            &pages.len(),
            &fixed(times.of(0) * 1e9 / pages.len() as f64, 0),
            &fixed(count as f64 / pages.len() as f64, 1),
            &share(1),
            &share(2),
            &share(3),
            &share(4),
        ],
    );
}

const CALLS: usize = 1000;
