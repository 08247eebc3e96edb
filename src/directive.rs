//! The table of directives: a row is all that a new directive takes.
//!
//! The macro `directives!` makes three things of the rows: the enum [`Directive`] with its documentation, the list of
//! names for errors, and the constant `ROWS`, which the files of this module read:
//!
//! | file | job |
//! |---|---|
//! | `kind` | the kinds of values, and which of two values is stricter |
//! | `lookup` | from a name to its row, by a perfect hash that the build finds |
//! | `prefilter` | whether a text can hold a restriction at all, asked before it is read |
//! | `set` | [`DirectiveSet`]: the directives in force, and the laws of their union |
//! | `permits` | explicit permissions, which are reported and lift nothing |
//! | `json` | values and sets as JSON, with the feature `serde` |
//!
//! The module knows words and values only. The readers add the clients that are addressed and the place of a statement;
//! the policy decides which statements reach a client. `CONTRIBUTING.md` lists the steps to add a row.

#[cfg(feature = "serde")]
mod json;
mod kind;
mod lookup;
mod permits;
pub(crate) mod prefilter;
mod set;

use std::fmt;
use std::str::FromStr;

pub use self::kind::{DirectiveKind, DirectiveValue};
pub(crate) use self::permits::Permits;
pub use self::set::DirectiveSet;

use crate::names::{UnknownName, serde_as_text};

/// When an implication of a directive holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// For every statement: `none` is `noindex` and `nofollow`, and is not kept itself.
    Always,
    /// For the value 0: `max-snippet: 0` is also `nosnippet`.
    AtZero,
    /// From the moment of the deadline on: only [`DirectiveSet::resolved_at`] knows the clock.
    Passed,
}

/// One row of the table. Rows and variants are in one order, so that a variant is the index of its row.
struct DirectiveRow {
    /// The wire name in lower case, as output spells it.
    name: &'static str,
    /// Other spellings that are read, in lower case.
    aliases: &'static [&'static str],
    kind: DirectiveKind,
    /// Directives that come into force with this one, and when.
    implies: &'static [(When, Directive)],
    /// The directive that it is an exception to. It is reported beside that one.
    excepts: Option<Directive>,
    /// The sentence of a verdict with it, or its end.
    words: Option<VerdictWords>,
    /// The specification, or the engine that introduced it and the year.
    clause: &'static str,
    /// One sentence, which `docs/reading.md` has, too.
    meaning: &'static str,
}

