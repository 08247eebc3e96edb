//! The lines about AI use of a file, read and sorted: made by the first question about uses.
//!
//! **What it is.** Lines that compete with each other have one [`Voice`]: those of `Content-Usage`, or those with one key
//! of `Content-Signal`. Lines of one group, voice and path are one entry with all their statements, the first of equal
//! ones. The entries of one group and voice are a [`Slice`] with the sorted and linked rows of `matching::rules`. Patterns
//! are copied in normal form, since a line holds more than its path.
//!
//! ```text
//! voice     Usage                      Signal(ai-train)        Level
//! entries   group 1 | group 1 | group 2 | group 1 | group 2     group 1
//!           └──── a slice ────┘
//! ```
//!
//! **Invariants.** A slice has exactly the entries of one group, or of the lines before the first group, and its lowest line
//! is in that group: a question finds it by the lines of the group. Rows count from the start of their slice. **What breaks
//! if touched.** A slice that is cut elsewhere when it is asked has links that lead out of it: rules are missed. A slice
//! that is taken for [`whole`](Slice::whole) is not compared with the path. **Which test notices.**
//! `r_210_files_answer_like_the_naive_reader` in `tests/all/uses_robots.rs`.

use std::ops::Range;
use std::sync::OnceLock;

use crate::ai::preference::{Activity, Answer, Label, Level, Preference, Vocabulary};
use crate::provenance::{Provenance, Span};

use crate::robots_txt::file::matching::indexing::IndexedFile;
use crate::robots_txt::file::matching::normal_forms::NormalForms;
use crate::robots_txt::file::matching::request_path::RequestPath;
use crate::robots_txt::file::matching::rows::{IndexRow, ListingRow};
use crate::robots_txt::file::matching::rules::Patterns;
use crate::robots_txt::file::options::GroupBorders;
use crate::robots_txt::file::parse::file::File;

/// The lines that compete with each other by the length of their paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Voice {
    /// A readable `Content-Usage`.
    Usage,
    /// A `Content-Usage` that is not a dictionary.
    Unreadable,
    /// `DisallowAITraining` and `AllowAITraining`.
    Training,
    /// `License`, whose lines have no path.
    License,
    /// The key `use` of `Content-Signal`.
    Level,
    /// Another key of `Content-Signal`.
    Signal(Label),
}

impl Voice {
    /// Whether its lines are those of `Content-Usage`.
    pub(super) fn is_usage(self) -> bool {
        matches!(self, Voice::Usage | Voice::Unreadable)
    }

    /// The grouping of its lines.
    pub(super) fn grouping(self) -> GroupBorders {
        match self {
            Voice::Usage | Voice::Unreadable => GroupBorders::RulesAndUsage,
            _ => GroupBorders::Rules,
        }
    }
}

/// One statement, and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct UseStatement {
    pub(super) said: StatedUse,
    /// The index of its line.
    pub(super) line: u32,
    /// Its place in the value of the line; `None` for the whole record.
    pub(super) span: Option<(u32, u32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatedUse {
    Preference(Label, Answer),
    Level(Level),
    License,
}

/// The entries of one voice in one group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    /// Its lowest line.
    pub(super) line: u32,
    pub(super) voice: Voice,
    pub(super) start: u32,
    pub(super) end: u32,
    /// If it is one entry that matches every path, the number of octets of its pattern: then no path has to be compared.
    pub(super) whole: Option<usize>,
    /// Whether no pattern has a special octet, so that one entry alone has the longest path.
    pub(super) is_literal: bool,
}

/// The longest path of a slice that matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Longest {
    /// Its octets.
    pub(super) len: usize,
    /// Its entry, where it is known to be the only one of that length.
    pub(super) entry: Option<u32>,
}

/// All that one group states, in a file where that is what all its clients hear.
#[derive(Clone, Copy, Debug)]
pub(super) struct WholeGroup {
    /// Its lowest line about AI use.
    pub(super) line: u32,
    /// Its members among those in the order of the file.
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) has_license: bool,
    pub(super) has_usage: bool,
    /// The answer about each activity: without `Content-Usage`, and with it.
    pub(super) answers: [ActivityAnswers; 2],
}

/// The statements with their bytes. A caller that needs the answers alone does not need them.
#[derive(Clone, Debug, Default)]
pub(super) struct Quoted {
    pub(super) preferences: Vec<Preference>,
    pub(super) levels: Vec<(Level, Provenance)>,
}

/// The statements of a [`WholeGroup`] with their bytes, for the clients of one starter.
#[derive(Debug)]
pub(super) struct Kept {
    pub(super) listing: ListingRow,
    pub(super) hears_usage: bool,
    pub(super) quoted: Quoted,
}

/// The answer about each activity, in their order.
pub(super) type ActivityAnswers = [Answer; Activity::ALL.len()];

/// The strictest answers of statements.
pub(super) fn answers(said: impl Iterator<Item = StatedUse>) -> ActivityAnswers {
    let mut answers = ActivityAnswers::default();
    let mut hear = |label: Label, answer: Answer| {
        for activity in label.decided(answer) {
            if let Some(known) = answers.get_mut(activity as usize) {
                *known = answer.max(*known);
            }
        }
    };
    for said in said {
        match said {
            StatedUse::Preference(label, answer) => hear(label, answer),
            StatedUse::Level(level) => level
                .caps()
                .iter()
                .for_each(|(label, answer)| hear(*label, *answer)),
            StatedUse::License => {}
        }
    }
    answers
}

