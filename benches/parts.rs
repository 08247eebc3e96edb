//! Parts of a page: the search for marks, and the texts with their marks, against the peers.
//!
//! `ONLY` is a prefix of the methods' names.

mod harness;

use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;

use harness::{BenchSettings, each, fixed, in_turns, pages, row, table};
use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use http::HeaderMap;
use lol_html::{HtmlRewriter, Settings, element, text};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use robots_policy::ledger::{Assumed, Input};
use robots_policy::parts::Parts;
use robots_policy::{Client, Policy, Timestamp};

/// The methods by their names; each reads a page.
const METHODS: &[(&str, fn(&[u8]) -> usize)] = &[
    ("memchr of an absent byte", |page| {
        memchr::memchr(1, page).unwrap_or(0)
    }),
    ("search for marks", |page| {
        Parts::of(page, &headers()).marks().len()
    }),
    ("texts and marks", texts),
    ("lol_html, selector and texts", lol_html),
    ("RcDom and a walk", rc_dom),
];

fn headers() -> HeaderMap {
    let mut headers = HeaderMap::new();
    let given = http::HeaderValue::from_static("text/html; charset=utf-8");
    headers.insert(http::header::CONTENT_TYPE, given);
    headers
}

fn texts(page: &[u8]) -> usize {
    let parts = Parts::of(page, &headers());
    let policy = Policy::new().with_assumed(Assumed::new().with(Input::Document));
    let policy = policy.with_headers(&headers());
    let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    verdict.quotable(&parts).ranges().len()
}

fn lol_html(page: &[u8]) -> usize {
    let (closed, open) = (Rc::new(Cell::new(0_usize)), Rc::new(Cell::new(0_usize)));
    let (enter, count) = (Rc::clone(&closed), Rc::clone(&open));
    let depth = Rc::clone(&closed);
    let mark = element!("[data-nosnippet]", move |element| {
        enter.set(enter.get() + 1);
        let leave = Rc::clone(&enter);
        if let Some(handlers) = element.end_tag_handlers() {
            let end: lol_html::EndTagHandler<'static> = Box::new(move |_| {
                leave.set(leave.get().saturating_sub(1));
                Ok(())
            });
            handlers.push(end);
        }
        Ok(())
    });
    let texts = text!("*", move |_| {
        count.set(count.get() + usize::from(depth.get() == 0));
        Ok(())
    });
    let settings = Settings::new()
        .append_element_content_handler(mark)
        .append_element_content_handler(texts);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    if rewriter.write(page).is_ok() {
        let _ = rewriter.end();
    }
    open.get()
}

fn rc_dom(page: &[u8]) -> usize {
    let text = String::from_utf8_lossy(page);
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(&*text);
    open_texts(&dom.document)
}

fn open_texts(node: &Handle) -> usize {
    match &node.data {
        NodeData::Element { attrs, .. }
            if attrs.borrow().iter().any(|a| &*a.name.local == "data-nosnippet") =>
        {
            0
        }
        NodeData::Text { .. } => 1,
        _ => node.children.borrow().iter().map(open_texts).sum(),
    }
}

fn main() {
    let settings = BenchSettings::read();
    let pages = pages();
    let is_marked = |page: &&Vec<u8>| !Parts::of(page.as_slice(), &headers()).marks().is_empty();
    let (marked, plain): (Vec<&Vec<u8>>, Vec<&Vec<u8>>) = pages.iter().partition(is_marked);
    for (title, pages) in [("pages without a mark", plain), ("pages with marks", marked)] {
        let kilobytes = pages.iter().map(|page| page.len()).sum::<usize>() as f64 / 1024.0;
        let methods: Vec<_> = METHODS.iter().filter(|(name, _)| settings.wants(name)).collect();
        let mut works: Vec<_> = methods
            .iter()
            .map(|(_, read)| {
                let pages = &pages;
                move || each(1, || pages.iter().for_each(|page| { let _ = black_box(read(page)); }))
            })
            .collect();
        let mut works: Vec<_> = works.iter_mut().map(|work| work as _).collect();
        let times = in_turns(settings.rounds(9), &mut works);
        let widths = table::<4>(
            &format!("{title}: {} of {kilobytes:.0} KB", pages.len()),
            "method | ns a KB | us a page | to the first",
        );
        for (at, (name, _)) in methods.iter().enumerate() {
            let seconds = times.of(at);
            let cells = [
                fixed(seconds * 1e9 / kilobytes, 0),
                fixed(seconds * 1e6 / pages.len() as f64, 1),
                fixed(times.ratio(at, 0), 2),
            ];
            row(widths, [name, &cells[0], &cells[1], &cells[2]]);
        }
    }
}
