//! `check` against real servers on loopback, where time or the order of requests matters; the others are sessions.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use crate::scanning::{folder, run};
use robots_policy_kit::output::{ends, said};
use robots_policy_kit::server::{Server, ok};

const CHECK: &str = "check --agent ExampleBot --timeout 2";

#[test]
fn two_runs_share_a_cache() {
    let server = Server::of(ok("", "User-agent: *\nDisallow: /private"));
    let folder = folder("check-shared");
    let line = format!("{CHECK} --cache kept {}", server.url("/private"));
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| assert!(ends(&run(&folder, &line), 1).contains("Disallow: /private")));
        }
    });
    assert!(fs::exists(folder.join("kept")).unwrap());
}

/// The first word of a server without TLS is no answer to a handshake, and closes no site.
#[test]
fn a_site_without_https_has_its_address() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream
                .unwrap()
                .write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
            thread::sleep(Duration::from_millis(100));
        }
    });
    let output = run(&folder("check-plain"), &format!("{CHECK} {address}"));
    ends(&output, 3);
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(!shown.contains("Must not be fetched"), "{shown}");
    let place = format!("write http://{address}/");
    assert!(said(&output).contains(&place), "{}", said(&output));
}
