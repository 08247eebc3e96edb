//! The statements of a file that reach one client at one path.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::iter::{empty, once};
use std::ops::Range;

use crate::ai::preference::Answer;
use crate::ai::usage;
use crate::provenance::Span;
use crate::robots_txt::file::matching::access::Access;
use crate::robots_txt::file::matching::request_path::RequestPath;
use crate::robots_txt::file::matching::rows::ListingRow;
use crate::robots_txt::file::matching::select::{self, Asker};
use crate::robots_txt::file::matching::target;
use crate::robots_txt::file::options::{GroupSelection, SignatureAgentLine};
use crate::robots_txt::uses::file::AskedFile;
use crate::robots_txt::uses::index::{Longest, Slice, StatedUse, UseStatement, UsesIndex, Voice};
use crate::robots_txt::uses::statements::{FileUses, Heard};
use crate::token::Client;

/// The statements of a file for a client at a target, where the answer about access is known.
pub(crate) fn uses_after<'f>(
    asked: &'f AskedFile,
    access: &Access<'_>,
    client: &Client,
    target: &str,
) -> FileUses<'f> {
    // What a file forbids that is not the one that counts, or less of it, stays forbidden.
    let may_be_allowed = access.allowed() != Some(false);
    let whole = access.listing_in(&asked.file);
    let whole = whole.filter(|_| asked.file.states_uses && is_of_one_group(asked, client));
    if let Some(listing) = whole {
        let row = listing.row();
        let lines = asked.index().lines(&asked.file, row.group());
        match asked.uses().group(lines) {
            None => return FileUses::default(),
            Some(group) if !group.has_license => {
                return FileUses::of_group(asked, group, row, may_be_allowed);
            }
            Some(_) => {}
        }
    }
    uses(asked, client, target, Some(may_be_allowed))
}

/// Whether the group that access found is the only one that speaks to the client, and all that it states is heard.
fn is_of_one_group(asked: &AskedFile, client: &Client) -> bool {
    let options = asked.file.options;
    client.purposes().is_empty()
        && options.groups == GroupSelection::MostSpecific
        && options.open.signature_agent == SignatureAgentLine::Starter
        && !asked.uses().groups.is_empty()
}

/// The statements of a file for a client at a target. `is_allowed` is the answer about access, if it is known.
pub(crate) fn uses<'f>(
    asked: &'f AskedFile,
    client: &Client,
    target: &str,
    is_allowed: Option<bool>,
) -> FileUses<'f> {
    let file = &asked.file;
    if !file.states_uses {
        return FileUses::default();
    }
    let index = asked.uses();
    // Lines before the first group are for every client that obeys what is for every client.
    let before = if client.obeys_global() {
        index.before
    } else {
        0
    };
    let question = Question {
        asked,
        index,
        path: OnceCell::new(),
        target,
        before: 0..before,
    };
    let mut uses = FileUses::of_file(asked);
    let is_allowed = || {
        let asked = || select::access(asked, client, target).allowed() != Some(false);
        is_allowed.unwrap_or_else(asked)
    };
    let hears_usage = index.has(Voice::Usage) && is_allowed();
    for asker in select::askers(client) {
        if index.is_plain {
            question.ask_plain(asker, hears_usage, &mut uses);
            continue;
        }
        if index.has_more_than_usage {
            question.ask(asker, &mut uses);
        }
        if hears_usage {
            question.usage(asker, &mut uses);
        }
    }
    uses.finish()
}

/// One question.
struct Question<'r, 'q> {
    asked: &'r AskedFile,
    index: &'r UsesIndex,
    /// Made for the first line with a path: most lines are about all of a site.
    path: OnceCell<RequestPath<'q>>,
    target: &'q str,
    /// The lines before the first group.
    before: Range<usize>,
}

