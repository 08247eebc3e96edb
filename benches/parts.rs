//! Parts of a page: the search for marks, and the texts with their marks, against `lol_html` with a selector and texts.
//!
//! `ONLY` is a prefix of the methods' names.

mod harness;

use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;

use harness::{BenchSettings, each, fixed, in_turns, pages, row, table};
use http::HeaderMap;
use lol_html::{EndTagHandler, HtmlRewriter, Settings, element, text};
use robots_policy::ledger::{Assumed, Input};
use robots_policy::parts::Parts;
use robots_policy::{Client, Policy, Timestamp};

/// The methods by their names; each reads a page.
const METHODS: &[(&str, fn(&[u8]) -> usize)] = &[
    ("memchr of an absent byte", |page| {
        memchr::memchr(1, page).unwrap_or(0)
    }),
    ("search for marks", |page| {
        usize::from(Parts::of(page, &HeaderMap::new()).is_cut())
    }),
    ("texts and marks", texts),
    ("lol_html, selector and texts", lol_html),
];

fn texts(page: &[u8]) -> usize {
    let parts = Parts::of(page, &HeaderMap::new());
    let assumed = Assumed::new().with(Input::Document).with(Input::Fields);
    let policy = Policy::new().with_assumed(assumed);
    let verdict = policy.verdict(&Client::anonymous(), "/", Timestamp::from_unix(0));
    verdict.quotable(&parts).ranges().len()
}

fn lol_html(page: &[u8]) -> usize {
    let closed = Rc::new(Cell::new(0_usize));
    let (depth, open) = (Rc::clone(&closed), Rc::new(Cell::new(0)));
    let count = Rc::clone(&open);
    let mark = element!("[data-nosnippet]", move |element| {
        closed.set(closed.get() + 1);
        let leave = Rc::clone(&closed);
        if let Some(handlers) = element.end_tag_handlers() {
            let end: EndTagHandler<'static> = Box::new(move |_| {
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
    let _ = rewriter.write(page).and_then(|()| rewriter.end());
    open.get()
}

fn main() {
    let settings = BenchSettings::read();
    let pages = pages();
    let kilobytes = pages.iter().map(Vec::len).sum::<usize>() as f64 / 1024.0;
    let methods = METHODS.iter().filter(|(name, _)| settings.wants(name));
    let mut works: Vec<_> = methods
        .clone()
        .map(|(_, read)| {
            let each_page = || pages.iter().map(|page| black_box(read(page))).sum::<usize>();
            move || each(1, || assert!(each_page() < usize::MAX))
        })
        .collect();
    let mut works: Vec<_> = works.iter_mut().map(|work| work as _).collect();
    let times = in_turns(settings.rounds(9), &mut works);
    let title = format!("{} pages of {kilobytes:.0} KB", pages.len());
    let widths = table::<3>(&title, "method | ns a KB | to the last");
    for (at, (name, _)) in methods.enumerate() {
        let nanos = fixed(times.of(at) * 1e9 / kilobytes, 0);
        let ratio = fixed(times.ratio(at, works.len() - 1), 2);
        row(widths, [name, &nanos, &ratio]);
    }
}
