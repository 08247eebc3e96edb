//! The documents about AI use of a policy: `tdmrep.json`, licences that were fetched, and licences that a page holds.
//!
//! A licence is kept by its address. Whether it counts is decided for each client, by the sources that point at it.

use crate::ai::rsl::Rsl;
use crate::ai::tdmrep::TdmRep;
use crate::diagnostic::{Diagnostic, Parsed};
use crate::policy::Policy;
use crate::signal::{Signal, Statement};

impl Policy {
    /// Sets the `/.well-known/tdmrep.json` of the site. It replaces an earlier one; the diagnostics of both stay.
    ///
    /// A site that has none is [`TdmRep::none`]: nothing is stated then, and nothing is left to read.
    #[must_use]
    pub fn with_tdmrep(mut self, read: Parsed<TdmRep>) -> Policy {
        self.tdmrep = Some(read.value);
        self.site.add(read.diagnostics.into());
        self
    }

    /// Adds a licence in RSL that a source points at, as it was fetched from `url`.
    ///
    /// It counts for the clients that a source points at this address for, and for no other; an address that no source
    /// names changes nothing. [`Uses::unread`](crate::ai::uses::Uses::unread) has the addresses that are missing.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::{Activity, Answer, Rsl};
    /// use robots_policy::{Client, Policy, RobotsTxt, Timestamp};
    ///
    /// let robots = RobotsTxt::parse(b"User-agent: *\nAllow: /\nLicense: https://example.com/l.xml");
    /// let policy = Policy::new().with_robots(robots);
    /// let (me, now) = (Client::new("ExampleBot")?, Timestamp::from_unix(0));
    /// let missing = policy.verdict(&me, "/page", now).uses().unread().next().unwrap();
    /// assert_eq!(missing.url(), "https://example.com/l.xml");
    ///
    /// let fetched = br#"<rsl xmlns="https://rslstandard.org/rsl"><content url="/"><license>
    ///     <prohibits type="usage">ai-train</prohibits></license></content></rsl>"#;
    /// let policy = policy.with_license(missing.url(), Rsl::parse(fetched));
    /// assert_eq!(policy.verdict(&me, "/page", now).uses().of(Activity::Train), Some(Answer::Disallow));
    /// # Ok::<(), robots_policy::InvalidProductToken>(())
    /// ```
    #[must_use]
    pub fn with_license(mut self, url: &str, read: Parsed<Rsl>) -> Policy {
        self.licenses.retain(|(known, _)| **known != *url);
        self.licenses.push((url.into(), read.value));
        self.site.add(read.diagnostics.into());
        self
    }

    /// Reads the licences that documents hold. Their diagnostics have the places of their text in the document.
    pub(super) fn read_inline(&mut self, signals: &[Signal]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for signal in signals {
            if let Statement::InlineLicense(text) = signal.statement() {
                let at = signal.provenance();
                let read = Rsl::parse(text.as_bytes());
                let own = read.diagnostics.into_iter();
                found.extend(own.map(|found| found.shifted(at.span().start)));
                self.inline.push((at.clone(), read.value));
            }
        }
        found
    }
}
