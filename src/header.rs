//! Response fields: `Robots-Tag` and the legacy `X-Robots-Tag`.
//!
//! The name of a field picks its grammar, never its value: `noindex, nofollow` is a valid structured list too, of two
//! crawlers without rules.

mod lines;
mod robots_tag;
mod rule;
mod strict;
mod validity;
mod x_robots_tag;

pub use self::validity::Validity;

use http::HeaderMap;

use crate::diagnostic::{Code, Diagnostic, Parsed};
use crate::header::lines::Joined;
use crate::header::robots_tag::Read;
use crate::header::x_robots_tag::Doubts;
use crate::limits::Limits;
use crate::list::List;
use crate::provenance::{Provenance, Source, Span};
use crate::signal::{Signal, Statement};

/// How `Robots-Tag` is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum RobotsTagMode {
    /// Member by member; forgives what the drafts' own examples get wrong, and says so.
    #[default]
    Lenient,
    /// A structured list of product tokens with rules as parameters (the successor draft); all or nothing.
    StrictList,
    /// A structured dictionary (the seed draft); all or nothing.
    StrictDictionary,
}

impl RobotsTagMode {
    /// Every mode.
    pub const ALL: [RobotsTagMode; 3] = [
        RobotsTagMode::Lenient,
        RobotsTagMode::StrictList,
        RobotsTagMode::StrictDictionary,
    ];

    /// The name in options.
    pub fn name(self) -> &'static str {
        match self {
            RobotsTagMode::Lenient => "lenient",
            RobotsTagMode::StrictList => "strict-list",
            RobotsTagMode::StrictDictionary => "strict-dictionary",
        }
    }
}

/// What is done when both fields are present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum BothFields {
    /// Both bind: deployments send both while they change over.
    #[default]
    Union,
    /// `X-Robots-Tag` is left out if `Robots-Tag` has at least one well-formed member.
    PreferRobotsTag,
}

impl BothFields {
    /// Every choice.
    pub const ALL: [BothFields; 2] = [BothFields::Union, BothFields::PreferRobotsTag];

    /// The name in options.
    pub fn name(self) -> &'static str {
        match self {
            BothFields::Union => "union",
            BothFields::PreferRobotsTag => "prefer-robots-tag",
        }
    }
}

/// Reads the robots fields of a response.
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
    lines_joined: bool,
    unknown_scope_is_global: bool,
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

    /// Says that field lines were joined with commas on the way, so that a statement behind a prefix may have begun a
    /// line of its own (default: false). Such statements keep their scope and are remarked upon.
    #[must_use]
    pub fn with_lines_joined(mut self, joined: bool) -> HeaderReader {
        self.lines_joined = joined;
        self
    }

    /// Has statements behind `foo: bar`, `bar` being no directive, address everybody too, in case `foo` is a directive
    /// that is not known rather than a crawler (default: false).
    #[must_use]
    pub fn with_unknown_scope_global(mut self, global: bool) -> HeaderReader {
        self.unknown_scope_is_global = global;
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
        for field in &FIELDS {
            let mut values = headers
                .get_all(field.name)
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
        all.value_only()
    }

    /// Reads field lines in the order of the wire; names are compared without case, other fields skipped. Signals come
    /// in the order of their lines.
    pub fn read_lines<N, V>(&self, lines: impl IntoIterator<Item = (N, V)>) -> Parsed<Vec<Signal>>
    where
        N: AsRef<[u8]>,
        V: AsRef<[u8]>,
    {
        let mut kept: [Vec<(usize, V)>; FIELDS.len()] = Default::default();
        for (ordinal, (name, value)) in lines.into_iter().enumerate() {
            let named = |field: &Field| field.name.as_bytes().eq_ignore_ascii_case(name.as_ref());
            if let Some(slot) = FIELDS
                .iter()
                .position(named)
                .and_then(|at| kept.get_mut(at))
            {
                slot.push((ordinal, value));
            }
        }
        let mut read = FieldsRead::default();
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
        read.signals
            .sort_by_key(|signal| place(signal.provenance()));
        read.diagnostics
            .sort_by_key(|remark| place(remark.provenance()));
        read.value_only()
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
        let joined = Joined::new(lines);
        let limit = self.limits.field();
        let end = if joined.text().len() > limit {
            robots_tag::complete_within(&joined, limit)
        } else {
            joined.text().len()
        };
        let mut read = self.robots_tag_up_to(&joined, end);
        if end < joined.text().len() {
            let cut = joined.text().get(end..).unwrap_or_default();
            let start = end + cut.len() - cut.trim_start_matches([',', ' ', '\t']).len();
            read.list
                .remarks
                .push((Code::FieldTruncated, Span::new(start.min(limit), limit)));
        }
        all.well_formed = read.well_formed;
        all.take(Source::RobotsTag, &joined, read.list);
    }

    fn robots_tag_up_to(&self, joined: &Joined<'_>, end: usize) -> Read {
        let text = joined.text().get(..end).unwrap_or_default();
        let strict = match self.mode {
            RobotsTagMode::Lenient => return robots_tag::lenient(joined, end),
            RobotsTagMode::StrictList => strict::list(text),
            RobotsTagMode::StrictDictionary => strict::dictionary(text),
        };
        strict.unwrap_or_else(|fault| unheard(joined, end, fault.index().unwrap_or(0)))
    }

    fn x_robots_tag(&self, lines: &[&[u8]], all: &mut FieldsRead) {
        let doubts = Doubts {
            lines_joined: self.lines_joined,
            unknown_scope_is_global: self.unknown_scope_is_global,
        };
        let joined = Joined::new(lines);
        let limit = self.limits.field();
        let mut start = 0;
        for line in lines {
            let end = start + line.len();
            let readable = if end > limit {
                start + complete_within(line, limit.saturating_sub(start))
            } else {
                end
            };
            let mut list = x_robots_tag::line(
                joined.text().get(start..readable).unwrap_or_default(),
                doubts,
            );
            list.shift(start);
            if readable < end {
                list.remarks
                    .push((Code::FieldTruncated, Span::new(readable, end)));
            }
            all.take(Source::XRobotsTag, &joined, list);
            if end > limit {
                break;
            }
            start = end + 2;
        }
    }
}

