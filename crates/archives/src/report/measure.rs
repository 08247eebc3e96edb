//! The table of measures: one row for each way in which the rows of an agent are counted, with the function that counts.

use std::fmt;

use super::cells::{self, Count};
use super::classes::PAGE;
use super::page::Page;

impl Page<'_> {
    /// Hands over the measure, the name and the part of each cell that the row counts in.
    pub(super) fn cells(&self, mut one: impl FnMut(Measure, &str, &str)) {
        let is_page = self.response() == PAGE;
        let measures = Measure::ALL.iter();
        for measure in measures.filter(|measure| is_page || !measure.is_of_pages()) {
            measure.cells(self, &mut |name, part| one(*measure, name, part));
        }
    }
}

macro_rules! measures {
    ($(
        #[doc = $meaning:literal]
        $variant:ident = $name:literal, $key:ident $(, parts [$($part:literal)+])? $(, most $most:literal)?
            => $cells:ident;
    )+) => {
        /// A way in which the rows of an agent are counted: one variant a row of the table.
        ///
        /// A cell of a measure has a name and a part, `""` where the measure has none. Its number is that of rows, so that the
        /// cells of two reports are added.
        ///
        /// # Examples
        ///
        /// ```
        /// use robots_policy_archives::Measure;
        ///
        /// assert_eq!(Measure::from_name("closed-by"), Some(Measure::ClosedBy));
        /// assert_eq!(Measure::State.most_names(), None);
        /// assert_eq!(Measure::Use.parts(), ["allow", "conditional", "disallow", "unstated", "unknown"]);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Measure {
            $(
                #[doc = concat!("`", $name, "`:", $meaning)]
                $variant,
            )+
        }

        impl Measure {
            /// Every measure, in the order of the table.
            pub const ALL: &'static [Measure] = &[$(Measure::$variant),+];

            /// The key in a report and the column `measure` of the long form.
            pub fn name(self) -> &'static str {
                match self {
                    $(Measure::$variant => $name,)+
                }
            }

            /// Its meaning, in one sentence.
            pub fn meaning(self) -> &'static str {
                match self {
                    $(Measure::$variant => $meaning.trim_ascii(),)+
                }
            }

            /// The parts of a name; empty where it has one part, `""`, or where the parts are words of another table.
            pub fn parts(self) -> &'static [&'static str] {
                match self {
                    $(Measure::$variant => &[$($($part),+)?],)+
                }
            }

            /// How many names the report on an archive holds at most, where they come from the pages; a sum of reports holds 16 times as
            /// many. The names with the fewest rows are added up beyond that, so the number of a name is a lower bound.
            pub fn most_names(self) -> Option<usize> {
                match self {
                    $(Measure::$variant => measures!(@most $($most)?),)+
                }
            }

            /// Hands over the cells that a row counts in.
            pub(super) fn cells(self, page: &Page<'_>, count: &mut Count<'_>) {
                match self {
                    $(Measure::$variant => cells::$cells(page, count),)+
                }
            }

            /// Whether the cells are in [`AgentReport::cube`](crate::AgentReport::cube); those of the others have a key of
            /// their own in the report.
            pub fn is_in_cube(self) -> bool {
                match self {
                    $(Measure::$variant => measures!(@key $key),)+
                }
            }
        }
    };
    (@most $most:literal) => { Some($most) };
    (@most) => { None };
    (@key cube) => { true };
    (@key own) => { false };
}

