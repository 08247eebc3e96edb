//! The statements about one target.
//!
//! **What it is.** For each label by itself, three questions in a row, of which the first that has an answer decides: does a
//! content prohibit it, what do the lists of the narrowest content say that has any, and what does the absence of a list
//! allow. A content whose scope is not certain takes part in the first two, and only with restrictions.
//!
//! **Invariants.** One more prohibition never turns `disallow` into anything else: it can only answer the first question, or
//! the third, which is not asked while the second has an answer. The order of contents and licences decides the order of
//! statements and nothing else.
//!
//! **Which test notices.** `r_267_a_prohibition_never_loosens` and `r_267_order_is_irrelevant` in `tests/all/laws_of_rsl.rs`.

use std::sync::Arc;

use crate::ai::preference::{Answer, Label, Preference, Terms, Vocabulary};
use crate::ai::rsl::scope::{Fit, Target};
use crate::ai::rsl::{Content, License, Rsl};
use crate::order;
use crate::provenance::Provenance;

/// A statement of a licence, before its terms are made.
#[derive(Clone, Copy)]
struct RslStatement<'r> {
    answer: Answer,
    at: &'r Provenance,
    content: &'r Content,
    license: &'r License,
}

/// The statements of a document about a target.
pub(super) fn stated(rsl: &Rsl, url: &str, target: &str) -> Vec<Preference> {
    let asked = Target::new(target, url);
    let contents = rsl.contents.iter();
    let matching = contents.filter_map(|content| {
        let fit = asked.fit(&content.scope)?;
        Some((fit, content))
    });
    let mut matching: Vec<(Fit, &Content)> = matching.collect();
    // The narrowest first; equally narrow ones stay in their order.
    order::sort_by_key(&mut matching, |(fit, _)| std::cmp::Reverse(fit.octets));
    let labels = Label::ALL.iter().filter(|label| is_asked(**label));
    let mut made = Vec::new();
    let mut stated = Vec::new();
    for label in labels {
        for said in said(&matching, *label) {
            let at = said.at.clone();
            let preference = Preference::new(*label, said.answer, "*", at);
            stated.push(match said.answer {
                Answer::Conditional => preference.with_terms(terms(&mut made, said, url)),
                _ => preference,
            });
        }
    }
    stated
}

/// Whether a document can state something about a label.
fn is_asked(label: Label) -> bool {
    let is_use = label.vocabulary() == Vocabulary::Rsl && !label.covers().is_empty();
    is_use || label == Label::AiprefTrainAi
}

/// The statements of the matching contents about a label, in the order of the document.
fn said<'r>(matching: &[(Fit, &'r Content)], label: Label) -> Vec<RslStatement<'r>> {
    let licenses = matching.iter().flat_map(|(_, content)| {
        let licenses = content.licenses.iter();
        licenses.map(|license| (*content, license))
    });
    let prohibitions = licenses.filter_map(|(content, license)| {
        let mut prohibits = license.prohibits.iter();
        let (_, at) = prohibits.find(|(own, _)| *own == label)?;
        Some(RslStatement {
            answer: Answer::Disallow,
            at,
            content,
            license,
        })
    });
    let prohibitions: Vec<RslStatement<'r>> = prohibitions.take(MOST).collect();
    if !prohibitions.is_empty() {
        return in_order(prohibitions);
    }
    let by_lists = narrowest(matching, label, License::listed);
    if by_lists.is_empty() {
        return narrowest(matching, label, License::unlisted);
    }
    by_lists
}

