//! The table of directives, and sets of them.

mod lookup;
mod permits;

use std::fmt;
use std::iter;

pub use self::permits::Permits;
use crate::date::Timestamp;

/// How a directive's value is read, and how two statements of it are united.
///
/// In every kind the more restrictive value stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Said or not said.
    Flag,
    /// Said, and restricts nothing (`index`, `follow`).
    Permissive,
    /// A number; `-1` means no ceiling; the smaller wins.
    Ceiling,
    /// One of these words, the most restrictive first.
    Level(&'static [&'static str]),
    /// A point in time; the earlier wins.
    Deadline,
}

impl Kind {
    /// Whether a statement needs a value behind the name.
    pub fn takes_value(self) -> bool {
        !matches!(self, Kind::Flag | Kind::Permissive)
    }

    /// The form of the value, for help and messages.
    pub fn form(self) -> String {
        match self {
            Kind::Flag | Kind::Permissive => String::from("no value"),
            Kind::Ceiling => String::from("a whole number, or -1 for no limit"),
            Kind::Level(words) => words.join(", "),
            Kind::Deadline => String::from("a date"),
        }
    }

    /// Whether a value in force restricts anything: the highest level does not.
    pub(crate) fn restricts(self, value: Value) -> bool {
        match (self, value) {
            (Kind::Level(words), Value::Level(word)) => words.last() != Some(&word),
            (Kind::Permissive, _) => false,
            _ => true,
        }
    }

    /// The more restrictive of two values of this kind.
    fn stricter(self, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Ceiling(a), Value::Ceiling(b)) => Value::Ceiling(match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (limit, None) | (None, limit) => limit,
            }),
            (Value::Level(x), Value::Level(y)) if self.rank(y) < self.rank(x) => b,
            (Value::Deadline(a), Value::Deadline(b)) => Value::Deadline(a.min(b)),
            _ => a,
        }
    }

    fn rank(self, word: &str) -> usize {
        match self {
            Kind::Level(words) => words.iter().position(|w| *w == word).unwrap_or(words.len()),
            _ => 0,
        }
    }
}

/// The value of a directive, as its [`Kind`] reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Value {
    /// The directive was said.
    Flag,
    /// A limit; `None` stands for `-1`, no limit.
    Ceiling(Option<u32>),
    /// A word of the kind's list.
    Level(&'static str),
    /// A point in time.
    Deadline(Timestamp),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag => f.write_str("true"),
            Value::Ceiling(Some(limit)) => write!(f, "{limit}"),
            Value::Ceiling(None) => f.write_str("-1"),
            Value::Level(word) => f.write_str(word),
            Value::Deadline(moment) => write!(f, "{moment}"),
        }
    }
}

/// When an implication of a directive holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Always,
    AtZero,
    Passed,
}

/// One row of the table.
struct Row {
    name: &'static str,
    aliases: &'static [&'static str],
    kind: Kind,
    implies: &'static [(When, Directive)],
    /// The directive that it is an exception to. It is reported beside that one.
    excepts: Option<Directive>,
    clause: &'static str,
    meaning: &'static str,
}

macro_rules! directives {
    ($(
        #[doc = $meaning:literal]
        $variant:ident = $name:literal $(| $alias:literal)*, $kind:expr
        $(, implies [$($when:ident $implied:ident)+])? $(, excepts $excepted:ident)?, $clause:literal;
    )+) => {
        /// A directive that is known: one variant a row of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Directive {
            $(
                #[doc = concat!("`", $name, "`: ", $meaning, " (", $clause, ")")]
                $variant,
            )+
        }

        impl Directive {
            /// Every directive, in the order of the table.
            pub const ALL: &'static [Directive] = &[$(Directive::$variant),+];
        }

        const ROWS: &[Row] = &[$(
            Row {
                name: $name,
                aliases: &[$($alias),*],
                kind: $kind,
                implies: &[$($((When::$when, Directive::$implied)),+)?],
                excepts: directives!(@option $($excepted)?),
                clause: $clause,
                meaning: $meaning.trim_ascii(),
            },
        )+];
    };
    (@option $excepted:ident) => { Some(Directive::$excepted) };
    (@option) => { Option::None };
}

