//! `lint --fix` and `--unsafe-fixes`: what a file says stays, or the answers that change are named; a second run changes nothing.

use std::fs;
use std::path::Path;

use robots_policy_kit::output::ends;

use crate::scanning::{ends_saying, folder, run};

/// The file after the command, which says these lines on standard error.
fn after(folder: &Path, before: &str, words: &str) -> (String, String) {
    fs::write(folder.join("robots.txt"), before).unwrap();
    let command = format!("lint robots.txt --fail-on never {words}");
    let first = run(folder, &command);
    let said = String::from_utf8(first.stderr.clone()).unwrap();
    ends(&first, 0);
    let once = fs::read_to_string(folder.join("robots.txt")).unwrap();
    let second = run(folder, &command);
    assert_eq!(String::from_utf8_lossy(&second.stderr), "", "{before}");
    let twice = fs::read_to_string(folder.join("robots.txt")).unwrap();
    assert_eq!(once, twice, "{before}");
    (once, said)
}

#[test]
fn safe_fixes_leave_what_a_file_says() {
    let folder = folder("lint-fix-safe");
    for (before, expected) in [
        (
            "Useragent: *\nDissallow: /a\n",
            "User-agent: *\nDisallow: /a\n",
        ),
        (
            "Useragent: *\r\nDissallow: /a\r\n",
            "User-agent: *\r\nDisallow: /a\r\n",
        ),
        // What changes an answer stays.
        (
            "User-agent: *\nDisallow: a\n",
            "User-agent: *\nDisallow: a\n",
        ),
        (
            "User-agent: GPTBot, CCBot\nDisallow: /\n",
            "User-agent: GPTBot, CCBot\nDisallow: /\n",
        ),
    ] {
        assert_eq!(after(&folder, before, "--fix").0, expected);
    }
}

#[test]
fn unsafe_fixes_say_which_answers_change() {
    let folder = folder("lint-fix-unsafe");
    for (before, expected, said) in [
        (
            "User-agent: *\nDisallow: a\n",
            "User-agent: *\nDisallow: /a\n",
            "fetch of /a: no, before yes; for googlebot",
        ),
        (
            "User-agent: GPTBot, CCBot\r\nDisallow: /\r\n",
            "User-agent: GPTBot\r\nUser-agent: CCBot\r\nDisallow: /\r\n",
            "fetch of /: no, before yes; for ccbot",
        ),
        // Both fixes of one line, one after the other.
        (
            "User-agnet: *\nDisalllow: a\n",
            "User-agent: *\nDisallow: /a\n",
            "fixed robots.txt:2 [path-without-slash]",
        ),
        // A site is not closed by a fix for a client that has rules of its own.
        (
            "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /a\n",
            "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow: /a\n",
            "",
        ),
    ] {
        let (own, own_said) = after(&folder, before, "--unsafe-fixes");
        assert_eq!(own, expected);
        assert!(own_said.contains(said), "{before}: {own_said}");
    }
}

#[test]
fn only_local_files_are_fixed() {
    let folder = folder("lint-fix-local");
    let file = "User-agent: *\nDissallow: /a\n";
    let answer = format!("HTTP/1.1 200 OK\r\n\r\n{file}");
    fs::write(folder.join("saved"), &answer).unwrap();
    fs::write(folder.join("own"), file).unwrap();
    ends(&run(&folder, "lint saved own --fix"), 0);
    assert_eq!(fs::read_to_string(folder.join("saved")).unwrap(), answer);
    assert_eq!(
        fs::read_to_string(folder.join("own")).unwrap(),
        "User-agent: *\nDisallow: /a\n"
    );
    assert!(!folder.join("own.part").exists());
    ends_saying(&run(&folder, "lint - --fix"), 2, "name the file");
}

#[cfg(unix)]
#[test]
fn a_link_keeps_leading_to_its_file() {
    let folder = folder("lint-fix-link");
    fs::write(folder.join("own"), "Useragent: *\nDisallow: /a\n").unwrap();
    std::os::unix::fs::symlink("own", folder.join("robots.txt")).unwrap();
    ends(&run(&folder, "lint robots.txt --fix"), 0);
    assert!(folder.join("robots.txt").is_symlink());
    assert_eq!(
        fs::read_to_string(folder.join("own")).unwrap(),
        "User-agent: *\nDisallow: /a\n"
    );
}
