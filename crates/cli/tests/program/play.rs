//! `play` under browsers, other sites, and clients that are slow, silent or broken.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

use robots_policy_kit::bytes::bytes;
use robots_policy_kit::output::ends;

/// A server that runs.
struct Play {
    child: Child,
    /// `127.0.0.1:PORT`.
    place: String,
}

impl Play {
    fn start(words: &str) -> Play {
        Play::of(Play::command(words))
    }

    fn command(words: &str) -> Command {
        let mut command = Play::without_page(words);
        command.args(["--page", PAGE]);
        command
    }

    /// A server of the page in the program, if there is one.
    fn without_page(words: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
        command.arg("play").args(words.split_whitespace());
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn of(mut command: Command) -> Play {
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        let out = child.stdout.as_mut().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let place = line
            .strip_prefix("http://")
            .and_then(|line| line.strip_suffix("/\n"));
        let place = place.unwrap_or_else(|| panic!("{line}")).to_owned();
        Play { child, place }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.place).unwrap()
    }

    /// The whole answer to a request, in which PLACE is the address, and PORT its port.
    fn ask(&self, request: &str) -> String {
        self.try_ask(request).unwrap()
    }

    fn try_ask(&self, request: &str) -> io::Result<String> {
        let mut stream = self.connect();
        let (_, port) = self.place.split_once(':').unwrap();
        let request = request.replace("PLACE", &self.place);
        let request = request.replace("PORT", port);
        stream.write_all(request.as_bytes())?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }

    /// Ends it with a signal.
    fn end(self, signal: &str) -> Output {
        let mut kill = Command::new("kill");
        let kill = kill.args([signal, &self.child.id().to_string()]);
        assert!(kill.status().unwrap().success());
        self.child.wait_with_output().unwrap()
    }
}

/// A page that needs no build.
const PAGE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../bindings/javascript/playground/page.html"
);

#[test]
fn each_request_has_its_answer() {
    let play = Play::start("--port 0");
    let rows = include_str!("play.txt").lines();
    for row in rows.filter(|line| line.contains(" | ")) {
        let parts = row.split(" | ");
        let parts = parts.map(|part| String::from_utf8(bytes(part)).unwrap());
        let [request, status, text] = parts.collect::<Vec<_>>().try_into().unwrap();
        let answer = play.ask(&request);
        let is_of_status = answer.starts_with(&format!("HTTP/1.1 {status} "));
        assert!(is_of_status && answer.contains(&text), "{row}: {answer}");
    }
    ends(&play.end("-INT"), 0);
}

#[cfg(has_playground)]
#[test]
fn the_program_has_its_page() {
    let play = Play::of(Play::without_page("--port 0"));
    let answer = play.ask("GET / HTTP/1.1\r\nHost: PLACE\r\n\r\n");
    assert!(answer.contains("id=\"wasm\""));
    ends(&play.end("-INT"), 0);
}

#[cfg(not(has_playground))]
#[test]
fn a_program_without_its_page_says_how_to_build_it() {
    let output = Play::without_page("--port 0").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = robots_policy_kit::output::said(&output);
    assert!(
        said.contains("`cargo run -p robots-policy-pages` builds it"),
        "{said}"
    );
}

#[test]
fn head_has_the_fields_of_get_alone() {
    let play = Play::start("--port 0");
    let get = play.ask("GET / HTTP/1.1\r\nHost: PLACE\r\n\r\n");
    let head = play.ask("HEAD / HTTP/1.1\r\nHost: PLACE\r\n\r\n");
    let (fields, body) = get.split_once("\r\n\r\n").unwrap();
    assert_eq!(head, format!("{fields}\r\n\r\n"));
    assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())));
    ends(&play.end("-TERM"), 0);
}

#[test]
fn silent_and_slow_clients_keep_no_other_from_an_answer() {
    let play = Play::start("--port 0");
    let silent: Vec<TcpStream> = (0..20).map(|_| play.connect()).collect();
    let mut slow = play.connect();
    slow.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
    let answer = play.ask("GET / HTTP/1.1\r\nHost: PLACE\r\n\r\n");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    let rest = format!("st: {}\r\n\r\n", play.place);
    slow.write_all(rest.as_bytes()).unwrap();
    let mut start = [0; 12];
    slow.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 200");
    drop((silent, slow));
    ends(&play.end("-INT"), 0);
}

#[test]
fn more_connections_than_threads_are_closed_and_later_ones_are_answered() {
    let play = Play::start("--port 0");
    let silent: Vec<TcpStream> = (0..64).map(|_| play.connect()).collect();
    let request = "GET / HTTP/1.1\r\nHost: PLACE\r\n\r\n";
    assert_eq!(play.try_ask(request).unwrap_or_default(), "");
    drop(silent);
    let answer = loop {
        // A connection that is closed with unread bytes is reset.
        match play.try_ask(request) {
            Ok(answer) if !answer.is_empty() => break answer,
            _ => std::thread::yield_now(),
        }
    };
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    ends(&play.end("-INT"), 0);
}
