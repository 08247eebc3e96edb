//! The fetch of robots.txt: its redirects, the kept answers, and their revalidation.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

const RULES: &str = "User-agent: *\nDisallow: /private\n";

/// A site whose robots.txt is answered by each of these in turn, the last one repeatedly; every other page is allowed.
fn in_turn(robots: Vec<Vec<u8>>) -> Server {
    let count = AtomicUsize::new(0);
    Server::start(move |asked, stream| {
        let bytes = if asked.path == "/robots.txt" {
            let turn = count.fetch_add(1, Ordering::SeqCst).min(robots.len() - 1);
            robots[turn].clone()
        } else {
            page("", "<p>")
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    })
}

fn robots(server: &Server) -> Vec<Asked> {
    let asked = server.asked().into_iter();
    asked.filter(|asked| asked.path == "/robots.txt").collect()
}

/// The exit status of a run over the private page of a site, and its two outputs.
fn run(server: &Server, folder: &Folder) -> (Option<i32>, String) {
    let output = check(&["--cache", &folder.arg()], &[server.url("/private")]);
    let reported = String::from_utf8_lossy(&output.stdout).into_owned() + &said(&output);
    (output.status.code(), reported)
}

#[test]
fn r_64_a_robots_txt_that_redirects_to_itself_is_read_when_it_comes() {
    let again = redirect(302, "/robots.txt");
    for redirects in [1, 2, 5] {
        let server = in_turn([vec![again.clone(); redirects], vec![ok("", RULES)]].concat());
        let reported = ends(&uncached(&[server.url("/private")]), 1);
        assert!(reported.contains("Disallow: /private "), "{reported}");
        assert_eq!(server.paths().len(), redirects + 1);
    }
    // The sixth may be left, and then the file is unavailable (RFC 9309 §2.3.1.2).
    let server = in_turn(vec![again]);
    let folder = Folder::new("circle");
    for _ in 0..2 {
        let (code, reported) = run(&server, &folder);
        assert_eq!(code, Some(0), "{reported}");
        assert!(
            reported.contains("robots.txt redirects without end: everything is allowed"),
            "{reported}"
        );
    }
    assert_eq!(robots(&server).len(), 6, "the second run knows the outcome");
}

#[test]
fn r_64_a_robots_txt_that_leads_nowhere_disallows() {
    for (bytes, why) in [
        (answer("302 Found", "", ""), "without a `Location`"),
        (
            answer("302 Found", "Location:\r\n", ""),
            "without a `Location`",
        ),
        (answer("300 Multiple Choices", "", ""), "answered 300"),
        (answer("304 Not Modified", "", ""), "304 (not modified)"),
        (
            redirect(302, "ftp://example.com/robots.txt"),
            "scheme is ftp",
        ),
        (redirect(302, "data:text/plain,"), "scheme is data"),
    ] {
        let server = in_turn(vec![bytes]);
        let output = uncached(&[server.url("/")]);
        let reported = ends(&output, 3);
        assert!(
            reported.contains("Not read: ") && reported.contains(why),
            "{reported}"
        );
        assert!(reported.contains("  fetch    NO "), "{reported}");
        assert!(said(&output).contains(why), "{}", said(&output));
        assert!(server.paths().iter().all(|path| path == "/robots.txt"));
    }
}

#[test]
fn r_65_the_redirect_that_is_one_too_many_says_how_long_that_holds() {
    for (fields, asked) in [("", 6), ("Cache-Control: no-cache\r\n", 12)] {
        let place = format!("Location: /robots.txt\r\n{fields}");
        let server = in_turn(vec![answer("302 Found", &place, "")]);
        let folder = Folder::new("too-many");
        for _ in 0..2 {
            let (code, reported) = run(&server, &folder);
            assert_eq!(code, Some(0), "{reported}");
            assert!(
                reported.contains("robots.txt redirects without end: everything is allowed"),
                "{reported}"
            );
        }
        assert_eq!(robots(&server).len(), asked, "{fields}");
    }
}

#[test]
fn a_host_that_cannot_be_asked_is_not_a_ban() {
    let output = uncached(&[String::from("http://127.0.0.1:1/")]);
    let reported = ends(&output, 3);
    assert!(
        reported.contains("Not read: http://127.0.0.1:1/robots.txt: no connection: "),
        "{reported}"
    );
}

#[test]
fn r_65_an_answer_that_may_not_be_kept_is_not_a_copy() {
    let free = |fields: &str| ok(fields, "User-agent: *\nAllow: /\n");
    let kept = ok("Cache-Control: max-age=0\r\n", RULES);
    for no_store in [
        "Cache-Control: no-store\r\n",
        "Cache-Control: max-age=9\r\nCache-Control: No-Store\r\n",
        "Cache-Control: no-store=\"a\"\r\n",
    ] {
        let folder = Folder::new("no-store");
        let server = in_turn(vec![
            kept.clone(),
            free(no_store),
            answer("500 Failed", "", ""),
        ]);
        assert_eq!(run(&server, &folder).0, Some(1));
        assert_eq!(run(&server, &folder).0, Some(0));
        let (code, reported) = run(&server, &folder);
        assert_eq!(code, Some(3), "{reported}");
        assert_eq!(robots(&server).len(), 3);
        assert!(reported.contains("the server answered 500"), "{reported}");
    }
}

#[test]
fn r_65_a_stale_copy_is_asked_for_and_fresh_again() {
    let modified = "Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT\r\n";
    let folder = Folder::new("conditional");
    let server = in_turn(vec![
        ok(
            &format!("Cache-Control: max-age=0\r\nETag: \"a\"\r\n{modified}"),
            RULES,
        ),
        answer("304 Not Modified", "ETag: \"b\"\r\n", ""),
        answer("304 Not Modified", "Cache-Control: max-age=3600\r\n", ""),
        answer("500 Failed", "", ""),
    ]);
    for _ in 0..4 {
        let (code, reported) = run(&server, &folder);
        assert_eq!(code, Some(1), "{reported}");
        assert!(reported.contains("Disallow: /private "), "{reported}");
    }
    let asked = robots(&server);
    let tags: Vec<_> = asked
        .iter()
        .map(|asked| asked.field("if-none-match"))
        .collect();
    assert_eq!(tags, [None, Some("\"a\""), Some("\"b\"")]);
    let since = asked[1].field("if-modified-since");
    assert_eq!(since, Some("Sat, 21 Nov 2026 10:00:00 GMT"));
    assert!(server.paths().iter().all(|path| path == "/robots.txt"));
}

#[test]
fn r_65_a_changed_file_takes_the_place_of_the_copy() {
    let folder = Folder::new("changed");
    let server = in_turn(vec![
        ok("Cache-Control: max-age=0\r\nETag: \"a\"\r\n", RULES),
        ok("ETag: \"b\"\r\n", "User-agent: *\nAllow: /\n"),
    ]);
    assert_eq!(run(&server, &folder).0, Some(1));
    assert_eq!(run(&server, &folder).0, Some(0));
    let (code, reported) = run(&server, &folder);
    assert_eq!(code, Some(0));
    assert!(
        reported.contains("/robots.txt, copy of ")
            && reported.contains(" UTC; --refresh asks again\n"),
        "{reported}"
    );
    assert_eq!(robots(&server).len(), 2);
}

#[test]
fn r_65_a_copy_instead_of_a_failure_is_reported() {
    let folder = Folder::new("failing");
    let server = in_turn(vec![
        ok("Cache-Control: no-cache\r\nETag: \"a\"\r\n", RULES),
        answer("503 Later", "", ""),
    ]);
    assert_eq!(run(&server, &folder).0, Some(1));
    let output = check(
        &["--cache", &folder.arg(), "--format", "json"],
        &[server.url("/private")],
    );
    ends(&output, 1);
    let reported = said(&output);
    assert!(
        reported.contains("/robots.txt, copy of ") && reported.contains("the server answered 503"),
        "{reported}"
    );
    assert_eq!(robots(&server)[1].field("if-none-match"), Some("\"a\""));
}
