use std::io::Write;

use super::*;
use robots_policy_kit::server::{Server, Then, answer, ok, redirect};

/// A server whose `/n` leads to `/n-1`, and whose other paths are as given.
fn steps(extra: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static) -> Server {
    Server::start(move |asked, stream| {
        let bytes = extra(&asked.path).unwrap_or_else(|| match asked.path[1..].parse::<u32>() {
            Ok(0) | Err(_) => ok("", "end"),
            Ok(left) => redirect(302, &format!("/{}", left - 1)),
        });
        stream.write_all(&bytes).unwrap();
        Then::Keep
    })
}

fn walked(client: &HttpClient, url: &str) -> (Walk, Result<Vec<u8>, Problem>) {
    let mut walk = Walk::new(client, &Url::parse(url).unwrap());
    loop {
        let response = match client.get(walk.at()) {
            Ok(response) => response,
            Err(error) => return (walk, Err(error)),
        };
        match walk.follow(&response) {
            Ok(true) => {}
            Ok(false) => return (walk, Ok(read(response).0)),
            Err(error) => return (walk, Err(error)),
        }
    }
}

#[test]
fn five_redirects_are_followed_and_a_sixth_is_reported() {
    let server = steps(|_| None);
    let (walk, end) = walked(&client(), &server.url("/5"));
    assert_eq!(
        (end.unwrap().as_slice(), walk.hops().len()),
        (&b"end"[..], 5)
    );
    let (walk, end) = walked(&client(), &server.url("/6"));
    let error = end.unwrap_err();
    assert_eq!(
        (error.kind(), walk.hops().len()),
        (&ProblemKind::Redirects(5), 5)
    );
    assert_eq!(
        error.to_string(),
        format!(
            "{}: redirects once more after 5 redirects",
            server.url("/1")
        )
    );
    let (_, end) = walked(
        &client_of(ClientSettings {
            redirects: 1,
            ..settings()
        }),
        &server.url("/2"),
    );
    let message = end.unwrap_err().to_string();
    assert!(message.ends_with("once more after 1 redirect"), "{message}");
    let (_, end) = walked(
        &client_of(ClientSettings {
            redirects: 0,
            ..settings()
        }),
        &server.url("/1"),
    );
    assert_eq!(end.unwrap_err().kind(), &ProblemKind::Redirects(0));
}

#[test]
fn circles_are_reported_before_they_are_followed() {
    let server = steps(|path| match path {
        "/a" => Some(redirect(301, "/b")),
        "/b" => Some(redirect(308, "/a#again")),
        "/self" => Some(redirect(303, "?")),
        "/self?" => Some(redirect(303, "")),
        _ => None,
    });
    let (_, end) = walked(&client(), &server.url("/a"));
    assert_eq!(
        end.unwrap_err().kind(),
        &ProblemKind::Loop(server.url("/a"))
    );
    assert_eq!(server.paths(), ["/a", "/b"]);
    let (walk, end) = walked(&client(), &server.url("/self"));
    assert_eq!(
        end.unwrap_err().kind(),
        &ProblemKind::Loop(server.url("/self?"))
    );
    assert_eq!(walk.hops().len(), 1);
}

#[test]
fn places_are_read_as_references() {
    let server = steps(|path| match path {
        "/a/b?c" => Some(redirect(307, "../d/?e=f#g")),
        "/d/?e=f" => Some(redirect(302, "h i")),
        "/d/h%20i" => Some(redirect(302, "\u{fc}")),
        _ => None,
    });
    let (walk, end) = walked(&client(), &server.url("/a/b?c#fragment"));
    assert_eq!(end.unwrap(), b"end");
    assert_eq!(walk.at().as_str(), server.url("/d/%C3%BC"));
    let statuses: Vec<u16> = walk.hops().iter().map(|hop| hop.status.as_u16()).collect();
    assert_eq!(statuses, [307, 302, 302]);
    assert!(
        walk.hops()
            .iter()
            .all(|hop| !hop.leaves_authority() && !hop.is_downgrade())
    );
}

#[test]
fn another_address_is_another_authority() {
    let there = Server::start_at("127.0.0.2:0", |_, stream| {
        stream.write_all(&ok("", "there")).unwrap();
        Then::Keep
    });
    let place = there.url("/");
    let server = steps(move |_| Some(redirect(301, &place)));
    let (walk, end) = walked(&client(), &server.url("/"));
    assert_eq!(end.unwrap(), b"there");
    let [hop] = walk.hops() else {
        panic!("{walk:?}")
    };
    assert!(hop.leaves_authority());
    assert_eq!(
        (hop.from.as_str(), hop.to.as_str()),
        (server.url("/").as_str(), there.url("/").as_str())
    );
}

#[test]
fn a_hop_to_an_insecure_place_is_noted() {
    let hop = |from, to| Hop {
        from: Url::parse(from).unwrap(),
        status: http::StatusCode::FOUND,
        to: Url::parse(to).unwrap(),
    };
    assert!(hop("https://a.example/", "http://a.example/").is_downgrade());
    assert!(hop("https://a.example/", "http://a.example/").leaves_authority());
    assert!(!hop("http://a.example/", "https://a.example/").is_downgrade());
    assert!(!hop("http://a.example:80/", "http://A.example/").leaves_authority());
}

#[test]
fn urls_that_cannot_be_requested_are_reported() {
    for place in [
        "ftp://example.com/",
        "http://",
        "mailto:a@example.com",
        "https://a@example.com/",
        "http://[::/",
    ] {
        let server = steps(move |_| Some(redirect(302, place)));
        let (_, end) = walked(&client(), &server.url("/"));
        let error = end.unwrap_err();
        assert!(
            matches!(error.kind(), ProblemKind::Location(given, _) if given == place),
            "{error}"
        );
    }
}

#[test]
fn a_redirect_without_a_place_is_an_answer() {
    for bytes in [
        answer("302 Found", "", "end"),
        answer("300 Multiple Choices", "Location: /a\r\n", "end"),
        answer("200 OK", "Location: /a\r\n", "end"),
    ] {
        let server = steps(move |_| Some(bytes.clone()));
        let (walk, end) = walked(&client(), &server.url("/"));
        assert_eq!(
            (end.unwrap().as_slice(), walk.hops()),
            (&b"end"[..], &[][..])
        );
    }
}
