//! Findings about a response: its fields, its document, and what robots.txt says about it.
//!
//! | file | what it finds |
//! |---|---|
//! | `diagnostics` | what diagnostics of the readers are about, as it was probably meant |
//! | `statements` | directives that do nothing, contradict each other, or say something twice |
//! | `names` | metas for a client whose name is nearly that of a known crawler |
//! | `nesting` | metas that are the text of an attribute |
//! | `unheard` | restrictions where no reader looks |
//! | `parts` | marks that close a part of the text, and `rel` of links
//! | `uses` | statements about AI use that contradict each other |
//! | `contradictions` | statements that robots.txt hides, and links to another address |
//! | `facts` | what matters beside other responses |
//! | `head`, `tags` | the element that ended the head before a meta; the tags of a document |

pub(crate) mod contradictions;
pub(crate) mod diagnostics;
mod facts;
mod head;
mod names;
pub(crate) mod nesting;
pub(crate) mod parts;
pub(crate) mod statements;
mod tags;
pub(crate) mod unheard;
mod uses;

use std::ops::Range;

use robots_policy::meta::{MetaRules, Placement};
use robots_policy::{Client, Policy, Provenance, Signal, Timestamp};
use robots_policy_input::{Message, Parts, Readers, holds_robots_meta};
use robots_policy_servers::is_about_robots;

pub(crate) use self::facts::Facts;
use self::tags::Tags;
use crate::finding::{Draft, Edit};
use crate::marks::Marks;
use crate::place::{Place, Source};

/// A response, or a page without one.
pub struct Page<'p> {
    /// Its name for people: a path or an address.
    pub name: &'p str,
    /// Its URL or path, if it is known.
    pub url: Option<&'p str>,
    /// The status of the response.
    pub status: Option<u16>,
    /// The field lines; `None` if they are not known.
    pub fields: Option<Vec<FieldLine<'p>>>,
    /// The document; `None` if it is not known.
    pub document: Option<Document<'p>>,
}

/// A field line.
#[derive(Clone)]
pub struct FieldLine<'p> {
    /// Its name.
    pub name: &'p [u8],
    /// Its value, without white space around it.
    pub value: &'p [u8],
    /// The input that has it, where the name begins in it, and where the value does. Where the input writes the value in another
    /// way, such as with a variable, it is the end of its statement.
    pub place: Option<(&'p Source<'p>, usize, usize)>,
}

impl<'p> FieldLine<'p> {
    /// The lines of a message that begins at this byte of an input.
    pub fn of_message<'m: 'p>(
        message: &Message<'m>,
        source: &'p Source<'p>,
        start: usize,
    ) -> Vec<FieldLine<'p>> {
        let lines = message.fields_at().map(|(at, name, value)| FieldLine {
            name,
            value,
            place: name_at(source.bytes(), start + at, name)
                .map(|begin| (source, begin, start + at)),
        });
        lines.collect()
    }
}

/// Where the name of a field line begins, the value of which begins at this byte.
fn name_at(bytes: &[u8], value: usize, name: &[u8]) -> Option<usize> {
    let before = bytes.get(..value)?.trim_ascii_end();
    let before = before.strip_suffix(b":")?.trim_ascii_end();
    Some(before.strip_suffix(name)?.len())
}

/// A document.
#[derive(Clone)]
pub struct Document<'p> {
    /// Its bytes, without codings.
    pub octets: &'p [u8],
    /// The input that has it, and where it begins in it; `None` if its codings were undone.
    pub place: Option<(&'p Source<'p>, usize)>,
    /// Whether it was given as characters. It is then UTF-8, whatever charset its type names.
    pub is_text: bool,
    /// Whether it ends before its end.
    pub is_cut: bool,
}

impl<'p> Document<'p> {
    /// The rest of an input from this byte on, in the charset that it says.
    pub fn of(source: &'p Source<'p>, start: usize) -> Document<'p> {
        Document {
            octets: source.bytes().get(start..).unwrap_or_default(),
            place: Some((source, start)),
            is_text: false,
            is_cut: false,
        }
    }
}

/// A response that was read, for those who are asked.
pub(crate) struct PageReading<'p> {
    pub(crate) page: &'p Page<'p>,
    pub(crate) policy: Policy,
    /// The tags of its document.
    pub(crate) tags: Tags,
    /// The statements of metas in the body.
    pub(crate) body: Vec<Signal>,
    pub(crate) now: Timestamp,
}

/// The second reading of a response.
pub(crate) enum PageVariant {
    /// The field line with this number has another name, or another value.
    FieldName(usize, String),
    FieldValue(usize, String),
    /// The fields about robots are these.
    Fields(Vec<(String, String)>),
    /// Text in the place of bytes of the document.
    Document(Range<usize>, String),
    /// A robots.txt without the lines of these numbers.
    Robots(Vec<usize>),
}

