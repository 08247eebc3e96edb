//! From the octets of a file to its lines of a known key: one pass, which also reports what is unusual.
//!
//! `lines` cuts the octets into lines and a line into key and value; `key` finds the key in the table. This file decides, by
//! the role of the key, who looks at the value (`values`, `slips`), and keeps the line (`line`). `group_lint` follows the groups for
//! the diagnostics that need more than one line, `usage_lint` those about AI use, `reservation` looks into comments. `starter`,
//! `crawl_delay`, `mobile` and `signers` read single values;
//! `file`, `group` and `record` are views of the result.
//!
//! **Invariants.** Every line of a known key is kept, whatever is wrong with its value: callers see all records, and an
//! index of a line is an index into [`File::lines`] for good. Nothing is decided about access here, so a diagnostic too
//! many or too few never changes an answer. The pass is linear; checks that compare lines with each other sort them.
//!
//! **Which test notices.** The cases of `fixtures/rfc9309` by clause, `tests/kit/src/hostile/rows.jsonl` for the work, and the
//! snapshot of `tests/all/robots_txt_corpus.rs` for real files.

pub(crate) mod crawl_delay;
mod diagnostics;
pub(crate) mod file;
pub(crate) mod group;
mod group_lint;
mod key;
pub(crate) mod line;
pub(crate) mod lines;
pub(crate) mod mobile;
pub(crate) mod record;
mod reservation;
mod signers;
mod slips;
pub(crate) mod starter;
mod usage_lint;
mod values;

use crate::diagnostic::{DiagnosticCode, Parsed};
use crate::provenance::Span;
use crate::record_key::{RecordKey, Role};
use crate::robots_txt::file::options::{GOOGLE_LINE_LIMIT, GoogleDifference, Options};
use crate::robots_txt::file::parse::diagnostics::{LineDiagnostics, LinePlace, MOST, place_of};
use crate::robots_txt::file::parse::file::File;
use crate::robots_txt::file::parse::group_lint::GroupLint;
use crate::robots_txt::file::parse::line::Line;
use crate::robots_txt::file::parse::lines::{
    FileText, LineContent, RawLine, RecordValue, content, two_words,
};
use crate::robots_txt::file::parse::slips::NearNames;

/// Reads the lines of a text.
pub(crate) fn read_lines(text: FileText, options: Options) -> Parsed<File> {
    let mut scan = Scan {
        text: &text,
        options,
        lines: Vec::with_capacity(text.bytes.len() / USUAL_LINE + 4),
        signers: Vec::new(),
        servers: Vec::new(),
        diagnostics: LineDiagnostics::default(),
        watch: GroupLint::default(),
        names: NearNames::default(),
        is_ascii: true,
        states_uses: false,
        has_reservation: false,
    };
    scan.file();
    let mut lines = text.lines();
    while let Some((raw, front)) = lines.next_with_key() {
        scan.line(raw, front);
    }
    scan.end();
    let diagnostics = scan.diagnostics.finish();
    let (lines, signers, states_uses) = (scan.lines.into(), scan.signers.into(), scan.states_uses);
    Parsed {
        value: File::new(text, lines, signers, options, states_uses),
        diagnostics,
    }
}

struct Scan<'t> {
    text: &'t FileText,
    options: Options,
    lines: Vec<Line>,
    /// The index of each `Signature-agent` line and its host, in the order of the lines.
    signers: Vec<(u32, Box<str>)>,
    /// The places of readable `Mobile-agent-server` lines, with their values.
    servers: Vec<(LinePlace<'t>, &'t [u8])>,
    diagnostics: LineDiagnostics<'t>,
    watch: GroupLint<'t>,
    names: NearNames<'t>,
    /// Whether the file has no octet above 127.
    is_ascii: bool,
    states_uses: bool,
    /// Whether a comment that cites the law on reservations was reported: once a file.
    has_reservation: bool,
}

impl<'t> Scan<'t> {
    /// Reports its encoding, if that is not plain UTF-8.
    fn file(&mut self) {
        let (bytes, mark) = (&self.text.bytes, usize::from(self.text.mark));
        if let Some(code) = self.text.peculiarity {
            let mut place = place_of(self.text.lines(), 0);
            place.span.end = mark;
            self.diagnostics.push_file(code, place);
        }
        let text = bytes.get(mark..).unwrap_or_default();
        self.is_ascii = text.is_ascii();
        if !self.is_ascii
            && let Err(error) = str::from_utf8(text)
        {
            let place = place_of(self.text.lines(), mark + error.valid_up_to());
            self.diagnostics
                .push_file(DiagnosticCode::InvalidUtf8, place);
        }
    }