/// A field that is read: its name, the label of its signals, and its reader.
struct Field {
    name: &'static str,
    source: Source,
    read: fn(&HeaderReader, &[&[u8]], &mut FieldsRead),
}

const FIELDS: [Field; 2] = [
    Field {
        name: "robots-tag",
        source: Source::RobotsTag,
        read: HeaderReader::robots_tag,
    },
    Field {
        name: "x-robots-tag",
        source: Source::XRobotsTag,
        read: HeaderReader::x_robots_tag,
    },
];

/// Where the last statement ends that is complete within the first `limit` octets of a legacy line.
fn complete_within(line: &[u8], limit: usize) -> usize {
    let cut = line.get(..limit).unwrap_or_default();
    memchr::memrchr(b',', cut).unwrap_or(0)
}

/// A strict mode that voids the field says which restrictions nobody hears for it.
fn unheard(joined: &Joined<'_>, end: usize, fault: usize) -> Read {
    let lenient = robots_tag::lenient(joined, end);
    let mut read = Read::default();
    let from = if fault < end { fault } else { 0 };
    read.list
        .remarks
        .push((Code::FieldIgnored, Span::new(from, end)));
    for listed in lenient.list.statements {
        if matches!(listed.statement, Statement::Directive(..)) {
            read.list.remarks.push((Code::UnheardByStrict, listed.span));
        }
    }
    read
}

/// What the fields said so far.
#[derive(Default)]
struct FieldsRead {
    signals: Vec<Signal>,
    diagnostics: Vec<Diagnostic>,
    /// Whether `Robots-Tag` had a well-formed member.
    well_formed: bool,
}

impl FieldsRead {
    fn take(&mut self, source: Source, joined: &Joined<'_>, mut list: List) {
        list.remarks.sort_by_key(|(_, span)| span.start);
        for listed in list.statements {
            let at = joined.provenance(source, listed.span);
            self.signals
                .push(Signal::new(listed.scope, listed.statement, at));
        }
        for (code, span) in list.remarks {
            self.diagnostics
                .push(Diagnostic::new(code, joined.provenance(source, span)));
        }
    }

    fn leave_out(&mut self, lines: &[&[u8]]) {
        for (index, line) in lines.iter().enumerate() {
            let at = Provenance::cut(
                Source::XRobotsTag,
                Some(index),
                Span::new(0, line.len()),
                line,
            );
            self.diagnostics
                .push(Diagnostic::new(Code::RobotsTagPreferred, at));
        }
    }

    fn value_only(self) -> Parsed<Vec<Signal>> {
        Parsed {
            value: self.signals,
            diagnostics: self.diagnostics,
        }
    }
}
