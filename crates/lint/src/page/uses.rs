//! Statements about AI use of which one allows what another forbids, at least one of them in the response.

use robots_policy::{Provenance, Source};

use super::{Draft, PageReading, PageVariant};
use crate::code::Code;
use crate::effect::Compared;
use crate::finding::Finding;
use crate::place::{self, Place};
use crate::uses::Disagreement;

/// A draft for each pair.
pub(super) fn drafts(read: &PageReading<'_>) -> Vec<Draft<PageVariant>> {
    let found = Disagreement::all(&read.policy, read.page.target(), read.now);
    let own = found.into_iter().filter(|found| {
        let at = [&found.forbids, &found.allows];
        at.iter().any(|at| at.source() != Source::RobotsTxt)
    });
    let drafts = own.map(|found| {
        let finding = Finding::new(
            Code::AiSignalsDisagree,
            place(read, &found.forbids),
            found.message(),
        );
        let draft = Draft::new(finding.and(place(read, &found.allows), "allows it"));
        match without(read, &found.forbids) {
            Some(second) => draft.second(Compared::Without, second),
            None => draft,
        }
    });
    drafts.collect()
}

fn place(read: &PageReading<'_>, at: &Provenance) -> Place {
    let robots = read.policy.robots().rules();
    let (Source::RobotsTxt, Some(robots), Some(line)) = (at.source(), robots, at.line()) else {
        return read.place(at);
    };
    place::Source::new("robots.txt", robots.as_bytes()).place_in_line(line, at.span())
}

/// The response without a statement.
fn without(read: &PageReading<'_>, at: &Provenance) -> Option<PageVariant> {
    let span = at.span();
    match at.source() {
        Source::RobotsTxt => Some(PageVariant::Robots(vec![at.line()?])),
        Source::Meta(_) => Some(PageVariant::Document(span.start..span.end, String::new())),
        _ => {
            let line = read.field_at(at)?;
            let value = read.page.fields.iter().flatten().nth(line)?.value;
            let rest = [value.get(..span.start)?, value.get(span.end..)?].concat();
            Some(PageVariant::FieldValue(line, String::from_utf8(rest).ok()?))
        }
    }
}
