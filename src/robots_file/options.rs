//! The ways in which a robots.txt can be read.

use crate::named::named;

named! {
    /// Whose reading of robots.txt is wanted.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Dialect {
        /// RFC 9309 and its extensions: groups for purposes and for signature agents.
        #[default]
        Extended = "extended";
        /// RFC 9309 alone: lines of the extensions are unknown records, which neither open nor close a group.
        Rfc9309 = "rfc9309";
        /// What google/robotstxt does, see [`GoogleDifference`].
        Google = "google";
    }
}

macro_rules! differences {
    ($($variant:ident = $name:literal, $meaning:literal;)+) => {
        named! {
            /// Where google/robotstxt reads otherwise than RFC 9309 asks: one variant a row of the table. The dialect
            /// [`Dialect::Google`] reproduces them all.
            #[non_exhaustive]
            pub enum GoogleDifference {
                $(
                    #[doc = concat!("`", $name, "`: ", $meaning, ".")]
                    $variant = $name;
                )+
            }
        }

        impl GoogleDifference {
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

named! {
    /// Which of the groups that name a client bind it.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum GroupSelection {
        /// The most specific: by product token (RFC 9309 §2.2.1), else by signature, else by purpose.
        #[default]
        MostSpecific = "most-specific";
        /// Every one, by product token, signature and purpose: each may refuse. The group for `*` still binds only clients
        /// that no other group names.
        EveryNamed = "every-named";
    }
}

named! {
    /// What a `Signature-agent` line does (draft-meunier-signature-agent-rep).
    #[derive(Default)]
    #[non_exhaustive]
    pub enum SignatureAgentLine {
        /// It opens a group, as a `User-agent` line does (§3.2).
        #[default]
        Starter = "starter";
        /// It opens no group, but restricts the user agents above it to clients for which one of its hosts signs: the later
        /// text of the draft.
        Modifier = "modifier";
    }
}

named! {
    /// Which group is looked for first (draft-meunier-signature-agent-rep does not say).
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Precedence {
        /// One for a product token of the client, then one for a host that signs for it.
        #[default]
        TokenFirst = "token-first";
        /// One for a host that signs for the client, then one for its product token.
        SignatureFirst = "signature-first";
    }
}

named! {
    /// What is done with a pattern that begins with `*`.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum LeadingStar {
        /// It is read as if a slash stood before it, as the examples of RFC 9309 §5.1 ask.
        #[default]
        Accepted = "accepted";
        /// It matches nothing: the grammar of RFC 9309 §2.2 has a slash in the first place.
        Ignored = "ignored";
    }
}

named! {
    /// Whether `?`, `[`, `]` and `@` in a query equal their percent-encoded form. `:` and `/` always do there, as the second row
    /// of figure 4 of RFC 9309 has it.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum QueryDelimiters {
        /// They differ, as reserved characters do (RFC 3986 §2.2).
        #[default]
        Distinct = "distinct";
        /// They are equal, as that row may be read for all of them (RFC 9309 §2.2.2).
        Encoded = "encoded";
    }
}

/// How a file is read and asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Options {
    pub(crate) dialect: Dialect,
    pub(crate) groups: GroupSelection,
    pub(crate) signature_agent: SignatureAgentLine,
    pub(crate) precedence: Precedence,
    pub(crate) leading_star: LeadingStar,
    pub(crate) query: QueryDelimiters,
}

impl Options {
    /// Whether this difference is wanted.
    pub(crate) fn has(self, _: GoogleDifference) -> bool {
        self.dialect == Dialect::Google
    }
}

/// What [`GoogleDifference::LineLimit`] leaves of a line, in octets.
pub(crate) const GOOGLE_LINE_LIMIT: usize = 2083 * 8 - 1;