directives! {
    /// Do not keep the response in a publicly accessible index.
    NoIndex = "noindex", Kind::Flag, "draft-illyes-repext §2.3";
    /// Reproduce no excerpt of it.
    NoSnippet = "nosnippet", Kind::Flag, "draft-illyes-repext §2.3";
    /// Do not follow its links.
    NoFollow = "nofollow", Kind::Flag, "HTML robots conventions, 1996";
    /// Neither index nor follow.
    None = "none", Kind::Flag, implies [Always NoIndex Always NoFollow], "HTML robots conventions, 1996";
    /// No restriction.
    All = "all", Kind::Permissive, "HTML robots conventions, 1996";
    /// No restriction on indexing.
    Index = "index", Kind::Permissive, "HTML robots conventions, 1996";
    /// No restriction on following.
    Follow = "follow", Kind::Permissive, "HTML robots conventions, 1996";
    /// No restriction on archiving.
    Archive = "archive", Kind::Permissive, "Yandex, Seznam";
    /// Offer no stored copy.
    NoArchive = "noarchive", Kind::Flag, "Bing, Yandex; formerly Google";
    /// Use only address, title and excerpt in answers.
    NoCache = "nocache", Kind::Flag, "Bing 2023";
    /// Do not index the images of the page.
    NoImageIndex = "noimageindex", Kind::Flag, "Google";
    /// Offer no translation.
    NoTranslate = "notranslate", Kind::Flag, "Google";
    /// With noindex: may be indexed where it is embedded. An exception for engines that know it; restricts nothing.
    IndexIfEmbedded = "indexifembedded", Kind::Permissive, excepts NoIndex, "Google 2022";
    /// At most this many characters of excerpt; 0 is nosnippet.
    MaxSnippet = "max-snippet", Kind::Ceiling, implies [AtZero NoSnippet], "Google 2019";
    /// The largest image preview.
    MaxImagePreview = "max-image-preview", Kind::Level(&["none", "standard", "large"]), "Google 2019";
    /// At most this many seconds of video preview; 0 is a still image.
    MaxVideoPreview = "max-video-preview", Kind::Ceiling, "Google 2019";
    /// As noindex from this moment on.
    UnavailableAfter = "unavailable_after" | "unavailable-after", Kind::Deadline, implies [Passed NoIndex], "Google 2007";
    /// Do not use for artificial intelligence.
    NoAi = "noai", Kind::Flag, "DeviantArt 2022, by convention";
    /// Do not use the images for artificial intelligence.
    NoImageAi = "noimageai", Kind::Flag, "DeviantArt 2022, by convention";
    /// Do not use for machine learning.
    NoMl = "noml", Kind::Flag, "Mojeek 2023, by convention";
    /// Take no title or description from the Open Directory.
    NoOdp = "noodp", Kind::Flag, "historic";
    /// Take no title or description from the Yahoo directory.
    NoYDir = "noydir", Kind::Flag, "historic";
    /// Take no description from the Yandex directory.
    NoYaCa = "noyaca", Kind::Flag, "Yandex, historic";
    /// Show no search box of the site among the results.
    NoSitelinksSearchBox = "nositelinkssearchbox", Kind::Flag, "Google, historic";
}

