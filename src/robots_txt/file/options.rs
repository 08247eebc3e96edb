//! The ways in which a robots.txt can be read: a dialect, and one switch for each point that the specifications leave open.
//!
//! Each switch is an enum of two variants and not a `bool`, so that a call says what it selects. [`Options`] holds them
//! all in eight bytes; it is copied into every file, because some apply to reading and some to each question.

use crate::names::named;

named! {
    /// Whose reading of robots.txt is wanted, see [`RobotsTxtReader::with_dialect`](crate::robots_txt::RobotsTxtReader::with_dialect).
    ///
    /// # Examples
    ///
    /// A line of an extension opens a group in one dialect, means nothing in another, and is a `User-agent` in the third,
    /// which knows a key by its beginning:
    ///
    /// ```
    /// use robots_policy::robots_txt::{Dialect, RobotsTxtReader};
    ///
    /// let file = b"User-agent: *\nAllow: /\n\nUser-agent-purpose: training\nDisallow: /";
    /// let subjects = |dialect| {
    ///     let robots = RobotsTxtReader::new().with_dialect(dialect).read(file).value;
    ///     let groups = robots.groups().flat_map(|group| group.subjects());
    ///     groups.map(|subject| subject.to_string()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(subjects(Dialect::Extended), ["*", "purpose:training"]);
    /// assert_eq!(subjects(Dialect::Rfc9309), ["*"]);
    /// assert_eq!(subjects(Dialect::Google), ["*", "training"]);
    /// ```
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Dialect {
        /// RFC 9309 and its extensions: groups for purposes and for signature agents.
        #[default]
        Extended = "extended";
        /// RFC 9309 alone: lines of the extensions are unknown records, which neither open nor close a group.
        Rfc9309 = "rfc9309";
        /// The reading of google/robotstxt, which differs from RFC 9309 in each [`GoogleDifference`].
        Google = "google";
    }
}

