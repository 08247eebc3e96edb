//! Response fields: `Robots-Tag` and the legacy `X-Robots-Tag`.
//!
//! The name of a field picks its grammar, never its value: `noindex, nofollow` is a valid structured list too, of two
//! crawlers without rules.

mod bare_item;
mod collected;
mod lines;
mod member;
mod member_parts;
mod members;
mod near_fields;
mod robots_tag;
mod rule;
mod signature_agent;
mod strict;
mod validity;
mod x_robots_tag;

pub use self::signature_agent::{InvalidSignatureAgent, SignatureAgent};
pub use self::validity::Validity;
#[doc(hidden)]
// For robots-policy-archives, whose reader of bodies asks the same; no promise holds for it.
pub use crate::coded::TextStart;
pub use crate::coded::coding_by_mark;
pub use crate::date::InvalidDate;

use http::{HeaderMap, HeaderName};

use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::header::lines::{BLANKS, FieldOutput, Joined, STRICT_BLANKS};
use crate::limits::Limits;
use crate::named::named;
use crate::provenance::{Provenance, Source, Span};
use crate::signal::Signal;

named! {
    /// How `Robots-Tag` is read.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum RobotsTagMode {
        /// Member by member; forgives what the drafts' own examples get wrong, and says so.
        #[default]
        Lenient = "lenient";
        /// A structured list of product tokens with rules as parameters (the successor draft); all or nothing.
        StrictList = "strict-list";
        /// A structured dictionary (the seed draft); all or nothing.
        StrictDictionary = "strict-dictionary";
    }
}

named! {
    /// What is done when both fields are present.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum BothFields {
        /// Both bind: deployments send both while they change over.
        #[default]
        Union = "union";
        /// `X-Robots-Tag` is left out if `Robots-Tag` has at least one well-formed member.
        PreferRobotsTag = "prefer-robots-tag";
    }
}

named! {
    /// Whether each field line is one that the site sent. There are no others than these two.
    #[derive(Default)]
    pub enum FieldLines {
        /// It is: a line without a prefix addresses every client.
        #[default]
        Separate = "separate";
        /// Lines were joined with commas on the way (RFC 9110 §5.3), so that a statement after a prefix may have begun a
        /// line of its own. Such statements keep their scope and are reported.
        Joined = "joined";
    }
}

/// Reads the robots fields of a response.
///
/// Of the diagnostics about one field the first 256 are kept, and of the others those about a restriction that was lost; a
/// [`DiagnosticCode::DiagnosticsOmitted`] shows where more were left out. Of names that are no known directive the first 4,096 are kept.
///
/// Give it the fields of the final response: those of a redirect belong to the redirecting address, 1xx responses and
/// trailers are not read; after a 304, give it the stored fields as the 304 updated them.
///
/// ```
/// use robots_policy::{HeaderReader, Scope};
///
/// let lines = [("X-Robots-Tag", "googlebot: nofollow"), ("x-robots-tag", "noindex")];
/// let signals = HeaderReader::new().read_lines(lines).value;
/// assert_eq!(signals.len(), 2);
/// assert_eq!(signals[1].scope(), &Scope::Global);
/// assert_eq!(signals[1].provenance().text(), "noindex");
/// ```
#[derive(Clone, Debug, Default)]
pub struct HeaderReader {
    mode: RobotsTagMode,
    both: BothFields,
    lines: FieldLines,
    limits: Limits,
}

impl HeaderReader {
    /// A reader with the lenient mode, the union of both fields and the default limits.
    pub fn new() -> HeaderReader {
        HeaderReader::default()
    }

    /// Sets how `Robots-Tag` is read.
    #[must_use]
    pub fn with_mode(mut self, mode: RobotsTagMode) -> HeaderReader {
        self.mode = mode;
        self
    }

    /// Sets what is done when both fields are present.
    #[must_use]
    pub fn with_both_fields(mut self, both: BothFields) -> HeaderReader {
        self.both = both;
        self
    }

    /// Says whether field lines were joined on the way.
    #[must_use]
    pub fn with_field_lines(mut self, lines: FieldLines) -> HeaderReader {
        self.lines = lines;
        self
    }

