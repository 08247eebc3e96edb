//! The ways in which a robots.txt can be read.

/// Whose reading of robots.txt is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Dialect {
    /// RFC 9309 and its extensions: groups for purposes and for signature agents.
    #[default]
    Extended,
    /// RFC 9309 alone: lines of the extensions are unknown records, which neither open nor close a group.
    Rfc9309,
    /// What google/robotstxt does, see [`GoogleDifference`].
    Google,
}

macro_rules! differences {
    ($($variant:ident = $name:literal, $meaning:literal;)+) => {
        /// Where google/robotstxt reads otherwise than RFC 9309 asks: one variant a row of the table. The dialect
        /// [`Dialect::Google`] reproduces them all.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum GoogleDifference {
            $(
                #[doc = concat!("`", $name, "`: ", $meaning, ".")]
                $variant,
            )+
        }

        impl GoogleDifference {
            /// Every difference, in the order of the table.
            pub const ALL: &'static [GoogleDifference] = &[$(GoogleDifference::$variant),+];

            /// The name in documentation.
            pub fn name(self) -> &'static str {
                match self { $(GoogleDifference::$variant => $name,)+ }
            }

            /// What Google's reader does, in one sentence without a final dot.
            pub fn meaning(self) -> &'static str {
                match self { $(GoogleDifference::$variant => $meaning,)+ }
            }
        }
    };
}

differences! {
    PrefixKeys = "prefix-keys", "a key counts that begins with a known key, so `User-agent-purpose` is `User-agent` and `DisallowAll` is `Disallow`";
    MissingColon = "missing-colon", "a line of exactly two words is a key and a value without a colon";
    ShortToken = "short-token", "the value of `User-agent` ends before the first octet outside letters, `_` and `-`, so `MJ12bot` is `MJ`";
    PatternNotDecoded = "pattern-not-decoded", "`%62` in a rule stays as it is and does not match `b`";
    PathAsGiven = "path-as-given", "the requested path is compared as it is given, neither encoded nor decoded";
    IndexFile = "index-file", "`Allow: /dir/index.html` and `/dir/index.htm` also allow `/dir/` itself";
    NoExemption = "no-exemption", "`/robots.txt` itself may be disallowed";
    VerticalSpace = "vertical-space", "a vertical tab and a form feed around a key or value are white space";
    Utf8Alone = "utf-8-alone", "a file in UTF-16 is not decoded, so no line of it is read";
    LineLimit = "line-limit", "of a line only the first 16 663 octets are read";
}

/// How a file is read and asked.
// Independent switches, each with a builder of its own.
#[allow(clippy::struct_excessive_bools)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Options {
    pub(crate) dialect: Dialect,
    pub(crate) is_restrictive: bool,
    pub(crate) has_signature_modifier: bool,
    pub(crate) has_signature_first: bool,
    pub(crate) has_strict_patterns: bool,
    pub(crate) has_encoded_query: bool,
}

impl Options {
    /// Whether this difference is wanted.
    pub(crate) fn has(self, _: GoogleDifference) -> bool {
        self.dialect == Dialect::Google
    }
}

/// What [`GoogleDifference::LineLimit`] leaves of a line, in octets.
pub(crate) const GOOGLE_LINE_LIMIT: usize = 2083 * 8 - 1;