macro_rules! differences {
    ($($variant:ident = $name:literal, $meaning:literal;)+) => {
        named! {
            /// A point in which google/robotstxt differs from RFC 9309: one variant for each row of a table.
            ///
            /// [`Dialect::Google`] reproduces all of them; they cannot be chosen one by one. The list is for people and
            /// programs that explain why two readers disagree.
            ///
            /// # Examples
            ///
            /// ```
            /// use robots_policy::robots_txt::GoogleDifference;
            ///
            /// let difference: GoogleDifference = "no-exemption".parse()?;
            /// assert_eq!(difference, GoogleDifference::NoExemption);
            /// assert_eq!(difference.meaning(), "`/robots.txt` itself may be disallowed");
            /// # Ok::<(), robots_policy::UnknownName>(())
            /// ```
            #[non_exhaustive]
            pub enum GoogleDifference {
                $(
                    #[doc = concat!("`", $name, "`: ", $meaning, ".")]
                    $variant = $name;
                )+
            }
        }

        impl GoogleDifference {
            /// The behaviour of Google's reader: one sentence in Markdown, without a final dot.
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
    PathAsGiven = "path-as-given", "the requested path is compared as it is sent, so `%62` in it does not match `b`";
    IndexFile = "index-file", "`Allow: /dir/index.html` and `/dir/index.htm` also allow `/dir/` itself";
    NoExemption = "no-exemption", "`/robots.txt` itself may be disallowed";
    VerticalSpace = "vertical-space", "a vertical tab and a form feed around a key or value are white space";
    Utf8Alone = "utf-8-alone", "a file in UTF-16 is not decoded, so no line of it is read";
    LineLimit = "line-limit", "of a line only the first 16 663 octets are read";
}

named! {
    /// Which of the groups that name a client bind it: those of the most specific subject, or all of them.
    ///
    /// draft-illyes-rep-purpose prefers the product token to the purpose. A crawler that wants to obey either can be
    /// stricter than that, see [`RobotsTxtReader::with_group_selection`](crate::robots_txt::RobotsTxtReader::with_group_selection).
    #[derive(Default)]
    #[non_exhaustive]
    pub enum GroupSelection {
        /// The groups of the most specific subject: product token (RFC 9309 §2.2.1), else signature, else purpose.
        #[default]
        MostSpecific = "most-specific";
        /// The groups of product token, signature and purpose: the path is allowed only if each of them allows it. The group
        /// for `*` still binds only clients that no other group names.
        EveryNamed = "every-named";
    }
}

named! {
    /// Whether a `Signature-agent` line opens a group or restricts one (draft-meunier-signature-agent-rep).
    ///
    /// The two texts of the draft disagree: in the first such a line is an alternative to a `User-agent` line, in the second
    /// a further condition. In both, a host matches itself and every host below it: `example.com` matches
    /// `crawler.example.com` and not `badexample.com`.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Client;
    /// use robots_policy::robots_txt::{RobotsTxtReader, SignatureAgentLine};
    ///
    /// let file = b"User-agent: ExampleBot\nSignature-agent: example.com\nDisallow: /";
    /// let unsigned = Client::new("ExampleBot")?;
    /// let allows = |line| {
    ///     let robots = RobotsTxtReader::new().with_open_points(|open| open.signature_agent = line).read(file).value;
    ///     robots.access(&unsigned, "/").is_allowed()
    /// };
    /// assert!(!allows(SignatureAgentLine::Starter), "the token suffices");
    /// assert!(allows(SignatureAgentLine::Modifier), "the group is for signed requests only");
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[derive(Default)]
    #[non_exhaustive]
    pub enum SignatureAgentLine {
        /// It opens a group, as a `User-agent` line does: either suffices (§3.2).
        #[default]
        Starter = "starter";
        /// It does not open a group, but restricts the user agents above it to clients that one of its hosts signs for: the
        /// later text of the draft.
        Modifier = "modifier";
    }
}

named! {
    /// Whether product tokens or signatures select a group first. draft-meunier-signature-agent-rep does not say.
    ///
    /// It matters for a client that has groups of both kinds, and only with [`GroupSelection::MostSpecific`]: of several
    /// groups that may each refuse, the order decides nothing but which refusal is reported.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum Precedence {
        /// A group for a product token of the client, else one for a host that signs for it.
        #[default]
        TokenFirst = "token-first";
        /// A group for a host that signs for the client, else one for a product token of it.
        SignatureFirst = "signature-first";
    }
}

named! {
    /// How a pattern that begins with `*` is read, such as `*.gif$`.
    ///
    /// RFC 9309 contradicts itself: its grammar (§2.2) begins a pattern with a slash, and its example (§5.1) has
    /// `Disallow: *.gif$`. A pattern that begins with any other octet matches nothing in either reading. Both are reported:
    /// `pattern-without-slash` and `unmatchable-pattern`.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum LeadingStar {
        /// As if a slash came before it, like the example. The slash does not count for the length of the pattern.
        #[default]
        Accepted = "accepted";
        /// As a pattern that matches nothing, like the grammar.
        Ignored = "ignored";
    }
}

named! {
    /// Whether `?`, `[`, `]` and `@` in a query equal their percent-encoded form.
    ///
    /// `:` and `/` always do there: the second row of figure 4 of RFC 9309 compares `?baz=https://foo.bar` with its encoded
    /// form, and the figure belongs to a MUST (§2.2.2). That row says nothing about the other general delimiters.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Client;
    /// use robots_policy::robots_txt::{QueryDelimiters, RobotsTxtReader};
    ///
    /// let file = b"User-agent: *\nDisallow: /a?to=%40me\nDisallow: /b?url=http%3A";
    /// let robots = RobotsTxtReader::new().read(file).value;
    /// let allows = |target| robots.access(&Client::anonymous(), target).is_allowed();
    /// assert!(!allows("/b?url=http:"), "`:` is equal to `%3A` in a query");
    /// assert!(allows("/a?to=@me"), "`@` is not equal to `%40`");
    ///
    /// let robots = RobotsTxtReader::new().with_open_points(|open| open.query = QueryDelimiters::Encoded).read(file).value;
    /// assert!(!robots.access(&Client::anonymous(), "/a?to=@me").is_allowed());
    /// ```
    #[derive(Default)]
    #[non_exhaustive]
    pub enum QueryDelimiters {
        /// They differ, as reserved characters do (RFC 3986 §2.2).
        #[default]
        Distinct = "distinct";
        /// They are equal, if that row of figure 4 is read as an example for all of them.
        Encoded = "encoded";
    }
}

