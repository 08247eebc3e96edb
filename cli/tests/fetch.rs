//! `check` against real servers on loopback: what is asked for, how often, and how the program ends.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod server;

use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use server::{Server, Then, answer, ok, redirect};

const PAGE: &str = "Content-Type: text/html\r\n";

/// A site with this robots.txt, whose pages are as told by their path.
fn site(robots: &'static str) -> Server {
    Server::start(move |asked, stream| {
        let bytes = match asked.path.as_str() {
            "/robots.txt" if robots.starts_with("HTTP/") => robots.as_bytes().to_vec(),
            "/robots.txt" => ok("Content-Type: text/plain\r\n", robots),
            "/noindex" => ok(PAGE, "<meta name=robots content=noindex>"),
            "/field" => ok(
                "X-Robots-Tag: nofollow\r\nContent-Type: text/html\r\n",
                "<p>",
            ),
            "/moved" => redirect(302, "/noindex"),
            "/missing" => answer("404 Not Found", PAGE, "<p>none"),
            "/circle" => redirect(302, "/circle2"),
            "/circle2" => redirect(302, "/circle"),
            "/long" => {
                let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<meta name=robots content=noarchive><body>";
                let _ = stream.write_all(head);
                // Whoever reads on waits for ever.
                while stream.write_all(&[b'a'; 4096]).is_ok() {
                    thread::sleep(Duration::from_millis(1));
                }
                return Then::Close;
            }
            _ => ok(PAGE, "<title>page</title><p>text"),
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    })
}

fn check(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    command
        .arg("check")
        .args(args)
        .args(["--agent", "ExampleBot", "--timeout", "5"]);
    command.env("XDG_CACHE_HOME", "/nowhere").output().unwrap()
}

/// Runs without a cache; gives the exit code and what was written.
#[track_caller]
fn without_cache(args: &[&str], code: i32) -> String {
    ends(&check(&[args, &["--no-cache"]].concat()), code)
}

#[track_caller]
fn ends(output: &Output, code: i32) -> String {
    let out = String::from_utf8_lossy(&output.stdout);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(code),
        "stdout:\n{out}\nstderr:\n{err}"
    );
    format!("{out}{err}")
}

struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!(
            "robots-policy-check-{}-{number}",
            std::process::id()
        ));
        let _ = fs::remove_dir_all(&folder);
        Folder(folder)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn the_exit_code_says_what_was_found() {
    let free = site("User-agent: *\nDisallow: /private\n");
    for (path, code) in [
        ("/", 0),
        ("/noindex", 1),
        ("/field", 1),
        ("/moved", 1),
        ("/private/a", 1),
        ("/missing", 3),
        ("/circle", 3),
    ] {
        without_cache(&[&free.url(path)], code);
    }
    without_cache(&["example.com"], 2);
    without_cache(&["http://127.0.0.1:1/"], 3);
}

#[test]
fn a_page_that_is_disallowed_is_not_asked_for() {
    let closed = site("User-agent: ExampleBot\nDisallow: /noindex\n");
    let told = without_cache(&[&closed.url("/noindex")], 1);
    assert!(told.contains("Disallow: /noindex"), "{told}");
    assert_eq!(closed.paths(), ["/robots.txt"]);
    // A redirect may lead to where the asker may not go.
    without_cache(&[&closed.url("/moved")], 1);
    assert_eq!(closed.paths(), ["/robots.txt", "/robots.txt", "/moved"]);
}

#[test]
fn r_64_a_robots_txt_that_cannot_be_had_closes_the_site_and_one_that_is_not_there_opens_it() {
    for (robots, paths) in [
        ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 2),
        ("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", 2),
        (
            "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n",
            1,
        ),
        (
            "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n",
            1,
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\na",
            1,
        ),
    ] {
        let site = site(robots);
        let output = check(&[&site.url("/"), "--no-cache"]);
        let is_open = output.status.code() == Some(0);
        assert_eq!(is_open, paths == 2, "{robots}");
        assert_eq!(site.paths().len(), paths, "{robots}");
    }
}