    /// Sets the parsing limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> HeaderReader {
        self.limits = limits;
        self
    }

    /// Reads a header map. Signals of `Robots-Tag` come first.
    pub fn read(&self, headers: &HeaderMap) -> Parsed<Vec<Signal>> {
        let mut all = FieldsRead::default();
        let present = fields_of(headers, &mut all.found);
        for (field, _) in FIELDS.iter().zip(present).filter(|(_, present)| *present) {
            let mut values = headers
                .get_all(&field.name)
                .iter()
                .map(http::HeaderValue::as_bytes);
            match (values.next(), values.next()) {
                (None, _) => {}
                (Some(line), None) => self.read_field(field, &[line], &mut all),
                (Some(first), Some(second)) => {
                    let lines: Vec<&[u8]> = [first, second].into_iter().chain(values).collect();
                    self.read_field(field, &lines, &mut all);
                }
            }
        }
        all.found
    }

    /// Reads field lines in the order of the wire; names are compared without case, other fields skipped. Signals come
    /// in the order of their lines.
    pub fn read_lines<N, V>(&self, lines: impl IntoIterator<Item = (N, V)>) -> Parsed<Vec<Signal>>
    where
        N: AsRef<[u8]>,
        V: AsRef<[u8]>,
    {
        let mut kept: [Vec<(usize, V)>; FIELDS.len()] = Default::default();
        let mut read = FieldsRead::default();
        for (ordinal, (name, value)) in lines.into_iter().enumerate() {
            let name = name.as_ref();
            let named = |field: &Field| name.eq_ignore_ascii_case(field.name.as_str().as_bytes());
            if let Some(slot) = FIELDS
                .iter()
                .position(named)
                .and_then(|at| kept.get_mut(at))
            {
                slot.push((ordinal, value));
            } else if near_fields::is_likely(name) {
                near_fields::report(name, &mut read.found);
            }
        }
        for (field, lines) in FIELDS.iter().zip(&kept) {
            let lines: Vec<&[u8]> = lines.iter().map(|(_, value)| value.as_ref()).collect();
            self.read_field(field, &lines, &mut read);
        }
        let ordinals = kept.map(|lines| {
            lines
                .into_iter()
                .map(|(ordinal, _)| ordinal)
                .collect::<Vec<_>>()
        });
        let place = |at: &Provenance| {
            let slot = FIELDS.iter().position(|field| field.source == at.source());
            slot.and_then(|slot| ordinals.get(slot)?.get(at.line()?).copied())
        };
        let mut found = read.found;
        found.value.sort_by_key(|signal| place(signal.provenance()));
        found
            .diagnostics
            .sort_by_key(|diagnostic| place(diagnostic.provenance()));
        found
    }

    fn read_field(&self, field: &Field, lines: &[&[u8]], all: &mut FieldsRead) {
        let is_preferred = all.well_formed && self.both == BothFields::PreferRobotsTag;
        if field.source == Source::XRobotsTag && is_preferred {
            all.leave_out(lines);
        } else if !lines.is_empty() {
            (field.read)(self, lines, all);
        }
    }

    fn robots_tag(&self, lines: &[&[u8]], all: &mut FieldsRead) {
        let blanks = match self.mode {
            RobotsTagMode::Lenient => BLANKS,
            _ => STRICT_BLANKS,
        };
        let joined = Joined::new(lines, blanks);
        let limit = self.limits.field();
        let end = if joined.text().len() > limit {
            members::complete_within(&joined, limit)
        } else {
            joined.text().len()
        };
        let mut output = joined.collector(Source::RobotsTag, &mut all.found);
        let mark = output.mark();
        all.well_formed = self.robots_tag_up_to(&joined, end, &mut output);
        if end < joined.text().len() {
            let cut = joined.text().get(end..).unwrap_or_default();
            let start = end + cut.len() - cut.trim_start_matches([',', ' ', '\t']).len();
            output.push_always(
                DiagnosticCode::FieldTruncated,
                Span::new(start.min(limit), limit),
            );
        }
        output.sort(mark);
    }

    /// Says whether any member had the form of one.
    fn robots_tag_up_to(
        &self,
        joined: &Joined<'_>,
        end: usize,
        output: &mut FieldOutput<'_>,
    ) -> bool {
        let text = joined.text().get(..end).unwrap_or_default();
        let strict = match self.mode {
            RobotsTagMode::Lenient => return robots_tag::lenient(joined, end, output),
            RobotsTagMode::StrictList => strict::list(text, 0, output),
            RobotsTagMode::StrictDictionary => strict::dictionary(text, output),
        };
        strict.unwrap_or_else(|fault| {
            unheard(joined, end, fault.index().unwrap_or(0), output);
            false
        })
    }

    fn x_robots_tag(&self, lines: &[&[u8]], all: &mut FieldsRead) {
        let joined = Joined::new(lines, BLANKS);
        let mut output = joined.collector(Source::XRobotsTag, &mut all.found);
        let limit = self.limits.field();
        for Span { start, end } in joined.spans() {
            let readable = if end > limit {
                let line = Span::new(start, end).text_in(joined.text());
                start + complete_within(line.as_bytes(), limit.saturating_sub(start))
            } else {
                end
            };
            let mark = output.mark();
            let text = Span::new(start, readable).text_in(joined.text());
            let is_joined = self.lines == FieldLines::Joined;
            x_robots_tag::line(text, start, is_joined, &mut output);
            if readable < end {
                output.push_always(DiagnosticCode::FieldTruncated, Span::new(readable, end));
            }
            output.sort(mark);
            if end > limit {
                break;
            }
        }
    }
}

