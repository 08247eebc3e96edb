//! A robots.txt: every dialect answers, the second time as the first; the answer equals that of trying every rule; plain
//! RFC 9309 gives the result of the plain reader.

use robots_policy::robots_txt::{Access, Dialect, Group, RecordKey, RobotsTxtReader, Subject};
use robots_policy::{Client, RobotsTxt};

use crate::rules;

/// A path in the first line and the file after it.
pub(crate) fn check(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n');
    let (path, file) = data.split_at(end.unwrap_or(data.len()));
    let path = format!("https://example.com/{}", String::from_utf8_lossy(path));
    for dialect in [Dialect::Extended, Dialect::Rfc9309, Dialect::Google] {
        let reader = RobotsTxtReader::new().with_dialect(dialect);
        let read = reader.read(file).value;
        let again = reader.read(file).value;
        for token in [Some("ExampleBot"), Some("a"), None] {
            let asker = asker(token);
            let access = read.access(&asker, &path);
            assert_eq!(read.access(&asker, &path), access, "the second question");
            assert_eq!(again.access(&asker, &path), access, "the second reading");
            shows_its_line(&access, file);
            let uses = read.uses(&asker, &path);
            assert_eq!(
                again.uses(&asker, &path),
                uses,
                "the uses of the second reading"
            );
            if dialect != Dialect::Google {
                equals_the_answer_of_every_rule(&read, token, &path, file);
            }
        }
        if dialect == Dialect::Extended {
            reads_as_plain(&read, &path, file);
        }
    }
}

/// The client of a product token, or one without a name.
pub(crate) fn asker(token: Option<&str>) -> Client {
    token.map_or_else(Client::anonymous, |token| {
        Client::new(token).expect("a token")
    })
}

fn shows_its_line(access: &Access<'_>, file: &[u8]) {
    if let Some(rule) = access.rule() {
        assert!(rule.line() >= 1);
        let whole = String::from_utf8_lossy(file);
        assert!(whole.contains(&*rule.text()), "{:?}", rule.text());
    }
}

/// The groups of a client: those that list it, else those for every client.
pub(crate) fn groups_of<'r>(read: &'r RobotsTxt, token: Option<&str>) -> Vec<Group<'r>> {
    let groups = |is_own: &dyn Fn(Subject<'_>) -> bool| -> Vec<Group<'r>> {
        let groups = read.groups();
        groups
            .filter(|group| group.subjects().any(is_own))
            .collect()
    };
    let own = groups(&|subject| match (subject, token) {
        (Subject::Agent(name), Some(token)) => name.eq_ignore_ascii_case(token),
        _ => false,
    });
    if own.is_empty() {
        groups(&|subject| subject == Subject::Global)
    } else {
        own
    }
}

/// The groups as they were read, merged and searched in the simplest way.
fn equals_the_answer_of_every_rule(read: &RobotsTxt, token: Option<&str>, path: &str, file: &[u8]) {
    // Bytes that are not text cannot be compared as text; long patterns are slow to try.
    if str::from_utf8(file).is_err() || file.len() * path.len() > MOST_TRIED {
        return;
    }
    let chosen = groups_of(read, token);
    let rules: Vec<(bool, String)> = chosen
        .iter()
        .flat_map(|group| group.rules())
        .map(|rule| (rule.allows(), rule.path().into_owned()))
        .collect();
    let rules = rules.iter().map(|(allows, pattern)| (*allows, &**pattern));
    assert_eq!(
        read.access(&asker(token), path).is_allowed(),
        rules::allow(rules, &rules::sent(path)),
        "{token:?} {path:?} {:?}",
        read.access(&asker(token), path)
    );
}

/// The file as plain RFC 9309 reads it is what the plain reader reads; a file without extensions gives the same result in
/// both.
fn reads_as_plain(extended: &RobotsTxt, path: &str, file: &[u8]) {
    let plain = extended.plain_rfc9309();
    let reader = RobotsTxtReader::new().with_dialect(Dialect::Rfc9309);
    let own = reader.read(file).value;
    let extensions = [RecordKey::UserAgentPurpose, RecordKey::SignatureAgent];
    let has_extensions = extended
        .records()
        .any(|record| extensions.contains(&record.key()));
    for token in [Some("ExampleBot"), None] {
        let asker = asker(token);
        let said = plain.access(&asker, path);
        assert_eq!(said, own.access(&asker, path));
        if !has_extensions {
            let said = (said.reason(), said.rule().map(|rule| rule.line()));
            let access = extended.access(&asker, path);
            assert_eq!(
                (access.reason(), access.rule().map(|rule| rule.line())),
                said
            );
        }
    }
}

const MOST_TRIED: usize = 256 * 1024;
