//! A connection of a client: its request is read in two parts, so that a site can close it between them.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// The line of a request.
pub(super) struct Asked {
    pub(super) method: String,
    pub(super) path: String,
}

impl Asked {
    pub(super) fn is_head(&self) -> bool {
        self.method == "HEAD"
    }
}

/// Reads the line of a request, and nothing after it.
pub(super) fn request_line(stream: &mut TcpStream) -> io::Result<Asked> {
    stream.set_read_timeout(Some(MOST_TIME))?;
    let mut line = Vec::new();
    let mut byte = [0];
    while line.len() < MOST_HEAD && !line.ends_with(b"\n") {
        stream.read_exact(&mut byte)?;
        line.extend_from_slice(&byte);
    }
    let line = String::from_utf8_lossy(&line);
    let mut words = line.split_ascii_whitespace();
    let (method, target) = (words.next(), words.next());
    let (method, target) = method.zip(target).ok_or(io::ErrorKind::InvalidData)?;
    Ok(Asked {
        method: method.to_owned(),
        path: path(target).to_owned(),
    })
}

/// The path of a target, which names a host too where a client takes the site for a proxy.
fn path(target: &str) -> &str {
    match target.split_once("://") {
        Some((scheme, rest)) if !scheme.contains('/') => {
            rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("/")
        }
        _ => target,
    }
}

/// Reads the fields of a request.
pub(super) fn rest_of_head(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut head = b"\r\n".to_vec();
    let mut buffer = [0; 4096];
    while head.len() < MOST_HEAD && !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let length = stream.read(&mut buffer)?;
        if length == 0 {
            break;
        }
        head.extend_from_slice(buffer.get(..length).unwrap_or_default());
    }
    Ok(head)
}

/// The field User-Agent of a head.
pub(super) fn user_agent(head: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(head);
    head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        let is_it = name.eq_ignore_ascii_case("user-agent");
        is_it.then(|| value.trim().to_owned())
    })
}

/// Waits, or until the trial has ended.
pub(super) fn pause(ms: u64, has_ended: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_millis(ms);
    while Instant::now() < end && !has_ended() {
        thread::sleep(Duration::from_millis(ms.min(20)));
    }
}

/// Sends an answer, closes the connection, and reads what was not read, because closing takes the answer away otherwise.
pub(super) fn send(stream: &mut TcpStream, head: &[u8], body: &[u8]) -> io::Result<()> {
    stream.set_write_timeout(Some(MOST_TIME))?;
    stream.write_all(head)?;
    stream.write_all(body)?;
    stream.flush()?;
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    let mut rest = [0; 4096];
    for _ in 0..MOST_DRAINED {
        if stream.read(&mut rest)? == 0 {
            break;
        }
    }
    Ok(())
}

/// The most bytes of the head of a request.
const MOST_HEAD: usize = 64 << 10;

/// The most reads of what follows a request.
const MOST_DRAINED: usize = 64;

/// The most time for a part of a request or an answer.
const MOST_TIME: Duration = Duration::from_mins(1);
