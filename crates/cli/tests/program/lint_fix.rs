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

#[test]
fn octets_that_are_no_utf_8_stay_as_they_are() {
    let folder = folder("lint-fix-octets");
    let file = folder.join("robots.txt");
    for (words, before, expected) in [
        (
            "--fix",
            &b"User-agent: *\nDisalow: /caf\xe9 # \xff\n"[..],
            &b"User-agent: *\nDisallow: /caf\xe9 # \xff\n"[..],
        ),
        (
            "--unsafe-fixes",
            b"User-agent: *\nDisallow: caf\xe9\nDisallow: /\xe8 /b\n",
            b"User-agent: *\nDisallow: /caf\xe9\nDisallow: /\xe8\nDisallow: /b\n",
        ),
        // A copy has the escape, which is equal.
        (
            "--unsafe-fixes",
            b"User-agent: *\nDisallow: /a\nDisallow: /\xe9\n\nUser-agent: X\nDisallow: /a\n",
            b"User-agent: *\nDisallow: /a\nDisallow: /\xe9\n\nUser-agent: X\nDisallow: /a\nDisallow: /%E9\n",
        ),
    ] {
        fs::write(&file, before).unwrap();
        let command = format!("lint robots.txt --fail-on never {words}");
        ends(&run(&folder, &command), 0);
        let after = fs::read(&file).unwrap();
        assert_eq!(after.escape_ascii().to_string(), expected.escape_ascii().to_string());
    }
}

#[test]
fn a_fix_closes_and_opens_nothing_against_what_the_owner_says() {
    let folder = folder("lint-fix-own");
    for (before, expected) in [
        // An exception of the rules for every client is copied with them.
        (
            "User-agent: *\nDisallow: /a\nDisallow: /wp/\nAllow: /wp/x.php\n\nUser-agent: Googlebot\nDisallow: /a\n",
            "User-agent: *\nDisallow: /a\nDisallow: /wp/\nAllow: /wp/x.php\n\nUser-agent: Googlebot\nDisallow: /a\nDisallow: /wp/\nAllow: /wp/x.php\n",
        ),
        // A copied exception would open what the group closes.
        (
            "User-agent: *\nDisallow: /a\nDisallow: /b\nAllow: /c/d\n\nUser-agent: Googlebot\nDisallow: /a\nDisallow: /c\n",
            "User-agent: *\nDisallow: /a\nDisallow: /b\nAllow: /c/d\n\nUser-agent: Googlebot\nDisallow: /a\nDisallow: /c\n",
        ),
        // Who opens all means it, and `*` does not bind a crawler for ads.
        (
            "User-agent: Googlebot\nAllow: /\n\nUser-agent: Mediapartners-Google\nDisallow:\n\nUser-agent: *\nDisallow: /search\n",
            "User-agent: Googlebot\nAllow: /\n\nUser-agent: Mediapartners-Google\nDisallow:\n\nUser-agent: *\nDisallow: /search\n",
        ),
        // A crawler with a delay of its own has the rules for every client.
        (
            "User-agent: bingbot\nCrawl-delay: 20\n\nUser-agent: *\nDisallow: /cart\n",
            "User-agent: bingbot\nCrawl-delay: 20\n\nUser-agent: *\nDisallow: /cart\n",
        ),
        // A rule of its own would open to Googlebot what is closed to every client.
        (
            "User-agent: Googlebot\nCrawl-delay: 20\n\nUser-agent: BadBot\nDisallow: /\n\nUser-agent: *\nDisallow: /cart\n",
            "User-agent: Googlebot\nCrawl-delay: 20\n\nUser-agent: BadBot\nDisallow: /\n\nUser-agent: *\nDisallow: /cart\n",
        ),
    ] {
        assert_eq!(after(&folder, before, "--unsafe-fixes").0, expected);
    }
}

#[test]
fn a_file_that_another_one_has_made_is_left_alone() {
    let folder = folder("lint-fix-part");
    fs::write(folder.join("robots.txt.part"), "mine").unwrap();
    assert_eq!(
        after(&folder, "Useragent: *\nDisallow: /a\n", "--fix").0,
        "User-agent: *\nDisallow: /a\n"
    );
    assert_eq!(
        fs::read_to_string(folder.join("robots.txt.part")).unwrap(),
        "mine"
    );
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    let file = folder.join("robots.txt");
    fs::write(&file, "Useragent: *\nDisallow: /a\n").unwrap();
    let mut mode = fs::metadata(&file).unwrap().permissions();
    mode.set_readonly(true);
    fs::set_permissions(&file, mode).unwrap();
    ends_saying(&run(&folder, "lint robots.txt --fix"), 3, "it is read-only");
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "Useragent: *\nDisallow: /a\n"
    );
}

#[cfg(unix)]
#[test]
fn other_names_of_a_file_are_said_to_keep_the_text() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = folder("lint-fix-names");
    let file = folder.join("robots.txt");
    fs::write(&file, "Useragent: *\nDisallow: /a\n").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    fs::hard_link(&file, folder.join("other")).unwrap();
    ends_saying(&run(&folder, "lint robots.txt --fix"), 0, "hard links");
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o640
    );
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
