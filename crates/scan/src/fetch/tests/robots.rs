use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};

use robots_policy::Why;
use robots_policy::robots_txt::{Cause, Robots};
use robots_policy_archives::StoredBody;

use super::*;
use robots_policy_kit::server::{Server, Then, answer, ok, redirect};

fn robots_of(server: &Server) -> RobotsAnswer {
    robots_txt(&client(), &server.url("/a/b?c#d"), 1000).0
}

fn response(status: u16, cache_control: Option<&str>, body: &[u8]) -> RobotsEnd {
    RobotsEnd::Response {
        status,
        location: None,
        cache_control: cache_control.map(str::to_owned),
        retry_after: None,
        is_challenge: false,
        validators: None,
        vary: Vary::Nothing,
        body: match status {
            200..=299 => StoredBody::whole(body.to_vec()),
            _ => StoredBody::new(Vec::new(), 0, false),
        },
    }
}

/// A server that gives its answers one after the other, the last again and again.
fn in_turn(answers: Vec<Vec<u8>>) -> Server {
    let count = AtomicUsize::new(0);
    Server::start(move |_, stream| {
        let turn = count.fetch_add(1, Ordering::SeqCst).min(answers.len() - 1);
        stream.write_all(&answers[turn]).unwrap();
        Then::Keep
    })
}

#[test]
fn robots_txt_is_asked_for_at_its_place() {
    let server = Server::of(ok(
        "Cache-Control: public\r\nCache-Control: max-age=60\r\n",
        "Disallow: /",
    ));
    let answer = robots_of(&server);
    assert_eq!(
        answer.end,
        response(200, Some("public, max-age=60"), b"Disallow: /")
    );
    assert_eq!(server.paths(), ["/robots.txt"]);
    assert_eq!(answer.problem, None);
}

#[test]
fn r_64_statuses_come_as_they_are() {
    for status in [204, 401, 404, 410, 429, 500, 503] {
        let server = Server::of(answer(
            &format!("{status} Word"),
            "",
            if status < 400 { "" } else { "<h1>no</h1>" },
        ));
        assert_eq!(
            robots_of(&server).end,
            response(status, None, b""),
            "{status}"
        );
    }
}

