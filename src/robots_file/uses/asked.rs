//! A file that is asked about AI use: the statements that reach one client at one path.

use std::ops::{Deref, Range};
use std::sync::OnceLock;

use crate::preference::{Answer, Vocabulary};
use crate::provenance::{Provenance, Source, Span};
use crate::robots_file::matching::indexed::IndexedFile;
use crate::robots_file::matching::listing::Listing;
use crate::robots_file::matching::request_path::RequestPath;
use crate::robots_file::matching::select::{self, Asker};
use crate::robots_file::matching::target;
use crate::robots_file::parse::lines::line_at;
use crate::robots_file::parse::record::Record;
use crate::robots_file::uses::index::{Member, Said, UsesIndex, Voice};
use crate::robots_file::uses::stated::FileUses;
use crate::token::Accessor;
use crate::usage;

/// A file with its index for access and its index for uses. Each is made by the first question that needs it.
#[derive(Debug)]
pub(crate) struct AskedFile {
    indexed: IndexedFile,
    uses: OnceLock<Box<UsesIndex>>,
}

impl Deref for AskedFile {
    type Target = IndexedFile;

    fn deref(&self) -> &IndexedFile {
        &self.indexed
    }
}

impl PartialEq for AskedFile {
    /// Compares the files; their indices follow from them.
    fn eq(&self, other: &AskedFile) -> bool {
        self.indexed == other.indexed
    }
}

impl Eq for AskedFile {}

impl AskedFile {
    /// A file that was not asked yet.
    pub(crate) fn new(indexed: IndexedFile) -> AskedFile {
        AskedFile {
            indexed,
            uses: OnceLock::new(),
        }
    }

    /// The statements of the file for a client at a target. `is_allowed` is the answer about access, if it is known.
    pub(crate) fn uses(
        &self,
        accessor: &Accessor,
        target: &str,
        is_allowed: Option<bool>,
    ) -> FileUses {
        let mut uses = FileUses::default();
        let file = &self.indexed.file;
        if !file.states_uses {
            return uses;
        }
        let index = self.uses.get_or_init(|| Box::new(UsesIndex::new(file)));
        let path = RequestPath::new(target::normal_path(target, file.options));
        let mut question = Question {
            indexed: &self.indexed,
            index,
            path,
            target,
            // They are for every client that obeys what is for every client.
            before: 0..if accessor.obeys_global() {
                index.before
            } else {
                0
            },
            uses: &mut uses,
        };
        for asker in select::askers(accessor) {
            question.ask(asker);
        }
        let is_allowed = || is_allowed.unwrap_or_else(|| self.is_allowed(accessor, target));
        if question.has_usage() && is_allowed() {
            for asker in select::askers(accessor) {
                question.usage(asker);
            }
        }
        uses.sort();
        uses
    }

    fn is_allowed(&self, accessor: &Accessor, target: &str) -> bool {
        select::access(&self.indexed, accessor, target).is_allowed()
    }
}

/// One question.
struct Question<'r, 'q> {
    indexed: &'r IndexedFile,
    index: &'r UsesIndex,
    path: RequestPath<'q>,
    target: &'q str,
    /// The lines before the first group.
    before: Range<usize>,
    uses: &'q mut FileUses,
}

impl Question<'_, '_> {
    /// Whether the file has preferences that depend on access.
    fn has_usage(&self) -> bool {
        self.index.has(Voice::Usage)
    }

    /// Content Signals, rules for training, and licences, which do not depend on access.
    fn ask(&mut self, asker: Asker<'_>) {
        let mut is_bound = false;
        for (listing, groups) in select::bound(self.indexed, asker) {
            is_bound = true;
            let scope = scope(listing);
            if let Some(len) = self.longest(Voice::Training, &groups) {
                self.state(Voice::Training, &groups, len, &scope);
            }
            self.signals(&groups, &scope);
            self.licenses(&groups);
        }
        if !is_bound {
            self.signals(&[], EVERY_CLIENT);
            self.licenses(&[]);
        }
    }