/// The answer of the narrowest contents that have one: of equally narrow ones the strictest. `asks` gives the answer of a licence about
/// a label, whose permission is `granted`, and where it says so.
fn narrowest<'r>(
    matching: &[(Fit, &'r Content)],
    label: Label,
    asks: fn(&License, Label, Answer) -> Option<(Answer, &Provenance)>,
) -> Vec<RslStatement<'r>> {
    for equal in matching.chunk_by(|(one, _), (other, _)| one.octets == other.octets) {
        let each = equal
            .iter()
            .map(|(fit, content)| mildest(*fit, content, label, asks));
        let each: Vec<Vec<RslStatement<'r>>> = each.collect();
        let answers = each.iter().filter_map(|said| Some(said.first()?.answer));
        if let Some(strictest) = answers.max() {
            let said = each.into_iter().flatten();
            let said = said.filter(|said| said.answer == strictest);
            return in_order(said.take(MOST).collect());
        }
    }
    Vec::new()
}

/// The answer of a content: of its licences, which are alternatives, the mildest. Nothing where it is uncertain that
/// the content is about the target, and it would permit.
fn mildest<'r>(
    fit: Fit,
    content: &'r Content,
    label: Label,
    asks: fn(&License, Label, Answer) -> Option<(Answer, &Provenance)>,
) -> Vec<RslStatement<'r>> {
    let mut mildest: Vec<RslStatement<'r>> = Vec::new();
    for license in &content.licenses {
        let granted = if content.server.is_some() || license.terms != Terms::default() {
            Answer::Conditional
        } else {
            Answer::Allow
        };
        let Some((answer, at)) = asks(license, label, granted) else {
            continue;
        };
        if mildest.first().is_some_and(|first| answer < first.answer) {
            mildest.clear();
        }
        let first = mildest.first();
        if mildest.len() < MOST && first.is_none_or(|first| answer == first.answer) {
            mildest.push(RslStatement {
                answer,
                at,
                content,
                license,
            });
        }
    }
    mildest.retain(|said| fit.is_sure || said.answer == Answer::Disallow);
    mildest
}

impl License {
    /// The answer of its lists: they are closed, and a use must be in each. A label of AIPREF belongs to another vocabulary,
    /// so that a list without it says nothing about it.
    fn listed(&self, label: Label, granted: Answer) -> Option<(Answer, &Provenance)> {
        let mut first = None;
        for list in &self.permits {
            let named = list.named.iter().find(|(own, _)| *own == label);
            match named {
                Some((_, at)) => first = first.or(Some((granted, at))),
                None if label.vocabulary() == Vocabulary::Rsl => {
                    return Some((Answer::Disallow, &list.at));
                }
                None => return None,
            }
        }
        first
    }

    /// The answer where no list permits: the uses that output lists by themselves are allowed, if no prohibition is in
    /// doubt, and the licence states something at all.
    fn unlisted(&self, label: Label, granted: Answer) -> Option<(Answer, &Provenance)> {
        let is_closed = !self.permits.is_empty();
        let mut listed = Vocabulary::Rsl.labels();
        let is_listed = listed.any(|own| own == label);
        let is_stated = !is_closed && !self.is_empty && is_listed;
        let is_stated = is_stated && !self.doubtful.contains(&label);
        is_stated.then_some((granted, &self.tag))
    }
}

/// In the order of the document.
fn in_order(mut said: Vec<RslStatement<'_>>) -> Vec<RslStatement<'_>> {
    order::sort_by_key(&mut said, |said| said.at.span().start);
    said
}

/// The terms of the licence of a statement. Those of each licence are made once, for all labels.
fn terms<'r>(
    made: &mut Vec<(&'r License, Arc<Terms>)>,
    said: RslStatement<'r>,
    url: &str,
) -> Arc<Terms> {
    let mut known = made.iter();
    if let Some((_, terms)) = known.find(|(own, _)| std::ptr::eq(*own, said.license)) {
        return Arc::clone(terms);
    }
    let terms = Arc::new(Terms {
        url: url.to_owned(),
        server: said.content.server.clone(),
        ..said.license.terms.clone()
    });
    made.push((said.license, Arc::clone(&terms)));
    terms
}

/// The most statements about one label. All of them have one answer.
const MOST: usize = 16;
