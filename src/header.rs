//! Response fields: `Robots-Tag`, the legacy `X-Robots-Tag`, those about AI use, and those that say how long they hold.
//!
//! Begin with [`HeaderReader`], or with [`Policy::with_headers`](crate::Policy::with_headers) if its defaults suffice.
//!
//! | you want to | take |
//! |---|---|
//! | read the robots fields of a response | [`HeaderReader::read`], or [`HeaderReader::read_lines`] without a `HeaderMap` |
//! | check a field before you send it | [`RobotsTagMode`], and [`Parsed::strict`] |
//! | read fields that a proxy or an archive has joined | [`FieldLines::Joined`] |
//! | know when to ask again | [`Validity`] |
//! | read the signer of a request | [`SignatureAgent`] |
//!
//! The name of a field picks its grammar, never its value: `noindex, nofollow` is a valid structured list too, of two
//! crawlers without rules. Statements in the grammar of the other field are still read, and reported.
//!
//! # Examples
//!
//! ```
//! use robots_policy::{HeaderReader, Severity};
//!
//! // A field is checked before it is sent: warnings count as errors.
//! let line = [("Robots-Tag", "*;noindex nofollow")];
//! let fault = HeaderReader::new().read_lines(line).strict(Severity::Warning).unwrap_err();
//! assert_eq!(fault.code().name(), "separator");
//! ```
// How the files share the work: `lines` joins the lines of a field and finds the way back, `members` and `member_parts`
// cut a lenient `Robots-Tag`, `robots_tag` reads it, `strict` reads it with `sfv` (`structure`, `member`, `bare_item`),
// `rule` is the last step of both, `x_robots_tag` reads a line of the legacy field with the crate's directive list. `tdm`
// reads the fields of TDMRep, and `link` finds licences among links.

mod bare_item;
mod lines;
mod link;
mod member;
mod member_parts;
mod members;
mod near_fields;
mod options;
mod robots_tag;
mod rule;
mod signature_agent;
mod strict;
mod structure;
mod tdm;
mod usage;
mod validity;
mod x_robots_tag;

pub use self::options::RobotsTagMode;
#[doc(hidden)]
pub use self::options::{BothFields, FieldLines};
pub use self::signature_agent::{InvalidSignatureAgent, SignatureAgent};
pub use self::validity::Validity;
pub use crate::date::InvalidDate;
#[doc(hidden)]
pub use crate::octets::coding_by_mark;
#[doc(hidden)]
// For robots-policy-archives, whose reader of bodies has the same question; no promise holds for them.
pub use crate::octets::{TextStart, is_named_coded};

use http::{HeaderMap, HeaderName};

use crate::diagnostic::{DiagnosticCode, Parsed};
use crate::header::lines::FieldsRead;
use crate::header::lines::{BLANKS, FieldOutput, Joined, STRICT_BLANKS, complete_within};
use crate::limits::Limits;
use crate::order;
use crate::provenance::{Provenance, Source, Span};
pub use crate::signal::Fields;
use crate::signal::Signal;

