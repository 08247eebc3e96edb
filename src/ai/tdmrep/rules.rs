//! From the bytes of a `tdmrep.json` to its rules: the events of a JSON parser, each with its place.
//!
//! **Invariant.** Places count in the file as it came, its byte order mark included. The parser keeps its own stack, so that
//! nesting costs no call, and nothing is read twice: the whole is linear in the part of the file within the limit.

use std::borrow::Cow;

use json_scanner::{ErrorKind, Event, ParseError, Parser, SpannedEvent};

use crate::ai::preference::{Answer, Missing, reservation};
use crate::ai::tdmrep::TdmRep;
use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::provenance::{Provenance, Source, Span};
use crate::web_url::split;

/// One rule, with what is valid in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TdmRule {
    /// The authority of an absolute address; `None` for the site of the file.
    pub(super) site: Option<Box<str>>,
    /// The paths that it is about.
    pub(super) pattern: Box<str>,
    /// Whether mining is reserved; `None` if the rule does not say so in a valid way.
    pub(super) reservation: Option<(bool, Provenance)>,
    pub(super) policy: Option<(Box<str>, Provenance)>,
}

/// Reads a file: its rules, and why the rest of it was not read.
pub(super) fn read(file: &[u8]) -> (Parsed<Vec<TdmRule>>, Option<Missing>) {
    let mark = if file.starts_with(MARK) {
        MARK.len()
    } else {
        0
    };
    let end = file.len().min(TdmRep::MOST_BYTES);
    let text = file.get(mark..end).unwrap_or_default();
    let mut reader = TdmReader {
        file,
        mark,
        end,
        parser: Parser::new(text),
        read: Parsed::begun(),
        missing: None,
    };
    if let Err(stop) = reader.file() {
        reader.stop(&stop);
    }
    (reader.read, reader.missing)
}

/// Why the reading ends early.
enum Stop {
    /// The bytes from this place on are not the JSON that is expected there.
    Malformed(usize),
    /// A limit came.
    Limit(usize),
}

struct TdmReader<'f> {
    file: &'f [u8],
    mark: usize,
    /// The end of the part that is read.
    end: usize,
    parser: Parser<'f>,
    read: Parsed<Vec<TdmRule>>,
    /// Why the rest was not read.
    missing: Option<Missing>,
}

impl<'f> TdmReader<'f> {
    fn file(&mut self) -> Result<(), Stop> {
        let first = self.next()?;
        match first.event {
            Event::BeginArray => self.rules()?,
            Event::BeginObject => {
                self.report(DiagnosticCode::TdmRepSingleObject, first.start, first.end);
                self.rule(first.start)?;
            }
            _ => return Err(Stop::Malformed(first.start)),
        }
        match self.parser.next_event() {
            Ok(None) => Ok(()),
            Ok(Some(more)) => Err(Stop::Malformed(more.start + self.mark)),
            Err(error) => Err(self.fault(&error)),
        }
    }

    fn rules(&mut self) -> Result<(), Stop> {
        loop {
            let event = self.next()?;
            match event.event {
                Event::EndArray => return Ok(()),
                Event::BeginObject => {
                    if self.read.value.len() == TdmRep::MOST_RULES {
                        return Err(Stop::Limit(event.start));
                    }
                    self.rule(event.start)?;
                }
                other => {
                    let end = self.skip(&other, event.end)?;
                    self.report(DiagnosticCode::TdmRepRule, event.start, end);
                }
            }
        }
    }

    /// Reads the object that began here.
    fn rule(&mut self, start: usize) -> Result<(), Stop> {
        let (mut location, mut policy) = (None, None);
        let mut reservation: Option<(bool, Provenance)> = None;
        let mut has_fault = false;
        loop {
            let key = self.next()?;
            let name = match key.event {
                Event::EndObject => {
                    break self.keep(start, key.end, location, reservation, policy, has_fault);
                }
                Event::String(name) => name,
                _ => return Err(Stop::Malformed(key.start)),
            };
            let value = self.next()?;
            let at = (key.start, value.end);
            match (&*name, &value.event) {
                ("location", Event::String(text)) => location = Some((text.clone(), at)),
                ("tdm-policy", Event::String(url)) => {
                    policy = Some((Box::from(&**url), self.place(at.0, at.1)));
                }
                ("tdm-reservation", event) => {
                    if let Some(is_reserved) = is_reserved(event) {
                        if matches!(event, Event::String(_)) {
                            self.report(DiagnosticCode::TdmRepText, at.0, at.1);
                        }
                        // Of two reservations the stricter counts.
                        if is_reserved || reservation.is_none() {
                            reservation = Some((is_reserved, self.place(at.0, at.1)));
                        }
                    } else {
                        let end = self.skip(&value.event, value.end)?;
                        self.report(DiagnosticCode::TdmRepUnset, key.start, end);
                        has_fault = true;
                    }
                }
                _ => drop(self.skip(&value.event, value.end)?),
            }
        }
        Ok(())
    }

