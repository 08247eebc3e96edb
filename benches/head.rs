//! Reading the head of a page: the scanner against the peers, all interleaved in one process.
//!
//! Prints one line for each method and chunk size: the median time for a page, and its ratio to the scanner's. `ROUNDS`
//! sets how many passes are made (21), `ONLY` what the methods' names begin with, by commas. With `TIMES` it is a loop for
//! `instructions.sh`: `ONLY` is one method, then `@` and a chunk size.

mod counting;

use std::cell::Cell;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use counting::allocations;
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use lol_html::{HtmlRewriter, Settings, element};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use robots_policy::MetaExtractor;
use robots_policy::meta::{MetaRules, Placement};

/// One page, and how many bytes of it are its head.
struct Page {
    bytes: Vec<u8>,
    head: usize,
}

type Method = (&'static str, fn(&Page, usize) -> usize);

const METHODS: &[Method] = &[
    ("scanner", |page, chunk| {
        ours(page, chunk, MetaExtractor::new())
    }),
    ("scanner, charset given", |page, chunk| {
        ours(page, chunk, MetaExtractor::new().with_content_type(GIVEN))
    }),
    ("body counts", |page, chunk| {
        let everywhere = MetaExtractor::new().with_rules(MetaRules::new().with_placements(Placement::ALL.iter().copied()));
        ours(page, chunk, everywhere)
    }),
    ("lol_html", lol_html),
    ("memchr < over the head", memchr_head),
    ("RcDom, whole page", rc_dom),
];

const CHUNKS: [usize; 5] = [512, 1460, 4096, 16_384, usize::MAX];

const GIVEN: &str = "text/html; charset=utf-8";

fn ours(page: &Page, chunk: usize, mut metas: MetaExtractor) -> usize {
    for chunk in page.bytes.chunks(chunk) {
        if metas.feed(chunk).is_done() {
            break;
        }
    }
    metas.finish().value.len()
}

fn lol_html(page: &Page, chunk: usize) -> usize {
    let found = Rc::new(Cell::new(0));
    let count = Rc::clone(&found);
    let meta = element!("meta[name]", move |meta| {
        let name = meta.get_attribute("name").unwrap_or_default();
        if name.eq_ignore_ascii_case("robots") {
            black_box(meta.get_attribute("content"));
            count.set(count.get() + 1);
        }
        Ok(())
    });
    let body = element!("body", |_| Err("the head is over".into()));
    let settings = Settings::new()
        .append_element_content_handler(meta)
        .append_element_content_handler(body);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    let mut over = false;
    for chunk in page.bytes.chunks(chunk) {
        if rewriter.write(chunk).is_err() {
            over = true;
            break;
        }
    }
    if !over {
        let _ = rewriter.end();
    }
    found.get()
}

fn memchr_head(page: &Page, chunk: usize) -> usize {
    let head = page.bytes[..page.head].chunks(chunk);
    head.map(|chunk| {
        memchr::memchr_iter(b'<', chunk)
            .map(|at| black_box(at) & 1)
            .sum::<usize>()
    })
    .sum()
}

fn rc_dom(page: &Page, _: usize) -> usize {
    let text = String::from_utf8_lossy(&page.bytes);
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(&*text);
    robots(&dom.document)
}

fn robots(node: &Handle) -> usize {
    let own = match &node.data {
        NodeData::Element { name, attrs, .. } if &*name.local == "meta" => {
            let is_name = |a: &html5ever::Attribute| {
                &*a.name.local == "name" && a.value.eq_ignore_ascii_case("robots")
            };
            usize::from(attrs.borrow().iter().any(is_name))
        }
        _ => 0,
    };
    own + node.children.borrow().iter().map(robots).sum::<usize>()
}

/// How many bytes the scanner must have seen to be done.
fn head_of(bytes: &[u8]) -> usize {
    let is_done = |len: usize| {
        let mut metas = MetaExtractor::new().with_content_type(GIVEN);
        metas.feed(&bytes[..len]).is_done()
    };
    let (mut short, mut enough) = (0, bytes.len());
    while short + 1 < enough {
        let middle = usize::midpoint(short, enough);
        if is_done(middle) {
            enough = middle;
        } else {
            short = middle;
        }
    }
    enough
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "html") {
            found.push(path);
        }
    }
    found.sort();
}

