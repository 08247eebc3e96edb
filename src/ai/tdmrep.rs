//! `/.well-known/tdmrep.json`: reservations of text and data mining for the parts of a site (`TDMRep`).
//!
//! | file | from | to |
//! |---|---|---|
//! | `rules` | the bytes of a file | its rules in their order, and diagnostics |
//!
//! The file is an array of rules, and the first one whose location matches the path decides, whatever it says: a rule without
//! a valid reservation ends the search. A location is a pattern as in robots.txt.
//!
//! **Decisions** on what the specification leaves open: one object is read as an array of one rule; of two reservations in one
//! rule the 1 counts; a rule that was cut by a limit, and all after it, state nothing, which a diagnostic reports.
//!
//! **Which test notices.** `tests/all/uses_tdm.rs`, and the vectors in `tests/all/uses.rs`.

mod rules;

use std::sync::Arc;

use crate::ai::preference::{Answer, Label, Missing, Preference};
use crate::ai::tdmrep::rules::TdmRule;
use crate::diagnostic::Parsed;
use crate::octets::not_text_at_start;
use crate::provenance::Provenance;
use crate::robots_txt::fetch::authority;
use crate::robots_txt::file::RequestPath;
use crate::why::Why;

/// The file of a site that reserves text and data mining, `/.well-known/tdmrep.json`.
///
/// It addresses every client. Give it to [`Policy::with_tdmrep`](crate::Policy::with_tdmrep), or ask it alone with
/// [`TdmRep::stated`].
///
/// # Limits
/// [`TdmRep::MOST_BYTES`] and [`TdmRep::MOST_RULES`]; the diagnostic `tdmrep-truncated` reports a longer file.
///
/// # Examples
///
/// ```
/// use robots_policy::uses::{Answer, TdmRep};
///
/// let file = br#"[{"location": "/open/", "tdm-reservation": 0}, {"location": "/", "tdm-reservation": 1}]"#;
/// let tdmrep = TdmRep::parse(file).value;
/// let open = tdmrep.stated("https://example.com/open/page").reservation.unwrap();
/// assert_eq!(open.answer(), Answer::Allow);
/// let other = tdmrep.stated("/page").reservation.unwrap();
/// assert_eq!(other.to_string(), r#"tdmrep.json, bytes 65-85: «"tdm-reservation": 1» to every client"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TdmRep {
    /// Shared, because each page of a site has them.
    rules: Arc<Vec<TdmRule>>,
    missing: Option<Missing>,
    /// Why the octets of a file that does not conform are no text, if they are none.
    not_text: Option<Why>,
    /// Whether there is a file.
    is_file: bool,
}

/// The statements of a `tdmrep.json` about one target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StatedMining {
    /// The reservation: [`Answer::Disallow`] for 1, [`Answer::Allow`] for 0. `None` if no rule matches, or the rule that matches
    /// has no valid one.
    pub reservation: Option<Preference>,
    /// The address of the policy of the same rule, as it is written, and its place.
    pub policy: Option<(Box<str>, Provenance)>,
}

impl TdmRep {
    /// Where a site has its file.
    pub const PATH: &str = "/.well-known/tdmrep.json";
    /// The most bytes of a file that are read: 512 KiB.
    pub const MOST_BYTES: usize = 512 * 1024;
    /// The most rules of a file that are read: 10,000.
    pub const MOST_RULES: usize = 10_000;

    /// Reads a file. Reading never fails: a file that is not JSON, or another shape, states nothing, and a diagnostic reports
    /// it.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::TdmRep;
    ///
    /// let read = TdmRep::parse(br#"[{"location": "/", "tdm-reservation": true}]"#);
    /// assert_eq!(read.value.stated("/page").reservation, None);
    /// assert_eq!(read.diagnostics[0].code().name(), "tdmrep-unset");
    /// ```
    pub fn parse(file: &[u8]) -> Parsed<TdmRep> {
        let (read, missing) = rules::read(file);
        Parsed {
            value: TdmRep {
                rules: Arc::new(read.value),
                not_text: (missing == Some(Missing::NotConforming))
                    .then(|| not_text_at_start(file, false))
                    .flatten(),
                missing,
                is_file: true,
            },
            diagnostics: read.diagnostics,
        }
    }

    /// That the site has no such file.
    pub fn none() -> Parsed<TdmRep> {
        Parsed {
            value: TdmRep {
                rules: Arc::default(),
                missing: None,
                not_text: None,
                is_file: false,
            },
            diagnostics: Vec::new(),
        }
    }

    /// Why the file, or the part of it after a limit, was not read: it may state something that is not heard.
    ///
    /// # Examples
    ///
    /// ```
    /// use robots_policy::uses::{Missing, TdmRep};
    ///
    /// let page = TdmRep::parse(b"<h1>Not found</h1>").value;
    /// assert_eq!(page.missing(), Some(Missing::NotConforming));
    /// ```
    pub fn missing(&self) -> Option<Missing> {
        self.missing
    }

    /// The reason of a file that does not conform.
    pub(crate) fn unread(&self) -> Why {
        self.not_text.unwrap_or(Why::NotConforming)
    }

    /// Whether the site has no file: true for [`TdmRep::none`] alone.
    pub fn is_none(&self) -> bool {
        !self.is_file
    }

    /// The statements of the file about a target, an absolute URL or a path.
    ///
    /// The first rule whose location matches path and query decides.
    pub fn stated(&self, target: &str) -> StatedMining {
        let path = RequestPath::of_target(target);
        let is_of = |site: &str| authority(target).is_none_or(|own| own == site);
        let matches = |rule: &&TdmRule| {
            rule.site.as_deref().is_none_or(is_of)
                && path.matches(rule.pattern.as_bytes()).is_some()
        };
        let Some(rule) = self.rules.iter().find(matches) else {
            return StatedMining::default();
        };
        let preference = |(is_reserved, at): &(bool, Provenance)| {
            let answer = if *is_reserved {
                Answer::Disallow
            } else {
                Answer::Allow
            };
            Preference::new(Label::TdmMine, answer, "*", at.clone())
        };
        StatedMining {
            reservation: rule.reservation.as_ref().map(preference),
            policy: rule.policy.clone(),
        }
    }
}
