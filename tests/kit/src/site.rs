//! A site on loopback whose answers a test writes down, one after the other.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use crate::bytes::bytes;
use crate::server::{Asked, Server, Then, answer, cut, file, ok};

/// An answer, and what becomes of the connection.
#[derive(Clone)]
pub enum Answer {
    Bytes(Vec<u8>, Then),
    /// These bytes, and then others again and again, after pauses of milliseconds; without others silence.
    Endless(Vec<u8>, Vec<u8>, u64),
    /// A file with these fields, and the byte after which it breaks off.
    File(Vec<u8>, String, Option<usize>),
}

impl Answer {
    /// The answer that a text is. One that begins with a status gets its version and its length; one that begins with `HTTP/`
    /// is sent as it is, and the connection is closed after it, or what a word before it says: `KEEP`, `CLOSE`, `RESET`,
    /// `SILENCE`, `DRIP{bytes}` and `FLOOD{bytes}`, which come for ever; any other is the body of a 200, of HTML where it begins
    /// with `<`.
    pub fn of(text: &str) -> Answer {
        if let Some((word, sent)) = text.split_once(' ') {
            let (word, again) = word.split_once('{').unwrap_or((word, ""));
            let again = || bytes(again.trim_end_matches('}'));
            match word {
                "KEEP" => return Answer::Bytes(bytes(sent), Then::Keep),
                "CLOSE" => return Answer::Bytes(bytes(sent), Then::Close),
                "RESET" => return Answer::Bytes(bytes(sent), Then::Reset),
                "SILENCE" => return Answer::Endless(bytes(sent), Vec::new(), 5000),
                "DRIP" => return Answer::Endless(bytes(sent), again(), 100),
                "FLOOD" => return Answer::Endless(bytes(sent), again().repeat(4096), 0),
                _ => {}
            }
        }
        if text.starts_with("HTTP/") {
            return Answer::Bytes(bytes(text), Then::Close);
        }
        if !text.starts_with(|c: char| c.is_ascii_digit()) {
            let is_html = text.starts_with('<');
            let html = if is_html {
                "Content-Type: text/html\r\n"
            } else {
                ""
            };
            return Answer::Bytes(ok(html, bytes(text)), Then::Keep);
        }
        let (head, body) = text.split_once(r"\r\n\r\n").unwrap_or((text, ""));
        let (status, fields) = head.split_once(r"\r\n").unwrap_or((head, ""));
        let mut fields = bytes(fields);
        if !fields.is_empty() {
            fields.extend(b"\r\n");
        }
        Answer::Bytes(answer(status, &fields, bytes(body)), Then::Keep)
    }
}

/// The answers of a site, and how many clients have left one that comes for ever.
#[derive(Default)]
struct SiteState {
    answers: Mutex<BTreeMap<String, VecDeque<Answer>>>,
    left: AtomicUsize,
}

/// A site on loopback, whose answers are those of the test so far: for each path in turn, the last one for ever.
pub struct Site {
    pub server: Server,
    state: Arc<SiteState>,
    /// The number of requests that were shown.
    shown: usize,
}

impl Site {
    /// A site that has nothing, at this address.
    pub fn at(address: &str) -> Site {
        let state = Arc::<SiteState>::default();
        let own = Arc::clone(&state);
        let server = Server::start_at(address, move |asked, stream| own.answer(asked, stream));
        Site {
            server,
            state,
            shown: 0,
        }
    }

    /// The answer for a path from now on, `*` for every other path, or the one after those that it has.
    pub fn answers(&self, path: &str, is_next: bool, answer: Answer) {
        let mut answers = self.state.answers.lock().unwrap();
        let turns = answers.entry(path.to_owned()).or_default();
        if !is_next {
            turns.clear();
        }
        turns.push_back(answer);
    }

    /// The requests that were not shown before.
    pub fn asked(&mut self) -> Vec<Asked> {
        let asked = self.server.asked().split_off(self.shown);
        self.shown += asked.len();
        asked
    }

    /// Waits at most a minute until a client has left an answer that comes for ever; whether one has.
    pub fn is_left(&self) -> bool {
        (0..6000).any(|_| {
            thread::sleep(Duration::from_millis(10));
            self.state.left.load(Ordering::SeqCst) > 0
        })
    }
}

impl SiteState {
    fn answer(&self, asked: &Asked, stream: &mut TcpStream) -> Then {
        let (bytes, then) = match self.next(&asked.path) {
            Answer::Bytes(bytes, then) => (bytes, then),
            Answer::Endless(first, again, pause) => {
                return self.endless(stream, &first, &again, Duration::from_millis(pause));
            }
            Answer::File(bytes, fields, Some(at)) if !asked.head.starts_with("HEAD ") => {
                (cut(file(asked, &fields, &bytes), at), Then::Close)
            }
            Answer::File(bytes, fields, _) => (file(asked, &fields, &bytes), Then::Keep),
        };
        let _ = stream.write_all(&bytes);
        then
    }

    fn next(&self, path: &str) -> Answer {
        let mut answers = self.answers.lock().unwrap();
        let path = if answers.contains_key(path) {
            path
        } else {
            "/*"
        };
        match answers.get_mut(path) {
            Some(turns) if turns.len() > 1 => turns.pop_front().unwrap(),
            Some(turns) => turns[0].clone(),
            None => Answer::Bytes(answer("404 Not Found", "", ""), Then::Keep),
        }
    }

    /// Sends what comes for ever until the client leaves, or is silent until then, or for this time.
    fn endless(&self, stream: &mut TcpStream, first: &[u8], again: &[u8], pause: Duration) -> Then {
        let mut is_there = stream.write_all(first).is_ok();
        let then = if again.is_empty() {
            let _ = stream.set_read_timeout(Some(pause));
            is_there = io::copy(stream, &mut io::sink()).is_err();
            // The request was read.
            Then::Reset
        } else {
            while is_there {
                thread::sleep(pause);
                is_there = stream.write_all(again).is_ok();
            }
            Then::Close
        };
        self.left
            .fetch_add(usize::from(!is_there), Ordering::SeqCst);
        then
    }
}
