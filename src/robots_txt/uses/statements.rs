//! The answer of a file about AI use.

use std::fmt;
use std::sync::OnceLock;

use crate::ai::preference::{Activity, Answer, Label, Level, Preference};
use crate::order;
use crate::provenance::{Provenance, SmallStr, Source, Span};
use crate::robots_txt::file::matching::listing::Listing;
use crate::robots_txt::file::matching::rows::ListingRow;
use crate::robots_txt::file::parse::file::File;
use crate::robots_txt::file::parse::lines::line_start;
use crate::robots_txt::file::parse::record::Record;
use crate::robots_txt::file::parse::starter::Subject;
use crate::robots_txt::uses::file::AskedFile;
use crate::robots_txt::uses::index::{
    ActivityAnswers, Kept, Quoted, StatedUse, UseStatement, WholeGroup, answers,
};

/// The statements of a robots.txt about AI use, for one client and one path.
///
/// [`RobotsTxt::uses`](crate::RobotsTxt::uses) makes one, which borrows the file. The statements are those that the rules of their
/// vocabularies select; they are not combined with each other.
///
/// # Examples
///
/// ```
/// use robots_policy::uses::{Activity, Answer, Label, Level};
/// use robots_policy::{Client, RobotsTxt};
///
/// let file = b"User-agent: *\nContent-Signal: search=yes, ai-train=no, use=reference\nAllow: /\n\
///     Content-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\nLicense: https://example.com/license.xml\n";
/// let robots = RobotsTxt::parse(file).value;
/// let me = Client::new("ExampleBot")?;
///
/// let uses = robots.uses(&me, "https://example.com/open/page");
/// let stated = uses.preferences().iter().map(|preference| (preference.label(), preference.answer()));
/// assert_eq!(stated.collect::<Vec<_>>(), [
///     (Label::SignalSearch, Answer::Allow),
///     (Label::SignalAiTrain, Answer::Disallow),
///     (Label::SignalUseTrain, Answer::Disallow),
///     (Label::SignalUseInput, Answer::Conditional),
///     (Label::AiprefTrainAi, Answer::Allow),
/// ]);
/// let last = uses.preferences().last().unwrap();
/// assert_eq!(last.to_string(), "robots.txt line 5, bytes 22-32: «train-ai=y» to every client");
/// assert_eq!(uses.of(Activity::TrainOther), Answer::Disallow);
/// assert_eq!(uses.levels()[0].0, Level::Reference);
/// assert_eq!(&*uses.licenses()[0].0, "https://example.com/license.xml");
/// # Ok::<(), robots_policy::InvalidProductToken>(())
/// ```
#[derive(Clone, Default)]
pub struct FileUses<'f> {
    file: Option<&'f AskedFile>,
    /// All that one group states.
    whole: Option<Whole>,
    /// Statements one by one.
    heard: Vec<Heard>,
    licenses: Vec<(Box<str>, Provenance)>,
    answers: ActivityAnswers,
    quoted: OnceLock<Box<Quoted>>,
}

/// A statement that reaches the client.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heard {
    pub(super) said: UseStatement,
    /// The starter of the group that lists the client; `None` before the first group.
    pub(super) listing: Option<ListingRow>,
}

/// All that a group states, with `Content-Usage` or without.
#[derive(Clone, Copy, Debug)]
struct Whole {
    group: WholeGroup,
    listing: ListingRow,
    hears_usage: bool,
}

impl<'f> FileUses<'f> {
    /// The preferences of `Content-Usage`, `Content-Signal`, and the rules for training, in the order of the file.
    pub fn preferences(&self) -> &[Preference] {
        &self.quoted().preferences
    }

    /// The levels of the key `use` of Content Signals, in the order of the file. The lowest counts.
    pub fn levels(&self) -> &[(Level, Provenance)] {
        &self.quoted().levels
    }

    /// The addresses of licences, in the order of the file, 256 at most.
    ///
    /// A relative address is resolved against the target of the question, if that is an absolute URL.
    pub fn licenses(&self) -> &[(Box<str>, Provenance)] {
        &self.licenses
    }

