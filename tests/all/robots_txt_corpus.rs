//! Real files: nothing panics, and the readings change only on purpose.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use robots_policy::Client;
use robots_policy::robots_txt::{Dialect, RobotsTxtReader};
use robots_policy_kit::files::lines_of;

/// The readings of all files, without any text of the files.
#[test]
fn real_files_are_read_as_before() {
    let folder = robots_policy_kit::files::root().join("../shared/corpus/robots");
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: there is no ../shared/corpus/robots");
        return;
    };
    let mut files: Vec<_> = entries
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let mut reported = format!("files: {}\n", files.len());
    for dialect in [Dialect::Extended, Dialect::Rfc9309, Dialect::Google] {
        let reader = RobotsTxtReader::new().with_dialect(dialect);
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        let mut digest = DIGEST;
        for path in &files {
            summarise(&reader, &fs::read(path).unwrap(), &mut counts, &mut digest);
        }
        writeln!(reported, "\n{dialect:?}: {digest:016x}").unwrap();
        for (name, count) in counts {
            writeln!(reported, "  {name}: {count}").unwrap();
        }
    }
    insta::assert_snapshot!("robots_txt_corpus", reported);
}

/// Adds a text to a digest by FNV-1a, which no release of a library changes.
fn add(digest: &mut u64, text: &str) {
    for byte in text.bytes() {
        *digest = (*digest ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    }
}

/// The digest of nothing.
const DIGEST: u64 = 0xcbf2_9ce4_8422_2325;

fn summarise(
    reader: &RobotsTxtReader,
    file: &[u8],
    counts: &mut BTreeMap<String, usize>,
    digest: &mut u64,
) {
    let read = reader.read(file);
    let robots = &read.value;
    let mut count = |name: &str, more: usize| *counts.entry(name.to_owned()).or_default() += more;
    let lines = lines_of(file);
    let is_quoted = str::from_utf8(file).is_ok() && !file.contains(&0);
    count("groups", robots.groups().count());
    for group in robots.groups() {
        count("subjects", group.subjects().count());
        for rule in group.rules() {
            count(
                if rule.allows() {
                    "allow rules"
                } else {
                    "disallow rules"
                },
                1,
            );
            add(digest, &format!("{} {:?};", rule.line(), rule.span()));
            let said = rule.span().of(lines[rule.line() - 1]);
            if is_quoted {
                assert_eq!(rule.text().as_bytes(), said);
            }
        }
    }
    count("sitemaps", robots.sitemaps().count());
    for diagnostic in &read.diagnostics {
        count(diagnostic.code().name(), 1);
        add(
            digest,
            &format!(
                "{} {:?};",
                diagnostic.code(),
                diagnostic.provenance().line()
            ),
        );
    }
    let paths: Vec<String> = crate::rows(include_str!("rows/corpus_paths.jsonl"));
    for token in ["Googlebot", "GPTBot", "CCBot", "SomeBot"] {
        let client = Client::new(token).unwrap();
        for path in &paths {
            let access = robots.access(&client, path);
            count(access.reason().name(), 1);
            add(
                digest,
                &format!(
                    "{} {:?};",
                    access.reason(),
                    access.rule().map(robots_policy::robots_txt::Rule::line)
                ),
            );
        }
    }
    for rule in robots
        .groups()
        .flat_map(robots_policy::robots_txt::Group::rules)
    {
        let path = format!("{}x", rule.path().replace('*', "yy"));
        let access = robots.access(&Client::anonymous(), &path);
        add(digest, access.reason().name());
    }
}
