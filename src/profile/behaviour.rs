//! The behaviours that rows choose from: each is a value of a cell and never the name of a crawler.

use crate::ai::preference::Activity;
use crate::directive::Directive;
use crate::names::named;

named! {
    /// The job of a crawler. `--as search` selects all profiles of one kind.
    #[non_exhaustive]
    pub enum Kind {
        /// It feeds a search engine.
        Search = "search";
        /// It checks pages for advertising.
        Ads = "ads";
        /// It gathers data for training models.
        Training = "training";
        /// It feeds an index that a machine answers from.
        Answers = "answers";
        /// It fetches what a person asked for at that moment.
        User = "user";
        /// It acts for a person on their own machine or in a browser: an assistant of an editor, a shell, or a tool of a model.
        Agent = "agent";
        /// It keeps copies for a web archive.
        Archive = "archive";
        /// A product token of robots.txt that no request has.
        Token = "token";
        /// A program for owners and auditors.
        Tool = "tool";
        /// Any other job.
        Other = "other";
    }
}

named! {
    /// Whether a crawler obeys robots.txt. There are no others than these three.
    pub enum Obeys {
        /// It does.
        Yes = "yes";
        /// Its owner says that it may not.
        May = "may not";
        /// Its owner says that it does not.
        No = "no";
    }
}

named! {
    /// Whether groups and statements for `*` bind a crawler. There are no others than these three.
    pub enum Binding {
        /// They do.
        Binds = "yes";
        /// Only its own name binds it.
        Ignored = "no";
        /// Its owner does not say which group binds it where none has its name.
        Unsaid = "unsaid";
    }
}

named! {
    /// Which of several groups for one name bind. There are no others than these two.
    pub enum Grouping {
        /// All of them, merged (RFC 9309 §2.2.1).
        Merged = "merged";
        /// The first one alone.
        First = "first";
    }
}

named! {
    /// Which `Crawl-delay` a crawler follows. There are no others than these three.
    pub enum Delay {
        /// That of the group that binds it.
        Group = "of its group";
        /// That of its group, else that of `*`, also beside a group of its own.
        GroupOrGlobal = "of its group, else of `*`";
        /// None.
        Ignored = "none";
    }
}

named! {
    /// Which of two contradicting words stays in force. There are no others than these two.
    pub enum Conflict {
        /// The more restrictive one.
        Restrictive = "the more restrictive";
        /// The permissive one, against its own opposite.
        Permissive = "the permissive";
    }
}

named! {
    /// Whether a crawler acts on a directive. There are no others than these three.
    pub enum Honour {
        /// It does.
        Honoured = "honoured";
        /// Its owner says that it has no effect.
        Stated = "stated";
        /// Its owner's list of directives does not have it.
        Unlisted = "unlisted";
    }
}

/// A robots.txt that is larger than a crawler reads. There are no others than these two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooBig {
    /// The octets before the limit count.
    Cut,
    /// It counts as absent beyond this number of octets.
    Absent(usize),
}

/// Which directives a crawler acts on: the first list that has a directive, else `others`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Honours {
    /// Directives that one source speaks about, and what it says.
    pub(crate) listed: &'static [(&'static [Directive], super::cell::Cell<Honour>)],
    /// Those that no list has; without evidence they are honoured as the general reading does.
    pub(crate) others: super::cell::Cell<Honour>,
}

impl Honours {
    /// The cell that speaks about a directive: the first list that has it, else that of all others.
    pub(crate) fn of(&self, directive: Directive) -> &super::cell::Cell<Honour> {
        let listed = self.listed.iter();
        let mut listed = listed.filter(|(directives, _)| directives.contains(&directive));
        listed.next().map_or(&self.others, |(_, honour)| honour)
    }
}

/// Directives that together count as others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rewrite {
    /// All of these are in force.
    pub(crate) given: &'static [Directive],
    /// Then these are not.
    pub(crate) removes: &'static [Directive],
    /// And these are.
    pub(crate) adds: &'static [Directive],
}

named! {
    /// Whether a page is used for a purpose that the owner of an engine documents. There are no others than these three,
    /// and a later one outweighs an earlier one.
    pub enum UseAnswer {
        /// It is.
        Yes = "yes";
        /// A part of it is: an excerpt of a length, or address and title.
        Limited = "limited";
        /// It is not.
        No = "no";
    }
}

/// A policy token beside a crawler, and the uses that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TokenUses {
    pub(crate) token: &'static str,
    pub(crate) uses: &'static [Activity],
}