impl Page<'_> {
    /// The target of questions about it.
    pub(crate) fn target(&self) -> &str {
        self.url.unwrap_or("/")
    }

    /// The statements of fields and document, added to a policy that has those of the site.
    pub(crate) fn read_into(&self, clients: &[Client], policy: Policy) -> Policy {
        let document = self.document.as_ref();
        self.given(document.map(|document| document.octets))
            .read(&readers(false), clients, policy)
    }

    /// Its fields as they are, with a document.
    fn given<'s>(&'s self, document: Option<&'s [u8]>) -> Parts<'s> {
        let fields = self.fields.as_ref().map(|lines| {
            let lines = lines.iter().map(|line| (line.name, line.value));
            lines.collect()
        });
        self.parts(fields, document)
    }

    /// The statements of fields and of the whole document, for those who are asked twice.
    pub(crate) fn read_whole(&self, clients: &[Client], policy: Policy) -> Policy {
        self.read_second(&PageVariant::Robots(Vec::new()), clients, policy)
    }

    /// The tags of its document.
    pub(crate) fn tags(&self) -> Tags {
        let document = self.document.as_ref();
        document.map_or_else(Tags::default, |document| Tags::of(document.octets))
    }

    /// The statements of metas in the body, which do not count.
    pub(crate) fn read_body(&self, clients: &[Client]) -> Vec<Signal> {
        let Some(document) = &self.document else {
            return Vec::new();
        };
        let rest = head::end(document.octets).and_then(|end| document.octets.get(end.start..));
        if !rest.is_some_and(holds_robots_meta) {
            return Vec::new();
        }
        let places = [Placement::Head, Placement::Noscript, Placement::Body];
        let readers = Readers {
            metas: MetaRules::new().with_placements(places),
            whole: true,
            others: true,
            ..Readers::default()
        };
        let policy = self
            .parts(None, Some(document.octets))
            .read(&readers, clients, Policy::new());
        let of_body = |signal: &&Signal| {
            signal.provenance().source() == robots_policy::Source::Meta(Placement::Body)
        };
        policy.signals().iter().filter(of_body).cloned().collect()
    }

    /// The statements of the second reading.
    pub(crate) fn read_second(
        &self,
        second: &PageVariant,
        clients: &[Client],
        policy: Policy,
    ) -> Policy {
        let lines = self.fields.iter().flatten().enumerate();
        let lines = lines.filter_map(|(at, line)| match second {
            PageVariant::Fields(_) if is_about_robots(&String::from_utf8_lossy(line.name)) => None,
            _ => Some((at, line)),
        });
        let others = match second {
            PageVariant::Fields(others) => &**others,
            _ => &[],
        };
        let others = others.iter();
        let others = others.map(|(name, value)| (name.as_bytes(), value.as_bytes()));
        let lines = lines.map(|(at, line)| match second {
            PageVariant::FieldName(own, name) if *own == at => (name.as_bytes(), line.value),
            PageVariant::FieldValue(own, value) if *own == at => (line.name, value.as_bytes()),
            _ => (line.name, line.value),
        });
        let fields = self.fields.as_ref();
        let fields = fields.map(|_| lines.chain(others).collect());
        let own = self.document.as_ref().map(|document| document.octets);
        let changed = match (second, own) {
            (PageVariant::Document(range, text), Some(octets)) => {
                let (start, end) = (range.start.min(octets.len()), range.end.min(octets.len()));
                let before = octets.get(..start).unwrap_or_default();
                let after = octets.get(end..).unwrap_or_default();
                Some([before, text.as_bytes(), after].concat())
            }
            _ => None,
        };
        self.parts(fields, changed.as_deref().or(own))
            .read(&readers(true), clients, policy)
    }

    /// The change of the input with a field line that makes it the one of the second reading, if the input has the line as it is.
    pub(crate) fn edit(&self, second: &PageVariant) -> Option<Edit> {
        let (PageVariant::FieldName(at, text) | PageVariant::FieldValue(at, text)) = second else {
            return None;
        };
        let line = self.fields.as_ref()?.get(*at)?;
        let (source, name_at, value_at) = line.place?;
        let (start, own) = match second {
            PageVariant::FieldName(..) => (name_at, line.name),
            _ => (value_at, line.value),
        };
        let end = start + own.len();
        (source.bytes().get(start..end) == Some(own)).then(|| Edit {
            start,
            end,
            text: text.clone(),
        })
    }

    fn parts<'s>(
        &self,
        fields: Option<Vec<(&'s [u8], &'s [u8])>>,
        document: Option<&'s [u8]>,
    ) -> Parts<'s> {
        let own = self.document.as_ref();
        Parts {
            fields,
            document,
            is_text: own.is_some_and(|document| document.is_text),
            is_cut: own.is_some_and(|document| document.is_cut),
            status: self.status,
            ..Parts::default()
        }
    }
}