#[test]
fn r_64_redirects_end_at_another_authority_or_too_late() {
    let there = Server::start_at("127.0.0.2:0", |asked, stream| {
        let bytes = if asked.path == "/robots.txt" {
            ok("", "Allow: /")
        } else {
            redirect(301, "/robots.txt")
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    let place = there.url("/elsewhere");
    let found = robots_of(&Server::of(redirect(302, &place)));
    assert_eq!(found.end, response(200, None, b"Allow: /"));
    let leaves: Vec<bool> = found.hops.iter().map(Hop::leaves_authority).collect();
    assert_eq!(
        (leaves, found.hops.last().map(|hop| hop.to.as_str())),
        (vec![true, false], Some(there.url("/robots.txt").as_str()))
    );

    let server = Server::start(|asked, stream| {
        stream
            .write_all(&redirect(307, &format!("{}x", asked.path)))
            .unwrap();
        Then::Keep
    });
    let (many, fetch) = robots_txt(&client(), &server.url("/"), 1000);
    assert_eq!((many.hops.len(), many.problem), (5, None));
    let unavailable = Robots::Unavailable(Cause::Redirects);
    assert_eq!(fetch.outcome(now()), unavailable);
    let mut again = RobotsFetch::default();
    many.end.replay(&mut again, now());
    assert_eq!(again.outcome(now()), unavailable);
    assert_eq!(server.paths().len(), 6);
}

#[test]
fn r_64_a_redirect_is_followed_back_to_where_it_came_from() {
    let again = redirect(302, "/robots.txt");
    for redirects in 0..=5 {
        let server =
            in_turn([vec![again.clone(); redirects], vec![ok("", "Disallow: /p")]].concat());
        let found = robots_of(&server);
        assert_eq!(
            found.end,
            response(200, None, b"Disallow: /p"),
            "{redirects}"
        );
        assert_eq!(
            (found.hops.len(), server.paths().len()),
            (redirects, redirects + 1)
        );
    }
    let there_and_back = in_turn(vec![
        redirect(302, "/hop"),
        redirect(302, "/robots.txt"),
        ok("", "Disallow: /p"),
    ]);
    assert_eq!(
        robots_of(&there_and_back).end,
        response(200, None, b"Disallow: /p")
    );
    assert_eq!(
        there_and_back.paths(),
        ["/robots.txt", "/hop", "/robots.txt"]
    );
    let circle = Server::of(again);
    let (_, fetch) = robots_txt(&client(), &circle.url("/"), 1000);
    assert_eq!(fetch.outcome(now()).cause(), Some(Cause::Redirects));
    assert_eq!(circle.paths().len(), 6);
}

#[test]
fn r_64_a_chain_that_leads_nowhere_is_not_an_answer() {
    for (bytes, why) in [
        (
            answer("302 Found", "", ""),
            "answered 302 without a `Location`",
        ),
        (
            answer("302 Found", "Location: \r\n", ""),
            "answered 302 without a `Location`",
        ),
        (
            answer("300 Multiple Choices", "Location: /a\r\n", ""),
            "answered 300 without",
        ),
        (
            answer("305 Use Proxy", "Location: /a\r\n", ""),
            "answered 305 without",
        ),
        (
            redirect(301, "ftp://example.com/robots.txt"),
            "its scheme is ftp",
        ),
        (redirect(301, "data:text/plain,"), "its scheme is data"),
        (redirect(301, "http://[::/"), "redirects to `http://[::/`"),
        (redirect(301, "https://a@example.com/"), "user name"),
    ] {
        let server = Server::of(bytes);
        let (found, fetch) = robots_txt(&client(), &server.url("/"), 1000);
        let unreachable = Some((now(), Cause::Redirects));
        assert_eq!(fetch.unreachable(), unreachable, "{why}");
        assert_eq!(server.paths().len(), 1, "{why}");
        let mut again = RobotsFetch::default();
        found.end.replay(&mut again, now());
        assert_eq!(again.unreachable(), unreachable, "{why}");
        let message = found.problem.unwrap().to_string();
        assert!(message.contains(why), "{message}");
    }
}

fn copy_of(server: &Server, fields: &str) -> Option<Validators> {
    let answers = vec![ok(fields, "Disallow: /p")];
    let found = robots_of(&in_turn(answers));
    let mut validators = serde_json::to_value(found.end.validators()?).unwrap();
    validators["url"] = server.url("/robots.txt").into();
    serde_json::from_value(validators).unwrap()
}

fn again(server: &Server, copy: Option<&Validators>) -> RobotsAnswer {
    asked_again(server, copy).0
}

/// The answer to a fetch that holds the copy, if there is one, and the fetch after it.
fn asked_again(server: &Server, copy: Option<&Validators>) -> (RobotsAnswer, RobotsFetch) {
    let mut fetch = RobotsFetch::default();
    if copy.is_some() {
        response(200, None, b"Disallow: /p").replay(&mut fetch, now());
    }
    let request = RobotsRequest {
        copy,
        fields: &HeaderMap::new(),
        most: 1000,
        now: now(),
    };
    let page = Url::parse(&server.url("/a")).unwrap();
    let answer = client().robots_txt(&page, &mut fetch, request);
    (answer, fetch)
}

const MODIFIED: &str = "Sat, 21 Nov 2026 10:00:00 GMT";

#[test]
fn a_copy_is_asked_for_by_its_validators() {
    let not_modified = answer("304 Not Modified", "Cache-Control: max-age=60\r\n", "");
    for (fields, etag, since) in [
        ("ETag: \"a\"\r\n".to_owned(), Some("\"a\""), None),
        (
            format!("Last-Modified: {MODIFIED}\r\n"),
            None,
            Some(MODIFIED),
        ),
        (
            format!("ETag: W/\"b\"\r\nLast-Modified: {MODIFIED}\r\n"),
            Some("W/\"b\""),
            Some(MODIFIED),
        ),
    ] {
        let server = Server::of(not_modified.clone());
        let copy = copy_of(&server, &fields);
        let found = again(&server, copy.as_ref());
        assert_eq!(found.end, response(304, Some("max-age=60"), b""));
        let asked = server.asked();
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].field("if-none-match"), etag);
        assert_eq!(asked[0].field("if-modified-since"), since);
    }
    assert_eq!(copy_of(&Server::of(not_modified), ""), None);
}

#[test]
fn another_url_is_not_asked_about_the_copy() {
    let server = in_turn(vec![
        redirect(302, "/hop"),
        redirect(302, "/robots.txt"),
        ok("", "new"),
    ]);
    let copy = copy_of(&server, "ETag: \"a\"\r\n");
    assert_eq!(
        again(&server, copy.as_ref()).end,
        response(200, None, b"new")
    );
    let asked: Vec<_> = server
        .asked()
        .iter()
        .map(|asked| asked.field("if-none-match").is_some())
        .collect();
    assert_eq!(asked, [true, false, true]);
}

#[test]
fn a_304_that_was_not_asked_for_is_asked_once_more() {
    let not_modified = answer("304 Not Modified", "ETag: \"a\"\r\n", "");
    let server = in_turn(vec![not_modified.clone(), ok("", "Disallow: /p")]);
    assert_eq!(
        again(&server, None).end,
        response(200, None, b"Disallow: /p")
    );
    assert_eq!(server.paths().len(), 2);
    let server = Server::of(not_modified);
    let (found, fetch) = asked_again(&server, None);
    assert_eq!(fetch.unreachable(), Some((now(), Cause::ServerError)));
    assert_eq!(server.paths().len(), 2);
    let message = found.problem.unwrap().to_string();
    assert!(
        message.contains("304 (not modified) to a request without conditions"),
        "{message}"
    );
}

#[test]
fn a_304_of_another_url_than_that_of_the_copy_confirms_nothing() {
    let not_modified = answer("304 Not Modified", "ETag: \"b\"\r\n", "");
    let server = in_turn(vec![redirect(302, "/hop"), not_modified]);
    let copy = copy_of(&server, "ETag: \"a\"\r\n");
    let (found, fetch) = asked_again(&server, copy.as_ref());
    assert_eq!(server.paths(), ["/robots.txt", "/hop", "/hop"]);
    let unreachable = Some((now(), Cause::ServerError));
    assert_eq!(fetch.unreachable(), unreachable);
    // Nor does it in another run.
    let mut again = RobotsFetch::default();
    response(200, None, b"Disallow: /p").replay(&mut again, now());
    found.end.replay(&mut again, now());
    assert_eq!(again.unreachable(), unreachable);
}

#[test]
fn a_place_that_is_not_utf_8_keeps_its_octets() {
    let place = b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /caf\xE9\r\n\r\n";
    let server = in_turn(vec![place.to_vec(), ok("", "Disallow: /p")]);
    robots_of(&server);
    assert_eq!(server.paths(), ["/robots.txt", "/caf%E9"]);
}

#[test]
fn a_large_robots_txt_is_cut_one_byte_after_the_limit() {
    let server = Server::start(|_, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n");
        while stream.write_all(&[b'a'; 8192]).is_ok() {}
        Then::Close
    });
    let cut = |server: &Server, most| robots_txt(&client(), &server.url("/"), most).0.end;
    let RobotsEnd::Response { body, .. } = cut(&server, 100_000) else {
        panic!("no response")
    };
    assert_eq!((body.len(), body.seen()), (100_001, 100_001));
    assert!(body.is_cut() && !body.is_all_seen());
    let server = Server::of(ok("", "a".repeat(100)));
    assert_eq!(cut(&server, 100), response(200, None, &[b'a'; 100]));
}

