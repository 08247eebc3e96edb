//! A server on loopback that answers with exact bytes, right or wrong, and records its requests.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// One request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Which connection of the server, from 1.
    pub connection: usize,
    /// Path and query.
    pub path: String,
    /// The whole header block.
    pub head: String,
}

impl Asked {
    /// The value of a field.
    pub fn field(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        let mut named = lines.filter(|(field, _)| field.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value.trim())
    }
}

/// The fate of the connection after an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Keep,
    Close,
    /// The bytes of the request are left unread, which makes the system send a reset.
    Reset,
}

/// A running server; it ends with the test.
pub struct Server {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Server {
    /// Starts a server on 127.0.0.1.
    pub fn start(
        answer: impl Fn(&Asked, &mut TcpStream) -> Then + Send + Sync + 'static,
    ) -> Server {
        Server::start_at("127.0.0.1:0", answer)
    }

    /// Starts a server that gives every request these bytes and keeps the connection.
    pub fn of(bytes: impl Into<Vec<u8>>) -> Server {
        Server::with(bytes, Then::Keep)
    }

    pub fn with(bytes: impl Into<Vec<u8>>, then: Then) -> Server {
        let bytes = bytes.into();
        Server::start(move |_, stream| {
            let _ = stream.write_all(&bytes);
            then
        })
    }

    pub fn start_at(
        address: &str,
        answer: impl Fn(&Asked, &mut TcpStream) -> Then + Send + Sync + 'static,
    ) -> Server {
        let listener = TcpListener::bind(address).unwrap();
        let server = Server {
            address: listener.local_addr().unwrap(),
            asked: Arc::default(),
        };
        let (asked, answer) = (Arc::clone(&server.asked), Arc::new(answer));
        thread::spawn(move || {
            for (index, stream) in listener.incoming().enumerate() {
                let (asked, answer) = (Arc::clone(&asked), Arc::clone(&answer));
                thread::spawn(move || serve(stream.unwrap(), index + 1, &asked, &*answer));
            }
        });
        server
    }

    /// An absolute URL of this server.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().unwrap().clone()
    }

    /// The paths that were requested so far.
    pub fn paths(&self) -> Vec<String> {
        self.asked().into_iter().map(|asked| asked.path).collect()
    }
}

fn serve(
    mut stream: TcpStream,
    connection: usize,
    asked: &Mutex<Vec<Asked>>,
    answer: &dyn Fn(&Asked, &mut TcpStream) -> Then,
) {
    stream.set_nodelay(true).unwrap();
    while let Some((request, len)) = request(&stream, connection) {
        asked.lock().unwrap().push(request.clone());
        let then = answer(&request, &mut stream);
        if then == Then::Reset {
            // The bytes sent before should arrive first.
            thread::sleep(Duration::from_millis(50));
            return;
        }
        stream.read_exact(&mut vec![0; len]).unwrap();
        if then == Then::Close {
            return;
        }
    }
}

/// Waits for a request, and leaves its bytes unread.
fn request(stream: &TcpStream, connection: usize) -> Option<(Asked, usize)> {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let seen = stream.peek(&mut buffer).ok().filter(|seen| *seen > 0)?;
        if let Some(at) = buffer[..seen]
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
        {
            let head = String::from_utf8_lossy(&buffer[..at]).into_owned();
            let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
            let asked = Asked {
                connection,
                path,
                head,
            };
            return Some((asked, at + 4));
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// A 200 with a length.
pub fn ok(fields: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    answer("200 OK", fields, body)
}

/// An answer with a length; `fields` are lines that end in CRLF.
pub fn answer(status: &str, fields: impl AsRef<[u8]>, body: impl AsRef<[u8]>) -> Vec<u8> {
    let (fields, body) = (fields.as_ref(), body.as_ref());
    let start = format!("HTTP/1.1 {status}\r\n");
    let end = format!("Content-Length: {}\r\n\r\n", body.len());
    [start.as_bytes(), fields, end.as_bytes(), body].concat()
}

/// A redirect.
pub fn redirect(status: u16, location: &str) -> Vec<u8> {
    answer(
        &format!("{status} Elsewhere"),
        format!("Location: {location}\r\n"),
        "moved",
    )
}

/// The right answer of a server of files that serves ranges: the file, a part of it, or that it has no such part. `fields` hold
/// its validator.
pub fn file(asked: &Asked, fields: &str, bytes: &[u8]) -> Vec<u8> {
    let fields = format!("Accept-Ranges: bytes\r\n{fields}");
    let is_current = |validator: &str| fields.contains(&format!(": {validator}\r\n"));
    let range = asked.field("Range").and_then(range);
    let range = range.filter(|_| asked.field("If-Range").is_none_or(is_current));
    let (size, from) = (bytes.len(), range.map_or(0, |range| range.0));
    let end = range.and_then(|range| range.1).unwrap_or(usize::MAX);
    let end = end.min(size);
    let mut answer = match range {
        Some(_) if from >= end => {
            let fields = format!("Content-Range: bytes */{size}\r\n");
            answer("416 Range Not Satisfiable", &fields, "")
        }
        Some(_) => {
            let place = format!("Content-Range: bytes {from}-{}/{size}\r\n", end - 1);
            answer("206 Partial Content", &(fields + &place), &bytes[from..end])
        }
        None => ok(&fields, bytes),
    };
    if asked.head.starts_with("HEAD ") {
        answer.truncate(head(&answer));
    }
    answer
}

/// The first byte of a range, and the place after its last one.
fn range(field: &str) -> Option<(usize, Option<usize>)> {
    let (from, last) = field.strip_prefix("bytes=")?.split_once('-')?;
    let end = last.parse::<usize>().ok().map(|last| last + 1);
    Some((from.parse().ok()?, end))
}

/// The length of the header block of an answer.
fn head(answer: &[u8]) -> usize {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    end.unwrap() + 4
}

/// An answer up to this byte of its body.
pub fn cut(mut answer: Vec<u8>, at: usize) -> Vec<u8> {
    answer.truncate(head(&answer) + at);
    answer
}

/// A 200 whose body is chunked, without the chunk that ends it.
pub fn chunked(fields: &str, pieces: &[&[u8]]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\n{fields}Transfer-Encoding: chunked\r\n\r\n");
    let mut answer = head.into_bytes();
    for piece in pieces.iter().filter(|piece| !piece.is_empty()) {
        answer.extend(format!("{:x}\r\n", piece.len()).into_bytes());
        answer.extend([piece, &b"\r\n"[..]].concat());
    }
    answer
}

/// The chunk that ends a body.
pub const LAST_CHUNK: &[u8] = b"0\r\n\r\n";