impl<'q> Question<'_, 'q> {
    /// All that the groups state, in a file without paths and without lines before the first group.
    fn ask_plain(&self, asker: Asker<'_>, hears_usage: bool, uses: &mut FileUses<'_>) {
        for bound in select::bound(&self.asked.indexed, asker) {
            let listing = Some(bound.first());
            for slice in bound.groups().flat_map(|group| self.index.slices(group)) {
                match slice.voice {
                    Voice::License => self.licenses(*slice, uses),
                    Voice::Usage if !hears_usage => {}
                    _ => {
                        let all = self.index.all(*slice);
                        all.for_each(|said| uses.hear(Heard { said, listing }));
                    }
                }
            }
        }
    }

    /// All voices that do not depend on access.
    fn ask(&self, asker: Asker<'_>, uses: &mut FileUses<'_>) {
        let mut is_bound = false;
        for bound in select::bound(&self.asked.indexed, asker) {
            is_bound = true;
            for voice in self.index.voices() {
                self.hear(voice, || bound.groups(), Some(bound.first()), uses);
            }
        }
        if !is_bound {
            for voice in self.index.voices() {
                self.hear(voice, empty, None, uses);
            }
        }
    }

    /// Hears one voice in some groups, or before the first group if it is silent in them: Content Signals, key by key, and
    /// licences (RSL 1.0 §4.4.2). Rules for training are in groups alone.
    fn hear<G: Iterator<Item = Range<usize>>>(
        &self,
        voice: Voice,
        groups: impl Fn() -> G,
        listing: Option<ListingRow>,
        uses: &mut FileUses<'_>,
    ) {
        let before = || once(self.before.clone());
        match voice {
            Voice::Usage | Voice::Unreadable => {}
            Voice::Training => _ = self.longest_states(voice, groups, listing, uses),
            Voice::Level | Voice::Signal(_) => {
                if !self.longest_states(voice, groups, listing, uses) {
                    self.longest_states(voice, before, None, uses);
                }
            }
            Voice::License => {
                let own = groups().filter_map(|group| self.index.slice(voice, group));
                let mut own = own.peekable();
                let before = self.index.slice(voice, self.before.clone());
                let before = before.filter(|_| own.peek().is_none());
                own.chain(before)
                    .for_each(|slice| self.licenses(slice, uses));
            }
        }
    }

    fn licenses(&self, slice: Slice, uses: &mut FileUses<'_>) {
        for said in self.index.all(slice) {
            let value = self.asked.file.value(said.line);
            let text = String::from_utf8_lossy(value);
            if let Some((address, _)) = usage::license(&text) {
                let address = usage::resolved(address, self.target);
                uses.license(address, said.line, Span::new(0, value.len()));
            }
        }
    }

    /// The longest path of `Content-Usage` that matches speaks alone. If no line of that path can be read, the next longest
    /// that can speaks instead, as far as it forbids: a mistake in `n` must not permit.
    fn usage(&self, asker: Asker<'_>, uses: &mut FileUses<'_>) {
        let index = self.index;
        let view = index.usage_view.as_deref().unwrap_or(&self.asked.indexed);
        for bound in select::bound(view, asker) {
            let Some(longest) = self.longest(Voice::Usage, bound.groups()) else {
                continue;
            };
            let unreadable = self.longest(Voice::Unreadable, bound.groups());
            let only_restricts = unreadable.is_some_and(|unreadable| unreadable.len > longest.len);
            let listing = Some(bound.first());
            self.state(Voice::Usage, bound.groups(), longest, |said| {
                let restricts = matches!(said.said, StatedUse::Preference(_, Answer::Disallow));
                if restricts || !only_restricts {
                    uses.hear(Heard { said, listing });
                }
            });
        }
    }

    /// Adds what the lines of the longest path that matches state; returns whether there is one.
    fn longest_states<G: Iterator<Item = Range<usize>>>(
        &self,
        voice: Voice,
        groups: impl Fn() -> G,
        listing: Option<ListingRow>,
        uses: &mut FileUses<'_>,
    ) -> bool {
        let Some(longest) = self.longest(voice, groups()) else {
            return false;
        };
        let hear = |said| uses.hear(Heard { said, listing });
        self.state(voice, groups(), longest, hear);
        true
    }

    /// The longest path in these groups that matches.
    fn longest(&self, voice: Voice, groups: impl Iterator<Item = Range<usize>>) -> Option<Longest> {
        let slices = groups.filter_map(|group| self.index.slice(voice, group));
        let longest = slices.filter_map(|slice| match slice.whole {
            Some(len) => Some(Longest {
                len,
                entry: Some(slice.start),
            }),
            None => self.index.longest(&self.asked.file, slice, self.path()),
        });
        longest.reduce(|one, other| match one.len.cmp(&other.len) {
            Ordering::Less => other,
            Ordering::Greater => one,
            Ordering::Equal => Longest { entry: None, ..one },
        })
    }

    /// Passes on what the lines in these groups state whose paths match and are the longest.
    fn state(
        &self,
        voice: Voice,
        groups: impl Iterator<Item = Range<usize>>,
        Longest { len, entry }: Longest,
        mut found: impl FnMut(UseStatement),
    ) {
        if let Some(entry) = entry {
            return self.index.entry(entry).for_each(found);
        }
        for slice in groups.filter_map(|group| self.index.slice(voice, group)) {
            if slice.whole.is_none() {
                let file = &self.asked.file;
                self.index.stated(file, slice, self.path(), len, &mut found);
            } else if slice.whole == Some(len) {
                self.index.all(slice).for_each(&mut found);
            }
        }
    }

    fn path(&self) -> &RequestPath<'q> {
        self.path.get_or_init(|| {
            let options = self.asked.file.options;
            RequestPath::new(target::normal_or_root(self.target, options))
        })
    }
}
