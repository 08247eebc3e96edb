//! The statements of a robots.txt about AI use: the same the second time, in lines of the file, those that trying every line
//! selects, nothing of AIPREF where the path must not be fetched, and nothing that changes access.

use robots_policy::robots_txt::{Dialect, RobotsTxtReader};
use robots_policy::uses::{Activity, Vocabulary};
use robots_policy::{Provenance, Source};

use crate::robots_txt::asker;
use crate::rules::sent;
use crate::statements::{FileStatements, naive};

/// A path in the first line and the file after it.
pub(crate) fn check(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n');
    let (path, file) = data.split_at(end.unwrap_or(data.len()));
    let path = format!("/{}", String::from_utf8_lossy(path));
    let url = format!("https://example.com{path}");
    for dialect in [Dialect::Extended, Dialect::Rfc9309, Dialect::Google] {
        let reader = RobotsTxtReader::new().with_dialect(dialect);
        let read = reader.read(file).value;
        let again = reader.read(file).value;
        for token in [Some("ExampleBot"), None] {
            let asker = asker(token);
            for target in [&path, &url] {
                let access = again.access(&asker, target);
                let uses = read.uses(&asker, target);
                assert_eq!(read.uses(&asker, target), uses, "the second question");
                assert_eq!(again.uses(&asker, target), uses, "the second reading");
                assert_eq!(read.access(&asker, target), access);
                for robots in [&read, &again] {
                    let after = robots.uses_after(&access, &asker, target);
                    assert_eq!(after, uses, "after the question about access");
                    for activity in Activity::ALL {
                        assert_eq!(after.of(*activity), uses.of(*activity));
                    }
                }
                let mut stated = uses.preferences().iter();
                if access.allowed() == Some(false) {
                    let aipref =
                        stated.find(|stated| stated.label().vocabulary() == Vocabulary::Aipref);
                    assert_eq!(aipref, None);
                }
                let preferences = uses.preferences().iter().map(|stated| stated.provenance());
                let levels = uses.levels().iter().map(|(_, at)| at);
                let licenses = uses.licenses().iter().map(|(_, at)| at);
                for place in preferences.chain(levels).chain(licenses) {
                    is_in_the_file(place, file);
                }
            }
            // Octets that are not text cannot be compared as text; long patterns are slow to try.
            let is_tried = str::from_utf8(file).is_ok() && file.len() * path.len() <= MOST_TRIED;
            if dialect == Dialect::Rfc9309 && is_tried {
                let sent = sent(&url);
                // A path, which has no host against which a licence is resolved, also where it begins with two slashes.
                let target = format!("/.{sent}");
                let is_allowed = read.access(&asker, &target).is_allowed();
                let expected = naive(&reader, &read, token, &sent, is_allowed);
                let found = FileStatements::of(&read.uses(&asker, &target));
                assert_eq!(found, expected, "{token:?} {path:?}");
            }
        }
    }
}

fn is_in_the_file(place: &Provenance, file: &[u8]) {
    assert_eq!(place.source(), Source::RobotsTxt);
    assert!(place.line().is_some_and(|line| line >= 1), "{place:?}");
    if str::from_utf8(file).is_ok() {
        let whole = String::from_utf8_lossy(file);
        assert!(whole.contains(place.text()), "{place:?}");
    }
}

const MOST_TRIED: usize = 64 * 1024;
