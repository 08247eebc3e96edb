//! Runs over a part of a site: what is expected, ignored and locked of the rest is counted, and no finding; what was looked at is
//! judged as ever.

use std::fs;
use std::path::Path;

use robots_policy_kit::output::{ends, said};

use crate::scanning::{folder, run};

const LINT: &str = "lint --now 2026-11-01T00:00:00Z";

/// A site of two folders.
fn site(folder: &Path) {
    for (name, text) in [
        (
            "robots-policy.toml",
            "assume_absent = [\"fields\", \"tdmrep.json\", \"licenses\", \"embedded\"]\n\
             [[expect]]\nurl = [\"/docs/**\", \"/blog/**\"]\nindex = \"yes\"\n\
             [[ignore]]\ncode = \"meta-wrong-attribute\"\nreason = \"of the old theme\"\nurl = \"/blog/b.html\"\n\
             [lock]\nurls = [\"/docs/**\", \"/blog/**\", \"/blog/a.html\"]\nagents = \"*\"\n",
        ),
        ("dist/robots.txt", "User-agent: *\nDisallow: /x\n"),
        ("dist/blog/a.html", "<title>a</title>\n"),
        (
            "dist/blog/b.html",
            "<meta property=robots content=noindex><meta name=robots content=noarchive><title>b</title>\n",
        ),
        ("dist/docs/c.html", "<title>c</title>\n"),
    ] {
        let to = folder.join(name);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, text).unwrap();
    }
    let whole = "dist --base https://example.org";
    ends(&run(folder, &format!("{LINT} {whole} --update-lock")), 0);
    ends(&run(folder, &format!("{LINT} {whole} --locked")), 0);
}

/// Runs, and the numbers that they give of the rest.
#[test]
fn what_a_part_of_a_site_cannot_meet_is_counted_and_no_finding() {
    let folder = folder("lint-part");
    site(&folder);
    for (words, rest) in [
        ("dist --base https://example.org", ""),
        (
            "dist/blog --robots dist/robots.txt --base https://example.org/blog/",
            "1 expectation and 1 line of the lock",
        ),
        (
            "dist/docs --robots dist/robots.txt --base https://example.org/docs/",
            "1 expectation, 1 ignored finding and 2 lines of the lock",
        ),
        (
            "dist/blog/a.html --robots dist/robots.txt --url https://example.org/blog/a.html",
            "1 expectation, 1 ignored finding and 1 line of the lock",
        ),
        (
            "dist/robots.txt",
            "2 expectations, 1 ignored finding and 3 lines of the lock",
        ),
    ] {
        let output = run(&folder, &format!("{LINT} {words} --locked --min info"));
        let found = ends(&output, 0);
        for code in ["expect-unmatched", "ignore-unused", "verdict-changed"] {
            assert!(!found.contains(code), "{words}: {found}");
        }
        let said = said(&output);
        assert_eq!(
            said.contains("over a part of the site"),
            !rest.is_empty(),
            "{words}: {said}"
        );
        assert!(said.contains(rest), "{words}: {said}");
    }
}

/// An address that no page has is a finding where all pages were looked at.
#[test]
fn a_whole_site_has_what_is_expected_of_it() {
    let folder = folder("lint-part-whole");
    site(&folder);
    fs::remove_file(folder.join("dist/docs/c.html")).unwrap();
    fs::remove_file(folder.join("dist/blog/b.html")).unwrap();
    for words in ["dist --base https://example.org", "dist"] {
        let output = run(&folder, &format!("{LINT} {words} --locked"));
        let found = ends(&output, 1);
        for text in [
            "no input has `/docs/**`",
            "`meta-wrong-attribute` is ignored, and is not found there",
            "3 | url = [\"/docs/**\", \"/blog/**\"]\n  |        ^^^^^^^^^^\n",
        ] {
            assert!(found.contains(text), "{words}: {text}: {found}");
        }
        assert!(said(&output).contains("`/docs/**` was not compared"));
    }
    // Below `/blog/` all is known, and no more.
    let words = "dist/blog --robots dist/robots.txt --base https://example.org/blog/";
    let found = ends(&run(&folder, &format!("{LINT} {words}")), 0);
    assert!(found.contains("ignore-unused"), "{found}");
    assert!(!found.contains("expect-unmatched"), "{found}");
}

/// The lock of a whole site has the answers of all pages: one page of them changes nothing, and another answer does.
#[test]
fn a_part_of_a_site_is_compared_with_the_lock_of_the_whole() {
    let folder = folder("lint-part-lock");
    site(&folder);
    let lock = || fs::read_to_string(folder.join("robots-policy.lock")).unwrap();
    let before = lock();
    assert!(
        before.contains("/blog/** * fetch=yes index=yes follow=yes archive=no|yes"),
        "{before}"
    );
    let part = "dist/blog/a.html --robots dist/robots.txt --url https://example.org/blog/a.html";
    ends(&run(&folder, &format!("{LINT} {part} --locked")), 0);
    ends(&run(&folder, &format!("{LINT} {part} --update-lock")), 0);
    assert_eq!(lock(), before);
    let closed = "<meta name=robots content=noindex><title>a</title>\n";
    fs::write(folder.join("dist/blog/a.html"), closed).unwrap();
    let found = ends(&run(&folder, &format!("{LINT} {part} --locked")), 1);
    assert!(
        found.contains("`index` of `/blog/**` was yes and is "),
        "{found}"
    );
    assert!(
        found.contains("`index` of `/blog/a.html` was yes and is "),
        "{found}"
    );
    // A part adds answers of a pattern, and those of an address are known.
    ends(
        &run(
            &folder,
            &format!("{LINT} {part} --update-lock --fail-on never"),
        ),
        0,
    );
    assert!(
        lock().contains("/blog/** * fetch=yes index=no|yes"),
        "{}",
        lock()
    );
    assert!(
        lock().contains("/blog/a.html * fetch=yes index=no follow"),
        "{}",
        lock()
    );
    let whole = "dist --base https://example.org --locked --min error";
    ends(&run(&folder, &format!("{LINT} {whole} --fail-on never")), 0);
}

/// A finding that an input which is missing would show may be ignored.
#[test]
fn a_comment_is_judged_where_its_rule_is_asked() {
    let folder = folder("lint-part-comment");
    let page = "<!-- robots-policy: ignore[unseen-statement] it is old -->\n\
                <meta name=robots content=noindex><title>a</title>\n";
    fs::write(folder.join("a.html"), page).unwrap();
    fs::write(folder.join("closed.txt"), "User-agent: *\nDisallow: /a\n").unwrap();
    fs::write(folder.join("open.txt"), "User-agent: *\nDisallow: /b\n").unwrap();
    for (words, is_unused) in [
        ("a.html --url /a", false),
        ("a.html --url /a --robots closed.txt", false),
        ("a.html --url /a --robots open.txt", true),
    ] {
        let found = ends(&run(&folder, &format!("{LINT} {words} --no-config")), 0);
        assert_eq!(
            found.contains("ignore-unused"),
            is_unused,
            "{words}: {found}"
        );
    }
}