measures! {
    /// Rows by what they are to the agent: `closed` if robots.txt disallows the page, else `restricted` if a directive restricts it, or a statement refuses an engine answers or training, else `unknown` if robots.txt or an answer about the page is not known, else `free`. A policy token, with which no request is made, is `unknown` where robots.txt answers about none of its uses.
    State = "state", cube => state;
    /// Rows that robots.txt closes, by what closes them: a rule of the agent's own group, of the group for every client, for a purpose or a signer, or a robots.txt that could not be fetched (`unreachable`).
    ClosedBy = "closed-by", cube => closed_by;
    /// All rows by the class of the HTTP status (`2xx` to `5xx`, `other`, `none`) and by state.
    Status = "status", cube, parts ["free" "restricted" "closed" "unknown"] => status;
    /// Rows by the class of the content type (`html`, `xhtml`, `pdf`, `image`, `json`, `xml`, `text`, `other`, `none`) and by state.
    Type = "type", cube, parts ["free" "restricted" "closed" "unknown"] => content_type;
    /// Rows by the last label of the host, in lower case, and by state; `(address)` for the address of a machine, `(none)` without a host.
    Tld = "tld", cube, parts ["free" "restricted" "closed" "unknown"], most 1024 => tld;
    /// Rows by the month of the capture in UTC (`2026-03`, `earlier` before 1970, `later` from 2100 on, `none`) and by state.
    Month = "month", cube, parts ["free" "restricted" "closed" "unknown"] => month;
    /// Rows by explicit permission that addresses the agent: `index`, `max-snippet` for one without a limit, and so on. It lifts no restriction.
    Permit = "permit", cube => permit;
    /// Rows by use and by the answer of the sources about it: `unstated` if all of them are known and none speaks, `unknown` if one that may forbid it is not known.
    Use = "use", cube, parts ["allow" "conditional" "disallow" "unstated" "unknown"] => uses;
    /// Rows of an engine by whether it uses the page for an `answer` of a machine and to `train`; `unsaid` where its owner says nothing, `asked-not-to` where it is asked not to and its owner does not say whether it listens, `unknown` where a source that decides is not known.
    Engine = "engine", cube, parts ["yes" "limited" "no" "unsaid" "asked-not-to" "unknown"] => engine;
    /// Rows whose statements are in conflict: `disallow-and-noindex` (who obeys the first never reads the second), and a permission against a restriction in force, where one is of a field and one of a meta (`field-against-meta`), or one is for the agent's own name and one for every client (`own-against-every-client`).
    Conflict = "conflict", cube => conflict;
    /// Rows by name outside the table of directives that addresses the agent.
    Extension = "extension", cube, most 256 => extension;
    /// Rows by the longest excerpt that is allowed, in characters: `0`, `1-50`, `51-160`, `161-320`, `321+`, `no-limit`, `unknown` where it is not known whether there may be one.
    Snippet = "snippet", cube => snippet;
    /// Rows by the largest image preview: `none`, `standard`, `large`, `unsaid`, `unknown` where an answer about the page is not known.
    ImagePreview = "image-preview", cube => image_preview;
    /// Rows by the month of `unavailable_after` in UTC, and whether it is past at the time of the scan.
    Until = "until", cube, parts ["past" "coming"] => until;
    /// Rows that are left, step after step, where the refused ones are dropped: `all`, then those that may be fetched (`fetch`), indexed (`index`), excerpted (`snippet`), offered as a copy (`archive`), used for artificial intelligence (`noai`) and for training (`train`). The part is `yes` if every step so far is known to be allowed, `unknown` if one is not known and none refused. Training is known to be allowed only where the sources state that (`use_train` is `allow`), and for an engine where its own answer is yes; where nothing is stated it is `unknown`.
    Kept = "kept", cube, parts ["yes" "unknown"] => kept;
    /// Rows by host; the part `restricted` has those that are closed or restricted, and `rows` has all.
    Host = "host", cube, parts ["rows" "restricted"], most 256 => host;
    /// All rows by what the response is: a `page` if its status is 200 to 299 but 202, 204 and 205, or it has none; `robots.txt` and `tdmrep.json` by its address; `empty` (204, 205), `redirect`, `error`, `other`.
    Response = "response", cube => response;
    /// Rows by source that is not known and keeps an answer from being known. Tables of earlier versions do not say.
    NotKnown = "not-known", cube => not_known;
    /// Rows by the reason of the access that robots.txt gives.
    Access = "access", own => access;
    /// Rows by directive that is in force.
    Directives = "directives", own => directives;
    /// Rows by directive in force, and by its source. Of several deadlines that have passed each is one.
    Sources = "sources", own => sources;
    /// Rows by diagnostic.
    Diagnostics = "diagnostics", own => diagnostics;
    /// Rows by the reason why the document was not read, or not whole.
    Unread = "unread", own => unread;
}

impl Measure {
    /// Whether pages alone are counted, and no files beside them, redirects and errors.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy_archives::Measure;
    ///
    /// let of_all = Measure::ALL.iter().filter(|measure| !measure.is_of_pages());
    /// assert!(of_all.eq(&[Measure::Status, Measure::Response]));
    /// ```
    pub fn is_of_pages(self) -> bool {
        !matches!(self, Measure::Status | Measure::Response)
    }

    /// The measure of this name.
    pub fn from_name(name: &str) -> Option<Measure> {
        let mut all = Measure::ALL.iter().copied();
        all.find(|measure| measure.name() == name)
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
