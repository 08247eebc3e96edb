//! Real files: what is found in them changes on purpose only, and every text of a stranger is read whole.

#![allow(clippy::unwrap_used, clippy::print_stderr)] // a test fails by panicking, and says what it skips

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use robots_policy::Timestamp;
use robots_policy_kit::files::root;
use robots_policy_lint::{Code, Document, Edit, Finding, Level, Linter, Page, Source};

/// The findings of every file of a folder, without any text of the files.
#[test]
fn real_files_have_the_findings_that_they_had() {
    let mut said = String::new();
    for kind in ["robots", "html"] {
        let Ok(entries) = fs::read_dir(root().join("../shared/corpus").join(kind)) else {
            eprintln!("skipped: there is no ../shared/corpus");
            return;
        };
        let files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        let files = files.iter().filter(|path| path.is_file());
        let mut counts: BTreeMap<(Level, Code), (usize, usize)> = BTreeMap::new();
        for path in files {
            let bytes = fs::read(path).unwrap();
            let findings = findings(kind, &bytes);
            let mut seen = BTreeSet::new();
            for found in &findings {
                assert_safe(found, &bytes);
                let count = counts.entry((found.level, found.code)).or_default();
                count.0 += found.count;
                count.1 += usize::from(seen.insert(found.code));
            }
        }
        writeln!(said, "{kind}").unwrap();
        for ((level, code), (count, files)) in counts.iter().rev() {
            writeln!(said, "  {level:7} {code}: {count} in {files}").unwrap();
        }
    }
    insta::assert_snapshot!("corpus", said);
}

fn findings(kind: &str, bytes: &[u8]) -> Vec<Finding> {
    let source = Source::new("file", bytes);
    let mut linter = Linter::new(Timestamp::from_unix(1_789_862_400));
    if kind == "robots" {
        linter.robots(&source);
    } else {
        linter.page(&Page {
            name: "file",
            url: None,
            status: Some(200),
            fields: None,
            document: Some(Document::of(&source, 0)),
        });
    }
    linter.finish()
}

/// A safe fix leaves nothing to mend, and adds nothing.
fn assert_safe(found: &Finding, bytes: &[u8]) {
    let Some(fix) = found.fix.as_ref().filter(|fix| fix.is_safe) else {
        return;
    };
    assert!(
        found
            .effect
            .as_ref()
            .is_none_or(|effect| effect.changes.is_empty()),
        "{found:?}"
    );
    let mended = findings("robots", &Edit::apply(&fix.edits, bytes));
    let again = mended
        .iter()
        .find(|again| again.code == found.code && again.place.text == found.place.text);
    assert!(again.is_none(), "{found:?} is found again: {again:?}");
}