    /// The answer of the file about an activity: the strictest answer of the labels whose definition covers it.
    ///
    /// Licences that the file points at may restrict more; see [`FileUses::licenses`].
    pub fn of(&self, activity: Activity) -> Answer {
        let answer = self.answers.get(activity as usize);
        answer.copied().unwrap_or_default()
    }

    /// The answer of the file about one label.
    pub fn preference(&self, label: Label) -> Answer {
        let stated = self.heard().filter_map(|heard| match heard.said.said {
            StatedUse::Preference(stated, answer) if stated == label => Some(answer),
            _ => None,
        });
        stated.max().unwrap_or_default()
    }

    /// Whether the file states nothing for this client and this path.
    pub fn is_empty(&self) -> bool {
        self.heard().next().is_none() && self.licenses.is_empty()
    }

    /// No statements of a file yet.
    pub(super) fn of_file(file: &'f AskedFile) -> FileUses<'f> {
        FileUses {
            file: Some(file),
            ..FileUses::default()
        }
    }

    /// All that a group states to the client on this starter.
    pub(super) fn of_group(
        file: &'f AskedFile,
        group: &WholeGroup,
        listing: ListingRow,
        hears_usage: bool,
    ) -> FileUses<'f> {
        let [without, with] = group.answers;
        FileUses {
            whole: Some(Whole {
                group: *group,
                listing,
                // Where there is none, the statements are those of an answer that hears it.
                hears_usage: hears_usage || !group.has_usage,
            }),
            answers: if hears_usage { with } else { without },
            ..FileUses::of_file(file)
        }
    }

    /// The statements.
    fn heard(&self) -> impl Iterator<Item = Heard> {
        let whole = self.file.iter().zip(&self.whole);
        let whole = whole.flat_map(|(file, whole)| {
            let (start, end) = (whole.group.start as usize, whole.group.end as usize);
            let members = file.uses().in_order.get(start..end).unwrap_or_default();
            let heard = members.iter().copied();
            let heard = heard.filter(|said| whole.hears_usage || !said.is_usage());
            let listing = Some(whole.listing);
            heard.map(move |said| Heard { said, listing })
        });
        whole.chain(self.heard.iter().copied())
    }

    /// Adds a statement. Of equal ones to one name, the first of the file stays; a client with several purposes may hear
    /// one more than once.
    pub(super) fn hear(&mut self, heard: Heard) {
        let same = self.heard.iter().position(|known| {
            known.said.said == heard.said.said && self.is_to_same(known.listing, heard.listing)
        });
        match same.and_then(|same| self.heard.get_mut(same)) {
            Some(known) if heard.said.line < known.said.line => *known = heard,
            Some(_) => {}
            None => self.heard.push(heard),
        }
    }

    /// Adds a licence, likewise, and not more than [`MOST_LICENSES`]. `span` is in the value of its line.
    pub(super) fn license(&mut self, address: Box<str>, line: u32, span: Span) {
        let is_there = self.licenses.iter().any(|(known, _)| *known == address);
        if let Some(file) = &self.file
            && !is_there
            && self.licenses.len() < MOST_LICENSES
        {
            let at = place(&file.file, line, span);
            self.licenses.push((address, at));
        }
    }