/// The bytes that show that a value is written as it is.
const SURE: usize = 4;

/// Whether a statement forbids something that an engine of today hears.
pub(crate) fn restricts(signal: &Signal) -> bool {
    statements::restricts(signal)
}

/// The readers, which also read metas to the names of known crawlers; of the whole document, if it is asked about engines that
/// count metas in its body.
fn readers(whole: bool) -> Readers {
    Readers {
        whole,
        others: true,
        ..Readers::default()
    }
}

impl PageReading<'_> {
    /// All findings about the response.
    pub(crate) fn drafts(&self) -> Vec<Draft<PageVariant>> {
        let mut drafts = diagnostics::drafts(self);
        drafts.extend(diagnostics::in_body(self));
        drafts.extend(names::drafts(self));
        drafts.extend(nesting::drafts(self));
        drafts.extend(unheard::drafts(self));
        drafts.extend(parts::drafts(self));
        drafts.extend(statements::drafts(self));
        drafts.extend(uses::drafts(self));
        drafts.extend(contradictions::drafts(self));
        drafts
    }

    /// The comments of the document that ignore findings about the page.
    pub(crate) fn marks(&self) -> Marks {
        let document = self.page.document.as_ref();
        document.map_or_else(Marks::default, |document| {
            Marks::of_document(document.octets, |bytes| {
                self.place_in_document(bytes, "robots-policy:")
            })
        })
    }

    /// The field line that a statement is in: its number among all.
    pub(crate) fn field_at(&self, at: &Provenance) -> Option<usize> {
        let name = at.source().name();
        let lines = self.page.fields.iter().flatten().enumerate();
        let mut own = lines.filter(|(_, line)| line.name.eq_ignore_ascii_case(name.as_bytes()));
        let nth = at.line()?.checked_sub(1)?;
        own.nth(nth).map(|(at, _)| at)
    }

    /// The place of a statement.
    pub(crate) fn place(&self, at: &Provenance) -> Place {
        let span = at.span();
        match at.source() {
            robots_policy::Source::Meta(_) | robots_policy::Source::LinkElement(_) => {
                self.place_in_document(span.start..span.end, at.text())
            }
            _ => match self.field_at(at) {
                Some(line) => self.place_in_field(line, span.start..span.end),
                None => self.place_of_name(at.text()),
            },
        }
    }

    pub(crate) fn place_in_document(&self, bytes: Range<usize>, text: &str) -> Place {
        let place = self
            .page
            .document
            .as_ref()
            .and_then(|document| document.place);
        match place {
            Some((source, start)) => source.place(start + bytes.start..start + bytes.end),
            None => self.alone(text),
        }
    }

    /// The place in the value of a field line.
    pub(crate) fn place_in_field(&self, line: usize, bytes: Range<usize>) -> Place {
        let line = self.page.fields.iter().flatten().nth(line);
        let Some(line) = line else {
            return self.alone("");
        };
        if let Some((source, name, value)) = line.place {
            let written = source.bytes().get(value..).unwrap_or_default();
            let first = line
                .value
                .get(..line.value.len().min(SURE))
                .unwrap_or_default();
            if !written.starts_with(first) {
                return source.place(name..value);
            }
            source.place(value + bytes.start..value + bytes.end)
        } else {
            let shown = [line.name, b": ", line.value].concat();
            let start = line.name.len() + 2;
            let own = Source::new(self.page.name, &shown);
            own.place(start + bytes.start..start + bytes.end)
        }
    }

    /// The place of the name of the first field of this name.
    fn place_of_name(&self, name: &str) -> Place {
        let mut lines = self.page.fields.iter().flatten();
        let line = lines.find(|line| line.name.eq_ignore_ascii_case(name.as_bytes()));
        match line.and_then(|line| Some((line.place?, line.name.len()))) {
            Some(((source, at, _), length)) => source.place(at..at + length),
            None => self.alone(name),
        }
    }

    /// A text without its input.
    fn alone(&self, text: &str) -> Place {
        let source = Source::new(self.page.name, text.as_bytes());
        let mut place = source.place(0..text.len());
        if text.is_empty() {
            place = Place::whole(source.name());
        }
        place
    }

    /// The statements about robots.
    pub(crate) fn signals(&self) -> &[Signal] {
        self.policy.signals()
    }
}
