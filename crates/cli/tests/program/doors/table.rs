//! The doors, and the wrappings for each of them.

use std::path::Path;

use super::question::Question;
use super::wrappings::Layer;
use super::{DoorAnswer, archives, library, network, process};

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
    pub(crate) ask: fn(&Path, &[Question<'_>]) -> Vec<DoorAnswer>,
    /// The keys of `expect` that it does not answer.
    pub(crate) silent: &'static str,
    /// Of each wrapping it is given one case in this many: 1 where a process answers many at once.
    pub(crate) every: usize,
    /// The pages that it is given.
    pub(crate) page: fn(Layer) -> Meets,
    /// The robots.txt that it is given.
    pub(crate) robots: fn(Layer) -> Meets,
}

pub(crate) const ACCESS: &str = "access obtainable sitemaps crawl_delay mobile_agent_server";

/// The keys of pages, on which a robots.txt says nothing.
const PAGE: &str = "preferences terms unread directives index follow archive snippet obtainable codes codes_some texts spans \
                    truncated extensions sitemaps crawl_delay mobile_agent_server";

impl Door {
    /// One that answers every key, and many questions in a process.
    const fn new(name: &'static str, ask: fn(&Path, &[Question<'_>]) -> Vec<DoorAnswer>) -> Door {
        Door {
            name,
            ask,
            silent: "",
            every: 1,
            page: |_| Never("as eval"),
            robots: |_| Never("as eval-robots"),
        }
    }

    const fn of_the_library(
        name: &'static str,
        ask: fn(&Path, &[Question<'_>]) -> Vec<DoorAnswer>,
    ) -> Door {
        Door {
            page: of_a_client,
            robots: |_| Never("the caller hands the text over"),
            ..Door::new(name, ask)
        }
    }
}

pub(crate) const DOORS: &[Door] = &[
    Door::of_the_library("library-map", |_, questions| library::map(questions)),
    Door::of_the_library("library-body", |_, questions| library::body(questions)),
    Door::of_the_library("library-lines", |_, questions| library::lines(questions)),
    Door {
        page: in_a_file,
        robots: |_| Never("as eval-robots"),
        ..Door::new("eval", process::saved)
    },
    Door {
        every: 20,
        robots: in_a_file,
        ..Door::new("eval-robots", process::saved)
    },
    Door {
        page: |_| Never("as eval; its own tests mix the marks with the page"),
        ..Door::new("eval-curl-v", process::curl)
    },
    Door {
        page: |_| Never("as eval; its own tests cut the file everywhere"),
        ..Door::new("eval-wget-S", process::wget)
    },
    Door {
        every: 16,
        page: |layer| match layer {
            Layer::Chunks => Never("the file is the document"),
            Layer::Cut => Never("the file is the document, however long the fields say"),
            Layer::Front => Never("the file holds field lines alone"),
            Layer::Record => Never("no archive"),
            Layer::Coding | Layer::Claim | Layer::Lines | Layer::Fields => Undoes,
        },
        ..Door::new("eval-parts", process::parts)
    },
    Door {
        page: |layer| match layer {
            Layer::Cut => Never("the record has no word for it"),
            layer => of_a_client(layer),
        },
        robots: |_| Never("the record holds the text"),
        ..Door::new("eval-jsonl", process::records)
    },
    Door {
        silent: "spans",
        page: |_| Never("the record holds characters"),
        robots: |_| Never("the record holds the text"),
        ..Door::new("eval-jsonl-html", process::characters)
    },
    Door {
        every: 2,
        page: on_the_way,
        robots: on_the_way,
        ..Door::new("check", network::check)
    },
    Door {
        silent: ACCESS,
        page: |_| Undoes,
        robots: |_| Never("no robots.txt"),
        ..Door::new("scan", archives::alone)
    },
    Door {
        page: |_| Never("as scan"),
        robots: |_| Undoes,
        ..Door::new("scan-robots", archives::with_store)
    },
    Door {
        silent: PAGE,
        every: 16,
        page: |_| Never("no page"),
        robots: in_a_file,
        ..Door::new("matrix", process::matrix)
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