    /// Puts everything into the order of the file, and answers.
    pub(super) fn finish(mut self) -> FileUses<'f> {
        let place = |heard: &Heard| (heard.said.line, heard.said.span);
        order::sort_by_key(&mut self.heard, place);
        order::sort_by_key(&mut self.licenses, |(_, at)| (at.line(), at.span()));
        self.answers = answers(self.heard.iter().map(|heard| heard.said.said));
        self
    }

    /// Whether two statements address the same name.
    fn is_to_same(&self, one: Option<ListingRow>, other: Option<ListingRow>) -> bool {
        let file = self.file;
        one == other || file.is_none_or(|file| scope(&file.file, one) == scope(&file.file, other))
    }

    /// The statements with their bytes: those that the file keeps, or own ones.
    fn quoted(&self) -> &Quoted {
        match self.kept() {
            Some(kept) => kept,
            None => self.quoted.get_or_init(|| Box::new(self.quote())),
        }
    }

    /// The statements of a whole group, if the file keeps those of this one; it keeps one answer, the first.
    fn kept(&self) -> Option<&Quoted> {
        let (file, whole) = self.file.zip(self.whole)?;
        let kept = file.uses().kept.get_or_init(|| {
            Box::new(Kept {
                listing: whole.listing,
                hears_usage: whole.hears_usage,
                quoted: self.quote(),
            })
        });
        let is_this = (kept.listing, kept.hears_usage) == (whole.listing, whole.hears_usage);
        is_this.then_some(&kept.quoted)
    }

    /// Reads the bytes of the statements. The number of preferences is known before, so that they take one allocation.
    fn quote(&self) -> Quoted {
        let Some(file) = self.file.map(|file| &file.file) else {
            return Quoted::default();
        };
        let mut preferences = Vec::new();
        let count = self.heard().map(|heard| heard.said.said.preferences());
        preferences.reserve_exact(count.sum());
        let mut levels = Vec::new();
        let mut scope = (None, EVERY_CLIENT);
        for Heard { said, listing } in self.heard() {
            if scope.0 != listing {
                scope = (listing, scope_text(file, listing));
            }
            let at = || said.place(file);
            match said.said {
                StatedUse::Preference(label, answer) => {
                    preferences.push(Preference::to(label, answer, scope.1.clone(), at()));
                }
                StatedUse::Level(level) => {
                    let level = (level, at());
                    preferences.extend(Preference::of_level(level.0, &scope.1, &level.1));
                    if !levels.contains(&level) {
                        levels.push(level);
                    }
                }
                StatedUse::License => {}
            }
        }
        Quoted {
            preferences,
            levels,
        }
    }
}

impl StatedUse {
    /// The number of preferences that it makes.
    fn preferences(self) -> usize {
        match self {
            StatedUse::Preference(..) => 1,
            StatedUse::Level(level) => level.caps().len(),
            StatedUse::License => 0,
        }
    }
}

impl UseStatement {
    /// Its place, with its bytes.
    fn place(self, file: &File) -> Provenance {
        match self.span() {
            Some(span) => place(file, self.line, span),
            None => record(file, self.line),
        }
    }
}

impl PartialEq for FileUses<'_> {
    /// Compares the statements.
    fn eq(&self, other: &FileUses<'_>) -> bool {
        self.preferences() == other.preferences()
            && self.levels() == other.levels()
            && self.licenses() == other.licenses()
    }
}

impl Eq for FileUses<'_> {}

impl fmt::Debug for FileUses<'_> {
    /// The statements, without the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileUses")
            .field("preferences", &self.preferences())
            .field("levels", &self.levels())
            .field("licenses", &self.licenses())
            .finish()
    }
}

/// The clients of a statement, as its group lists them; `None` for every client.
fn scope(file: &File, listing: Option<ListingRow>) -> Option<Subject<'_>> {
    Listing::new(file, listing?).subject()
}

/// The clients of a statement in words; `*` for every client.
fn scope_text(file: &File, listing: Option<ListingRow>) -> SmallStr {
    match scope(file, listing) {
        None | Some(Subject::Global) => EVERY_CLIENT,
        Some(subject) => SmallStr::new(&subject.to_string()),
    }
}

/// A span of the value of a line.
fn place(file: &File, line: u32, span: Span) -> Provenance {
    let Some(line) = file.lines.get(line as usize) else {
        return Provenance::new(Source::RobotsTxt, None, span, "");
    };
    let octets = &file.text.bytes;
    let text = String::from_utf8_lossy(span.of(line.value(octets)));
    let value = line.span().start;
    let span = span.shifted(value - line_start(octets, value));
    Provenance::new(Source::RobotsTxt, Some(line.number()), span, &text)
}

/// A whole record.
fn record(file: &File, line: u32) -> Provenance {
    let found = file.lines.get(line as usize);
    found.map_or_else(
        || Provenance::new(Source::RobotsTxt, None, Span::default(), ""),
        |line| Record { file, line: *line }.provenance(),
    )
}

/// The scope of a statement to every client.
const EVERY_CLIENT: SmallStr = SmallStr::from_static("*");

/// Most licences of one answer. Each is a document that a caller may fetch.
const MOST_LICENSES: usize = 256;
