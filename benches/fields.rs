//! Reading the robots fields of a response, against an `sfv` dictionary of the same length, interleaved in one process.
//!
//! Then the cost of a response without such fields, of hostile values of 8 KiB, and of a whole response from its bytes
//! to the verdict, with the share of each part. With `TIMES` it is a loop for `instructions.sh`.

mod counting;

use std::hint::black_box;
use std::time::Instant;

use counting::allocations;
use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::{Accessor, HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp};

const FIELDS: [&str; 2] = ["robots-tag", "x-robots-tag"];

const VALUES: [&str; 7] = [
    "noindex",
    "noindex, nofollow",
    "*;noindex",
    "*;max-snippet=20, ExampleBot;noindex",
    "googlebot: noindex, nofollow",
    "index, follow, max-image-preview:large, max-snippet:-1, max-video-preview:-1",
    "unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, noindex",
];

const HOSTILE: [&str; 5] = [",", "a,", "noindex,", "*;a=1,", "\""];

const PAGE: &str = "<!doctype html><html><head><meta charset=utf-8><title>A page</title>\
    <link rel=stylesheet href=/style.css><script>var a = 1 < 2;</script>\
    <meta name=robots content=\"max-snippet:50, max-image-preview:large\"></head><body><p>Text";

fn main() {
    let times = std::env::var("TIMES").ok().and_then(|times| times.parse().ok());
    if let Some(times) = times {
        return repeated(&std::env::var("ONLY").unwrap_or_default(), times);
    }
    println!("{:>8} {:>7} {:>7} {:>8} {:>7} {:>6}  value", "ns", "allocs", "signals", "sfv ns", "allocs", "ratio");
    for value in VALUES {
        for field in FIELDS {
            typical(field, value);
        }
    }
    hostile();
    whole();
}

/// The median time of each work in nanoseconds, the works in turn.
fn medians<const N: usize>(mut works: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut times = [(); N].map(|()| Vec::new());
    for _ in 0..ROUNDS {
        for (work, times) in works.iter_mut().zip(&mut times) {
            let start = Instant::now();
            (0..CALLS).for_each(|_| work());
            times.push(start.elapsed().as_nanos() as f64 / CALLS as f64);
        }
    }
    times.map(|mut times| {
        times.sort_unstable_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

fn headers(field: &'static str, value: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert("content-type", HeaderValue::from_static("text/html"));
    headers.insert("cache-control", HeaderValue::from_static("max-age=60"));
    headers.insert(HeaderName::from_static(field), HeaderValue::from_str(value).expect("a value"));
    headers
}

fn typical(field: &'static str, value: &str) {
    let reader = HeaderReader::new();
    let headers = headers(field, value);
    let dictionary = "a".repeat(value.len().min(7)) + &",b=1".repeat(value.len().saturating_sub(7) / 4);
    let mut ours = || drop(black_box(reader.read(black_box(&headers))));
    let mut theirs = || drop(black_box(sfv::Parser::new(black_box(&dictionary)).parse::<sfv::Dictionary>()));
    let counts = [allocations(&mut ours).1, allocations(&mut theirs).1];
    let [own, sfv] = medians([&mut ours, &mut theirs]);
    let signals = reader.read(&headers).value.len();
    println!(
        "{own:8.0} {:7} {signals:7} {sfv:8.0} {:7} {:6.2}  {field}: {value}",
        counts[0],
        counts[1],
        own / sfv
    );
}

fn hostile() {
    let reader = HeaderReader::new();
    let none = headers("server", "example");
    let mut read = || drop(black_box(reader.read(black_box(&none))));
    let (_, count) = allocations(&mut read);
    let [time] = medians([&mut read]);
    println!("\n{time:8.0} ns {count} allocations: a response without robots fields");
    let members = "a0=1, ".repeat(1365);
    let mut theirs = || drop(black_box(sfv::Parser::new(black_box(members.trim_end_matches([',', ' ']))).parse::<sfv::Dictionary>()));
    let [time] = medians([&mut theirs]);
    println!("{:8.1} us: 8 KiB of members, an sfv dictionary", time / 1000.0);
    for piece in HOSTILE {
        for field in FIELDS {
            let headers = headers(field, &piece.repeat(8192 / piece.len()));
            let mut read = || drop(black_box(reader.read(black_box(&headers))));
            let (_, count) = allocations(&mut read);
            let [time] = medians([&mut read]);
            println!("{:8.1} us {count} allocations: 8 KiB of {piece:?} in {field}", time / 1000.0);
        }
    }
}

/// Reads one response so many times, for a tool that counts instructions.
fn repeated(path: &str, times: usize) {
    let (field, case) = match path.strip_prefix("x-") {
        Some(case) => (FIELDS[1], case),
        None => (FIELDS[0], path),
    };
    let headers = match case {
        "noindex" => headers(field, VALUES[0]),
        "five" => headers(field, VALUES[5]),
        "hostile" => headers(field, &HOSTILE[1].repeat(8192 / HOSTILE[1].len())),
        "none" => headers("server", "example"),
        case => panic!("no row `{case}`"),
    };
    let reader = HeaderReader::new();
    for _ in 0..times {
        drop(black_box(reader.read(black_box(&headers))));
    }
}

/// From bytes to verdict, robots.txt read before.
fn whole() {
    let headers = headers("x-robots-tag", "noindex, nofollow");
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\nAllow: /private/open\n");
    let accessor = Accessor::new("ExampleBot").expect("a token");
    let now = Timestamp::from_unix(1_790_000_000);
    let mut fields = || drop(black_box(Policy::new().with_headers(black_box(&headers))));
    let mut head = || {
        let mut metas = MetaExtractor::for_headers(&headers);
        let _ = metas.feed(black_box(PAGE.as_bytes()));
        drop(black_box(metas.finish()));
    };
    let mut access = || drop(black_box(robots.value.access(&accessor, "/private/a")));
    let mut all = || {
        let mut metas = MetaExtractor::for_headers(&headers);
        let _ = metas.feed(black_box(PAGE.as_bytes()));
        let policy = Policy::new().with_robots_txt(robots.clone()).with_headers(&headers).with_signals(metas.finish());
        black_box(policy.verdict(&accessor, "/private/a", now).may_index());
    };
    let (_, count) = allocations(&mut all);
    let times = medians([&mut fields, &mut head, &mut access, &mut all]);
    println!("\n{:8.0} ns {count} allocations: a whole response from bytes to verdict", times[3]);
    for (name, time) in ["fields", "head", "robots.txt"].iter().zip(times) {
        println!("{time:8.0} ns {:3.0} %: {name}", 100.0 * time / times[3]);
    }
}

const ROUNDS: usize = 15;
const CALLS: usize = 1000;
