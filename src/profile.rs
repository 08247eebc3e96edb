//! Profiles of engines: a table of facts about named crawlers, each with its source.
//!
//! **What it is.** A row has a cell for each behaviour that crawlers differ in. A cell that no document speaks about holds the
//! general reading and says so. `policy::view` reads a policy by a row; nothing there knows a name.
//!
//! | file | job |
//! |---|---|
//! | `table` | the rows, in a file for each owner |
//! | `source` | the documents, one row each |
//! | `behaviour` | the values that cells have |
//! | `row`, `cell`, `day` | the shape of a row and of a cell, and days |
//! | `words` | cells in words |
//! | `find` | from a name, a token or a kind to profiles |
//!
//! **Invariant.** Every cell that differs from the general reading has evidence; [`Cell::known`](cell::Cell::known) is the only
//! way to make one, and takes a document of the table. **Which test notices.** `tests` beside this file.

mod behaviour;
mod cell;
mod day;
mod find;
mod row;
mod source;
mod table;
#[cfg(all(test, feature = "documents"))]
mod tests;
#[cfg(feature = "documents")]
mod words;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

pub use self::behaviour::{Binding, Conflict, Delay, Grouping, Honour, Kind, Obeys, UseAnswer};
pub(crate) use self::behaviour::{TokenUses, TooBig};
pub(crate) use self::cell::Cell;
pub use self::cell::{Evidence, Grade};
pub use self::day::Day;
pub use self::find::UnknownProfile;
#[cfg(feature = "documents")]
pub use self::row::Known;
pub(crate) use self::row::{NAMES, Row};
pub use self::source::Reference;

use crate::ai::preference::Activity;
use crate::token::{Client, ProductToken};

/// A named crawler, as its owner and others document it.
///
/// [`Policy::engine_verdict`](crate::Policy::engine_verdict) reads a policy as this crawler does.
///
/// # Examples
///
/// ```
/// use robots_policy::engines::{Kind, Profile};
///
/// let google: Profile = "googlebot".parse()?;
/// assert_eq!((google.operator(), google.kind()), ("Google", Kind::Search));
/// let cell = google.cells().into_iter().find(|known| known.cell == "tokens").unwrap();
/// assert_eq!(cell.value, "Googlebot");
/// assert_eq!(cell.evidence.unwrap().source().key(), "G-RTX");
///
/// let error = "gogglebot".parse::<Profile>().unwrap_err();
/// assert!(error.to_string().contains("`googlebot`"));
/// # Ok::<(), robots_policy::engines::UnknownProfile>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Profile {
    row: &'static Row,
    with_disputed: bool,
}

impl Profile {
    /// The activities about which owners of engines document anything: training, and the answers of a machine.
    pub const ACTIVITIES: [Activity; 2] = [Activity::Train, Activity::Input];

    /// The profile of a row.
    pub(crate) fn of(row: &'static Row) -> Profile {
        Profile {
            row,
            with_disputed: false,
        }
    }

    /// The profile with the behaviours that are disputed and off by default, such as an unknown scope that closes its line of
    /// a field at Yandex.
    #[must_use]
    pub fn with_disputed(self) -> Profile {
        Profile {
            with_disputed: true,
            ..self
        }
    }

    /// Whether disputed behaviours that are off by default are applied.
    pub fn is_with_disputed(self) -> bool {
        self.with_disputed
    }

    /// Every profile of the table, retired ones included.
    pub fn all() -> impl Iterator<Item = Profile> {
        table::rows().map(Profile::of)
    }

