//! Reading the robots fields of a response, against an `sfv` dictionary of the same length, interleaved in one process.
//!
//! Typical values, hostile values of growing length, and whole responses from their bytes to the verdict, with the
//! share of each part. `ONLY` is `typical`, `hostile` or `whole`. With `TIMES` it is a loop for `instructions.sh`.

mod counting;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use counting::allocations;
use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::{Accessor, HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp};
use robots_policy::header::Validity;

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

/// Shapes of hostile values: a name, and the piece of a number.
const HOSTILE: [(&str, fn(usize) -> String); 12] = [
    ("a0=1, ", |_| "a0=1, ".into()),
    ("k…=1, each its own", |n| format!("k{n}=1, ")),
    ("k…;p=1, each its own", |n| format!("k{n};p=1, ")),
    ("a,", |_| "a,".into()),
    ("x: ", |_| "x: ".into()),
    ("x y: ", |_| "x y: ".into()),
    ("noindex,", |_| "noindex,".into()),
    ("*;a;a;a,", |_| "*;a;a;a,".into()),
    (";a", |_| ";a".into()),
    (",", |_| ",".into()),
    ("\"", |_| "\"".into()),
    ("unavailable_after:1,1,1,", |_| {
        "unavailable_after:1,1,1,".into()
    }),
];

const LENGTHS: [usize; 4] = [1024, 2048, 4096, 8192];

/// What a server sends beside the robots fields.
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
    let only = std::env::var("ONLY").unwrap_or_default();
    if let Some(times) = std::env::var("TIMES").ok().and_then(|times| times.parse().ok()) {
        return repeated(&only, times);
    }
    let parts: [(&str, fn()); 3] = [("typical", typical), ("hostile", hostile), ("whole", whole)];
    for (name, part) in parts {
        if only.is_empty() || only == name {
            part();
        }
    }
}