/// Reads the robots fields of a response.
///
/// Reading never fails. A fault costs as little as possible and becomes a [`Diagnostic`](crate::Diagnostic);
/// [`Parsed::strict`] turns diagnostics into errors for callers who want that.
///
/// # Which fields to give
/// The fields of the final response: those of a redirect belong to the redirecting address, and 1xx responses and
/// trailers are not read. After a 304, give it the stored fields as the 304 updated them.
///
/// # Limits
/// A field is read up to [`Limits::field`]. Of the diagnostics about one field the first 256 are kept, and of the
/// others those about a restriction that was lost; a [`DiagnosticCode::DiagnosticsOmitted`] shows where more were left
/// out. Of names that are not a known directive the first 4,096 are kept.
///
/// # Examples
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

    /// Sets the grammar of `Robots-Tag` (default: lenient).
    #[must_use]
    pub fn with_mode(mut self, mode: RobotsTagMode) -> HeaderReader {
        self.mode = mode;
        self
    }

    /// Sets whether both fields bind if both are present (default: they do).
    #[must_use]
    pub fn with_both_fields(mut self, both: BothFields) -> HeaderReader {
        self.both = both;
        self
    }

    /// Sets whether field lines were joined on the way (default: they were not).
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::HeaderReader;
    /// use robots_policy::header::FieldLines;
    ///
    /// let line = [("X-Robots-Tag", "googlebot: nofollow, noindex")];
    /// let joined = HeaderReader::new().with_field_lines(FieldLines::Joined).read_lines(line);
    /// let codes: Vec<_> = joined.diagnostics.iter().map(|found| found.code().name()).collect();
    /// assert!(codes.contains(&"scope-uncertain"), "`noindex` may have been a line for every client");
    /// ```
    #[must_use]
    pub fn with_field_lines(mut self, lines: FieldLines) -> HeaderReader {
        self.lines = lines;
        self
    }

    /// Sets the parsing limits, of which only [`Limits::field`] matters here.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> HeaderReader {
        self.limits = limits;
        self
    }

    /// Reads a header map. Signals of `Robots-Tag` come first, because a map does not keep the order of different
    /// fields; lines of one field are in the order of the wire.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::{HeaderReader, Scope};
    ///
    /// let mut headers = http::HeaderMap::new();
    /// headers.insert("robots-tag", "*;noindex, ExampleBot;max-snippet=20".parse().unwrap());
    /// let read = HeaderReader::new().read(&headers);
    /// assert!(read.diagnostics.is_empty());
    /// assert_eq!(read.value[0].statement().to_string(), "noindex");
    /// assert_eq!(read.value[1].scope(), &"ExampleBot".parse::<Scope>()?);
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    pub fn read(&self, headers: &HeaderMap) -> Parsed<Fields> {
        let mut all = FieldsRead::begun();
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
        usage::images(&mut all.found, || {
            let mut types = headers.get_all(http::header::CONTENT_TYPE).iter();
            types.any(|value| usage::is_image(value.as_bytes()))
        });
        all.found.map(Fields)
    }

    /// Reads field lines in the order of the wire. Names are compared without case; other fields are skipped, except
    /// that a name near that of a robots field is reported. Signals and diagnostics come in the order of their lines.
    ///
    /// [`Provenance::line`] counts the lines of one field, so that both ways of reading give equal signals.
    pub fn read_lines<N, V>(&self, lines: impl IntoIterator<Item = (N, V)>) -> Parsed<Fields>
    where
        N: AsRef<[u8]>,
        V: AsRef<[u8]>,
    {
        let mut kept: [Vec<(usize, V)>; FIELDS.len()] = Default::default();
        let mut read = FieldsRead::begun();
        let mut is_image = false;
        for (ordinal, (name, value)) in lines.into_iter().enumerate() {
            let name = name.as_ref();
            is_image |= usage::is_image_field(name, value.as_ref());
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
            slot.and_then(|slot| ordinals.get(slot)?.get(at.line()?.checked_sub(1)?).copied())
        };
        let mut found = read.found;
        usage::images(&mut found, || is_image);
        order::sort_by_key(&mut found.value, |signal| place(signal.provenance()));
        order::sort_by_key(&mut found.diagnostics, |diagnostic| {
            place(diagnostic.provenance())
        });
        found.map(Fields)
    }

    /// Reads the lines of one field, unless the option leaves it out. `Robots-Tag` comes first in [`FIELDS`], because
    /// it decides about `X-Robots-Tag`.
    fn read_field(&self, field: &Field, lines: &[&[u8]], all: &mut FieldsRead) {
        let is_preferred = all.well_formed && self.both == BothFields::PreferRobotsTag;
        if field.source == Source::XRobotsTag && is_preferred {
            all.leave_out(lines);
        } else if !lines.is_empty() {
            (field.read)(self, lines, all);
        }
    }

    /// Reads `Robots-Tag` up to the limit, at which only whole members count.
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

    /// Reads the first `end` octets of `Robots-Tag` in the mode of this reader. True if any member was well-formed.
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
            robots_tag::unheard(joined, end, fault.index().unwrap_or(0), output);
            false
        })
    }

    /// Reads `X-Robots-Tag` line by line. The limit counts in the joined text, as for `Robots-Tag`: it is one field.
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

/// A field that is read: its name, the source of its signals, and its reader.
struct Field {
    name: HeaderName,
    source: Source,
    read: fn(&HeaderReader, &[&[u8]], &mut FieldsRead),
}

/// The row of a field.
const fn field(
    name: &'static str,
    source: Source,
    read: fn(&HeaderReader, &[&[u8]], &mut FieldsRead),
) -> Field {
    let name = HeaderName::from_static(name);
    Field { name, source, read }
}

/// The fields in the order in which they are read.
static FIELDS: [Field; 7] = [
    field("robots-tag", Source::RobotsTag, HeaderReader::robots_tag),
    field(
        "x-robots-tag",
        Source::XRobotsTag,
        HeaderReader::x_robots_tag,
    ),
    field(
        "content-usage",
        Source::ContentUsage,
        |reader, lines, all| {
            usage::content_usage(lines, reader.limits.field(), &mut all.found);
        },
    ),
    field(
        "content-signal",
        Source::ContentSignal,
        |reader, lines, all| {
            usage::content_signal(lines, reader.limits.field(), &mut all.found);
        },
    ),
    field(
        "tdm-reservation",
        Source::TdmReservation,
        HeaderReader::tdm_reservation,
    ),
    field("tdm-policy", Source::TdmPolicy, HeaderReader::tdm_policy),
    field("link", Source::Link, HeaderReader::link),
];

/// The values of one field among lines.
pub(crate) fn named<'l>(
    field: HeaderName,
    lines: impl Iterator<Item = (&'l [u8], &'l [u8])>,
) -> impl Iterator<Item = &'l [u8]> {
    let is_it = move |name: &[u8]| name.eq_ignore_ascii_case(field.as_str().as_bytes());
    lines
        .filter(move |(name, _)| is_it(name))
        .map(|(_, value)| value)
}

/// For each field, whether the response has it. Names that are near theirs are reported.
///
/// One pass over the names costs less than looking for each field among them.
#[inline]
fn fields_of(headers: &HeaderMap, found: &mut Parsed<Vec<Signal>>) -> [bool; FIELDS.len()] {
    let mut present = [false; FIELDS.len()];
    for name in headers.keys() {
        let octets = name.as_str().as_bytes();
        if near_fields::is_likely(octets) || near_fields::is_about_use(octets) {
            let known = FIELDS.iter().position(|field| field.name == *name);
            match known.and_then(|at| present.get_mut(at)) {
                Some(present) => *present = true,
                None => near_fields::report(octets, found),
            }
        }
    }
    present
}