/// The words in which a verdict says that a directive is in force.
#[derive(Clone, Copy)]
enum VerdictWords {
    /// The end of "Must not be …".
    Bans(&'static str),
    /// A sentence.
    Says(&'static str),
}

macro_rules! directives {
    ($(
        #[doc = $meaning:literal]
        $variant:ident = $name:literal $(| $alias:literal)*, $kind:expr
        $(, implies [$($when:ident $implied:ident)+])? $(, excepts $excepted:ident)?
        $(, words $says:ident($words:literal))?, $clause:literal;
    )+) => {
        /// A known directive: one variant a row of the table.
        ///
        /// Names are compared without case, and whole: a name that is only similar is not a directive. It becomes an
        /// [`Extension`](crate::Extension), which restricts nothing, with a diagnostic that names the probable meaning.
        /// Variants are ordered as the rows of the table are; sets and records list them in this order.
        ///
        /// The enum grows: a name that becomes a row in a later version was an extension before.
        ///
        /// # Examples
        ///
        /// ```
        /// use robots_policy::Directive;
        ///
        /// assert_eq!("NoIndex".parse(), Ok(Directive::NoIndex));
        /// assert_eq!(Directive::from_name("noindexx"), None);
        /// assert_eq!(Directive::NoIndex.to_string(), "noindex");
        /// ```
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

        /// The names, in the order of the table, for the error of an unknown one.
        const NAMES: &[&str] = &[$($name),+];

        const ROWS: &[DirectiveRow] = &[$(
            DirectiveRow {
                name: $name,
                aliases: &[$($alias),*],
                kind: $kind,
                implies: &[$($((When::$when, Directive::$implied)),+)?],
                excepts: directives!(@option $(Directive::$excepted)?),
                words: directives!(@option $(VerdictWords::$says($words))?),
                clause: $clause,
                meaning: $meaning.trim_ascii(),
            },
        )+];
    };
    (@option $given:expr) => { Some($given) };
    (@option) => { Option::None };
}

directives! {
    /// Do not keep the response in a publicly accessible index.
    NoIndex = "noindex", DirectiveKind::Flag, words Bans("shown in results"), "draft-illyes-repext §2.3";
    /// Reproduce no excerpt of it.
    NoSnippet = "nosnippet", DirectiveKind::Flag, words Bans("excerpted"), "draft-illyes-repext §2.3";
    /// Do not follow its links.
    NoFollow = "nofollow", DirectiveKind::Flag, words Says("Its links must not be followed."), "HTML robots conventions, 1996";
    /// Neither index nor follow.
    None = "none", DirectiveKind::Flag, implies [Always NoIndex Always NoFollow], "HTML robots conventions, 1996";
    /// No restriction.
    All = "all", DirectiveKind::Permissive, "HTML robots conventions, 1996";
    /// No restriction on indexing.
    Index = "index", DirectiveKind::Permissive, "HTML robots conventions, 1996";
    /// No restriction on following.
    Follow = "follow", DirectiveKind::Permissive, "HTML robots conventions, 1996";
    /// No restriction on archiving.
    Archive = "archive", DirectiveKind::Permissive, "Yandex, Seznam";
    /// Offer no stored copy.
    NoArchive = "noarchive", DirectiveKind::Flag, words Bans("offered as a stored copy"), "Bing, Yandex; formerly Google";
    /// Use only address, title and excerpt in answers.
    NoCache = "nocache", DirectiveKind::Flag, "Bing 2023";
    /// Do not index the images of the page.
    NoImageIndex = "noimageindex", DirectiveKind::Flag, words Says("Its images must not be indexed."), "Google";
    /// Offer no translation.
    NoTranslate = "notranslate", DirectiveKind::Flag, words Bans("offered in translation"), "Google";
    /// With noindex: may be indexed where it is embedded. An exception for engines that know it; restricts nothing.
    IndexIfEmbedded = "indexifembedded", DirectiveKind::Permissive, excepts NoIndex, "Google 2022";
    /// At most this many characters of excerpt; 0 is nosnippet.
    MaxSnippet = "max-snippet", DirectiveKind::Ceiling, implies [AtZero NoSnippet], "Google 2019";
    /// The largest image preview.
    MaxImagePreview = "max-image-preview", DirectiveKind::Level(&["none", "standard", "large"]), "Google 2019";
    /// At most this many seconds of video preview; 0 is a still image.
    MaxVideoPreview = "max-video-preview", DirectiveKind::Ceiling, "Google 2019";
    /// As noindex from this moment on.
    UnavailableAfter = "unavailable_after" | "unavailable-after", DirectiveKind::Deadline, implies [Passed NoIndex], "Google 2007";
    /// Do not use for artificial intelligence.
    NoAi = "noai", DirectiveKind::Flag, words Bans("used for AI"), "DeviantArt 2022, by convention";
    /// Do not use the images for artificial intelligence.
    NoImageAi = "noimageai", DirectiveKind::Flag, words Says("Its images must not be used for AI."), "DeviantArt 2022, by convention";
    /// Do not use for machine learning.
    NoMl = "noml", DirectiveKind::Flag, words Bans("used for machine learning"), "Mojeek 2023, by convention";
    /// Take no title or description from the Open Directory.
    NoOdp = "noodp", DirectiveKind::Flag, "historic";
    /// Take no title or description from the Yahoo directory.
    NoYDir = "noydir", DirectiveKind::Flag, "historic";
    /// Take no description from the Yandex directory.
    NoYaCa = "noyaca", DirectiveKind::Flag, "Yandex, historic";
    /// Show no search box of the site among the results.
    NoSitelinksSearchBox = "nositelinkssearchbox", DirectiveKind::Flag, "Google, historic";
}

impl Directive {
    /// The row of this variant.
    #[inline]
    fn row(self) -> &'static DirectiveRow {
        // One row a variant, in the same order, by the one macro that makes both.
        #[allow(clippy::indexing_slicing)]
        &ROWS[self as usize]
    }

    /// The wire name in lower case: `noindex`, `max-snippet`, `unavailable_after`.
    ///
    /// It is the key in JSON and the column of `scan`, and stays the same.
    #[inline]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Other spellings that are read as this directive: `unavailable-after` for `unavailable_after`. Most directives
    /// have none. Output never uses them.
    pub fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// How its value is read, and which of two values wins.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Directive, DirectiveKind};
    ///
    /// assert_eq!(Directive::NoIndex.kind(), DirectiveKind::Flag);
    /// assert_eq!(Directive::MaxSnippet.kind(), DirectiveKind::Ceiling);
    /// assert_eq!(Directive::MaxImagePreview.kind(), DirectiveKind::Level(&["none", "standard", "large"]));
    /// ```
    #[inline]
    pub fn kind(self) -> DirectiveKind {
        self.row().kind
    }

    /// The specification that defines it, or the engine that introduced it.
    // Hidden: the documentation of each variant has it, and only tests of documentation need it apart.
    #[doc(hidden)]
    pub fn clause(self) -> &'static str {
        self.row().clause
    }

