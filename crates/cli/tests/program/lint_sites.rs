//! `lint` against real servers on loopback: what it requests, how often, and what it says where it ends early. What people see is in
//! the session `lint_sites`.

use std::io::Write as _;
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Asked, Server, Then, answer, ok};
use serde_json::Value;

use crate::scanning::{command, folder, json_lines, run};

const TYPE: &str = "Content-Type: text/html\r\n";

/// A site whose sitemap lists this many pages, which `page` answers.
fn site(
    pages: usize,
    page: impl Fn(&Asked, &mut TcpStream) -> Then + Send + Sync + 'static,
) -> Server {
    Server::start(move |asked, stream| {
        let host = asked.field("Host").unwrap_or_default();
        let lines = (0..pages).map(|page| format!("http://{host}/p/{page}\n"));
        let file = match asked.path.as_str() {
            "/robots.txt" => ok("", ""),
            "/sitemap.xml" => ok("", lines.collect::<String>()),
            path if path.starts_with("/p/") => return page(asked, stream),
            "/" => ok(TYPE, "<!doctype html><title>a</title>"),
            _ => answer("404 Not Found", "", ""),
        };
        stream.write_all(&file).unwrap();
        Then::Keep
    })
}

fn sends(stream: &mut TcpStream, fields: &str, body: &str) -> Then {
    stream
        .write_all(&ok(&format!("{TYPE}{fields}"), body))
        .unwrap();
    Then::Keep
}

/// The pages that were requested.
fn pages(server: &Server) -> Vec<String> {
    let paths = server.paths().into_iter();
    paths.filter(|path| path.starts_with("/p/")).collect()
}

#[test]
fn a_finding_about_many_pages_is_one() {
    let server = site(1204, |_, stream| {
        sends(
            stream,
            "X-Robots-Tag: no-index\r\n",
            "<!doctype html><title>a</title>",
        )
    });
    let line = format!(
        "lint {} --sitemap --pages 2000 --pause 0 --no-cache --format",
        server.url("/")
    );
    let folder = folder("lint-many-sites");
    let found = json_lines(&ends(&run(&folder, &format!("{line} json")), 1));
    let near: Vec<&Value> = found
        .iter()
        .filter(|row| row["code"] == "directive-near")
        .collect();
    let [near] = near[..] else {
        panic!("{near:?}");
    };
    assert_eq!(near["count"], 1204);
    assert_eq!(near["inputs"].as_array().unwrap().len(), 5);
    let text = ends(&run(&folder, &format!("{line} text")), 1);
    assert!(
        text.contains("in: 1,204 pages: ") && text.contains(" and 1,199 more\n"),
        "{text}"
    );
    let connections = server.asked().into_iter().map(|asked| asked.connection);
    assert!(connections.max().unwrap() <= 4, "connections are kept");
}

#[test]
fn what_was_seen_before_a_signal_is_reported() {
    let server = site(9, |_, stream| {
        let page = "<!doctype html><title>a</title>";
        sends(stream, "X-Robots-Tag: no-index\r\n", page)
    });
    let (first, second) = (server.url("/p/0"), server.url("/p/1"));
    let words = format!("lint {first} {second} --no-cache --pause 600");
    let mut child = command(&folder("lint-signal"), &words);
    let child = child.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    while pages(&server).is_empty() {
        thread::sleep(Duration::from_millis(10));
    }
    let mut kill = Command::new("kill");
    let kill = kill.args(["-INT", &child.id().to_string()]);
    assert!(kill.status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let text = ends(&output, 1);
    assert!(text.contains("error[directive-near]"), "{text}");
    let said = said(&output);
    let why = "the run was interrupted: 1 of 2 pages were looked at";
    assert!(said.contains(why), "{said}");
}

#[test]
fn other_hosts_of_a_site_are_compared() {
    let server = Server::start(|asked, stream| {
        let is_other = asked.field("Host").unwrap_or_default().starts_with("www.");
        let file = match (asked.path.as_str(), is_other) {
            ("/robots.txt", true) => ok("", "User-agent: *\nDisallow: /\n"),
            ("/robots.txt", false) => ok("", "User-agent: *\nDisallow: /private\n"),
            _ => ok(TYPE, "<!doctype html><title>a</title>"),
        };
        stream.write_all(&file).unwrap();
        Then::Keep
    });
    let port = server.address().port();
    let words = format!(
        "lint http://site.example:{port}/ --other-hosts --resolve site.example:{port}:127.0.0.1 --resolve www.site.example:{port}:127.0.0.1"
    );
    let text = ends(&run(&folder("lint-hosts"), &words), 0);
    let effect = "effect: fetch /: yes; there: no; for googlebot";
    assert!(
        text.contains("warning[robots-by-host]") && text.contains(effect),
        "{text}"
    );
}
