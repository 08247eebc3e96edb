//! A request and its answer, under limits of size and time.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Reads one request and answers it. The connection is closed after it.
pub(super) fn answer(stream: &mut TcpStream, port: u16, html: &[u8]) -> io::Result<()> {
    let deadline = Instant::now() + MOST_TIME;
    let head = read_head(stream, deadline)?;
    let request = Request::of(&head);
    let reply = Reply::to(request.as_ref(), port, html);
    stream.set_write_timeout(Some(MOST_TIME))?;
    let is_head = request.is_some_and(|request| request.is_head);
    stream.write_all(reply.head().as_bytes())?;
    if !is_head {
        stream.write_all(reply.body)?;
    }
    stream.flush()?;
    drain(stream, deadline)
}

/// Reads until the head of a request has ended; of more than the limit, the beginning.
fn read_head(stream: &mut TcpStream, deadline: Instant) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut buffer = [0; 4096];
    while head.len() < MOST_HEAD && !head.windows(4).any(|end| end == b"\r\n\r\n") {
        match read_until(stream, &mut buffer, deadline)? {
            [] => break,
            part => head.extend_from_slice(part),
        }
    }
    Ok(head)
}

/// Reads what has come, and waits for it until the deadline.
fn read_until<'b>(
    stream: &mut TcpStream,
    buffer: &'b mut [u8],
    deadline: Instant,
) -> io::Result<&'b [u8]> {
    let left = deadline.saturating_duration_since(Instant::now());
    // A timeout of zero is none.
    stream.set_read_timeout(Some(left.max(Duration::from_millis(1))))?;
    let length = stream.read(buffer)?;
    Ok(buffer.get(..length).unwrap_or_default())
}

/// Reads the rest of a request, because closing a connection with unread bytes may take the answer away from its reader.
fn drain(stream: &mut TcpStream, deadline: Instant) -> io::Result<()> {
    stream.shutdown(std::net::Shutdown::Write)?;
    let mut buffer = [0; 4096];
    for _ in 0..MOST_DRAINED {
        if read_until(stream, &mut buffer, deadline)?.is_empty() {
            break;
        }
    }
    Ok(())
}

/// The parts of a request that decide.
struct Request {
    is_head: bool,
    is_get: bool,
    is_page: bool,
    /// The value of its one Host field.
    host: Option<String>,
}

impl Request {
    /// Reads a head; `None` if it is not one of HTTP/1, or not whole.
    fn of(head: &[u8]) -> Option<Request> {
        let mut fields = [httparse::EMPTY_HEADER; 100];
        let mut request = httparse::Request::new(&mut fields);
        if !request.parse(head).ok()?.is_complete() {
            return None;
        }
        let path = request.path?;
        let mut hosts = request
            .headers
            .iter()
            .filter(|field| field.name.eq_ignore_ascii_case("host"));
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => std::str::from_utf8(host.value).ok(),
            _ => None,
        };
        Some(Request {
            is_head: request.method == Some("HEAD"),
            is_get: request.method == Some("GET"),
            is_page: path == "/" || path.starts_with("/?"),
            host: host.map(str::to_ascii_lowercase),
        })
    }

    /// Whether it names this server. A page of another site whose name was pointed at this computer names that site.
    fn names(&self, port: u16) -> bool {
        let names = ["127.0.0.1", "localhost"];
        let host = self.host.as_deref().unwrap_or_default();
        names.iter().any(|name| {
            let rest = host.strip_prefix(name);
            rest.is_some_and(|rest| rest == format!(":{port}") || rest.is_empty() && port == 80)
        })
    }
}

/// An answer.
struct Reply<'p> {
    status: &'static str,
    kind: &'static str,
    /// Further fields, each with its line end.
    more: &'static str,
    body: &'p [u8],
}

impl<'p> Reply<'p> {
    fn to(request: Option<&Request>, port: u16, html: &'p [u8]) -> Reply<'p> {
        match request {
            None => Reply::text("400 Bad Request", b"This is not a request of HTTP/1.1.\n"),
            Some(request) if !request.names(port) => Reply::text(
                "421 Misdirected Request",
                b"This server answers for 127.0.0.1 and localhost alone.\n",
            ),
            Some(request) if !request.is_page => Reply::text(
                "404 Not Found",
                b"There is only one page here; its path is /.\n",
            ),
            Some(request) if !request.is_get && !request.is_head => Reply {
                more: "Allow: GET, HEAD\r\n",
                ..Reply::text(
                    "405 Method Not Allowed",
                    b"Only GET and HEAD are answered.\n",
                )
            },
            Some(_) => Reply {
                status: "200 OK",
                kind: "text/html; charset=utf-8",
                more: POLICY,
                body: html,
            },
        }
    }

    fn text(status: &'static str, body: &'static [u8]) -> Reply<'static> {
        Reply {
            status,
            kind: "text/plain; charset=utf-8",
            more: "",
            body,
        }
    }

    fn head(&self) -> String {
        let Reply {
            status, kind, more, ..
        } = self;
        let length = self.body.len();
        format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{more}{COMMON}Connection: close\r\n\r\n"
        )
    }
}

/// The fields of every answer.
const COMMON: &str = "Cache-Control: no-cache\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n";

/// The page makes no requests, and no other page holds it in a frame. Its own policy names its script.
const POLICY: &str = "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'unsafe-inline'; worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\nCross-Origin-Opener-Policy: same-origin\r\n";

/// The most bytes of the head of a request.
const MOST_HEAD: usize = 16 << 10;

/// The most reads of what follows a head.
const MOST_DRAINED: usize = 64;

/// The most time for a request.
const MOST_TIME: Duration = Duration::from_secs(10);