    /// The request to a crawler in one English sentence, for tooltips and tables: "Do not follow its links."
    pub fn meaning(self) -> &'static str {
        self.row().meaning
    }

    /// The end of the sentence "Must not be …" about a response with it: "shown in results"; `None` if it is not such a ban.
    pub fn ban(self) -> Option<&'static str> {
        match self.row().words {
            Some(VerdictWords::Bans(end)) => Some(end),
            _ => None,
        }
    }

    /// The sentence about a response with it: "Its links must not be followed."; `None` if it is a [`ban`](Directive::ban), or
    /// nothing is said of it.
    pub fn sentence(self) -> Option<&'static str> {
        match self.row().words {
            Some(VerdictWords::Says(sentence)) => Some(sentence),
            _ => None,
        }
    }

    /// Whether it is an exception to a restriction, as `indexifembedded` is to `noindex`: it is in force only beside
    /// that restriction.
    pub(crate) fn is_exception(self) -> bool {
        self.row().excepts.is_some()
    }

    /// Those about artificial intelligence and machine learning: statements about a use of the page, as those of
    /// [`uses`](crate::uses).
    pub const ABOUT_AI: &[Directive] = &[Directive::NoAi, Directive::NoImageAi, Directive::NoMl];

    /// The value with which it only permits: the flag for `index`, `-1` for `max-snippet`, the highest level of a
    /// preview; `None` if every statement of it restricts.
    ///
    /// An exception to a restriction, as `indexifembedded`, is not a permission.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{Directive, DirectiveValue};
    ///
    /// assert_eq!(Directive::Index.permissive_value(), Some(DirectiveValue::Flag));
    /// assert_eq!(Directive::MaxSnippet.permissive_value(), Some(DirectiveValue::Ceiling(None)));
    /// assert_eq!(Directive::NoIndex.permissive_value(), None);
    /// assert_eq!(Directive::IndexIfEmbedded.permissive_value(), None);
    /// ```
    pub fn permissive_value(self) -> Option<DirectiveValue> {
        match self.kind() {
            DirectiveKind::Permissive if self.is_exception() => None,
            DirectiveKind::Permissive => Some(DirectiveValue::Flag),
            DirectiveKind::Ceiling => Some(DirectiveValue::Ceiling(None)),
            DirectiveKind::Level(words) => words.last().map(|word| DirectiveValue::Level(word)),
            DirectiveKind::Flag | DirectiveKind::Deadline => None,
        }
    }

    /// The directives that it implies, in words for the documentation; empty where it implies none.
    // Hidden: only a test of the documentation needs these words.
    #[doc(hidden)]
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

    /// Reads the text of a number or a word as this directive's value; deadlines are read by [`crate::date`].
    ///
    /// A ceiling is `-1` or digits alone: `+5`, `5.0` and ` 5` are `None`. A level is a word of its kind, in any case.
    /// A number above `u32::MAX` is clamped to it, because an excerpt of that many characters is not restricted.
    pub(crate) fn read_plain(self, text: &str) -> Option<DirectiveValue> {
        match self.kind() {
            DirectiveKind::Ceiling if text == "-1" => Some(DirectiveValue::Ceiling(None)),
            DirectiveKind::Ceiling
                if text.bytes().all(|b| b.is_ascii_digit()) && !text.is_empty() =>
            {
                Some(DirectiveValue::Ceiling(Some(
                    text.parse().unwrap_or(u32::MAX),
                )))
            }
            DirectiveKind::Level(words) => words
                .iter()
                .find(|word| word.eq_ignore_ascii_case(text))
                .map(|word| DirectiveValue::Level(word)),
            _ => None,
        }
    }
}

impl FromStr for Directive {
    type Err = UnknownName;

    /// Reads a name or an alias in any case, as [`Directive::from_name`] does.
    ///
    /// # Errors
    /// `no-index` and every other text that is not in the table. The error lists the names.
    fn from_str(name: &str) -> Result<Directive, UnknownName> {
        Directive::from_name(name).ok_or_else(|| UnknownName::new(name, NAMES))
    }
}

serde_as_text!(Directive);

impl fmt::Display for Directive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