impl Directive {
    fn row(self) -> &'static Row {
        // One row a variant, in the same order, by the one macro that makes both.
        #[allow(clippy::indexing_slicing)]
        &ROWS[self as usize]
    }

    /// The wire name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Other spellings that are read as this directive.
    pub fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// How its value is read and united.
    pub fn kind(self) -> Kind {
        self.row().kind
    }

    /// Where it comes from.
    pub fn clause(self) -> &'static str {
        self.row().clause
    }

    /// What it asks for, in one sentence.
    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// Whether it is an exception to a restriction: it is in force beside that one alone.
    pub(crate) fn is_exception(self) -> bool {
        self.row().excepts.is_some()
    }

    /// The value with which it only permits: the flag for `index`, `-1` for `max-snippet`, the highest level of a preview;
    /// `None` if every statement of it restricts.
    ///
    /// An exception to a restriction, as `indexifembedded`, is not a permission.
    pub fn permissive_value(self) -> Option<Value> {
        match self.kind() {
            Kind::Permissive if self.is_exception() => None,
            Kind::Permissive => Some(Value::Flag),
            Kind::Ceiling => Some(Value::Ceiling(None)),
            Kind::Level(words) => words.last().map(|word| Value::Level(word)),
            Kind::Flag | Kind::Deadline => None,
        }
    }

    /// What it implies, in words for the documentation; empty where it implies nothing.
    pub fn implications(self) -> String {
        let mut words = Vec::new();
        for (when, implied) in self.row().implies {
            words.push(match when {
                When::Always => implied.name().to_owned(),
                When::AtZero => format!("at 0: {}", implied.name()),
                When::Passed => format!("once passed: {}", implied.name()),
            });
        }
        words.join(", ")
    }

    /// The directive of this name or alias, without regard to case.
    pub fn from_name(name: &str) -> Option<Directive> {
        let directive = lookup::candidate(name.as_bytes())?;
        let row = directive.row();
        let mut names = iter::once(&row.name).chain(row.aliases);
        // Most names are spelled in lower case, and equal texts are told apart faster.
        let is_it = row.name == name || names.any(|known| known.eq_ignore_ascii_case(name));
        is_it.then_some(directive)
    }

    /// Whether the first letters of a directive that restricts stand anywhere in `text`.
    pub(crate) fn may_restrict_in(text: &str) -> bool {
        let from = |at: usize| text.as_bytes().get(at..).unwrap_or_default();
        (0..text.len()).any(|at| Directive::may_restrict(from(at)))
    }

    /// Whether `text` begins with a word that begins a directive which restricts: its letters up to a `-` or `_`.
    #[inline]
    pub(crate) fn may_restrict(text: &[u8]) -> bool {
        let [first, second, third] = RESTRICTIVE_LETTERS;
        let may_begin = match text {
            [a, b, c, ..] => {
                first & letter(*a) != 0 && second & letter(*b) != 0 && third & letter(*c) != 0
            }
            _ => false,
        };
        may_begin && Directive::begins_restriction(text)
    }

    /// Whether a directive that restricts may begin with these two bytes.
    // Lazy operators are branches, and this is asked of all the bytes of a text at once.
    #[allow(clippy::needless_bitwise_bool)]
    #[inline]
    pub(crate) fn may_restrict_from(first: u8, second: u8) -> bool {
        let (first, second) = (first | 0x20, second | 0x20);
        let mut found = false;
        for [a, b] in RESTRICTIVE_PAIRS {
            found |= (first == a) & (second == b);
        }
        found
    }

    fn begins_restriction(text: &[u8]) -> bool {
        let end = text.iter().position(|b| !b.is_ascii_alphabetic());
        let word = text.get(..end.unwrap_or(text.len())).unwrap_or_default();
        RESTRICTIVE_WORDS
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known.as_bytes()))
    }

    /// Reads the text of a number or a word as this directive's value; deadlines are read by [`crate::date`].
    ///
    /// A number too large for the type is clamped to its maximum: it restricts nothing more.
    pub(crate) fn read_plain(self, text: &str) -> Option<Value> {
        match self.kind() {
            Kind::Ceiling if text == "-1" => Some(Value::Ceiling(None)),
            Kind::Ceiling if text.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty() => {
                Some(Value::Ceiling(Some(text.parse().unwrap_or(u32::MAX))))
            }
            Kind::Level(words) => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(text))
                .map(|word| Value::Level(word)),
            _ => None,
        }
    }
}

