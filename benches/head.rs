//! Reading the head of a page: the scanner against the peers.
//!
//! `ONLY` is a prefix of the methods' names; with `TIMES` it is one method, then `@` and a chunk size.

mod counting;
mod harness;

use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use counting::allocations;
use harness::{BenchSettings, each, fixed, in_turns, row, table};
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

/// The methods by their names; each reads a page in chunks.
const METHODS: &[(&str, fn(&Page, usize) -> usize)] = &[
    ("scanner", |page, chunk| {
        ours(page, chunk, MetaExtractor::new())
    }),
    ("scanner, charset given", |page, chunk| {
        ours(page, chunk, MetaExtractor::new().with_content_type(GIVEN))
    }),
    ("body counts", |page, chunk| {
        let everywhere = MetaExtractor::new()
            .with_rules(MetaRules::new().with_placements(Placement::ALL.iter().copied()));
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

fn pages() -> Vec<Page> {
    let page = |bytes: Vec<u8>| Page {
        head: head_of(&bytes),
        bytes,
    };
    harness::pages().into_iter().map(page).collect()
}

/// Reads one page with a method.
fn read(method: fn(&Page, usize) -> usize, page: &Page, chunk: usize) {
    black_box(method(page, chunk.min(page.bytes.len().max(1))));
}

/// One pass over all pages.
fn pass(method: fn(&Page, usize) -> usize, pages: &[Page], chunk: usize) -> Duration {
    each(1, || {
        pages.iter().for_each(|page| read(method, page, chunk))
    })
}

/// Reads `times` pages, one after the other and starting over after the last, for a counter of instructions.
fn repeated(only: &str, times: usize) {
    let (name, chunk) = only.split_once('@').unwrap_or((only, ""));
    let mut methods = METHODS.iter();
    let (_, method) = methods.find(|m| m.0 == name).expect("a method");
    let chunk = chunk.parse().unwrap_or(usize::MAX);
    let pages = pages();
    for page in pages.iter().cycle().take(times) {
        read(*method, page, chunk);
    }
}

fn main() {
    let asked = BenchSettings::read();
    if let Some((only, times)) = asked.repeated() {
        return repeated(only, times);
    }
    let pages = pages();
    let methods: Vec<_> = METHODS.iter().filter(|m| asked.wants(m.0)).collect();
    let heads: usize = pages.iter().map(|page| page.head).sum();
    let title = format!(
        "{} pages, {} bytes of head a page; µs a page, and the ratio to the first method",
        pages.len(),
        heads / pages.len()
    );
    let widths = table(&title, "method | chunk | µs | ratio | allocs");
    for chunk in CHUNKS {
        let mut works: Vec<_> = methods
            .iter()
            .map(|(_, method)| || pass(*method, &pages, chunk))
            .collect();
        let mut works: Vec<_> = works.iter_mut().map(|work| work as _).collect();
        let times = in_turns(asked.rounds(21), &mut works);
        for (which, (name, method)) in methods.iter().enumerate() {
            let (_, allocations) = allocations(|| pass(*method, &pages, chunk));
            let a_page = |sum: f64| sum / pages.len() as f64;
            row(
                widths,
                [
                    name,
                    &size(chunk),
                    &fixed(a_page(times.of(which)) * 1e6, 2),
                    &fixed(times.ratio(which, 0), 2),
                    &fixed(a_page(allocations as f64), 1),
                ],
            );
        }
    }
}

fn size(chunk: usize) -> String {
    if chunk == usize::MAX {
        String::from("page")
    } else {
        chunk.to_string()
    }
}