    fn keep(
        &mut self,
        start: usize,
        end: usize,
        location: Option<(Cow<'f, str>, (usize, usize))>,
        reservation: Option<(bool, Provenance)>,
        policy: Option<(Box<str>, Provenance)>,
        has_fault: bool,
    ) {
        let Some((location, (from, to))) = location else {
            return self.report(DiagnosticCode::TdmRepRule, start, end);
        };
        if !location.starts_with('/') {
            self.report(DiagnosticCode::TdmRepLocation, from, to);
        }
        if reservation.is_none() && !has_fault {
            self.report(DiagnosticCode::TdmRepUnset, start, end);
        }
        let (site, pattern) = site_and_pattern(&location);
        self.read.value.push(TdmRule {
            site,
            pattern,
            reservation,
            policy,
        });
    }

    /// Reads to the end of a value whose first event was read, and returns the place of that end.
    fn skip(&mut self, first: &Event<'_>, mut end: usize) -> Result<usize, Stop> {
        let mut depth = usize::from(matches!(first, Event::BeginArray | Event::BeginObject));
        while depth > 0 {
            let event = self.next()?;
            match event.event {
                Event::BeginArray | Event::BeginObject => depth += 1,
                Event::EndArray | Event::EndObject => depth -= 1,
                _ => {}
            }
            end = event.end;
        }
        Ok(end)
    }

    /// The next event, with places in the file.
    fn next(&mut self) -> Result<SpannedEvent<'f>, Stop> {
        match self.parser.next_event() {
            Ok(Some(mut event)) => {
                event.start += self.mark;
                event.end += self.mark;
                Ok(event)
            }
            Ok(None) => Err(Stop::Malformed(self.end)),
            Err(error) => Err(self.fault(&error)),
        }
    }

    /// Whether an error is one of the file, or follows from its cut at the limit.
    fn fault(&self, error: &ParseError) -> Stop {
        let at = error.byte_offset + self.mark;
        let is_at_end =
            at + LONGEST_LITERAL >= self.end || error.kind == ErrorKind::UnterminatedString;
        if is_at_end && self.end < self.file.len() {
            Stop::Limit(at)
        } else {
            Stop::Malformed(at)
        }
    }

    /// Reports why the reading ended. Without the end of the array, the rules before a fault are not a file of `TDMRep`; those
    /// before a limit are.
    fn stop(&mut self, stop: &Stop) {
        let (code, at, missing) = match *stop {
            Stop::Limit(at) => (DiagnosticCode::TdmRepTruncated, at, Missing::TdmRep),
            Stop::Malformed(at) => {
                self.read.value.clear();
                (DiagnosticCode::TdmRepMalformed, at, Missing::NotConforming)
            }
        };
        self.missing = Some(missing);
        let end = self.file.len().min(at + QUOTED);
        self.report(code, at.min(end), end);
    }

    fn report(&mut self, code: DiagnosticCode, start: usize, end: usize) {
        let found = &mut self.read.diagnostics;
        match found.len() {
            MOST_DIAGNOSTICS.. => {}
            LAST => {
                let at = self.place(start, start);
                self.read
                    .diagnostics
                    .push(Diagnostic::new(DiagnosticCode::DiagnosticsOmitted, at));
            }
            _ => {
                let at = self.place(start, end);
                self.read.diagnostics.push(Diagnostic::new(code, at));
            }
        }
    }

    fn place(&self, start: usize, end: usize) -> Provenance {
        Provenance::from_bytes(Source::TdmRepJson, None, Span::new(start, end), self.file)
    }
}

/// The authority of a location that is an absolute address, and its path.
fn site_and_pattern(location: &str) -> (Option<Box<str>>, Box<str>) {
    if location.starts_with('/') {
        return (None, location.into());
    }
    let address = split(location).ok().and_then(|parts| {
        let slash = if parts.rest.starts_with('/') { "" } else { "/" };
        let path = format!("{slash}{}", parts.rest);
        Some((Some(parts.origin()?.into()), path.into()))
    });
    address.unwrap_or_else(|| (None, format!("/{location}").into()))
}

/// The value of a reservation: 1 or 0, as a number or as the text of it.
fn is_reserved(event: &Event<'_>) -> Option<bool> {
    let answer = match event {
        Event::Number(digits) => reservation(digits),
        Event::String(text) => reservation(text),
        _ => None,
    };
    answer.map(|answer| answer == Answer::Disallow)
}

/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";
/// The most diagnostics about one file.
const MOST_DIAGNOSTICS: usize = 257;
const LAST: usize = MOST_DIAGNOSTICS - 1;
/// Bytes that are quoted of a file that cannot be read.
const QUOTED: usize = 40;
/// The longest literal of JSON: `false` that is cut ends this many bytes after its error.
const LONGEST_LITERAL: usize = 5;
