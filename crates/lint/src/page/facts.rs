//! Facts about a response that matter beside other ones.

use robots_policy::{Directive, Scope, Signal, Source};

use super::contradictions::canonical_link;
use super::statements::{heard_by_all, is_one_of};
use super::{Page, PageReading};
use crate::place::{self, Place};

/// The facts about a response.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// The source of the statement that keeps it out of every index, for people, and its place.
    pub(crate) noindex: Option<(&'static str, Place)>,
    /// The address of its canonical link, as it is written.
    pub(crate) canonical: Option<(String, Place)>,
    /// The reference of its redirect.
    pub(crate) location: Option<(String, Place)>,
}

impl PageReading<'_> {
    /// The facts about it.
    pub(crate) fn facts(&self) -> Facts {
        let link = canonical_link(self);
        Facts {
            noindex: self.noindex(),
            canonical: link.map(|(bytes, address)| {
                let place = self.place_in_document(bytes, &address);
                (address, place)
            }),
            location: self.location(),
        }
    }

    /// The first statement that keeps it out of every index, if one does.
    fn noindex(&self) -> Option<(&'static str, Place)> {
        if !heard_by_all(self).contains(&Directive::NoIndex) {
            return None;
        }
        let is_it = |own: &&Signal| is_one_of(own, &[Directive::NoIndex, Directive::None]);
        let all = self.signals().iter();
        let mut of_all = all.filter(|own| *own.scope() == Scope::Global);
        let signal = of_all.find(is_it)?;
        let source = match signal.provenance().source() {
            Source::RobotsTag => "`Robots-Tag`",
            Source::XRobotsTag => "`X-Robots-Tag`",
            _ => "a meta",
        };
        Some((source, self.place(signal.provenance())))
    }

    fn location(&self) -> Option<(String, Place)> {
        if !matches!(self.page.status, Some(300..=399)) {
            return None;
        }
        let mut lines = self.page.fields.iter().flatten().enumerate();
        let is_it = |name: &[u8]| name.eq_ignore_ascii_case(b"Location");
        let (at, line) = lines.find(|(_, line)| is_it(line.name))?;
        let place = self.place_in_field(at, 0..line.value.len());
        Some((String::from_utf8_lossy(line.value).into_owned(), place))
    }
}

impl Page<'_> {
    /// The place of the page as a whole.
    pub(crate) fn whole(&self) -> Place {
        Place::whole(place::Source::new(self.name, b"").name())
    }
}
