//! Follows the groups while a file is read, and diagnostics on what readers will not agree about.

use crate::diagnostic::DiagnosticCode;
use crate::record_key::RecordKey;
use crate::robots_file::parse::diagnostics::{LineDiagnostics, Place};
use crate::robots_file::parse::starter::Subject;

// What is known of the group at hand; no two of these exclude each other.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Default)]
pub(crate) struct GroupLint<'t> {
    /// How many groups have begun.
    groups: u32,
    /// Whether the group takes more starters.
    is_open: bool,
    has_agent: bool,
    has_signature: bool,
    is_global: bool,
    /// Whether a reader of RFC 9309 alone has met a group.
    has_plain_group: bool,
    /// The line that opened this group and means nothing to a reader of RFC 9309 alone.
    newcomer: Option<Place<'t>>,
    /// The group for every client that allows all, and the one that disallows all.
    allows_all: Option<u32>,
    disallows_all: Option<(u32, Place<'t>)>,
    has_injected: bool,
    /// Whether another record follows the starters so far.
    is_interrupted: bool,
    /// The first starter after such a record.
    sharing: Option<Place<'t>>,
}

impl<'t> GroupLint<'t> {
    pub(crate) fn starter(
        &mut self,
        key: RecordKey,
        subject: Option<Subject<'_>>,
        place: Place<'t>,
        diagnostics: &mut LineDiagnostics<'t>,
    ) {
        if !self.is_open {
            self.groups += 1;
            self.is_open = true;
            self.has_agent = false;
            self.has_signature = false;
            self.is_global = false;
            self.newcomer = (key != RecordKey::UserAgent).then_some(place);
            self.sharing = None;
        } else if self.is_interrupted {
            self.sharing.get_or_insert(place);
        }
        self.is_interrupted = false;
        self.is_global |= subject == Some(Subject::Global);
        if key == RecordKey::UserAgent {
            self.has_agent = true;
            self.has_plain_group = true;
            self.newcomer = None;
        }
        self.has_signature |= key == RecordKey::SignatureAgent;
        let is_late = matches!(key, RecordKey::UserAgent | RecordKey::SignatureAgent);
        if is_late && self.has_agent && self.has_signature {
            diagnostics.push(DiagnosticCode::MixedSignatureGroup, place);
            self.has_signature = false;
        }
    }

    /// A record that neither opens nor closes a group: many take it for the end of one.
    pub(crate) fn other(&mut self) {
        self.is_interrupted = true;
    }

    #[inline] // it is in another unit of code than the loop over the lines, which calls it for each rule
    pub(crate) fn rule(
        &mut self,
        key: RecordKey,
        value: &[u8],
        place: Place<'t>,
        diagnostics: &mut LineDiagnostics<'t>,
    ) {
        self.is_open = false;
        if self.groups == 0 {
            diagnostics.push(DiagnosticCode::RuleWithoutGroup, place);
        }
        let newcomer = self
            .newcomer
            .filter(|_| self.has_plain_group && !value.is_empty());
        if let Some(newcomer) = newcomer {
            self.newcomer = None;
            diagnostics.push(DiagnosticCode::Rfc9309ViewDiffers, newcomer);
        }
        if !value.is_empty()
            && let Some(place) = self.sharing.take()
        {
            diagnostics.push(DiagnosticCode::RulesShared, place);
        }
        if self.is_global && value == b"/" {
            self.root_rule(key, place, diagnostics);
        }
    }

    /// Two groups for every client are merged; `Allow: /` in one then frees what `Disallow: /` in the other closes.
    fn root_rule(
        &mut self,
        key: RecordKey,
        place: Place<'t>,
        diagnostics: &mut LineDiagnostics<'t>,
    ) {
        match key {
            RecordKey::Allow => _ = self.allows_all.get_or_insert(self.groups),
            _ => _ = self.disallows_all.get_or_insert((self.groups, place)),
        }
        let injected = self.allows_all.zip(self.disallows_all);
        if let Some((allowing, (disallowing, place))) = injected
            && allowing != disallowing
            && !self.has_injected
        {
            self.has_injected = true;
            diagnostics.push(DiagnosticCode::InjectedAllowOverrides, place);
        }
    }
}
