//! `--fail-on`: which answers make the exit status 1.

use super::*;

fn failing(server: &Server, path: &str, list: &str) -> Output {
    check(&["--no-cache", "--fail-on", list], &[server.url(path)])
}

#[test]
fn only_named_answers_fail() {
    let server = site("User-agent: *\nDisallow: /closed", |asked| {
        let body = match asked.path.as_str() {
            "/noindex" => "<meta name=robots content=noindex>",
            "/none" => "<meta name=robots content=none>",
            "/noai" => "<meta name=robots content=noimageai>",
            "/short" => "<meta name=robots content='max-snippet:20, max-image-preview:large'>",
            "/no-snippet" => "<meta name=robots content='max-snippet:0'>",
            "/gone" => return answer("404 Not Found", "", ""),
            _ => "<p>",
        };
        page("", body)
    });
    for (path, list, code) in [
        ("/noindex", "index", 1),
        ("/noindex", "noindex", 1),
        (
            "/noindex",
            "follow,archive,snippet,ai,fetch,noai,max-snippet",
            0,
        ),
        ("/none", "follow", 1),
        ("/none", "NoFollow", 1),
        ("/noai", "ai", 1),
        ("/noai", "noai", 0),
        ("/noai", "noimageai", 1),
        ("/noai", "index,follow,fetch", 0),
        ("/short", "snippet", 0),
        ("/short", "max-snippet", 1),
        ("/short", "max-image-preview", 0),
        ("/no-snippet", "snippet", 1),
        (
            "/free",
            "fetch,index,follow,archive,snippet,ai,unavailable-after",
            0,
        ),
        ("/closed", "fetch", 1),
        ("/closed", "index,fetch", 1),
        ("/closed", "index", 3),
        ("/gone", "index", 3),
        ("/gone", "fetch", 0),
    ] {
        let output = failing(&server, path, list);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{path} {list}: {output:?}"
        );
    }
    let reported = said(&failing(&server, "/closed", "index,noai,fetch"));
    assert_eq!(reported, "");
    let reported = said(&failing(&server, "/closed", "index,noai"));
    assert!(
        reported.ends_with(
            "/closed: robots.txt forbids ExampleBot to fetch it, so the answer of --fail-on index, noai is not known\n"
        ),
        "{reported}"
    );
}

#[test]
fn an_unknown_answer_does_not_pass() {
    let down = Server::of(answer("503 Later", "", ""));
    for list in ["fetch", "index", "fetch,index"] {
        ends(&failing(&down, "/", list), 3);
    }
    let cut = open_site(|stream| {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: noarchive\r\nContent-Length: 99";
        stream
            .write_all(format!("{head}\r\n\r\n<title>").as_bytes())
            .unwrap();
        Then::Close
    });
    for (list, code) in [
        ("index", 3),
        ("noai", 3),
        ("archive", 1),
        ("archive,index", 1),
        ("fetch", 0),
    ] {
        ends(&failing(&cut, "/", list), code);
    }
}

#[test]
fn an_unknown_name_is_refused_with_those_that_there_are() {
    let server = site("", |_| page("", "<p>"));
    for list in [
        "nothing",
        "index,,noai",
        "all",
        "none",
        "indexifembedded",
        "",
    ] {
        let output = failing(&server, "/", list);
        ends(&output, 2);
        let reported = said(&output);
        assert!(
            reported
                .contains("it is one of: fetch, index, follow, archive, snippet, ai, noindex, "),
            "{reported}"
        );
        assert!(!reported.contains("none") || list == "none", "{reported}");
    }
    assert_eq!(server.asked().len(), 0);
}
