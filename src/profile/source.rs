//! The documents that the table rests on: one row each.

use std::fmt;

/// A document about a crawler: its key, its author and title, its own date, and its address where it is known.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    key: &'static str,
    title: &'static str,
    dated: &'static str,
    url: Option<&'static str>,
}

impl Source {
    /// The key by which the table names it: `G-META`.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Its author and title.
    pub fn title(&self) -> &'static str {
        self.title
    }

    /// Its date as it states it, or the date of the copy that was read.
    pub fn dated(&self) -> &'static str {
        self.dated
    }

    /// Its address, where it is known.
    pub fn url(&self) -> Option<&'static str> {
        self.url
    }

    /// Every document of the table.
    pub fn all() -> &'static [&'static Source] {
        SOURCES
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.title, self.dated)
    }
}

macro_rules! sources {
    ($($const:ident = $key:literal, $title:literal, $dated:literal $(, $url:literal)?;)+) => {
        $(pub(super) static $const: Source = Source {
            key: $key,
            title: $title,
            dated: $dated,
            url: sources!(@url $($url)?),
        };)+

        static SOURCES: &[&Source] = &[$(&$const),+];
    };
    (@url $url:literal) => { Some($url) };
    (@url) => { None };
}

sources! {
    G_META = "G-META", "Google, Robots meta tag, data-nosnippet, and X-Robots-Tag specifications", "2026-03-24", "https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag";
    G_RTX = "G-RTX", "Google, How Google interprets the robots.txt specification", "read 2026-09-01", "https://developers.google.com/crawling/docs/robots-txt/robots-txt-spec";
}