/// The times of each work in nanoseconds, the works in turn: one row a round.
fn rounds<const N: usize>(calls: usize, mut works: [&mut dyn FnMut(); N]) -> Vec<[f64; N]> {
    let round = |_| {
        let mut times = [0.0; N];
        for (work, time) in works.iter_mut().zip(&mut times) {
            let start = Instant::now();
            (0..calls).for_each(|_| work());
            *time = start.elapsed().as_nanos() as f64 / calls as f64;
        }
        times
    };
    (0..ROUNDS).map(round).collect()
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values[values.len() / 2]
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

fn typical() {
    let reader = HeaderReader::new();
    let none = headers("server", "example");
    let mut read = || drop(black_box(reader.read(black_box(&none))));
    let (_, count) = allocations(&mut read);
    let nothing = median(rounds(CALLS, [&mut read]).iter().map(|[time]| *time));
    println!("{nothing:.0} ns, {count} allocations: a response without robots fields\n");
    println!(
        "ns is with the look-up; ratio is to an sfv dictionary of the same length, and without the look-up"
    );
    println!(
        "{:>6} {:>7} {:>6} {:>6} {:>6} {:>6} {:>6}  value",
        "ns", "signals", "allocs", "sfv ns", "allocs", "ratio", "read"
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
            let times = rounds(CALLS, [&mut ours, &mut theirs, &mut none]);
            let own = median(times.iter().map(|[own, ..]| *own));
            let sfv = median(times.iter().map(|[_, sfv, _]| *sfv));
            let ratio = median(times.iter().map(|[own, sfv, _]| own / sfv));
            let read = median(times.iter().map(|[own, sfv, none]| (own - none) / sfv));
            let signals = reader.read(&headers).value.len();
            println!(
                "{own:6.0} {signals:7} {:6} {sfv:6.0} {:6} {ratio:6.2} {read:6.2}  {field}: {value}",
                counts[0], counts[1]
            );
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

fn hostile() {
    let reader = HeaderReader::new();
    println!(
        "\nhostile values, µs for 1, 2, 4 and 8 KiB; growth is a KiB of 8 to that of 1, ratio to an sfv dictionary of 8 KiB"
    );
    for (name, piece) in HOSTILE {
        for field in FIELDS {
            let mut micros = Vec::new();
            let (mut ratio, mut signals, mut diagnostics) = (0.0, 0, 0);
            for length in LENGTHS {
                let pieces = (0..length).map(piece).scan(0, |len, piece| {
                    *len += piece.len();
                    (*len <= length).then_some(piece)
                });
                let text: String = pieces.collect();
                let headers = headers(field, text.trim_end());
                let members = (0..length)
                    .map(|n| format!("k{n}=1"))
                    .collect::<Vec<_>>()
                    .join(",");
                let members = members[..length]
                    .rsplit_once(',')
                    .map_or("", |(whole, _)| whole);
                let mut ours = || drop(black_box(reader.read(black_box(&headers))));
                let times = rounds(HOSTILE_CALLS, [&mut ours, &mut || dictionary(members)]);
                micros.push(median(times.iter().map(|[own, _]| own / 1000.0)));
                ratio = median(times.iter().map(|[own, sfv]| own / sfv));
                let read = reader.read(&headers);
                (signals, diagnostics) = (read.value.len(), read.diagnostics.len());
            }
            let growth = micros[3] / micros[0] / 8.0;
            println!(
                "{:7.1} {:7.1} {:7.1} {:7.1}  growth {growth:4.2}  ratio {ratio:5.2}  {signals:5} signals {diagnostics:4} diagnostics  {field}: {name}",
                micros[0], micros[1], micros[2], micros[3]
            );
        }
    }
}

/// From the bytes of field lines and page to the verdict, robots.txt read before.
fn whole() {
    println!("\nwhole responses: ns a page, and the shares");
    shares("a small page", &[PAGE.as_bytes().to_vec()]);
    shares("the pages of the corpus", &pages());
}

fn shares(name: &str, pages: &[Vec<u8>]) {
    let robots = RobotsTxt::parse(b"User-agent: *\nDisallow: /private\nAllow: /private/open\n");
    let accessor = Accessor::new("ExampleBot").expect("a token");
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
            .with_robots_txt(robots.clone())
            .with_signals(read)
            .with_validity(validity);
        policy.with_signals(head(page))
    };
    let of_each = |work: &dyn Fn(&[u8])| pages.iter().for_each(|page| work(page));
    let mut only_fields = || of_each(&|_| drop(black_box(fields())));
    let mut only_head = || of_each(&|page| drop(black_box(head(page))));
    let mut all = || {
        of_each(&|page| {
            black_box(
                policy(page)
                    .verdict(&accessor, "/private/a", now)
                    .may_index(),
            );
        })
    };
    let said: Vec<Policy> = pages.iter().map(|page| policy(page)).collect();
    let mut only_verdict = || {
        said.iter().for_each(|policy| {
            black_box(policy.verdict(&accessor, "/private/a", now).may_index());
        })
    };
    let (_, count) = allocations(&mut all);
    let calls = (CALLS / pages.len()).max(1);
    let times = rounds(
        calls,
        [
            &mut all,
            &mut only_fields,
            &mut only_head,
            &mut only_verdict,
        ],
    );
    let count = count as f64 / pages.len() as f64;
    let each = median(times.iter().map(|[all, ..]| all / pages.len() as f64));
    println!(
        "{each:8.0} ns {count:.1} allocations: {name} ({})",
        pages.len()
    );
    for (part, name) in ["fields", "head", "verdict with robots.txt"]
        .iter()
        .enumerate()
    {
        let share = median(times.iter().map(|times| 100.0 * times[part + 1] / times[0]));
        println!("{share:10.1} %: {name}");
    }
}

fn pages() -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    files(&root.join("../shared/corpus/html"), &mut found);
    if found.is_empty() {
        files(&root.join("fixtures"), &mut found);
    }
    found
        .iter()
        .map(|path| std::fs::read(path).expect("a page"))
        .collect()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "html")
        {
            found.push(path);
        }
    }
}

const ROUNDS: usize = 31;
const CALLS: usize = 1000;
const HOSTILE_CALLS: usize = 10;
