//! The requests of `check`: the product token of its rules, and its `User-Agent`.

use super::*;

/// A run without `--agent`.
fn unnamed(args: &[&str], urls: &[String]) -> Output {
    program(&[&["--no-cache", "--timeout", "2"], args].concat(), urls)
}

fn record(output: &Output, code: i32) -> Value {
    serde_json::from_str(&ends(output, code)).unwrap()
}

#[test]
fn a_client_that_signs_with_its_own_name_asks_by_it() {
    let closed = site(
        "User-agent: robots-policy\nDisallow: /\n\nUser-agent: *\nAllow: /\n",
        |_| page("", PAGE),
    );
    let reported = ends(&unnamed(&[], &[closed.url("/")]), 1);
    assert_eq!(closed.paths(), ["/robots.txt"]);
    assert!(
        reported.contains(" for robots-policy\nMust not be fetched.\n\n  fetch    NO "),
        "{reported}"
    );
    let record = record(&unnamed(&["--format", "json"], &[closed.url("/")]), 1);
    assert_eq!(record["agent"], serde_json::json!(["robots-policy"]));
    assert_eq!(record["access"]["group"], "robots-policy");
    let signed = closed.asked()[0].field("user-agent").unwrap().to_owned();
    assert!(signed.starts_with("robots-policy/"), "{signed}");
}

#[test]
fn rules_for_its_own_name_and_for_every_client_bind_it() {
    for (fields, body) in [
        ("Robots-Tag: robots-policy;noindex\r\n", ""),
        ("X-Robots-Tag: robots-policy: noindex\r\n", ""),
        ("", "<meta name=robots-policy content=noindex>"),
        ("", "<meta name=robots content=noindex>"),
    ] {
        let server = site("", move |_| page(fields, body));
        let reported = ends(&unnamed(&[], &[server.url("/")]), 1);
        assert!(
            reported.contains("index    NO "),
            "{fields}{body}: {reported}"
        );
    }
    let closed = site("User-agent: *\nDisallow: /", |_| page("", ""));
    ends(&unnamed(&[], &[closed.url("/")]), 1);
    // A client without a name signs with this one too.
    let closed = site("User-agent: robots-policy\nDisallow: /", |_| page("", ""));
    ends(&unnamed(&["--agent", "*"], &[closed.url("/")]), 1);
    assert_eq!(closed.paths(), ["/robots.txt"]);
}

#[test]
fn a_client_with_another_name_is_not_bound_by_rules_for_this_program() {
    let server = site("User-agent: robots-policy\nDisallow: /", |_| page("", ""));
    ends(&unnamed(&["--agent", "ExampleBot"], &[server.url("/")]), 0);
    assert_eq!(server.asked()[0].field("user-agent"), Some("ExampleBot"));
}

#[test]
fn purposes_are_named_in_every_request() {
    let contact = "https://example.com/bot";
    for (args, signed) in [
        (
            "--agent ExampleBot --purpose EXAMPLE-PURPOSE-1",
            "ExampleBot (EXAMPLE-PURPOSE-1)",
        ),
        (
            "--agent ExampleBot --purpose EXAMPLE-PURPOSE-1 --contact CONTACT",
            "ExampleBot (EXAMPLE-PURPOSE-1; +https://example.com/bot)",
        ),
        (
            "--agent ExampleBot --purpose a --purpose b",
            "ExampleBot (a; b)",
        ),
        (
            "--purpose a",
            concat!("robots-policy/", env!("CARGO_PKG_VERSION"), " (a)"),
        ),
    ] {
        let server = site("User-agent-purpose: a\nDisallow: /a\n", |_| page("", ""));
        let args: Vec<_> = args.split(' ').collect();
        let args: Vec<_> = args
            .into_iter()
            .map(|arg| if arg == "CONTACT" { contact } else { arg })
            .collect();
        ends(&unnamed(&args, &[server.url("/")]), 0);
        let asked = server.asked();
        assert_eq!(asked.len(), 3);
        assert!(
            asked
                .iter()
                .all(|asked| asked.field("user-agent") == Some(signed)),
            "{asked:?}"
        );
    }
}

