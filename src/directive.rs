//! The table of directives: one line of it is all that a new directive takes.

#[cfg(feature = "serde")]
mod json;
mod kind;
mod lookup;
mod permits;
mod prefilter;
mod set;

use std::fmt;
use std::str::FromStr;

pub use self::kind::{DirectiveKind, DirectiveValue};
pub(crate) use self::permits::Permits;
pub use self::set::DirectiveSet;

use crate::named::{UnknownName, serde_as_text};

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
    kind: DirectiveKind,
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

        /// The names, in the order of the table.
        const NAMES: &[&str] = &[$($name),+];

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
    NoIndex = "noindex", DirectiveKind::Flag, "draft-illyes-repext §2.3";
    /// Reproduce no excerpt of it.
    NoSnippet = "nosnippet", DirectiveKind::Flag, "draft-illyes-repext §2.3";
    /// Do not follow its links.
    NoFollow = "nofollow", DirectiveKind::Flag, "HTML robots conventions, 1996";
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
    NoArchive = "noarchive", DirectiveKind::Flag, "Bing, Yandex; formerly Google";
    /// Use only address, title and excerpt in answers.
    NoCache = "nocache", DirectiveKind::Flag, "Bing 2023";
    /// Do not index the images of the page.
    NoImageIndex = "noimageindex", DirectiveKind::Flag, "Google";
    /// Offer no translation.
    NoTranslate = "notranslate", DirectiveKind::Flag, "Google";
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
    NoAi = "noai", DirectiveKind::Flag, "DeviantArt 2022, by convention";
    /// Do not use the images for artificial intelligence.
    NoImageAi = "noimageai", DirectiveKind::Flag, "DeviantArt 2022, by convention";
    /// Do not use for machine learning.
    NoMl = "noml", DirectiveKind::Flag, "Mojeek 2023, by convention";
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
    #[inline]
    fn row(self) -> &'static Row {
        // One row a variant, in the same order, by the one macro that makes both.
        #[allow(clippy::indexing_slicing)]
        &ROWS[self as usize]
    }

    /// The wire name.
    #[inline]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Other spellings that are read as this directive.
    pub fn aliases(self) -> &'static [&'static str] {
        self.row().aliases
    }

    /// How its value is read and united.
    #[inline]
    pub fn kind(self) -> DirectiveKind {
        self.row().kind
    }

    /// Where it comes from.
    // Hidden: the documentation of each variant has it, and only tests of documentation ask for it apart.
    #[doc(hidden)]
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
    pub fn permissive_value(self) -> Option<DirectiveValue> {
        match self.kind() {
            DirectiveKind::Permissive if self.is_exception() => None,
            DirectiveKind::Permissive => Some(DirectiveValue::Flag),
            DirectiveKind::Ceiling => Some(DirectiveValue::Ceiling(None)),
            DirectiveKind::Level(words) => words.last().map(|word| DirectiveValue::Level(word)),
            DirectiveKind::Flag | DirectiveKind::Deadline => None,
        }
    }

    /// What it implies, in words for the documentation; empty where it implies nothing.
    // Hidden: only a test of the README needs these words.
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
    /// A number too large for the type is clamped to its maximum: it restricts nothing more.
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

    /// Reads a name or an alias, see [`Directive::from_name`].
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
