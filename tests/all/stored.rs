//! Stored policies: real pages, each cut, mutations, and records of a newer version. `cases.rs` has all fixtures.

use std::fs;

use robots_policy::engines::Profile;
use robots_policy::ledger::{Input, State};
use robots_policy::report::Json;
use robots_policy::{Client, MetaExtractor, Policy, Statement, StoredError, Why};
use robots_policy_kit::files::corpus;

use crate::common::{answers, fields, now};
use crate::rows;

fn policy(lines: &[(&str, &str)], document: &[u8]) -> Policy {
    let mut metas = MetaExtractor::new().with_content_type("text/html");
    let _ = metas.feed(document);
    Policy::new()
        .with_fields(fields(lines))
        .with_document(metas.finish())
}

/// A policy of three statements in fields, and of all that a document states.
fn whole() -> Policy {
    let lines = [
        (
            "Robots-Tag",
            "*;unavailable_after=@1890000000, ExampleBot;noindex",
        ),
        (
            "X-Robots-Tag",
            "max-image-preview: standard, x: y, otherbot: max-snippet: 20",
        ),
        ("Content-Usage", "train-ai=n"),
        ("Content-Signal", "use=reference"),
        (
            "Link",
            "</l.xml>; rel=license; type=\"application/rsl+xml\"",
        ),
    ];
    let page = b"<meta name=robots content='noarchive, index'><meta name=tdm-policy content=/p><meta name=tdm-reservation content=1>\
        <script type='application/rsl+xml'><rsl xmlns='https://rslstandard.org/rsl'><content url='/'/></rsl></script>";
    policy(&lines, page)
}

/// Stored octets with a text in the place of another one of its length, and their checksum.
fn sealed(mut stored: Vec<u8>, old: &str, new: &str) -> Vec<u8> {
    stored.truncate(stored.len() - 4);
    let at = stored
        .windows(old.len())
        .position(|part| part == old.as_bytes());
    stored[at.unwrap()..][..new.len()].copy_from_slice(new.as_bytes());
    let sum = crc32fast::hash(&stored);
    stored.extend(sum.to_le_bytes());
    stored
}

#[test]
fn real_pages_answer_as_before_in_few_octets() {
    let Some(folder) = corpus("html") else { return };
    let three = [
        ("X-Robots-Tag", "noarchive, max-snippet: 50"),
        ("X-Robots-Tag", "otherbot: noindex"),
    ];
    let clients: Vec<Client> = Profile::all().take(40).map(Profile::client).collect();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read(&path).unwrap();
        for (lines, most) in [(&[][..], 80), (&three, 260)] {
            let policy = policy(lines, &page);
            let stored = policy.to_stored();
            let again = Policy::from_stored(&stored).unwrap();
            if policy.signals().len() == lines.len() + lines.len() / 2 {
                assert!(stored.len() <= most, "{}: {}", path.display(), stored.len());
            }
            for client in &clients {
                let [one, other] = [&policy, &again].map(|policy| {
                    let verdict = policy.verdict(client, "/", now());
                    serde_json::to_string(&Json::new(0, &verdict).with_ledger()).unwrap()
                });
                assert_eq!(one, other, "{}", path.display());
            }
        }
    }
}

#[test]
fn octets_that_were_cut_or_changed_are_an_error() {
    let stored = whole().to_stored();
    for end in 0..stored.len() {
        assert_eq!(
            Policy::from_stored(&stored[..end]),
            Err(StoredError::Damaged),
            "{end}"
        );
    }
    let mut random = 1_u64;
    for round in 0..1_000_000 {
        let mut other = stored.clone();
        for _ in 0..=round % 4 {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            let at = usize::try_from(random >> 33).unwrap() % other.len();
            other[at] ^= u8::try_from(random >> 24 & 0xFF).unwrap();
        }
        let read = Policy::from_stored(&other);
        assert!(
            other == stored || read == Err(StoredError::Damaged),
            "{round}"
        );
    }
}

/// A text of a stored policy, that of a newer version in its place, and the clients whose answers are no or not known by it.
#[test]
fn what_a_newer_version_stored_closes_its_scope() {
    type Row = (String, String, Vec<String>);
    for (old, new, closed) in rows::<Row>(include_str!("rows/newer.jsonl")) {
        let stored = sealed(whole().to_stored(), &old, &new);
        let policy = Policy::from_stored(&stored).unwrap();
        assert_eq!(policy.to_stored(), stored, "it is kept as it was: {new}");
        for name in ["ExampleBot", "OtherBot", "ThirdBot"] {
            let client = Client::new(name).unwrap();
            let before = whole();
            let [before, after] =
                [&before, &policy].map(|policy| policy.verdict(&client, "/", now()));
            let is_closed = closed.iter().any(|closed| closed == name);
            assert_eq!(
                answers(&after).iter().all(|answer| *answer != Some(true)),
                is_closed,
                "{new}: {name}"
            );
            let names_it = after.unread().any(|unread| unread.why() == Why::Newer);
            assert_eq!(names_it, is_closed, "{new}: {name}");
            assert!(
                is_closed || before.directives() == after.directives(),
                "{new}: {name}"
            );
        }
    }
    assert_eq!(
        Policy::from_stored(&sealed(vec![1, 0, 0, 0, 0], "\u{1}", "\u{2}")),
        Err(StoredError::Newer(2))
    );
}

#[test]
fn files_of_the_site_are_given_again() {
    let policy = Policy::from_stored(&whole().to_stored()).unwrap();
    for source in [Input::RobotsTxt, Input::TdmRep] {
        assert_eq!(policy.state(source), (State::NotGiven, None));
    }
    let unread = policy
        .signals()
        .iter()
        .any(|signal| matches!(signal.statement(), Statement::Unread(_)));
    assert!(!unread && policy.signals() == whole().signals());
}