fn pages() -> Vec<Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    files(&root.join("../shared/corpus/html"), &mut found);
    if found.is_empty() {
        files(&root.join("fixtures"), &mut found);
    }
    let read = |path: PathBuf| {
        let bytes = std::fs::read(path).ok()?;
        let head = head_of(&bytes);
        Some(Page { bytes, head })
    };
    found.into_iter().filter_map(read).collect()
}

/// One pass over all pages.
fn pass(method: &Method, pages: &[Page], chunk: usize) -> Duration {
    let start = Instant::now();
    for page in pages {
        black_box(method.1(page, chunk.min(page.bytes.len().max(1))));
    }
    start.elapsed()
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e6
}

/// Reads so many pages, one after the other and from the first again, for a counter of instructions.
fn repeated(only: &str, times: usize) {
    let (name, chunk) = only.split_once('@').unwrap_or((only, ""));
    let method = METHODS.iter().find(|m| m.0 == name).expect("a method");
    let chunk = chunk.parse().unwrap_or(usize::MAX);
    let pages = pages();
    for page in pages.iter().cycle().take(times) {
        black_box(method.1(page, chunk.min(page.bytes.len().max(1))));
    }
}

fn main() {
    let only = std::env::var("ONLY").unwrap_or_default();
    if let Some(times) = std::env::var("TIMES").ok().and_then(|t| t.parse().ok()) {
        return repeated(&only, times);
    }
    let pages = pages();
    let rounds: usize = std::env::var("ROUNDS")
        .ok()
        .and_then(|r| r.parse().ok())
        .unwrap_or(21);
    let is_wanted = |method: &&Method| only.split(',').any(|name| method.0.starts_with(name));
    let methods: Vec<&Method> = METHODS.iter().filter(is_wanted).collect();
    let heads: usize = pages.iter().map(|page| page.head).sum();
    println!(
        "{} pages, {} bytes of head a page",
        pages.len(),
        heads / pages.len()
    );
    println!(
        "{:24} {:>8} {:>12} {:>8} {:>8}",
        "method", "chunk", "us a page", "ratio", "allocs"
    );
    let mut shuffle = Shuffle(1);
    for chunk in CHUNKS {
        let mut times = vec![Vec::new(); methods.len()];
        for _ in 0..rounds {
            for which in shuffle.order(methods.len()) {
                times[which].push(pass(methods[which], &pages, chunk));
            }
        }
        let medians: Vec<f64> = times.into_iter().map(median).collect();
        for (method, time) in methods.iter().zip(&medians) {
            let (_, allocations) = allocations(|| pass(method, &pages, chunk));
            println!(
                "{:24} {:>8} {:12.2} {:8.2} {:8.1}",
                method.0,
                size(chunk),
                time / pages.len() as f64,
                time / medians[0],
                allocations as f64 / pages.len() as f64,
            );
        }
    }
    allocation_table(&pages);
}

/// What the scanner allocates for pages that say nothing, and for each signal of the others.
fn allocation_table(pages: &[Page]) {
    println!("\nallocations of the scanner");
    println!(
        "{:>8} {:>12} {:>12} {:>12} {:>12} {:>12} {:>12}",
        "chunk", "no signals", "mean", "above one", "max", "signals", "a signal"
    );
    for chunk in CHUNKS {
        let (mut silent, mut others) = (Vec::new(), Vec::new());
        for page in pages {
            let chunk = chunk.min(page.bytes.len().max(1));
            let counted = allocations(|| ours(page, chunk, MetaExtractor::new()));
            if counted.0 == 0 {
                silent.push(counted.1);
            } else {
                others.push(counted);
            }
        }
        let signals: usize = others.iter().map(|(signals, _)| signals).sum();
        let allocations: usize = others.iter().map(|(_, allocations)| allocations).sum();
        println!(
            "{:>8} {:>12} {:>12.2} {:>12} {:>12} {signals:>12} {:>12.2}",
            size(chunk),
            silent.len(),
            silent.iter().sum::<usize>() as f64 / silent.len().max(1) as f64,
            silent.iter().filter(|count| **count > 1).count(),
            silent.iter().max().copied().unwrap_or_default(),
            allocations as f64 / signals.max(1) as f64,
        );
    }
}

fn size(chunk: usize) -> String {
    if chunk == usize::MAX {
        String::from("page")
    } else {
        chunk.to_string()
    }
}

/// The methods in another order each round: what ran before leaves its traces in the caches.
struct Shuffle(u64);

impl Shuffle {
    fn order(&mut self, len: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..len).collect();
        for at in (1..len).rev() {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            order.swap(at, (self.0 >> 33) as usize % (at + 1));
        }
        order
    }
}
