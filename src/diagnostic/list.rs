//! Diagnostics that several owners share until one of them adds to them.

use std::ops::Deref;
use std::sync::Arc;

use super::Diagnostic;

/// A list of diagnostics: a clone copies none of them, and an empty one allocates nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SharedDiagnostics(Option<Arc<Vec<Diagnostic>>>);

impl SharedDiagnostics {
    /// Appends the items of another list; an empty list shares those.
    pub(crate) fn add(&mut self, more: SharedDiagnostics) {
        match &mut self.0 {
            None => *self = more,
            Some(all) => Arc::make_mut(all).extend(more.into_vec()),
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        self.0.map(Arc::unwrap_or_clone).unwrap_or_default()
    }
}

impl From<Vec<Diagnostic>> for SharedDiagnostics {
    fn from(items: Vec<Diagnostic>) -> SharedDiagnostics {
        SharedDiagnostics((!items.is_empty()).then(|| Arc::new(items)))
    }
}

impl Deref for SharedDiagnostics {
    type Target = [Diagnostic];

    fn deref(&self) -> &[Diagnostic] {
        self.0.as_ref().map_or(&[], |items| items.as_slice())
    }
}
