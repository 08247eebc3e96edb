//! Files, as the linter takes them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use robots_policy::Timestamp;
use robots_policy_input::Message;
use robots_policy_input::names::shown;
use robots_policy_input::read_input::read;
use robots_policy_input::saved::{self, SavedAs, Undone};
use robots_policy_lint::{Document, FieldLine, Linter, Page, Source};

use super::local::Local;
use super::response::look_at_redirects;
use crate::exit::Failure;
use crate::say::warn;

/// The linter, and what it was given.
pub(super) struct Look<'s> {
    pub(super) linter: Linter,
    pub(super) now: Timestamp,
    pub(super) url: Option<&'s str>,
    /// The inputs that were looked at.
    pub(super) seen: Vec<String>,
    /// The inputs that were not, and why.
    pub(super) unseen: Vec<(String, String)>,
    /// The files that fixes may change, by their names.
    pub(super) local: BTreeMap<String, Local>,
    /// Whether a run before it has said what could not be looked at.
    is_again: bool,
}

impl<'s> Look<'s> {
    pub(super) fn new(
        linter: Linter,
        now: Timestamp,
        url: Option<&'s str>,
        is_again: bool,
    ) -> Look<'s> {
        Look {
            linter,
            now,
            url,
            seen: Vec::new(),
            unseen: Vec::new(),
            local: BTreeMap::new(),
            is_again,
        }
    }

    /// The linter, after the last input.
    pub(super) fn take_linter(&mut self) -> Linter {
        std::mem::replace(&mut self.linter, Linter::new(Timestamp::from_unix(0)))
    }

    /// Notes an input that cannot be looked at.
    pub(super) fn not_looked_at(&mut self, name: &str, why: &str) {
        if !self.is_again {
            warn(&format_args!("{name}: {why}"));
        }
        self.unseen.push((name.to_owned(), why.to_owned()));
    }

    /// Says something that is worth knowing.
    pub(super) fn note(&self, what: &str) {
        if !self.is_again {
            warn(&what);
        }
    }

    /// Reads a file; one that cannot be read is noted.
    pub(super) fn read(&mut self, path: &Path) -> Option<Vec<u8>> {
        let file = read(path);
        file.map_err(|failure| self.not_looked_at(&name_of(path), &why(failure)))
            .ok()
    }

    /// Notes an input that is looked at.
    pub(super) fn seen(&mut self, name: &str) {
        self.seen.push(name.to_owned());
    }

    /// Looks at a response, of which a document that was not read whole is named.
    pub(super) fn look_at(&mut self, page: &Page<'_>) {
        self.seen(page.name);
        if let Some(why) = self.linter.page(page) {
            let why = format!("its document was not read whole ({why})");
            self.not_looked_at(page.name, &why);
        }
    }

    pub(super) fn tdmrep(&mut self, name: &str, file: &[u8]) {
        self.seen(name);
        self.linter.tdmrep(&Source::new(name, file));
    }

    pub(super) fn license(&mut self, name: &str, file: &[u8]) {
        self.seen(name);
        self.linter.license(&Source::new(name, file));
    }

    /// Looks at a saved response, or at a page.
    pub(super) fn saved(&mut self, name: &str, file: Vec<u8>) {
        let Some(saved) = self.opened(name, file) else {
            return;
        };
        let is_undone = saved.undone().is_some_and(Undone::has_marks);
        match &saved {
            SavedAs::Response(_) | SavedAs::Undone(..) if is_undone => {
                self.response(name, &format!("{name} (undone)"), &saved);
            }
            SavedAs::Response(_) | SavedAs::Undone(..) => self.response(name, name, &saved),
            SavedAs::Page(page) => self.page(name, name, page, false),
            SavedAs::Copy(page) => self.page(name, &format!("{name} (decoded)"), page, true),
        }
    }

    fn page(&mut self, name: &str, shown: &str, octets: &[u8], is_cut: bool) {
        let source = Source::new(shown, octets);
        self.look_at(&Page {
            name,
            url: self.url,
            status: Page::status_of_file(name),
            fields: None,
            document: Some(Document {
                octets,
                place: Some((&source, 0)),
                is_text: false,
                is_cut,
            }),
        });
    }

    /// Opens a saved response or a page.
    pub(super) fn opened(&mut self, name: &str, file: Vec<u8>) -> Option<SavedAs> {
        let saved = SavedAs::of(file);
        let saved = saved.map_err(|why| self.not_looked_at(name, &why)).ok()?;
        if let Some(notice) = saved.notice().filter(|_| !self.is_again) {
            warn(&format_args!("{name}: {notice}"));
        }
        Some(saved)
    }

    /// The message of a saved response, if it is one.
    pub(super) fn message<'m>(
        &mut self,
        name: &str,
        saved: &SavedAs,
        (rest, memory): (&'m mut &[u8], &'m mut Vec<u8>),
    ) -> Option<Message<'m>> {
        let message = saved::response(rest, memory);
        let message = message.map_err(|why| self.not_looked_at(name, &why)).ok()?;
        Some(message.or_recoded(saved.undone().is_some_and(Undone::is_recoded)))
    }

    fn response(&mut self, name: &str, shown: &str, saved: &SavedAs) {
        let file = saved.bytes();
        let (mut rest, mut memory) = (file, Vec::new());
        let Some(mut message) = self.message(name, saved, (&mut rest, &mut memory)) else {
            return;
        };
        let is_cut = message.is_cut() || message.is_part();
        let source = Source::new(shown, file);
        let fields = FieldLine::of_message(&message, &source, 0);
        let (status, body_at) = (message.known_status(), message.body_at());
        let block_at = message.block_at();
        let octets = match message.has_body().then(|| message.octets(Vec::new(), MOST)) {
            None => None,
            Some(Ok(Some(octets))) => Some(octets),
            Some(Err(damage)) => {
                let why = format!("{damage}; its fields alone were looked at");
                self.not_looked_at(name, &why);
                None
            }
            Some(Ok(None)) => {
                let why = "its document cannot be unpacked; its fields alone were looked at";
                self.not_looked_at(name, why);
                None
            }
        };
        let decoded = octets.as_deref().map(|octets| {
            let is_plain = file
                .get(body_at..)
                .is_some_and(|body| body.starts_with(octets));
            (!is_plain).then(|| Source::new(&format!("{shown} (decoded)"), octets))
        });
        let document = octets.as_deref().map(|octets| Document {
            octets,
            place: Some(match decoded.as_ref().and_then(Option::as_ref) {
                Some(decoded) => (decoded, 0),
                None => (&source, body_at),
            }),
            is_text: false,
            is_cut,
        });
        let page = Page {
            name,
            url: self.url,
            status,
            fields: Some(fields),
            document,
        };
        self.look_at(&page);
        look_at_redirects(&source, block_at, &page, &mut self.linter);
    }
}

/// Why a file cannot be read, without its name.
pub(super) fn why(failure: Failure) -> String {
    match failure {
        Failure::Input(_, why) => why,
        failure => failure.to_string(),
    }
}

/// The most bytes of a document that are looked at.
const MOST: usize = 16 << 20;

/// The path of a file, without `./`.
pub(super) fn name_of(path: &Path) -> String {
    let path: PathBuf = path.components().collect();
    shown(path.as_os_str())
}
