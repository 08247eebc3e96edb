//! The reading of engines: it leaves the general verdict as it is, a difference has a document, what was not read is never
//! yes, and every place is in its input.

use robots_policy::engines::{Honour, Kind, MarkKind, Profile, UseAnswer};
use robots_policy::ledger::{Asked, Document, Extent, Input};
use robots_policy::meta::{MetaRules, Placement};
use robots_policy::{HeaderReader, MetaExtractor, Policy, RobotsTxt, Timestamp};

/// A field line, a document and a robots.txt with an octet of 0 between them.
pub(crate) fn check(data: &[u8]) {
    let mut parts = data.splitn(3, |byte| *byte == 0);
    let mut part = || parts.next().unwrap_or_default();
    let (field, document, file) = (part(), part(), part());
    let policy = policy(field, document, file);
    let now = Timestamp::from_unix(1_790_000_000);
    for profile in Profile::all() {
        let verdict = policy.engine_verdict(profile, "/a", now);
        let general = verdict.general();
        let asked = policy.verdict(general.client(), "/a", now);
        assert_eq!(*general, asked, "{profile}: the general verdict");

        let departs = |kind: MarkKind| !kind.is_doubt() && kind != MarkKind::BodyNotRead;
        let marks = verdict.marks().iter().filter(|mark| departs(mark.kind()));
        assert!(
            marks.clone().all(|mark| mark.evidence().is_some()),
            "{profile}"
        );
        let has_word = marks.count() > 0 || !verdict.not_honoured().is_empty();
        let is_token = profile.kind() == Kind::Token;
        let differs = verdict.differs();
        assert!(
            differs.is_empty() || has_word || is_token,
            "{profile}: {differs:?}"
        );
        for left in verdict.not_honoured() {
            assert!(
                left.evidence().is_some() && left.why() != Honour::Honoured,
                "{profile}"
            );
        }
        let mut unread = general.unread();
        if unread.any(|unread| unread.source() == Input::Document && unread.keeps(Asked::Index)) {
            let answers = [verdict.index(), verdict.follow(), verdict.archive()];
            assert!(
                !answers.contains(&Some(true)),
                "{profile}: an unread document"
            );
            let uses = [verdict.answer(), verdict.train()];
            assert!(
                is_token || !uses.contains(&Some(UseAnswer::Yes)),
                "{profile}"
            );
        }
        for because in verdict.because() {
            let text = because.text();
            assert!(
                !text.is_empty() || because.provenance().span().is_empty(),
                "{profile}"
            );
        }
        assert_eq!(
            policy.engine_verdict(profile, "/a", now),
            verdict,
            "the second question"
        );
    }
}

fn policy(field: &[u8], document: &[u8], file: &[u8]) -> Policy {
    let field = String::from_utf8_lossy(field);
    let lines = [("X-Robots-Tag", &*field)];
    let places = [Placement::Head, Placement::Noscript, Placement::Body];
    let mut metas = MetaExtractor::new().with_rules(MetaRules::new().with_placements(places));
    let _ = metas.feed(document);
    Policy::new()
        .with_robots(RobotsTxt::parse(file))
        .with_fields(HeaderReader::new().read_lines(lines))
        .with_document(Document::read(metas.finish(), Extent::Whole))
}