/// A field that is read: its name, the label of its signals, and its reader.
struct Field {
    name: HeaderName,
    source: Source,
    read: fn(&HeaderReader, &[&[u8]], &mut FieldsRead),
}

static FIELDS: [Field; 2] = [
    Field {
        name: HeaderName::from_static("robots-tag"),
        source: Source::RobotsTag,
        read: HeaderReader::robots_tag,
    },
    Field {
        name: HeaderName::from_static("x-robots-tag"),
        source: Source::XRobotsTag,
        read: HeaderReader::x_robots_tag,
    },
];

/// Which of the fields a response has; names that are near theirs are reported.
///
/// One pass over the names costs less than looking for each field among them.
#[inline]
fn fields_of(headers: &HeaderMap, found: &mut Parsed<Vec<Signal>>) -> [bool; FIELDS.len()] {
    let mut present = [false; FIELDS.len()];
    for name in headers.keys() {
        if near_fields::is_likely(name.as_str().as_bytes()) {
            let known = FIELDS.iter().position(|field| field.name == *name);
            match known.and_then(|at| present.get_mut(at)) {
                Some(present) => *present = true,
                None => near_fields::report(name.as_str().as_bytes(), found),
            }
        }
    }
    present
}

/// Where the last statement ends that is complete within the first `limit` octets of a legacy line.
fn complete_within(line: &[u8], limit: usize) -> usize {
    let cut = line.get(..limit).unwrap_or_default();
    memchr::memrchr(b',', cut).unwrap_or(0)
}

/// A strict mode that voids the field says which restrictions its readers miss.
fn unheard(joined: &Joined<'_>, end: usize, fault: usize, output: &mut FieldOutput<'_>) {
    let mark = output.mark();
    robots_tag::lenient(joined, end, output);
    let lenient = output.take_signals(mark);
    let from = if fault < end { fault } else { 0 };
    output.push_always(DiagnosticCode::FieldIgnored, Span::new(from, end));
    for signal in lenient {
        if signal.directive().is_some() {
            output.diagnostic_at(DiagnosticCode::UnheardByStrict, signal.provenance().clone());
        }
    }
}

/// What the fields have stated so far.
#[derive(Default)]
struct FieldsRead {
    found: Parsed<Vec<Signal>>,
    /// Whether `Robots-Tag` had a well-formed member.
    well_formed: bool,
}

impl FieldsRead {
    fn leave_out(&mut self, lines: &[&[u8]]) {
        for (index, line) in lines.iter().enumerate() {
            let at = Provenance::from_bytes(
                Source::XRobotsTag,
                Some(index),
                Span::new(0, line.len()),
                line,
            );
            self.found
                .diagnostics
                .push(Diagnostic::new(DiagnosticCode::RobotsTagPreferred, at));
        }
    }
}
