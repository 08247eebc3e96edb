//! Each kind of an answer arrives as the script has it.

use std::io::{Read as _, Write as _};

use flate2::read::GzDecoder;

use super::*;

/// The sites of a case whose host `a` has these answers at `/x`.
fn sites(replies: &str) -> Sites {
    Sites::open(&Arc::new(case(replies)), "ExampleBot").unwrap()
}

fn case(replies: &str) -> Case {
    let line = format!(
        r#"{{"id":"client/a/b","since":"1.0","level":"rfc","basis":[{{"doc":"RFC 9309"}}],"about":"a","hosts":{{"a":{{"/x":{replies}}},"b":{{}}}},"start":["a/x"]}}"#
    );
    serde_json::from_str(&line).unwrap()
}

/// The whole answer to a request, or none where the connection failed.
fn ask(sites: &Sites, method: &str, path: &str) -> Option<Vec<u8>> {
    ask_host(sites, "a", method, path)
}

fn ask_host(sites: &Sites, host: &str, method: &str, path: &str) -> Option<Vec<u8>> {
    let mut stream = TcpStream::connect(sites.ports[host]).unwrap();
    let request = format!("{method} {path} HTTP/1.1\r\nHost: a\r\nUser-Agent: Me/1\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    Some(answer)
}

/// The head and the body of an answer at `/x`.
fn parts(replies: &str) -> (String, Vec<u8>) {
    let answer = ask(&sites(replies), "GET", "/x").unwrap();
    let end = answer
        .windows(4)
        .position(|end| end == b"\r\n\r\n")
        .unwrap();
    let head = String::from_utf8(answer[..end + 2].to_vec()).unwrap();
    (head, answer[end + 4..].to_vec())
}

#[test]
fn statuses_fields_and_bodies_arrive() {
    for (reply, head, body) in [
        (
            r#"{"robots":"for {agent}\n"}"#,
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n",
            "for ExampleBot\n",
        ),
        (
            r#"{"status":503}"#,
            "HTTP/1.1 503 Service Unavailable\r\n",
            "",
        ),
        (r#"{"status":599}"#, "HTTP/1.1 599 Unknown\r\n", ""),
        (
            r#"{"fields":[["X-A","{agent_upper}"]],"body":"b"}"#,
            "X-A: EXAMPLEBOT\r\n",
            "b",
        ),
        (
            r#"{"fields":[["content-type","a/b"]],"robots":"{agent_prefix}"}"#,
            "OK\r\ncontent-type: a/b\r\nDate",
            "ExampleBo",
        ),
        (r#"{"body_b64":"YQBi"}"#, "Content-Length: 3\r\n", "a\0b"),
        (
            r#"{"robots":"abcdef","cut_after":2}"#,
            "Content-Length: 6\r\n",
            "ab",
        ),
        (
            r#"{"robots":"r\n","pad":{"before":8,"after":4,"line":5}}"#,
            "Content-Length: 14\r\n",
            "# xx\n# \nr\n# x\n",
        ),
        (
            r#"{"robots":"r","pad":{"before":3,"text":"ab"}}"#,
            "Content-Length: 5\r\n",
            "ababr",
        ),
        (
            r#"{"raw":"HTTP/1.1 200 OK\r\n\r\n{agent}"}"#,
            "HTTP/1.1 200 OK\r\n",
            "ExampleBot",
        ),
    ] {
        let (found, bytes) = parts(&format!("[{reply}]"));
        assert!(found.contains(head), "{reply}: {found}");
        assert_eq!(String::from_utf8(bytes).unwrap(), body, "{reply}");
    }
}

#[test]
fn redirects_and_links_lead_to_the_hosts() {
    let replies = r#"[{"status":302,"location":"{b}/y"},{"page":{"name":"n","head":"<meta>","links":["{b}/y nofollow"]}}]"#;
    let sites = sites(replies);
    let b = sites.url("b/y");
    let first = String::from_utf8(ask(&sites, "GET", "/x").unwrap()).unwrap();
    assert!(first.contains(&format!("Location: {b}\r\n")), "{first}");
    // The second answer, and again as it is the last one.
    for _ in 0..2 {
        let page = String::from_utf8(ask(&sites, "GET", "/x").unwrap()).unwrap();
        assert!(page.contains("Marker-n-of-the-page") && page.contains("<meta></head>"));
        assert!(
            page.contains(&format!("<a href=\"{b}\" rel=\"nofollow\">")),
            "{page}"
        );
    }
}

#[test]
fn a_client_that_obeys_for_links_gets_a_page_that_links_to_the_case() {
    let case = case(r#"[{"page":{}}]"#).after_links();
    let sites = Sites::open(&Arc::new(case), "ExampleBot").unwrap();
    let page = String::from_utf8(ask_host(&sites, "hub", "GET", "/").unwrap()).unwrap();
    let link = format!("<a href=\"{}\"", sites.url("a/x"));
    assert!(
        page.contains(&link) && page.contains("Marker-hub-"),
        "{page}"
    );
    let robots = ask_host(&sites, "hub", "GET", "/robots.txt").unwrap();
    assert!(robots.starts_with(b"HTTP/1.1 404"));
    assert_eq!(sites.requests()[0].at, "hub/");
}

#[test]
fn gzip_has_its_label_or_none() {
    for (kind, is_labelled) in [("labelled", true), ("unlabelled", false)] {
        let (head, body) = parts(&format!(r#"[{{"robots":"rules","gzip":"{kind}"}}]"#));
        assert_eq!(head.contains("Content-Encoding: gzip"), is_labelled);
        let mut text = String::new();
        GzDecoder::new(body.as_slice())
            .read_to_string(&mut text)
            .unwrap();
        assert_eq!(text, "rules");
    }
}

#[test]
fn a_connection_is_reset_or_has_no_byte() {
    assert_eq!(ask(&sites(r#"[{"reset":true}]"#), "GET", "/x"), None);
    assert_eq!(
        ask(&sites(r#"[{"raw":""}]"#), "GET", "/x"),
        Some(Vec::new())
    );
}

#[test]
fn an_answer_that_does_not_come_ends_with_the_sites() {
    let sites = sites(r#"[{"delay_ms":3600000,"robots":"late"}]"#);
    let address = sites.ports["a"];
    let waits = thread::spawn(move || {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET /x HTTP/1.1\r\n\r\n").unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
    });
    while sites.requests().is_empty() {
        thread::yield_now();
    }
    assert!(!waits.is_finished());
    drop(sites);
    waits.join().unwrap();
}

#[test]
fn the_clock_of_a_site_is_ahead() {
    let day = |replies: &str| {
        let head = parts(replies).0;
        let date = head.lines().find_map(|line| line.strip_prefix("Date: "));
        let date = date.unwrap().trim_end_matches(" GMT").to_owned();
        jiff::civil::DateTime::strptime("%a, %d %b %Y %H:%M:%S", date).unwrap()
    };
    let (now, then) = (
        day(r#"[{"robots":""}]"#),
        day(r#"[{"robots":"","clock_hours":25}]"#),
    );
    let hours = now.until((jiff::Unit::Hour, then)).unwrap().get_hours();
    assert!((25..=26).contains(&hours), "{now} {then}");
}

#[test]
fn requests_are_noted_and_other_paths_are_absent() {
    let sites = sites(r#"[{"robots":"body"}]"#);
    let head = ask(&sites, "HEAD", "/x").unwrap();
    assert!(head.ends_with(b"\r\n\r\n"), "HEAD has no body");
    assert!(
        ask(&sites, "GET", "http://a/y?q=1")
            .unwrap()
            .starts_with(b"HTTP/1.1 404 ")
    );
    let requests = sites.requests();
    let noted = requests
        .iter()
        .map(|one| (one.at.as_str(), one.method.as_str()));
    assert_eq!(
        noted.collect::<Vec<_>>(),
        [("a/x", "HEAD"), ("a/y?q=1", "GET")]
    );
    assert!(
        requests
            .iter()
            .all(|one| one.user_agent.as_deref() == Some("Me/1"))
    );
}