    /// A line, with its key and value if it begins with a frequent key.
    fn line(&mut self, raw: RawLine<'t>, front: Option<(RecordKey, RecordValue)>) {
        let end = raw.start + raw.bytes.len();
        if self.text.has_cut_line && end == self.text.bytes.len() {
            return self.truncated(raw);
        }
        let whole = raw.bytes.len();
        let raw = self.within_limit(raw);
        if let Some((key, value)) = front {
            let value = if raw.bytes.len() < whole {
                lines::value(raw.bytes, key.name().len() + 1)
            } else {
                value
            };
            let value = self.trimmed_value(raw, value);
            let span = Span::new(0, value.span.end);
            return self.keep(key, value, LinePlace { line: raw, span });
        }
        let mark = if raw.start == 0 { self.text.mark } else { 0 };
        let mark = usize::from(mark);
        match content(raw.bytes, mark) {
            LineContent::Nothing => self.comment(raw),
            LineContent::Record { key, value } => {
                self.pair(raw, self.trimmed(raw, key), self.trimmed_value(raw, value));
            }
            LineContent::Unreadable(text) => self.unreadable(raw, self.trimmed(raw, text)),
        }
    }

    /// The span without the white space that Google's reader knows beside blanks and tabs.
    #[inline]
    fn trimmed(&self, raw: RawLine<'_>, span: Span) -> Span {
        if self.options.has(GoogleDifference::VerticalSpace) {
            lines::trimmed_of_vertical_space(raw.bytes, span)
        } else {
            span
        }
    }

    #[inline]
    fn trimmed_value(&self, raw: RawLine<'_>, value: RecordValue) -> RecordValue {
        RecordValue {
            span: self.trimmed(raw, value.span),
            ..value
        }
    }

    /// A line without a record. Its diagnostic is about the file, so that faulty lines do not displace it.
    #[inline]
    fn comment(&mut self, raw: RawLine<'t>) {
        if self.has_reservation || !reservation::cites_law(raw.bytes) {
            return;
        }
        self.has_reservation = true;
        let start = raw.bytes.len() - raw.bytes.trim_ascii_start().len();
        let span = Span::new(start, raw.bytes.trim_ascii_end().len());
        let place = LinePlace { line: raw, span };
        self.diagnostics
            .push_file(DiagnosticCode::RightsReservedInComment, place);
    }

    fn truncated(&mut self, raw: RawLine<'t>) {
        let span = Span::new(0, raw.bytes.len());
        let place = LinePlace { line: raw, span };
        self.diagnostics
            .push_file(DiagnosticCode::RobotsTxtTruncated, place);
    }

