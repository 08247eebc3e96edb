//! `--proxy`: which variables count for which addresses, and that no request goes another way.

use std::io::Write as _;
use std::process::Output;

use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Server, Then, file, ok, redirect};

use crate::scanning::{command, folder};

/// A site that a test may not reach directly: a page, and an archive at `/a.warc.gz`.
fn site() -> Server {
    let mut archive = Writer::new(Packing::Gzip);
    archive.crawl(&mut Numbers(1), 3);
    Server::start(move |asked, stream| {
        let bytes = match asked.path.as_str() {
            "/robots.txt" => ok("", ""),
            "/a.warc.gz" => file(asked, "ETag: \"a\"\r\n", &archive.bytes),
            "/secure" => redirect(302, "https://127.0.0.1:1/"),
            _ => ok("Content-Type: text/html\r\n", "<p>"),
        };
        let _ = stream.write_all(&bytes);
        Then::Keep
    })
}

/// A proxy that answers in the place of the sites.
fn proxy() -> Server {
    Server::start(|asked, stream| {
        let bytes = match (asked.head.split(' ').next(), asked.path.as_str()) {
            (Some("CONNECT"), _) => b"HTTP/1.1 200 OK\r\n\r\n".to_vec(),
            (_, "/robots.txt") => ok("", ""),
            (_, "/secure") => redirect(302, "https://127.0.0.1:1/"),
            _ => ok("Content-Type: text/html\r\n", "<p>"),
        };
        let _ = stream.write_all(&bytes);
        Then::Keep
    })
}

/// The program with `--proxy` and no other variables about proxies than these.
fn with_proxy(test: &str, words: &str, variables: &[(&str, &str)]) -> Output {
    let folder = folder(test);
    let mut command = command(&folder, &format!("{words} --proxy"));
    for name in VARIABLES {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied()).output().unwrap()
}

fn checked(test: &str, url: &str, variables: &[(&str, &str)]) -> Output {
    with_proxy(
        test,
        &format!("check --no-cache --no-extra-fetches --timeout 5 {url}"),
        variables,
    )
}

/// The three ways in which the program reads the web.
fn ways(site: &Server) -> [String; 3] {
    let archive = site.url("/a.warc.gz");
    [
        format!("check --no-cache {}", site.url("/")),
        format!("scan {archive} -o out"),
        format!("robots-store build {archive} -o new.redb"),
    ]
}

#[test]
fn a_variable_that_names_no_proxy_is_a_usage_error_and_nothing_is_requested() {
    let site = site();
    let wrong = [
        "http://[bad",
        "http://NAME:SECRET@[bad",
        "ftp://127.0.0.1:9",
        "http//127.0.0.1:9",
        " http://127.0.0.1:9",
        "http://NA ME:SECRET@127.0.0.1:9",
        "http://NAME:SECRET@:9",
        "http://NAME:SECRET%ff@127.0.0.1:9",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:9/pac",
        "http://127.0.0.1:9?SECRET",
        "socks5://",
    ];
    for way in ways(&site) {
        for value in wrong {
            for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
                let run = with_proxy("proxies-wrong", &way, &[(name, value)]);
                let message = said(&run);
                assert_eq!(
                    run.status.code(),
                    Some(2),
                    "{way}, {name}={value}: {message}"
                );
                assert!(message.contains(&format!("`{name}`")), "{message}");
                assert!(message.contains("--proxy"), "{message}");
                for secret in ["SECRET", "NAME", "NA ME"] {
                    assert!(!message.contains(secret), "{message}");
                }
            }
        }
    }
    assert_eq!(site.paths(), [""; 0]);
}

#[test]
fn a_variable_that_is_wrong_counts_also_if_no_address_needs_it() {
    let (site, proxy) = (site(), proxy());
    let right = proxy.url("/");
    let variables = [("http_proxy", right.as_str()), ("https_proxy", "ftp://h:1")];
    for way in ways(&site) {
        let run = with_proxy("proxies-other", &way, &variables);
        assert_eq!(run.status.code(), Some(2), "{way}");
        assert!(said(&run).contains("`https_proxy`"), "{}", said(&run));
    }
    assert_eq!((site.paths(), proxy.paths()), (vec![], vec![]));
}

#[test]
fn no_variable_is_a_usage_error_and_so_is_an_empty_one() {
    let site = site();
    let empty: Vec<(&str, &str)> = VARIABLES.iter().map(|name| (*name, "")).collect();
    for way in ways(&site) {
        for variables in [&empty[..], &[]] {
            let run = with_proxy("proxies-none", &way, variables);
            assert_eq!(run.status.code(), Some(2), "{way}, {variables:?}");
            for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
                assert!(said(&run).contains(name), "{}", said(&run));
            }
        }
    }
    // Without an address too: the option cannot be obeyed.
    let run = with_proxy("proxies-none", "scan a.warc -o out", &[]);
    assert_eq!(run.status.code(), Some(2), "{}", said(&run));
    assert_eq!(site.paths(), [""; 0]);
}