named! {
    /// Whether the target of a question is a URL as people and files write it, or the path of a request as it is.
    ///
    /// It matters most to [`Dialect::Google`], which compares octets as they come: nothing fetches `/ツ`, and a client requests
    /// `/%E3%83%84`.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::Client;
    /// use robots_policy::robots_txt::{Dialect, RequestTarget, RobotsTxtReader};
    ///
    /// let googles = RobotsTxtReader::new().with_dialect(Dialect::Google);
    /// let allows = |reader: RobotsTxtReader, target| {
    ///     let robots = reader.read("User-agent: *\nDisallow: /ツ".as_bytes()).value;
    ///     robots.access(&Client::anonymous(), target).is_allowed()
    /// };
    /// assert!(!allows(googles.clone(), "/ツ"));
    /// assert!(!allows(googles.clone(), "/a/../ツ"));
    /// let as_given = googles.with_open_points(|open| open.target = RequestTarget::AsGiven);
    /// assert!(allows(as_given, "/ツ"), "as google/robotstxt itself answers");
    /// ```
    #[derive(Default)]
    #[non_exhaustive]
    pub enum RequestTarget {
        /// A URL, from which the path is made that a client sends: `.` and `..` are resolved, and octets that a URL parser encodes
        /// are encoded.
        #[default]
        AsSent = "as-sent";
        /// A path that was sent, which is compared as it is. For comparisons with other readers, whose callers do the step above.
        AsGiven = "as-given";
    }
}

/// The settings of a [`RobotsTxtReader`](super::RobotsTxtReader): how a file is read, and how its rules are matched.
///
/// `dialect` and `open.signature_agent` decide the role of a key, see [`RecordKey::role`](crate::record_key::RecordKey::role),
/// and with it the groups; `groups` and `open.precedence` are read by `matching::select`; `open.leading_star` and `open.query`
/// by whatever compares patterns, and `open.target` where the path of a question is made. Two files with equal octets and
/// different options are not equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Options {
    pub(crate) dialect: Dialect,
    pub(crate) groups: GroupSelection,
    pub(crate) open: OpenPoints,
    pub(crate) grouping: GroupBorders,
}

/// How the points are read that the specifications leave open, or contradict themselves in, see
/// [`RobotsTxtReader::with_open_points`](crate::robots_txt::RobotsTxtReader::with_open_points). The default is what is documented
/// at each type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct OpenPoints {
    /// Whether a `Signature-agent` line opens a group or restricts one.
    pub signature_agent: SignatureAgentLine,
    /// Whether product tokens or signatures select a group first.
    pub precedence: Precedence,
    /// Whether a pattern may begin with `*`.
    pub leading_star: LeadingStar,
    /// Whether `?`, `[`, `]` and `@` in a query equal their encoded form.
    pub query: QueryDelimiters,
    /// Whether the target of a question is a URL, or a path as it was sent.
    pub target: RequestTarget,
}

/// Which records end a run of starters.
///
/// It is not an option of callers: access is grouped as RFC 9309 groups it, and only the preferences of `Content-Usage`
/// are grouped as their draft has it, see `uses`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum GroupBorders {
    /// `Allow` and `Disallow` (RFC 9309 §2.2.1).
    #[default]
    Rules,
    /// `Content-Usage`, too (draft-ietf-aipref-attach §3).
    RulesAndUsage,
}

impl Options {
    /// Whether to reproduce this difference.
    ///
    /// Google's dialect has all of them. The parameter names the one that a call depends on, so that each row of the table
    /// is found by searching for its name, and a dialect with only some of them would change nothing but this function.
    pub(crate) fn has(self, _: GoogleDifference) -> bool {
        self.dialect == Dialect::Google
    }
}

/// The octets of a line that [`GoogleDifference::LineLimit`] keeps.
///
/// google/robotstxt has a buffer of `2083 * 8` octets for a line, 2083 being the longest URL of an old browser, and keeps
/// the last one for the end of the string.
pub(crate) const GOOGLE_LINE_LIMIT: usize = 2083 * 8 - 1;
