//! The shape of a row: its cells, each with the general reading as its default.
//!
//! The macro `cells!` makes the struct [`Row`], the row without a single fact, and the list of cells for people. To add a
//! behaviour is to add a row here, and its reader in `policy::view`.

use super::behaviour::{
    Binding, Conflict, Delay, Grouping, Honour, Honours, Kind, Obeys, Rewrite, TokenUses, TooBig,
    UseAnswer,
};
use super::cell::{Cell, Evidence};
use super::day::Day;
use crate::ai::preference::{Activity, Vocabulary};
use crate::directive::Directive;
use crate::part_mark::PartMarkKind;
#[cfg(feature = "parts")]
use crate::part_mark::Rel;
use crate::robots_txt::fetch::FetchRules;
use crate::robots_txt::file::Dialect;

/// A cell as people read it.
#[cfg(feature = "documents")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// The name of the cell.
    pub cell: &'static str,
    /// Its value in words.
    pub value: String,
    /// Where it comes from; `None` where nothing is documented, so that the general reading is used.
    pub evidence: Option<Evidence>,
    /// Whether sources contradict each other about it.
    pub is_disputed: bool,
}

macro_rules! cells {
    ($($(#[$meaning:meta])* $field:ident: $type:ty = $default:expr, $name:literal $(, if $feature:literal)?;)+) => {
        /// One crawler: a row of the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) struct Row {
            /// The name of the profile, in lower case.
            pub(crate) name: &'static str,
            pub(crate) operator: &'static str,
            pub(crate) kind: Kind,
            /// Whether a model trains on what it fetches, answers from it, or sent it.
            pub(crate) is_ai: bool,
            /// The day from which it is only a name of the past.
            pub(crate) retired: Option<Day>,
            $($(#[$meaning])* $(#[cfg(feature = $feature)])? pub(crate) $field: Cell<$type>,)+
            /// Which directives of a page it acts on; each list is a cell.
            pub(crate) honours: Honours,
            /// Facts that no cell holds.
            pub(crate) facts: &'static [Cell<&'static str>],
        }

        /// The names of the cells.
        #[expect(dead_code, reason = "no mark points at some of the cells")]
        pub(crate) struct Names {
            $(pub(crate) $field: &'static str,)+
            pub(crate) honours: &'static str,
        }

        /// The names of the cells, for those who point at one.
        pub(crate) const NAMES: Names = Names {
            $($field: $name,)+
            honours: "directives",
        };

        impl Row {
            /// The general reading.
            pub(crate) const GENERAL: &'static Row = &Row::UNDOCUMENTED;

            /// A crawler of which nothing is known.
            pub(super) const UNDOCUMENTED: Row = Row {
                name: "",
                operator: "",
                kind: Kind::Other,
                is_ai: false,
                retired: None,
                $($(#[cfg(feature = $feature)])? $field: Cell::undocumented($default),)+
                honours: Honours {
                    listed: &[],
                    others: Cell::undocumented(Honour::Honoured),
                },
                facts: &[],
            };

            /// The directives that keep a page out of a use; `None` where its owner says nothing, and for other uses.
            pub(crate) fn effects(&self, activity: Activity) -> Option<&'static [(Directive, UseAnswer)]> {
                match activity {
                    Activity::Input => self.answer.value,
                    Activity::Train => self.train.value,
                    _ => None,
                }
            }

            /// The evidence of the cells but those of directives, in the order of this table.
            pub(super) fn plain_evidence(&self) -> [Option<Evidence>; [$($(#[cfg(feature = $feature)])? $name),+].len()] {
                [$($(#[cfg(feature = $feature)])? self.$field.evidence),+]
            }

            /// The cells but those of directives, in the order of this table.
            #[cfg(feature = "documents")]
            pub(super) fn plain_cells(&self) -> Vec<Known> {
                [$($(#[cfg(feature = $feature)])? self.$field.shown($name)),+].into()
            }
        }
    };
}

impl Row {
    /// The evidence of every cell, of those of its directives, and of its facts.
    pub(super) fn evidence(&self) -> impl Iterator<Item = Option<Evidence>> + use<> {
        let honours = &self.honours;
        let listed = honours.listed.iter().map(|(_, honour)| honour.evidence);
        let facts = self.facts.iter().map(|fact| fact.evidence);
        let directives = listed.chain([honours.others.evidence]);
        self.plain_evidence()
            .into_iter()
            .chain(directives)
            .chain(facts)
    }
}

cells! {
    /// The tokens that select a group of robots.txt, the first that has a group decides.
    tokens: &'static [&'static str] = &[], "tokens";
    /// Whether it obeys robots.txt.
    obeys: Obeys = Obeys::Yes, "obeys robots.txt";
    /// Whether groups and statements for every client bind it.
    global: Binding = Binding::Binds, "bound by *";
    grouping: Grouping = Grouping::Merged, "groups of one name";
    dialect: Dialect = Dialect::Extended, "dialect of robots.txt";
    /// Its behaviour without a robots.txt.
    fetch: FetchRules = FetchRules::RFC9309, "without robots.txt";
    too_big: TooBig = TooBig::Cut, "robots.txt too large";
    delay: Delay = Delay::Group, "Crawl-delay";
    /// The names of metas that address it besides `robots`; `None`: its own token.
    page_names: Option<&'static [&'static str]> = None, "names of metas";
    /// The scopes of fields that address it; `None`: those of metas.
    scopes: Option<&'static [&'static str]> = None, "scopes of fields";
    /// Whether fields of the response count.
    fields: bool = true, "reads fields";
    /// Whether `Robots-Tag` counts where fields do.
    robots_tag: bool = true, "reads Robots-Tag";
    /// Whether metas in the body count.
    body: bool = false, "metas in the body";
    /// Whether metas in a `noscript` count.
    noscript: bool = true, "metas in noscript";
    conflict: Conflict = Conflict::Restrictive, "of contradicting words";
    /// Whether a permissive word also wins in a field, and against a statement to another name or in another carrier.
    across: bool = false, "permissive beyond one meta";
    /// The restrictions that `none` is.
    none: &'static [Directive] = &[Directive::NoIndex, Directive::NoFollow], "none is";
    /// Directives that together count as others.
    rewrites: &'static [Rewrite] = &[], "counts as";
    /// Whether an unknown word with a colon closes its line of a field. It is applied only with disputed behaviours.
    closes_line: bool = false, "unknown scope closes the line";
    /// Whether `indexifembedded` is an exception to `noindex`.
    embedded: bool = false, "indexifembedded";
    /// The directives that keep a page out of the answers of a machine; `None` where its owner says nothing.
    answer: Option<&'static [(Directive, UseAnswer)]> = None, "use in answers";
    /// The directives that keep a page out of training; `None` where its owner says nothing.
    train: Option<&'static [(Directive, UseAnswer)]> = None, "use in training";
    /// The uses that are never made of what it fetches.
    never: &'static [Activity] = &[], "never used for";
    /// The uses that a group of its own refuses, where that group disallows the page.
    closed: &'static [Activity] = &[], "a closed group refuses";
    /// For a token without requests: the uses that its group decides.
    governs: &'static [Activity] = &[], "decides on";
    /// The vocabularies of AI use whose statements it obeys.
    obeyed_vocabularies: &'static [Vocabulary] = &[], "obeys AI preferences of";
    /// The policy tokens whose groups decide on uses of what it fetches.
    policy_tokens: &'static [TokenUses] = &[], "policy tokens";
    /// Whether its owner has controls that no response shows.
    outside: bool = false, "controls outside the response";
    /// The marks of parts of a page whose text it does not quote.
    quotes: &'static [PartMarkKind] = PartMarkKind::ALL, "leaves out marked parts";
    /// The words of `rel` by which it does not follow a link.
    follows: &'static [Rel] = &[Rel::NoFollow], "leaves out links with", if "parts";
}
