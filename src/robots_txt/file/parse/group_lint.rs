//! Follows the groups while a file is read, and reports lines that readers will not agree about.
//!
//! | diagnostic | the file |
//! |---|---|
//! | `rule-without-group` | has a rule before any starter: it binds no client |
//! | `rfc9309-view-differs` | has a group that only an extension opens: a reader of RFC 9309 alone adds its rules to the group before |
//! | `rules-shared` | has another record between two starters: some readers end the group there, so the rules bind fewer clients |
//! | `mixed-signature-group` | has `User-agent` and `Signature-agent` in one run: alternatives in one text of the draft, conditions in the other |
//! | `injected-allow-overrides` | has `Allow: /` in one group for `*` and `Disallow: /` in another: merged, the `Allow` wins |
//!
//! **Invariants.** The pass calls exactly one of [`GroupLint::starter`], [`GroupLint::rule`] and [`GroupLint::other`] for each
//! record, in the order of the file, with unknown keys as `other`. The state of the pass has a fixed size, so that reading stays
//! linear. Answers do not depend on anything here: the bounds of groups come from [`File::groups`](super::file::File::groups).
//!
//! **Which test notices.** `r_55`, `r_67`, `r_74` and `r_81` in `tests/all/robots_txt.rs`; for `rules-shared` the fixtures and
//! the snapshot of real files.

use crate::diagnostic::DiagnosticCode;
use crate::record_key::RecordKey;
use crate::robots_txt::file::parse::diagnostics::{LineDiagnostics, LinePlace};
use crate::robots_txt::file::parse::starter::Subject;

/// The group at hand, and the few facts about earlier groups that a later line can contradict.
// No two of these flags exclude each other.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Default)]
pub(crate) struct GroupLint<'t> {
    /// How many groups have begun.
    groups: u32,
    /// Whether the group takes more starters: no rule has followed yet.
    is_open: bool,
    has_agent: bool,
    /// Whether it has a `Signature-agent` line that was not reported as mixed.
    has_signature: bool,
    is_global: bool,
    /// Whether a reader of RFC 9309 alone has met a group, so that it would add rules to one.
    has_plain_group: bool,
    /// The line that opened this group and means nothing to a reader of RFC 9309 alone.
    newcomer: Option<LinePlace<'t>>,
    /// The number of the first group for every client that allows all.
    allows_all: Option<u32>,
    /// The number of the first such group that disallows all, and the rule.
    disallows_all: Option<(u32, LinePlace<'t>)>,
    /// Whether that contradiction was reported: once a file.
    has_injected: bool,
    /// Whether another record follows the starters so far.
    is_interrupted: bool,
    /// The first starter after such a record, until it is reported.
    sharing: Option<LinePlace<'t>>,
}

impl<'t> GroupLint<'t> {
    /// A starter: opens a group after a rule, else adds a subject to the open one.
    pub(crate) fn starter(
        &mut self,
        key: RecordKey,
        subject: Option<Subject<'_>>,
        place: LinePlace<'t>,
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

    /// A record that neither opens nor closes a group, though some readers take it for the end of a run of starters.
    pub(crate) fn other(&mut self) {
        self.is_interrupted = true;
    }

    /// A rule: closes the run of starters. One with an empty value does so, too, but restricts no client, so readers that
    /// disagree about its group do not disagree about access.
    #[inline] // it is in another unit of code than the loop over the lines, which calls it for each rule
    pub(crate) fn rule(
        &mut self,
        key: RecordKey,
        value: &[u8],
        place: LinePlace<'t>,
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

    /// `Allow: /` or `Disallow: /` for every client.
    ///
    /// Groups for `*` are merged, and `Allow: /` then wins the tie. A content delivery network that puts a group of its own
    /// before the file does this to a site which disallows everything (test `r_67`).
    fn root_rule(
        &mut self,
        key: RecordKey,
        place: LinePlace<'t>,
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
