//! The places of which a run looks at all pages, and what is expected, ignored or locked elsewhere.

use super::pattern::UrlPattern;

/// The places of which a run looks at all pages: an address that no page has there is on no page.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    /// The pattern of all below each.
    whole: Vec<UrlPattern>,
}

/// Numbers of expectations, ignored findings and lines of the lock about addresses that a run did not look at: they are neither met
/// nor broken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beyond {
    /// The number of addresses of expectations.
    pub expectations: usize,
    /// The number of ignored findings.
    pub ignores: usize,
    /// The number of lines of the lock.
    pub locked: usize,
    /// The first address of them, as its file writes it.
    pub first: Option<String>,
}

impl Reach {
    /// Adds a place: below a URL, or below a path of a site that is not known.
    pub(crate) fn add(&mut self, below: &str) {
        self.whole.extend(UrlPattern::new(below));
    }

    /// Whether all addresses of a pattern are among them.
    pub(crate) fn holds(&self, pattern: &UrlPattern) -> bool {
        self.whole.iter().any(|place| pattern.is_below(place))
    }

    /// Whether a whole site is among them.
    pub(crate) fn has_site(&self) -> bool {
        self.whole.iter().any(UrlPattern::is_root)
    }

    /// Whether all answers for a pattern that was met are known: those of an address are, wherever it is.
    pub(crate) fn knows(&self, pattern: Option<&UrlPattern>) -> bool {
        pattern.is_some_and(|own| own.address().is_some() || self.holds(own))
    }
}

impl Beyond {
    /// Notes an address.
    pub(crate) fn note(&mut self, pattern: &str) {
        self.first.get_or_insert_with(|| pattern.to_owned());
    }
}