/// The first, second and third letters of the directives that restrict, see [`letter`].
const RESTRICTIVE_LETTERS: [u32; 3] = {
    let mut sets = [0; 3];
    let mut rows = ROWS;
    while let [row, rest @ ..] = rows {
        if !matches!(row.kind, Kind::Permissive)
            && let [first, second, third, ..] = row.name.as_bytes()
        {
            let [a, b, c] = sets;
            sets = [a | letter(*first), b | letter(*second), c | letter(*third)];
        }
        rows = rest;
    }
    sets
};

/// The pairs of letters that a directive that restricts begins with; each once.
const RESTRICTIVE_PAIRS: [[u8; 2]; 3] = {
    let mut pairs = [[0; 2]; 3];
    let mut rows = ROWS;
    while let [row, rest @ ..] = rows {
        if !matches!(row.kind, Kind::Permissive)
            && let [first, second, ..] = row.name.as_bytes()
        {
            let [a, b, c] = pairs;
            let is_known = is_pair(a, *first, *second)
                || is_pair(b, *first, *second)
                || is_pair(c, *first, *second);
            if !is_known {
                assert!(is_pair(a, 0, 0), "there is a pair more");
                pairs = [b, c, [*first, *second]];
            }
        }
        rows = rest;
    }
    pairs
};

const fn is_pair([a, b]: [u8; 2], first: u8, second: u8) -> bool {
    a == first && b == second
}

/// The first words of the directives that restrict, with the same word more than once.
const RESTRICTIVE_WORDS: [&str; ROWS.len()] = {
    let mut words = [""; ROWS.len()];
    let mut rows = ROWS;
    let mut slots = words.as_mut_slice();
    while let ([row, rest @ ..], [slot, others @ ..]) = (rows, slots) {
        if !matches!(row.kind, Kind::Permissive) {
            *slot = first_word(row.name);
        }
        rows = rest;
        slots = others;
    }
    words
};

const fn first_word(name: &str) -> &str {
    let mut len = 0;
    let mut rest = name.as_bytes();
    while let [letter, behind @ ..] = rest {
        if !letter.is_ascii_alphabetic() {
            break;
        }
        len += 1;
        rest = behind;
    }
    name.split_at(len).0
}

/// The bit of a letter in a set of letters, the same for its two cases; none for another byte.
const fn letter(byte: u8) -> u32 {
    if byte.is_ascii_alphabetic() {
        1 << (byte & 0x1F)
    } else {
        0
    }
}

impl fmt::Display for Directive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What is in force: at most one value a directive, restrictions only.
///
/// Permissive words and limits of -1 never enter, see [`Permits`]; a verdict reports an exception, as
/// `indexifembedded`, beside the `noindex` that it is an exception to. An implication enters with what implies it: `none` as `noindex` and
/// `nofollow`, `max-snippet` of 0 also as `nosnippet`. A deadline's noindex comes with the clock, see
/// [`DirectiveSet::at`].
///
/// [`DirectiveSet::union`] is commutative, associative, idempotent and monotone: adding a statement never loosens.
///
/// ```
/// use robots_policy::{Directive, DirectiveSet, Value};
///
/// let mut set = DirectiveSet::default();
/// set.insert(Directive::MaxSnippet, Value::Ceiling(Some(50)));
/// set.insert(Directive::MaxSnippet, Value::Ceiling(Some(0)));
/// assert_eq!(set.get(Directive::MaxSnippet), Some(Value::Ceiling(Some(0))));
/// assert!(set.contains(Directive::NoSnippet));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectiveSet {
    values: [Option<Value>; ROWS.len()],
}

