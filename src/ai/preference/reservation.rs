//! The values of a TDM reservation, which fields, metas and `tdmrep.json` share.

use super::Answer;
use crate::provenance::Span;

/// The statement of the value of a reservation: exactly `1` or `0`. Any other value is a fault, and states nothing (`TDMRep`,
/// `tdm-reservation`).
pub(crate) fn reservation(value: &str) -> Option<Answer> {
    match value {
        "1" => Some(Answer::Disallow),
        "0" => Some(Answer::Allow),
        _ => None,
    }
}

/// The values of a text with commas between them, each without the white space around it: every fault, and each of the two
/// valid values where it comes first, because a hostile text repeats them thousands of times.
///
/// Empty members are passed over, as in any list of a field (RFC 9110 §5.6.1); a text of nothing else is one fault.
pub(crate) fn reservations(text: &str) -> impl Iterator<Item = (Span, Option<Answer>)> + '_ {
    let is_blank = text.bytes().all(|b| b == b',' || b.is_ascii_whitespace());
    let blank = is_blank.then_some((Span::new(0, text.len()), None));
    let mut start = 0;
    let members = text.split(',').map(move |member| {
        let span = Span::new(start, start + member.len()).trimmed_in(text);
        start += member.len() + 1;
        (span, reservation(span.text_in(text)))
    });
    let mut known = [None; 2];
    let members = members.filter(move |(span, answer)| {
        let is_new = answer.is_none() || !known.contains(answer);
        if let Some(slot) = known.get_mut(usize::from(*answer == Some(Answer::Allow))) {
            *slot = answer.or(*slot);
        }
        !span.is_empty() && is_new
    });
    blank.into_iter().chain(members)
}
