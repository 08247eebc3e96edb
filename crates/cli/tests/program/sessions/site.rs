//! The sites of a session, and the requests that they were asked.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use robots_policy_kit::server::{Asked, Server, Then, answer, cut, file, ok};

use super::text::bytes;

/// An answer, and what becomes of the connection.
#[derive(Clone)]
pub(super) enum Answer {
    Bytes(Vec<u8>, Then),
    /// These bytes, and then others again and again, after pauses of milliseconds; without others silence.
    Endless(Vec<u8>, Vec<u8>, u64),
    /// A file with these fields, and the byte after which it breaks off.
    File(Vec<u8>, String, Option<usize>),
}

/// A site on loopback, whose answers are those of the session so far: for each path in turn, the last one for ever.
pub(super) struct Site {
    pub(super) server: Server,
    pub(super) answers: Arc<Mutex<BTreeMap<String, VecDeque<Answer>>>>,
    /// The number of requests that were shown.
    shown: usize,
}

impl Site {
    pub(super) fn new() -> Site {
        let robots = VecDeque::from([Answer::Bytes(ok("", ""), Then::Keep)]);
        let answers = BTreeMap::from([("/robots.txt".to_owned(), robots)]);
        let answers = Arc::new(Mutex::new(answers));
        let own = Arc::clone(&answers);
        let server = Server::start(move |asked, stream| {
            let mut answers = own.lock().unwrap();
            let known = answers.contains_key(&asked.path);
            let path = if known { &*asked.path } else { "/*" };
            let answer = match answers.get_mut(path) {
                Some(turns) if turns.len() > 1 => turns.pop_front().unwrap(),
                Some(turns) => turns[0].clone(),
                None => Answer::Bytes(answer("404 Not Found", "", ""), Then::Keep),
            };
            drop(answers);
            let (bytes, then) = match answer {
                Answer::Bytes(bytes, then) => (bytes, then),
                Answer::Endless(first, again, pause) => {
                    let mut is_there = stream.write_all(&first).is_ok();
                    while is_there {
                        thread::sleep(Duration::from_millis(pause));
                        is_there = !again.is_empty() && stream.write_all(&again).is_ok();
                    }
                    (Vec::new(), Then::Close)
                }
                Answer::File(bytes, fields, Some(at)) if !asked.head.starts_with("HEAD ") => {
                    (cut(file(asked, &fields, &bytes), at), Then::Close)
                }
                Answer::File(bytes, fields, _) => (file(asked, &fields, &bytes), Then::Keep),
            };
            let _ = stream.write_all(&bytes);
            then
        });
        Site {
            server,
            answers,
            shown: 0,
        }
    }

    /// The requests that were not shown before.
    pub(super) fn asked(&mut self) -> Vec<Asked> {
        let asked = self.server.asked().split_off(self.shown);
        self.shown += asked.len();
        asked
    }
}

/// The requests that were not shown before, with the fields that a session is about.
pub(super) fn requests(name: &str, site: &mut Site) -> String {
    let mut text = String::new();
    for asked in site.asked() {
        let method = asked.head.split_inclusive(' ').next();
        let method = method.filter(|method| *method != "GET ");
        write!(text, "> {}{name}{}", method.unwrap_or_default(), asked.path).unwrap();
        // Every request has each of these once.
        let mut usual = vec!["host", "accept", "accept-encoding"];
        for line in asked.head.lines().skip(1) {
            let field = line.split(':').next().unwrap_or_default();
            match usual
                .iter()
                .position(|usual| field.eq_ignore_ascii_case(usual))
            {
                // The other name of a host is not usual.
                Some(at) if !line.contains(".invalid") => drop(usual.remove(at)),
                _ => write!(text, "  {line}").unwrap(),
            }
        }
        text.push('\n');
    }
    text
}

pub(super) fn answer_of(text: &str) -> Answer {
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
        let html = if text.starts_with('<') {
            "Content-Type: text/html\r\n"
        } else {
            ""
        };
        return Answer::Bytes(ok(html, bytes(text)), Then::Keep);
    }
    let (head, body) = text.split_once(r"\r\n\r\n").unwrap_or((text, ""));
    let (status, fields) = head.split_once(r"\r\n").unwrap_or((head, ""));
    let mut fields = String::from_utf8(bytes(fields)).unwrap();
    if !fields.is_empty() {
        fields += "\r\n";
    }
    Answer::Bytes(answer(status, &fields, bytes(body)), Then::Keep)
}