/// A copy in the cache is the answer of a server: it is called as that was.
#[test]
fn a_challenge_is_known_by_its_field_also_from_the_cache() {
    for (field, instead) in [
        ("cf-mitigated: challenge\r\n", Some(Why::Challenge)),
        ("server: cloudflare\r\n", Some(Why::Markup)),
    ] {
        let server = Server::of(ok(field, "<!DOCTYPE html><title>Just a moment"));
        let (answer, fetch) = robots_txt(&client(), &server.url("/a"), 1000);
        assert_eq!(fetch.instead(), instead, "{field}");
        let kept = serde_json::to_string(&answer.end).unwrap();
        let is_challenge = instead == Some(Why::Challenge);
        assert_eq!(kept.contains("is_challenge"), is_challenge, "{kept}");
        let end: RobotsEnd = serde_json::from_str(&kept).unwrap();
        let mut again = RobotsFetch::default();
        end.replay(&mut again, now());
        assert_eq!(again.instead(), instead, "{field}");
    }
}

#[test]
fn r_64_a_broken_body_and_an_undecodable_one_have_different_causes() {
    let server = Server::with(
        "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nDisallow: /",
        Then::Close,
    );
    let cut = robots_of(&server);
    assert_eq!(
        (cut.end, cut.problem.unwrap().kind()),
        (RobotsEnd::NetworkError, &ProblemKind::Cut)
    );
    for coding in ["gzip", "foo"] {
        let server = Server::of(ok(
            &format!("Content-Encoding: {coding}\r\n"),
            b"\x07\x00 is no text",
        ));
        let answer = robots_of(&server);
        assert_eq!(answer.end, RobotsEnd::Undecodable);
        assert!(answer.problem.is_some());
    }
}
