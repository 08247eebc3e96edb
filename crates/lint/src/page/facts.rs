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
    /// Whether its type is that of a page, or not known.
    pub(crate) is_html: bool,
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
            is_html: self
                .page
                .media_type()
                .is_none_or(|media| media.contains("html")),
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
    /// The status with which hosts serve a file of this name, if it is that of an error page, as frameworks write them.
    pub fn status_of_file(name: &str) -> Option<u16> {
        let name = name.strip_suffix("/index.html").unwrap_or(name);
        match name.rsplit('/').next().unwrap_or_default() {
            "404.html" | "_not-found.html" | "404" | "_not-found" => Some(404),
            "500.html" | "500" => Some(500),
            _ => None,
        }
    }

    /// Its media type in lower case, if a field has one.
    pub(super) fn media_type(&self) -> Option<String> {
        let mut fields = self.fields.iter().flatten();
        let field = fields.find(|line| line.name.eq_ignore_ascii_case(b"Content-Type"))?;
        Some(String::from_utf8_lossy(field.value).to_ascii_lowercase())
    }

    /// The place of the page as a whole.
    pub(crate) fn whole(&self) -> Place {
        Place::whole(place::Source::new(self.name, b"").name())
    }
}