impl DirectiveSet {
    /// Adds a statement; the more restrictive value stays.
    pub fn insert(&mut self, directive: Directive, value: Value) {
        let row = directive.row();
        for (when, implied) in row.implies {
            if *when == When::Always || (*when == When::AtZero && value == Value::Ceiling(Some(0)))
            {
                self.insert(*implied, Value::Flag);
            }
        }
        let expands_wholly = row.implies.iter().any(|(when, _)| *when == When::Always);
        if expands_wholly || row.kind == Kind::Permissive || value == Value::Ceiling(None) {
            return;
        }
        if let Some(slot) = self.values.get_mut(directive as usize) {
            *slot = Some(slot.map_or(value, |old| row.kind.stricter(old, value)));
        }
    }

    /// The set with what both sets restrict.
    #[must_use]
    pub fn union(mut self, other: &DirectiveSet) -> DirectiveSet {
        for (directive, value) in other.iter() {
            self.insert(directive, value);
        }
        self
    }

    /// The set as it stands at `now`: a deadline that has been reached brings what it implies.
    #[must_use]
    pub fn at(mut self, now: Timestamp) -> DirectiveSet {
        for directive in Directive::ALL {
            if let Some(Value::Deadline(moment)) = self.get(*directive)
                && moment <= now
            {
                for (_, implied) in directive.row().implies {
                    self.insert(*implied, Value::Flag);
                }
            }
        }
        self
    }

    /// The set with those of `stated` that are exceptions to a directive in force.
    #[must_use]
    pub(crate) fn with_exceptions(
        self,
        stated: impl IntoIterator<Item = Directive>,
    ) -> DirectiveSet {
        let holds = |directive: &Directive| {
            let excepted = directive.row().excepts;
            excepted.is_some_and(|excepted| self.contains(excepted))
        };
        self.with_stated(stated.into_iter().filter(holds))
    }

    /// The set with flags as they are stated, permissive ones too.
    #[must_use]
    pub(crate) fn with_stated(
        mut self,
        flags: impl IntoIterator<Item = Directive>,
    ) -> DirectiveSet {
        for directive in flags {
            if let Some(slot) = self.values.get_mut(directive as usize) {
                *slot = Some(Value::Flag);
            }
        }
        self
    }

    /// The value in force, if the directive is.
    pub fn get(&self, directive: Directive) -> Option<Value> {
        self.values.get(directive as usize).copied().flatten()
    }

    /// Whether the directive is in force.
    pub fn contains(&self, directive: Directive) -> bool {
        self.get(directive).is_some()
    }

    /// What is in force, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (Directive, Value)> + '_ {
        Directive::ALL
            .iter()
            .filter_map(|directive| Some((*directive, self.get(*directive)?)))
    }

    /// Whether nothing is in force.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl Default for DirectiveSet {
    fn default() -> DirectiveSet {
        DirectiveSet {
            values: [None; ROWS.len()],
        }
    }
}

impl Extend<(Directive, Value)> for DirectiveSet {
    fn extend<I: IntoIterator<Item = (Directive, Value)>>(&mut self, statements: I) {
        for (directive, value) in statements {
            self.insert(directive, value);
        }
    }
}

impl FromIterator<(Directive, Value)> for DirectiveSet {
    fn from_iter<I: IntoIterator<Item = (Directive, Value)>>(statements: I) -> DirectiveSet {
        let mut set = DirectiveSet::default();
        set.extend(statements);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r_36_every_name_is_found_in_any_case() {
        for directive in Directive::ALL {
            for name in [directive.name()].iter().chain(directive.aliases()) {
                assert_eq!(Directive::from_name(name), Some(*directive));
                assert_eq!(
                    Directive::from_name(&name.to_ascii_uppercase()),
                    Some(*directive)
                );
            }
        }
        for name in ["", "noindexx", "noind\u{e9}x", &"x".repeat(99)] {
            assert_eq!(Directive::from_name(name), None);
        }
    }
}