    fn within_limit(&mut self, raw: RawLine<'t>) -> RawLine<'t> {
        if !self.options.has(GoogleDifference::LineLimit) || raw.bytes.len() <= GOOGLE_LINE_LIMIT {
            return raw;
        }
        let span = Span::new(GOOGLE_LINE_LIMIT, raw.bytes.len());
        self.diagnostics
            .push(DiagnosticCode::LineTruncated, LinePlace { line: raw, span });
        RawLine {
            bytes: raw.bytes.get(..GOOGLE_LINE_LIMIT).unwrap_or(raw.bytes),
            ..raw
        }
    }

    fn unreadable(&mut self, raw: RawLine<'t>, text: Span) {
        let place = LinePlace {
            line: raw,
            span: text,
        };
        let words = self
            .options
            .has(GoogleDifference::MissingColon)
            .then(|| two_words(raw.bytes, text));
        let Some((key, value)) = words.flatten() else {
            return self.diagnostics.push(DiagnosticCode::UnreadableLine, place);
        };
        self.diagnostics.push(DiagnosticCode::MissingColon, place);
        self.pair(raw, key, value);
    }

    fn pair(&mut self, raw: RawLine<'t>, key: Span, value: RecordValue) {
        let place = LinePlace {
            line: raw,
            span: Span::new(key.start, value.span.end),
        };
        match RecordKey::read(key.of(raw.bytes), self.options) {
            None => self.unknown(place),
            Some((key, is_exact)) => {
                if !is_exact {
                    self.diagnostics.push(DiagnosticCode::MisspeltKey, place);
                }
                self.keep(key, value, place);
            }
        }
    }

    /// A line whose key is not in the table.
    fn unknown(&mut self, place: LinePlace<'t>) {
        let near = DiagnosticCode::NearKey;
        let text = str::from_utf8(place.span.of(place.line.bytes)).unwrap_or_default();
        let is_near = self.diagnostics.has_room() && near.is_near(text);
        let code = if slips::is_of_response(text) {
            DiagnosticCode::UnsupportedRecord
        } else if is_near {
            near
        } else if slips::is_record_in_markup(place.span.of(place.line.bytes)) {
            DiagnosticCode::Markup
        } else {
            DiagnosticCode::UnknownRecord
        };
        self.diagnostics.push(code, place);
        self.watch.other();
    }

    fn keep(&mut self, key: RecordKey, value: RecordValue, place: LinePlace<'t>) {
        let raw = place.line;
        self.record(key, value, place);
        let value = value.span.shifted(raw.start);
        self.lines.push(Line::new(key, value, raw.number));
    }

    fn record(
        &mut self,
        key: RecordKey,
        RecordValue { span, is_plain }: RecordValue,
        place: LinePlace<'t>,
    ) {
        let value = span.of(place.line.bytes);
        match key.role(self.options) {
            Role::Rule => {
                self.pattern(value, is_plain, place);
                self.watch.rule(key, value, place, &mut self.diagnostics);
            }
            Role::Starter => {
                let subject = self.subject(key, value, place);
                self.watch
                    .starter(key, subject, place, &mut self.diagnostics);
            }
            Role::Other => {
                self.other(key, value, place);
                self.watch.other();
            }
        }
    }

    fn end(&mut self) {
        let FileText {
            bytes,
            has_cut_line,
            is_truncated,
            ..
        } = self.text;
        if *is_truncated && !has_cut_line {
            let mut place = place_of(self.text.lines(), bytes.len());
            place.span = Span::new(place.line.bytes.len(), place.line.bytes.len());
            self.diagnostics
                .push_file(DiagnosticCode::RobotsTxtTruncated, place);
        }
        if self.lines.is_empty() && !bytes.trim_ascii().is_empty() {
            let mut place = place_of(self.text.lines(), 0);
            place.span = Span::default();
            let text = bytes.get(usize::from(self.text.mark)..).unwrap_or_default();
            let is_markup = text.trim_ascii_start().first() == Some(&b'<');
            let code = if is_markup {
                DiagnosticCode::HtmlInstead
            } else {
                DiagnosticCode::NoRecord
            };
            let options = self.options;
            self.diagnostics
                .keep_lines(|code, place| !is_markup && is_nearly_record(code, place, options));
            self.diagnostics.push_file(code, place);
        }
        self.end_servers();
        self.end_signers();
        self.names.report(bytes, &self.lines, &mut self.diagnostics);
        if self.states_uses {
            usage_lint::report(self.text, &self.lines, self.options, &mut self.diagnostics);
        }
    }

    fn end_signers(&mut self) {
        let file = &self.text.bytes;
        let deaf = signers::deaf(file, &self.lines, &self.signers, self.options, MOST + 1);
        let mut deaf = deaf.into_iter().peekable();
        for raw in self.text.lines() {
            let Some(index) = deaf.peek() else { break };
            let line = self.lines.get(*index as usize);
            if line.is_none_or(|line| line.number() > raw.number) {
                continue;
            }
            deaf.next();
            if let LineContent::Record { key, value } = content(raw.bytes, 0) {
                let span = Span::new(key.start, value.span.end);
                let place = LinePlace { line: raw, span };
                self.diagnostics
                    .push(DiagnosticCode::ShorterSignatureHost, place);
            }
        }
    }

    fn end_servers(&mut self) {
        let values = self
            .servers
            .iter()
            .filter_map(|(_, value)| mobile::read(value));
        let servers: Vec<_> = values
            .map(|(path, server)| (mobile::normal(path, self.options), server))
            .collect();
        for index in mobile::overridden(&servers) {
            if let Some((place, _)) = self.servers.get(index) {
                self.diagnostics
                    .push(DiagnosticCode::MobileAgentServerOverridden, *place);
            }
        }
    }
}

/// An offset in the 32 bits that are kept of it: no text is longer than that, see [`lines::LARGEST`].
fn short(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// Octets a line for the first guess of their number: enough for 7 of 10 real files; `into_boxed_slice` frees the excess.
const USUAL_LINE: usize = 24;

/// Whether a diagnostic is about a line that was probably meant as a record: its key is near to one, or lacks only the colon.
fn is_nearly_record(code: DiagnosticCode, place: LinePlace<'_>, options: Options) -> bool {
    let key = || two_words(place.line.bytes, place.span).map(|(key, _)| key.of(place.line.bytes));
    match code {
        DiagnosticCode::NearKey => true,
        DiagnosticCode::UnreadableLine => {
            key().is_some_and(|key| RecordKey::read(key, options).is_some())
        }
        _ => false,
    }
}