#[test]
fn one_host_is_asked_for_its_robots_txt_once_and_over_one_connection() {
    let site = site("User-agent: *\nAllow: /\n");
    let urls: Vec<String> = (0..3).map(|n| site.url(&format!("/{n}?q"))).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).collect();
    without_cache(&urls, 0);
    assert_eq!(site.paths(), ["/robots.txt", "/0?q", "/1?q", "/2?q"]);
    assert!(
        site.asked()
            .iter()
            .all(|asked| asked.field("user-agent") == Some("ExampleBot"))
    );
}

#[test]
fn another_host_is_asked_for_leave_before_it_is_entered() {
    let there = Server::start_at("127.0.0.2:0", |asked, stream| {
        let robots = asked.path == "/robots.txt";
        let bytes = if robots {
            ok("", "User-agent: *\nDisallow: /")
        } else {
            ok(PAGE, "<p>")
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    let place = there.url("/page");
    let here = Server::start(move |asked, stream| {
        let bytes = if asked.path == "/robots.txt" {
            ok("", "")
        } else {
            redirect(301, &place)
        };
        stream.write_all(&bytes).unwrap();
        Then::Keep
    });
    without_cache(&[&here.url("/")], 1);
    assert_eq!(
        (here.paths().len(), there.paths()),
        (2, vec!["/robots.txt".to_owned()])
    );
}

#[test]
fn a_download_ends_with_the_head() {
    let site = site("");
    let told = without_cache(&[&site.url("/long")], 1);
    assert!(told.contains("noarchive"), "{told}");
}

#[test]
fn limits_of_the_command_line_hold() {
    let site = site("");
    without_cache(&[&site.url("/moved"), "--redirects", "0"], 3);
    let told = without_cache(&[&site.url("/long"), "--max-body", "10"], 3);
    assert!(told.contains("larger than 10 bytes"), "{told}");
}

#[test]
fn r_65_a_former_run_saves_the_request_for_robots_txt() {
    let site = site("User-agent: *\nDisallow: /private\n");
    let folder = Folder::new();
    let url = site.url("/private");
    for _ in 0..3 {
        ends(&check(&[&url, "--cache", folder.name()]), 1);
    }
    assert_eq!(site.paths(), ["/robots.txt"]);
    without_cache(&[&url], 1);
    assert_eq!(site.paths().len(), 2);
}

#[test]
fn the_last_good_copy_serves_while_the_server_fails() {
    let site = Server::start({
        let count = AtomicUsize::new(0);
        move |_, stream| {
            let bytes = match count.fetch_add(1, Ordering::SeqCst) {
                0 => ok(
                    "Cache-Control: no-cache\r\n",
                    "User-agent: *\nDisallow: /private\n",
                ),
                _ => answer("503 Later", "", ""),
            };
            stream.write_all(&bytes).unwrap();
            Then::Keep
        }
    });
    let folder = Folder::new();
    for _ in 0..3 {
        let told = ends(
            &check(&[&site.url("/private"), "--cache", folder.name()]),
            1,
        );
        assert!(told.contains("Disallow: /private"), "{told}");
    }
    assert_eq!(site.paths().len(), 3);
}

#[test]
fn runs_at_the_same_time_share_a_cache() {
    let site = site("User-agent: *\nAllow: /\n");
    let folder = Folder::new();
    thread::scope(|scope| {
        for n in 0..4 {
            let (url, folder) = (site.url(&format!("/{n}")), &folder);
            scope.spawn(move || {
                let told = ends(&check(&[&url, "--cache", folder.name()]), 0);
                assert!(!told.contains("cache"), "{told}");
            });
        }
    });
    let asked = site.paths().len();
    ends(
        &check(&[&site.url("/private"), "--cache", folder.name()]),
        0,
    );
    assert_eq!(site.paths().len(), asked + 1);
}

#[test]
fn a_cache_that_cannot_be_kept_ends_no_run() {
    let site = site("");
    let folder = Folder::new();
    fs::create_dir_all(&folder.0).unwrap();
    fs::write(
        folder.0.join("robots.redb"),
        "this is no store, but somebody's file",
    )
    .unwrap();
    let told = ends(&check(&[&site.url("/"), "--cache", folder.name()]), 0);
    assert!(
        told.contains("was damaged") && told.contains("robots.redb.damaged"),
        "{told}"
    );
    let file = folder.0.join("robots.redb");
    let told = ends(
        &check(&[&site.url("/"), "--cache", file.to_str().unwrap()]),
        0,
    );
    assert!(told.contains("cannot keep a cache in"), "{told}");
}
