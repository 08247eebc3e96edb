//! The requests of `check`: the name under which it asks, and its `User-Agent`.

use super::*;

/// A run without `--agent`.
fn unnamed(args: &[&str], urls: &[String]) -> Output {
    program(&[&["--no-cache", "--timeout", "2"], args].concat(), urls)
}

fn record(output: &Output, code: i32) -> Value {
    serde_json::from_str(&ends(output, code)).unwrap()
}

#[test]
fn who_signs_with_its_own_name_asks_by_it() {
    let closed = site(
        "User-agent: robots-policy\nDisallow: /\n\nUser-agent: *\nAllow: /\n",
        |_| page("", PAGE),
    );
    let told = ends(&unnamed(&[], &[closed.url("/")]), 1);
    assert_eq!(closed.paths(), ["/robots.txt"]);
    assert!(
        told.contains(" for robots-policy\nMust not be fetched.\n\n  fetch    NO "),
        "{told}"
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
        let told = ends(&unnamed(&[], &[server.url("/")]), 1);
        assert!(told.contains("index    NO "), "{fields}{body}: {told}");
    }
    let everybody = site("User-agent: *\nDisallow: /", |_| page("", ""));
    ends(&unnamed(&[], &[everybody.url("/")]), 1);
    // A client without a name signs with this one too.
    let closed = site("User-agent: robots-policy\nDisallow: /", |_| page("", ""));
    ends(&unnamed(&["--agent", "*"], &[closed.url("/")]), 1);
    assert_eq!(closed.paths(), ["/robots.txt"]);
}

#[test]
fn who_asks_by_another_name_is_not_bound_by_the_own_one() {
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
        assert_eq!(asked.len(), 2);
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
    assert_eq!(server.paths(), ["/robots.txt", "/b"]);
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
    let told = ends(&output, 1);
    assert_eq!(server.paths(), ["/robots.txt", "/moved", "/"]);
    assert!(told.contains("\"noindex\":true"), "{told}");
    assert!(told.contains("\"disallow-rule\""), "{told}");
}