/// The index of one file.
#[derive(Debug)]
pub(super) struct UsesIndex {
    /// The voices that lines have, each once.
    pub(super) voices: Box<[Voice]>,
    /// Whether there are others than those of `Content-Usage`.
    pub(super) has_more_than_usage: bool,
    /// In the order of their lines.
    pub(super) slices: Box<[Slice]>,
    /// For each entry, where its members begin. They end where those of the next one begin.
    pub(super) entries: Box<[u32]>,
    pub(super) members: Box<[UseStatement]>,
    /// The pattern of each entry.
    pub(super) forms: NormalForms,
    pub(super) rows: Box<[IndexRow]>,
    /// The number of lines before the first group.
    pub(super) before: usize,
    /// Whether everything that a group states reaches all its clients: lines have no paths or one path, that of all of the
    /// site, all can be read, and none is before the first group.
    pub(super) is_plain: bool,
    /// The groups of a plain file in which no client is listed twice.
    pub(super) groups: Box<[WholeGroup]>,
    /// Their members, in the order of the file.
    pub(super) in_order: Box<[UseStatement]>,
    /// The statements of the group that was first asked for their bytes: a client asks a file about many paths.
    pub(super) kept: OnceLock<Box<Kept>>,
    /// The file as `Content-Usage` groups it, if that differs.
    pub(super) usage_view: Option<Box<IndexedFile>>,
}

impl UsesIndex {
    /// The octets that it keeps in memory.
    pub(super) fn weight(&self) -> usize {
        let kept = self.kept.get().map_or(0, |kept| {
            let Quoted {
                preferences,
                levels,
            } = &kept.quoted;
            size_of_val(&**preferences) + size_of_val(&**levels)
        });
        size_of_val(&*self.slices)
            + size_of_val(&*self.entries)
            + size_of_val(&*self.members)
            + self.forms.weight()
            + size_of_val(&*self.rows)
            + size_of_val(&*self.groups)
            + size_of_val(&*self.in_order)
            + kept
            + self.usage_view.as_ref().map_or(0, |view| view.weight())
    }

    /// Whether any line has this voice.
    pub(super) fn has(&self, voice: Voice) -> bool {
        self.voices.contains(&voice)
    }

    /// The voices that lines have, each once.
    pub(super) fn voices(&self) -> impl Iterator<Item = Voice> + use<'_> {
        self.voices.iter().copied()
    }

    /// The longest path of a slice that matches.
    pub(super) fn longest(
        &self,
        file: &File,
        slice: Slice,
        path: &RequestPath<'_>,
    ) -> Option<Longest> {
        let (patterns, rows) = (self.patterns(file), self.rows(slice));
        if slice.is_literal {
            let (len, entry) = patterns.longest_literal(rows, path)?;
            let entry = Some(entry);
            return Some(Longest { len, entry });
        }
        let len = patterns.best(rows, path, None)?.len();
        Some(Longest { len, entry: None })
    }

    /// Gives `found` the statements of a slice whose paths match and have this many octets.
    pub(super) fn stated(
        &self,
        file: &File,
        slice: Slice,
        path: &RequestPath<'_>,
        len: usize,
        mut found: impl FnMut(UseStatement),
    ) {
        let rows = self.rows(slice);
        self.patterns(file).each_of_len(rows, path, len, |entry| {
            self.entry(entry).for_each(&mut found);
        });
    }

    /// The statements of one entry.
    pub(super) fn entry(&self, entry: u32) -> impl Iterator<Item = UseStatement> {
        self.members(entry, entry + 1).iter().copied()
    }

    /// The statements of a slice.
    pub(super) fn all(&self, slice: Slice) -> impl Iterator<Item = UseStatement> {
        self.members(slice.start, slice.end).iter().copied()
    }

    /// The entries of a voice in a group.
    pub(super) fn slice(&self, voice: Voice, group: Range<usize>) -> Option<Slice> {
        let mut slices = self.slices(group);
        slices.find(|slice| slice.voice == voice).copied()
    }

    /// The slices of a group.
    pub(super) fn slices(&self, group: Range<usize>) -> impl Iterator<Item = &Slice> {
        let line = |slice: &Slice| slice.line as usize;
        let start = self
            .slices
            .partition_point(|slice| line(slice) < group.start);
        let own = self.slices.get(start..).unwrap_or_default().iter();
        own.take_while(move |slice| line(slice) < group.end)
    }

    /// All that a group states; see [`UsesIndex::groups`].
    pub(super) fn group(&self, lines: Range<usize>) -> Option<&WholeGroup> {
        let line = |group: &WholeGroup| group.line as usize;
        let at = self
            .groups
            .partition_point(|group| line(group) < lines.start);
        self.groups.get(at).filter(|group| line(group) < lines.end)
    }

    fn patterns<'i>(&'i self, file: &'i File) -> Patterns<'i> {
        Patterns {
            file,
            forms: Some(&self.forms),
            wide: None,
        }
    }

    fn rows(&self, slice: Slice) -> &[IndexRow] {
        let rows = self.rows.get(slice.start as usize..slice.end as usize);
        rows.unwrap_or_default()
    }

    /// The statements of the entries from `start` to `end`.
    fn members(&self, start: u32, end: u32) -> &[UseStatement] {
        let place = |at: u32| {
            let entry = self.entries.get(at as usize);
            entry.map_or(self.members.len(), |members| *members as usize)
        };
        let members = self.members.get(place(start)..place(end));
        members.unwrap_or_default()
    }
}

impl UseStatement {
    /// Whether `Content-Usage` states it.
    pub(super) fn is_usage(self) -> bool {
        matches!(self.said, StatedUse::Preference(label, _) if label.vocabulary() == Vocabulary::Aipref)
    }

    /// Its place in the value of its line, if it is not the whole record.
    pub(super) fn span(self) -> Option<Span> {
        let (start, end) = self.span?;
        Some(Span::new(start as usize, end as usize))
    }
}