#[test]
fn a_signature_agent_is_obeyed_and_not_sent_without_a_signature() {
    let server = site("Signature-agent: bot.example\nDisallow: /a\n", |_| {
        page("", "")
    });
    let args = ["--signature-agent", "\"https://bot.example\""];
    ends(&unnamed(&args, &[server.url("/a"), server.url("/b")]), 1);
    assert_eq!(server.paths(), ["/robots.txt", "/b", TDMREP]);
    assert!(
        server
            .asked()
            .iter()
            .all(|asked| asked.field("signature-agent").is_none())
    );
    let help = ends(&program(&["--help"], &[]), 0);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        help.contains("`check` does not send it, because it signs no request"),
        "{help}"
    );
}

#[test]
fn an_answer_of_more_than_128_fields_is_read() {
    let many = "Robots-Tag: b;q\r\n".repeat(300);
    let server = Server::start({
        let many = many.clone();
        move |asked, stream| {
            let bytes = match asked.path.as_str() {
                "/robots.txt" => ok(&many, "User-agent: *\nDisallow: /private\n"),
                "/moved" => answer("302 Found", &format!("{many}Location: /\r\n"), ""),
                _ => page(&format!("{many}Robots-Tag: ExampleBot;noindex\r\n"), "<p>"),
            };
            stream.write_all(&bytes).unwrap();
            Then::Keep
        }
    });
    let urls = [server.url("/moved"), server.url("/private")];
    let output = unnamed(&["--agent", "ExampleBot", "--format", "json"], &urls);
    let reported = ends(&output, 1);
    assert_eq!(server.paths(), ["/robots.txt", "/moved", "/", TDMREP]);
    assert!(reported.contains("\"noindex\":true"), "{reported}");
    assert!(reported.contains("\"disallow-rule\""), "{reported}");
}

/// A field of each request, by path.
fn sent(server: &Server, field: &str) -> Vec<(String, Option<String>)> {
    let asked = server.asked().into_iter();
    asked
        .map(|asked| {
            (
                asked.path.clone(),
                asked.field(field).map(ToOwned::to_owned),
            )
        })
        .collect()
}

#[test]
fn fields_are_sent_with_every_request_and_secrets_to_no_stranger() {
    let far = site("", |_| page("", "<p>"));
    let place = far.url("/there");
    let near = site("", move |_| redirect(302, &place));
    let args = [
        "-H",
        "Authorization: Basic YTpi",
        "--header",
        "Accept-Language: de",
        "-H",
        "X-A:1",
        "-H",
        "x-a: 2",
    ];
    ends(&unnamed(&args, &[near.url("/a")]), 0);
    for asked in near.asked() {
        assert_eq!(asked.field("authorization"), Some("Basic YTpi"));
        assert_eq!(asked.field("accept-language"), Some("de"));
        let lines = asked
            .head
            .lines()
            .filter(|line| line.to_lowercase().starts_with("x-a:"));
        assert_eq!(lines.count(), 2, "{}", asked.head);
        let accept = asked
            .head
            .lines()
            .filter(|line| line.starts_with("accept: "));
        assert_eq!(accept.count(), 1);
    }
    assert_eq!(sent(&far, "authorization").len(), 3);
    assert!(
        sent(&far, "authorization")
            .iter()
            .all(|(_, value)| value.is_none())
    );
    assert!(
        sent(&far, "accept-language")
            .iter()
            .all(|(_, value)| value.is_some())
    );
    // A site that is named receives them, even after a redirect.
    ends(&unnamed(&args, &[near.url("/a"), far.url("/b")]), 0);
    let secrets = sent(&far, "authorization");
    assert!(
        secrets[3..].iter().all(|(_, value)| value.is_some()),
        "{secrets:?}"
    );
}

