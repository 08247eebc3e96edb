//! The doors, and the wrappings for each of them.

use std::path::Path;

use super::question::Question;
use super::wrappings::Layer;
use super::{Answer, archives, library, network, process};

/// How a door handles a layer of wrapping.
pub(crate) enum Meets {
    /// It undoes it: harmless wrappings change nothing.
    Undoes,
    /// It sees it, and never answers looser.
    Sees,
    /// It never receives one, for this reason.
    Never(&'static str),
}

use self::Meets::{Never, Sees, Undoes};

/// A way in.
pub(crate) struct Door {
    pub(crate) name: &'static str,
    pub(crate) ask: fn(&Path, &[Question<'_>]) -> Vec<Answer>,
    /// The keys of `expect` that it does not answer.
    pub(crate) silent: &'static [&'static str],
    /// Of each wrapping it is given one case in this many: 1 where a process answers many at once.
    pub(crate) every: usize,
    /// The pages that it is given.
    pub(crate) page: fn(Layer) -> Meets,
    /// The robots.txt that it is given.
    pub(crate) robots: fn(Layer) -> Meets,
}

pub(crate) const ACCESS: &[&str] = &[
    "access",
    "obtainable",
    "sitemaps",
    "crawl_delay",
    "mobile_agent_server",
];

/// The common part of the doors of the library.
const LIBRARY: Door = Door {
    name: "library",
    ask: |_, _| Vec::new(),
    silent: &[],
    every: 1,
    page: of_a_client,
    robots: |_| Never("the caller hands the text over"),
};

pub(crate) const DOORS: &[Door] = &[
    Door {
        name: "library-map",
        ask: |_, questions| library::map(questions),
        ..LIBRARY
    },
    Door {
        name: "library-body",
        ask: |_, questions| library::body(questions),
        ..LIBRARY
    },
    Door {
        name: "library-lines",
        ask: |_, questions| library::lines(questions),
        ..LIBRARY
    },
    Door {
        name: "eval",
        ask: process::saved,
        silent: &[],
        every: 1,
        page: |layer| match layer {
            Layer::Record => Never("no archive"),
            _ => Undoes,
        },
        robots: |_| Never("as eval-robots"),
    },
    Door {
        name: "eval-robots",
        ask: process::saved,
        silent: &[],
        every: 80,
        page: |_| Never("as eval"),
        robots: in_a_file,
    },
    Door {
        name: "eval-curl-v",
        ask: process::curl,
        silent: &[],
        every: 1,
        page: |_| Never("as eval; its own tests mix the marks with the page"),
        robots: |_| Never("as eval-robots"),
    },
    Door {
        name: "eval-wget-S",
        ask: process::wget,
        silent: &[],
        every: 1,
        page: |_| Never("as eval; its own tests cut the file everywhere"),
        robots: |_| Never("as eval-robots"),
    },
    Door {
        name: "eval-parts",
        ask: process::parts,
        silent: &[],
        every: 16,
        page: |layer| match layer {
            Layer::Chunks => Never("the file is the document"),
            Layer::Cut => Never("the file is the document, however long the fields say"),
            Layer::Front => Never("the file holds field lines alone"),
            Layer::Record => Never("no archive"),
            Layer::Coding | Layer::Claim | Layer::Lines | Layer::Fields => Undoes,
        },
        robots: |_| Never("as eval-robots"),
    },
    Door {
        name: "eval-jsonl",
        ask: process::records,
        silent: &[],
        every: 1,
        page: of_a_record,
        robots: |_| Never("the record holds the text"),
    },
    Door {
        name: "eval-jsonl-html",
        ask: process::characters,
        silent: &["spans"],
        every: 1,
        page: |_| Never("the record holds characters"),
        robots: |_| Never("the record holds the text"),
    },
    Door {
        name: "check",
        ask: network::check,
        silent: &[],
        every: 2,
        page: on_the_way,
        robots: on_the_way,
    },
    Door {
        name: "scan",
        ask: archives::alone,
        silent: ACCESS,
        every: 1,
        page: |_| Undoes,
        robots: |_| Never("no robots.txt"),
    },
    Door {
        name: "scan-robots",
        ask: archives::with_store,
        silent: &[],
        every: 1,
        page: |_| Never("as scan"),
        robots: |_| Undoes,
    },
    Door {
        name: "matrix",
        ask: process::matrix,
        silent: &[
            "preferences",
            "terms",
            "unread",
            "directives",
            "index",
            "follow",
            "archive",
            "snippet",
            "obtainable",
            "codes",
            "codes_some",
            "texts",
            "spans",
            "truncated",
            "extensions",
            "sitemaps",
            "crawl_delay",
            "mobile_agent_server",
        ],
        every: 32,
        page: |_| Never("no page"),
        robots: in_a_file,
    },
];

/// A caller of the library has a response that its HTTP client has unwrapped.
fn of_a_client(layer: Layer) -> Meets {
    match layer {
        Layer::Coding | Layer::Claim | Layer::Cut => Sees,
        Layer::Fields => Undoes,
        Layer::Chunks | Layer::Front | Layer::Lines => Never("the HTTP client reads messages"),
        Layer::Record => Never("no archive"),
    }
}

fn of_a_record(layer: Layer) -> Meets {
    match layer {
        Layer::Cut => Never("the record has no word for it"),
        layer => of_a_client(layer),
    }
}

/// The file may be a response as `curl -si` writes it.
fn in_a_file(layer: Layer) -> Meets {
    match layer {
        Layer::Record => Never("no archive"),
        _ => Undoes,
    }
}

/// The wrappings that a server may send.
fn on_the_way(layer: Layer) -> Meets {
    match layer {
        Layer::Coding | Layer::Chunks | Layer::Fields => Undoes,
        Layer::Claim | Layer::Cut => Sees,
        Layer::Front => {
            Never("a client reads one response after the other; its own tests try them")
        }
        Layer::Lines => Never("HTTP allows a client to refuse them"),
        Layer::Record => Never("no archive"),
    }
}