    /// Content Signals, key by key: those of the groups, else those before the first group.
    fn signals(&mut self, groups: &[Range<usize>], scope: &str) {
        let labels = Vocabulary::ContentSignal.labels().map(Voice::Signal);
        for voice in labels.chain([Voice::Level]) {
            if !self.index.has(voice) {
                continue;
            }
            if let Some(len) = self.longest(voice, groups) {
                self.state(voice, groups, len, scope);
                continue;
            }
            let before = [self.before.clone()];
            if let Some(len) = self.longest(voice, &before) {
                self.state(voice, &before, len, EVERY_CLIENT);
            }
        }
    }

    /// Licences of the groups, else those before the first group (RSL 1.0 §4.4.2).
    fn licenses(&mut self, groups: &[Range<usize>]) {
        if !self.index.has(Voice::License) {
            return;
        }
        let before = [self.before.clone()];
        let own = self.index.lines(Voice::License, groups).next().is_some();
        let groups = if own { groups } else { &before };
        for line in self.index.lines(Voice::License, groups) {
            let value = self.indexed.file.value(line);
            let text = String::from_utf8_lossy(value);
            if let Some(address) = usage::license(&text) {
                let at = self.place(line, Span::new(0, value.len()));
                let address = address.resolved(self.target);
                self.uses.license(address, at);
            }
        }
    }

    /// The longest path of `Content-Usage` that matches speaks alone. If no line of that path can be read, the next longest
    /// that can speaks instead, as far as it forbids: a mistake in `n` must not permit.
    fn usage(&mut self, asker: Asker<'_>) {
        let view = self.index.usage_view.as_deref().unwrap_or(self.indexed);
        for (listing, groups) in select::bound(view, asker) {
            let Some(len) = self.longest(Voice::Usage, &groups) else {
                continue;
            };
            let unreadable = self.longest(Voice::Unreadable, &groups);
            let mut stated = self.stated(Voice::Usage, &groups, len);
            if unreadable.is_some_and(|unreadable| unreadable > len) {
                stated
                    .retain(|member| matches!(member.said, Said::Preference(_, Answer::Disallow)));
            }
            self.add(stated, &scope(listing));
        }
    }

    fn longest(&self, voice: Voice, groups: &[Range<usize>]) -> Option<usize> {
        let file = &self.indexed.file;
        self.index.longest(file, voice, groups, &self.path)
    }

    fn stated(&self, voice: Voice, groups: &[Range<usize>], len: usize) -> Vec<Member> {
        let file = &self.indexed.file;
        self.index.stated(file, voice, groups, &self.path, len)
    }

    fn state(&mut self, voice: Voice, groups: &[Range<usize>], len: usize, scope: &str) {
        let stated = self.stated(voice, groups, len);
        self.add(stated, scope);
    }

    fn add(&mut self, stated: Vec<Member>, scope: &str) {
        for member in stated {
            let at = match member.span() {
                Some(span) => self.place(member.line, span),
                None => self.record(member.line),
            };
            match member.said {
                Said::Preference(label, answer) => self.uses.prefer(label, answer, scope, at),
                Said::Level(level) => self.uses.limit(level, at),
                Said::License => {}
            }
        }
    }

    /// A span of the value of a line.
    fn place(&self, line: u32, span: Span) -> Provenance {
        let file = &self.indexed.file;
        let Some(line) = file.lines.get(line as usize) else {
            return Provenance::new(Source::RobotsTxt, None, span, "");
        };
        let value = line.span();
        let raw = line_at(&file.text.bytes, value.start, line.number());
        let span = span.shifted(value.start - raw.start);
        Provenance::from_bytes(Source::RobotsTxt, Some(line.number()), span, raw.bytes)
    }

    /// A whole record.
    fn record(&self, line: u32) -> Provenance {
        let file = &self.indexed.file;
        let record = file
            .lines
            .get(line as usize)
            .map(|line| Record { file, line: *line });
        let nowhere = || Provenance::new(Source::RobotsTxt, None, Span::default(), "");
        record.map_or_else(nowhere, Record::provenance)
    }
}

/// The clients of a group, as preferences name them.
fn scope(listing: Listing<'_>) -> String {
    let subject = listing.subject();
    subject.map_or_else(|| EVERY_CLIENT.to_owned(), |subject| subject.to_string())
}

const EVERY_CLIENT: &str = "*";