#[test]
fn an_answer_to_fields_of_the_user_is_not_kept() {
    let server = site("", |_| page("", "<p>"));
    let folder = Folder::new("fields");
    let mut program = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    program
        .args(["check", "-H", "Accept-Language: de"])
        .arg(server.url("/"));
    let output = program
        .env("XDG_CACHE_HOME", folder.arg())
        .output()
        .unwrap();
    ends(&output, 0);
    assert!(!folder.0.exists());
    let output = program.args(["--cache", &folder.arg()]).output().unwrap();
    ends_saying(&output, 2, "cannot be used with");
}

#[test]
fn a_field_that_cannot_be_sent_is_refused() {
    let url = String::from("http://127.0.0.1:1/");
    for (field, why) in [
        (
            "Host: a.example",
            "`host` cannot be set here: it is the host of the URL",
        ),
        (
            "user-agent: a",
            "`user-agent` cannot be set here: write --user-agent STRING",
        ),
        ("Content-Length: 3", "it is about the connection"),
        (
            "Accept-Language",
            "has no colon; write it as in `Accept-Language: de`",
        ),
        ("A b: c", "does not begin with a field name"),
        (": c", "does not begin with a field name"),
        ("A: ", "has no value"),
        ("A: b\r\nHost: c", "has a character that no field may have"),
    ] {
        ends_saying(&unnamed(&["-H", field], std::slice::from_ref(&url)), 2, why);
    }
}

#[test]
fn a_user_agent_is_sent_as_it_is_and_should_name_the_asker() {
    for (args, agent, warned) in [
        (
            &["--agent", "ExampleBot"][..],
            "Mozilla/5.0 (compatible; examplebot/2.1)",
            None,
        ),
        (
            &["--agent", "ExampleBot-News,ExampleBot"],
            "ExampleBot/1",
            None,
        ),
        (
            &["--agent", "ExampleBot"],
            "MyExampleBot/1",
            Some("ExampleBot"),
        ),
        (&[], "Mozilla/5.0", Some("robots-policy")),
        (
            &["--agent", "ExampleBot", "--agent", "Other"],
            "ExampleBot/1",
            Some("Other"),
        ),
    ] {
        let server = site("", |_| page("", "<p>"));
        let output = unnamed(
            &[args, &["--user-agent", agent]].concat(),
            &[server.url("/")],
        );
        ends(&output, 0);
        let agents = sent(&server, "user-agent");
        assert!(
            agents
                .iter()
                .all(|(_, sent)| sent.as_deref() == Some(agent)),
            "{agents:?}"
        );
        let expected = warned.map(|name| {
            format!("robots-policy: the user agent `{agent}` does not name {name}, whose rules are obeyed: sites take it for another client\n")
        });
        assert_eq!(said(&output), expected.unwrap_or_default());
    }
    let url = [String::from("http://127.0.0.1:1/")];
    ends(&unnamed(&["--user-agent", ""], &url), 2);
    ends(&unnamed(&["--user-agent", "a\nb"], &url), 2);
    ends(&unnamed(&["--user-agent", "a", "--contact", "b"], &url), 2);
}

#[test]
fn requests_and_answers_are_shown_on_demand() {
    let server = site("", |asked| match asked.path.as_str() {
        "/a" => redirect(302, "/b"),
        _ => page("", "<p>"),
    });
    let output = unnamed(&["-v", "--format", "json"], &[server.url("/a")]);
    ends(&output, 0);
    let reported = said(&output);
    let lines: Vec<&str> = reported.lines().collect();
    for (pair, (path, status)) in lines.chunks(2).zip([
        ("/robots.txt", "200"),
        ("/a", "302"),
        ("/b", "200"),
        (TDMREP, "200"),
    ]) {
        assert_eq!(pair[0], format!("> GET {}", server.url(path)));
        assert!(
            pair[1].starts_with(&format!("< {status} after ")) && pair[1].ends_with(" ms"),
            "{reported}"
        );
    }
    assert_eq!(lines.len(), 8);
    let output = unnamed(&["-v"], &[String::from("http://127.0.0.1:1/")]);
    let reported = said(&output);
    assert!(
        reported.contains("\n< no answer after ") && reported.contains(" ms: no connection: "),
        "{reported}"
    );
}