    /// The name, in lower case: `googlebot`.
    pub fn name(self) -> &'static str {
        self.row.name
    }

    /// The owner of the crawler.
    pub fn operator(self) -> &'static str {
        self.row.operator
    }

    /// The owner as one word of a list of profiles, in lower case with `-` for blanks: `openai`.
    pub fn owner(self) -> String {
        self.operator().to_ascii_lowercase().replace(' ', "-")
    }

    /// Whether it is one of `ai`: a model trains on what it fetches, answers from it, or sent it, or its token decides on such a
    /// use. The search crawlers whose pages feed the answers of their owner are among them.
    pub fn is_ai(self) -> bool {
        let by_job = matches!(self.kind(), Kind::Training | Kind::Answers | Kind::Agent);
        by_job || self.row.is_ai || !self.row.governs.value.is_empty()
    }

    /// The job of the crawler.
    pub fn kind(self) -> Kind {
        self.row.kind
    }

    /// Whether this is the own token of a known agent of AI, in any case. Tokens that an agent only falls back to do not count,
    /// and those of search crawlers do not: who closes a site to one does not say that it is for the answers made of its pages.
    pub(crate) fn is_ai_token(token: &str) -> bool {
        /// The tokens by the first octet in lower case: a file may have thousands of names, and hardly any begins like one.
        static TOKENS: LazyLock<BTreeMap<u8, Vec<&str>>> = LazyLock::new(|| {
            let mut tokens: BTreeMap<u8, Vec<&str>> = BTreeMap::new();
            let own = |profile: Profile| profile.tokens().first().copied();
            let is_search = |profile: &Profile| profile.kind() == Kind::Search;
            // A crawler of models may have the name of a search crawler alone, which is closed for other reasons.
            let search: Vec<&str> = Profile::all().filter(is_search).filter_map(own).collect();
            let agents = Profile::all().filter(|profile| profile.is_ai());
            for token in agents
                .filter_map(own)
                .filter(|token| !search.contains(token))
            {
                tokens.entry(initial(token)).or_default().push(token);
            }
            tokens
        });
        let alike = TOKENS.get(&initial(token));
        alike.is_some_and(|alike| alike.iter().any(|own| own.eq_ignore_ascii_case(token)))
    }

    /// The day from which the name is one of the past; `None` for a crawler that is in use.
    pub fn retired(self) -> Option<Day> {
        self.row.retired
    }

    /// The tokens that select a group of robots.txt, the first that has a group decides.
    pub fn tokens(self) -> &'static [&'static str] {
        self.row.tokens.value
    }

    /// The names of metas that address it besides `robots`.
    pub fn page_names(self) -> &'static [&'static str] {
        let own = self.tokens().get(..1).unwrap_or_default();
        self.row.page_names.value.unwrap_or(own)
    }

    /// The scopes of fields that address it.
    pub(crate) fn scopes(self) -> &'static [&'static str] {
        self.row.scopes.value.unwrap_or(self.page_names())
    }

    /// Whether a document has to be read to its end for it: metas in the body count, or it is disputed whether they do.
    pub fn reads_body(self) -> bool {
        self.row.body.value || self.row.body.is_disputed
    }

    /// Everything that is known of it: a cell for each behaviour, in the order of the table.
    #[cfg(feature = "documents")]
    pub fn cells(self) -> Vec<Known> {
        self.row.cells()
    }

    /// The last day on which a cell was verified: the oldest of those that have a document. `None` where nothing is
    /// documented.
    pub fn verified(self) -> Option<Day> {
        let evidence = self.row.evidence().flatten();
        evidence.map(|evidence| evidence.verified()).min()
    }

    /// The client that this crawler is: its tokens, its names in metas and fields, and whether statements for every client
    /// bind it.
    pub fn client(self) -> Client {
        let page = self.page_names().iter().chain(self.scopes());
        let client: Client = tokens(self.tokens().iter()).collect();
        client
            .with_page_tokens(tokens(page).collect())
            .with_obeys_global(self.row.global.value != Binding::Ignored)
            .with_first_group(self.row.grouping.value == Grouping::First)
    }

    /// [`Profile::client`] with its policy tokens, its own among them.
    pub(crate) fn full_client(self) -> Client {
        let governed = self.row.policy_tokens.value.iter();
        let governed = governed.map(|governed| (governed.token, governed.uses));
        // A token without requests is a policy token of its own.
        let own = self
            .tokens()
            .first()
            .map(|own| (*own, self.row.governs.value));
        let own = own.filter(|(_, uses)| !uses.is_empty());
        let client = self.client();
        own.into_iter().chain(governed).fold(
            client,
            |client, (token, uses)| match ProductToken::new(token) {
                Ok(token) => client.with_policy_token(token, uses.to_vec()),
                Err(_) => client,
            },
        )
    }

    /// The client of its own name, as the general reading sees it: other tokens that it falls back to are not its name.
    pub(crate) fn plain_client(self) -> Client {
        let own = self.tokens().iter().take(1);
        tokens(own).collect()
    }

    pub(crate) fn row(self) -> &'static Row {
        self.row
    }
}

/// The first octet of a name in lower case; 0 for an empty one.
fn initial(name: &str) -> u8 {
    name.bytes().next().unwrap_or(0).to_ascii_lowercase()
}

/// The product tokens of a list of names. A test holds that each name of the table is one.
fn tokens<'n>(names: impl Iterator<Item = &'n &'static str>) -> impl Iterator<Item = ProductToken> {
    names.filter_map(|name| ProductToken::new(name).ok())
}

impl fmt::Display for Profile {
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Profile").field(&self.name()).finish()
    }
}
