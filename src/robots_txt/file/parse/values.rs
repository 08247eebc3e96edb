//! The values of records: which diagnostics each deserves by itself, see [`Scan`].

use super::{Scan, short};
use crate::diagnostic::DiagnosticCode;
use crate::record_key::RecordKey;
use crate::robots_txt::file::options::{LeadingStar, SignatureAgentLine};
use crate::robots_txt::file::parse::diagnostics::LinePlace;
use crate::robots_txt::file::parse::starter::Subject;
use crate::robots_txt::file::parse::{crawl_delay, mobile, slips, starter};
use crate::token::read_host;

impl<'t> Scan<'t> {
    /// Looks at the pattern of a rule; `is_plain` says that it has neither a blank nor a comment.
    pub(super) fn pattern(&mut self, value: &[u8], is_plain: bool, place: LinePlace<'t>) {
        match value {
            [] | [b'/', ..] => {}
            [b'*', ..] if self.options.open.leading_star == LeadingStar::Accepted => {
                self.diagnostics
                    .push(DiagnosticCode::PatternWithoutSlash, place);
            }
            _ => self
                .diagnostics
                .push(DiagnosticCode::UnmatchablePattern, place),
        }
        if !is_plain {
            let comment = place.line.bytes.get(place.span.end..).unwrap_or_default();
            if slips::cuts_fragment(value, comment) {
                let place = place.with_comment();
                self.diagnostics
                    .push(DiagnosticCode::FragmentInPattern, place);
            }
        }
        if let Some(slip) = slips::of_pattern(value, is_plain, self.is_ascii) {
            self.diagnostics.push(slip, place);
        }
    }

    /// Looks at the value of a starter, and finds its subject.
    pub(super) fn subject(
        &mut self,
        key: RecordKey,
        value: &'t [u8],
        place: LinePlace<'t>,
    ) -> Option<Subject<'t>> {
        let subject = match key {
            RecordKey::UserAgent => starter::agent(value, self.options),
            RecordKey::UserAgentPurpose => starter::purpose(value).map(|purpose| (purpose, true)),
            _ => {
                self.signer(value, place);
                return None;
            }
        };
        match subject {
            None => {
                let code = if slips::is_disguised_star(value) {
                    DiagnosticCode::LookAlike
                } else {
                    DiagnosticCode::InvalidAgent
                };
                self.diagnostics.push(code, place);
                if slips::holds_record(value) {
                    self.diagnostics
                        .push(DiagnosticCode::LinesRunTogether, place);
                }
            }
            Some((subject, false)) => {
                let slip = slips::of_agent(value, subject);
                self.diagnostics.push(slip, place);
                if slip == DiagnosticCode::AgentCut {
                    self.names.note(place);
                }
            }
            Some((Subject::Agent(_), true)) => self.names.note(place),
            Some((_, true)) => {}
        }
        subject.map(|(subject, _)| subject)
    }

    /// Looks at the value of a `Signature-agent` line, and keeps its host.
    fn signer(&mut self, value: &[u8], place: LinePlace<'t>) {
        let Some((host, is_exact)) = str::from_utf8(value).ok().and_then(read_host) else {
            return self
                .diagnostics
                .push(DiagnosticCode::InvalidSignatureHost, place);
        };
        if !is_exact {
            self.diagnostics
                .push(DiagnosticCode::SignatureHostNormalised, place);
        }
        if !host.contains('.') {
            self.diagnostics
                .push(DiagnosticCode::BroadSignatureHost, place);
        }
        self.signers.push((short(self.lines.len()), host));
    }

    /// Looks at the value of a record that is neither a starter nor a rule.
    pub(super) fn other(&mut self, key: RecordKey, value: &'t [u8], place: LinePlace<'t>) {
        match key {
            RecordKey::NoIndex | RecordKey::NoFollow | RecordKey::NoArchive => {
                self.diagnostics
                    .push(DiagnosticCode::UnsupportedRecord, place);
            }
            RecordKey::CrawlDelay if crawl_delay::read(value).is_none() => {
                self.diagnostics
                    .push(DiagnosticCode::InvalidCrawlDelay, place);
            }
            RecordKey::CrawlDelay if crawl_delay::is_capped(value) => {
                self.diagnostics
                    .push(DiagnosticCode::CappedCrawlDelay, place);
            }
            RecordKey::MobileAgentServer if mobile::read(value).is_none() => {
                self.diagnostics
                    .push(DiagnosticCode::InvalidMobileAgentServer, place);
            }
            RecordKey::MobileAgentServer => self.servers.push((place, value)),
            RecordKey::SignatureAgent
                if self.options.open.signature_agent == SignatureAgentLine::Modifier =>
            {
                self.signer(value, place);
            }
            key => self.states_uses |= key.states_uses(),
        }
    }
}