#[test]
fn the_variable_of_a_scheme_counts_for_it_alone() {
    let (site, proxy) = (site(), proxy());
    let right = proxy.url("/");
    for name in ["https_proxy", "HTTPS_PROXY"] {
        for way in ways(&site) {
            let run = with_proxy("proxies-scheme", &way, &[(name, &right)]);
            assert_eq!(run.status.code(), Some(2), "{way}");
            assert!(said(&run).contains("`http_proxy`"), "{}", said(&run));
        }
    }
    let run = checked(
        "proxies-scheme",
        "https://127.0.0.1:1/",
        &[("http_proxy", &right)],
    );
    assert_eq!(run.status.code(), Some(2));
    assert!(said(&run).contains("`https_proxy`"), "{}", said(&run));
    assert_eq!((site.paths(), proxy.paths()), (vec![], vec![]));
    for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
        ends(
            &checked("proxies-scheme", &site.url("/"), &[(name, &right)]),
            0,
        );
    }
    assert_eq!(site.paths(), [""; 0]);
    let connects = proxy.asked();
    let connects = connects
        .iter()
        .filter(|asked| asked.head.starts_with("CONNECT "));
    assert_eq!(connects.count(), 4);
}

#[test]
fn a_redirect_to_a_scheme_without_a_proxy_is_not_followed() {
    let (site, proxy) = (site(), proxy());
    let right = proxy.url("/");
    let run = checked(
        "proxies-redirect",
        &format!("{} --format json", site.url("/secure")),
        &[("http_proxy", &right)],
    );
    let line = ends(&run, 3);
    assert!(line.contains("\"code\":\"no-proxy\""), "{line}");
    assert!(said(&run).contains("`https_proxy`"), "{}", said(&run));
    assert_eq!(site.paths(), [""; 0]);
}

#[test]
fn the_spelling_in_small_letters_counts_first() {
    let (site, proxy) = (site(), proxy());
    let right = proxy.url("/");
    let variables = [
        ("http_proxy", right.as_str()),
        ("HTTP_PROXY", "http://127.0.0.1:1"),
    ];
    ends(&checked("proxies-letters", &site.url("/"), &variables), 0);
    assert_eq!(site.paths(), [""; 0]);
}

/// A server passes the field `Proxy` of a request to a CGI program as `HTTP_PROXY`.
#[test]
fn http_proxy_in_capitals_does_not_count_in_a_cgi_program() {
    let (site, proxy) = (site(), proxy());
    let right = proxy.url("/");
    let variables = [("REQUEST_METHOD", "GET"), ("HTTP_PROXY", right.as_str())];
    let run = checked("proxies-cgi", &site.url("/"), &variables);
    assert_eq!(run.status.code(), Some(2), "{}", said(&run));
    assert!(said(&run).contains("CGI"), "{}", said(&run));
    let variables = [("REQUEST_METHOD", "GET"), ("ALL_PROXY", right.as_str())];
    ends(&checked("proxies-cgi", &site.url("/"), &variables), 0);
    assert_eq!(site.paths(), [""; 0]);
}

#[test]
fn an_address_that_is_excluded_goes_direct() {
    for (name, value) in [
        ("no_proxy", "127.0.0.1"),
        ("NO_PROXY", "example.com, 127.0.0.1"),
        ("NO_PROXY", "127.0.0.0/8"),
        ("no_proxy", "*"),
    ] {
        let (site, proxy) = (site(), proxy());
        let right = proxy.url("/");
        let variables = [("http_proxy", right.as_str()), (name, value)];
        ends(&checked("proxies-excluded", &site.url("/"), &variables), 0);
        assert_eq!(site.paths(), ["/robots.txt", "/"], "{name}={value}");
        assert_eq!(proxy.paths(), [""; 0]);
        // What is excluded needs no variable of its scheme.
        let variables = [("https_proxy", right.as_str()), (name, value)];
        ends(&checked("proxies-excluded", &site.url("/"), &variables), 0);
    }
    let (site, proxy) = (site(), proxy());
    let right = proxy.url("/");
    let variables = [
        ("http_proxy", right.as_str()),
        ("no_proxy", "127.0.0.10,7.0.0.1"),
    ];
    ends(&checked("proxies-excluded", &site.url("/"), &variables), 0);
    assert_eq!(site.paths(), [""; 0]);
}

#[test]
fn a_proxy_may_be_written_without_its_scheme() {
    for slash in ["", "/"] {
        let (site, proxy) = (site(), proxy());
        let value = format!("localhost:{}{slash}", proxy.address().port());
        ends(
            &checked("proxies-short", &site.url("/"), &[("http_proxy", &value)]),
            0,
        );
        assert_eq!(site.paths(), [""; 0]);
    }
}

/// The variables that the program reads.
const VARIABLES: [&str; 8] = [
    "http_proxy",
    "HTTP_PROXY",
    "https_proxy",
    "HTTPS_PROXY",
    "all_proxy",
    "ALL_PROXY",
    "no_proxy",
    "NO_PROXY",
];
