//! The sites of a case: a port of 127.0.0.1 for each host, and what was requested there.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use serde::Serialize;

use super::case::Case;
use super::exchange::{self, Asked};
use super::reply::{Bytes, absent};

/// A request that a site got.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Request {
    /// The address, as `a/x`.
    pub(super) at: String,
    method: String,
    user_agent: Option<String>,
    /// The time since the sites began, or since the first request of a client that runs elsewhere.
    pub(super) ms: u64,
}

#[cfg(test)]
impl Request {
    pub(super) fn of(at: &str, ms: u64) -> Request {
        Request {
            at: at.to_owned(),
            method: String::from("GET"),
            user_agent: None,
            ms,
        }
    }
}

/// The sites of a case, which end when this is dropped.
pub(super) struct Sites {
    shared: Arc<Shared>,
    ports: BTreeMap<String, SocketAddr>,
}

/// The parts that all connections of a case have.
struct Shared {
    case: Arc<Case>,
    places: Vec<(String, String)>,
    requests: Mutex<Vec<Request>>,
    since: Instant,
    has_ended: AtomicBool,
}

impl Sites {
    /// Opens the sites of a case for a client of this name.
    pub(super) fn open(case: &Arc<Case>, agent: &str) -> io::Result<Sites> {
        let mut listeners = Vec::new();
        for host in case.hosts.keys() {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
            let address = listener.local_addr()?;
            listeners.push((host.clone(), listener, address));
        }
        let ports: BTreeMap<_, _> = listeners
            .iter()
            .map(|(host, _, address)| (host.clone(), *address))
            .collect();
        let mut places = names(agent);
        let addresses = ports.iter();
        places.extend(addresses.map(|(host, address)| (host.clone(), format!("http://{address}"))));
        let shared = Arc::new(Shared {
            case: Arc::clone(case),
            places,
            requests: Mutex::default(),
            since: Instant::now(),
            has_ended: AtomicBool::new(false),
        });
        let sites = Sites { shared, ports };
        for (host, listener, _) in listeners {
            let shared = Arc::clone(&sites.shared);
            thread::Builder::new().spawn(move || shared.listen(&host, &listener))?;
        }
        Ok(sites)
    }

    /// The URL of an address, as `a/x`.
    pub(super) fn url(&self, at: &str) -> String {
        let (host, path) = at.split_once('/').unwrap_or((at, ""));
        match self.ports.get(host) {
            Some(address) => format!("http://{address}/{path}"),
            None => String::new(),
        }
    }

    /// The requests so far.
    pub(super) fn requests(&self) -> Vec<Request> {
        self.shared.log().clone()
    }
}

impl Drop for Sites {
    fn drop(&mut self) {
        self.shared.has_ended.store(true, Ordering::Relaxed);
        // Wakes the threads that wait for a connection.
        for address in self.ports.values() {
            let _ = TcpStream::connect(address);
        }
    }
}

/// The places of a name: as it is, in other letters, without its last one.
fn names(agent: &str) -> Vec<(String, String)> {
    let mut prefix = agent.to_owned();
    prefix.pop();
    let place = |name: &str, value: String| (name.to_owned(), value);
    vec![
        place("agent", agent.to_owned()),
        place("agent_upper", agent.to_uppercase()),
        place("agent_prefix", prefix),
    ]
}

impl Shared {
    fn listen(self: &Arc<Self>, host: &str, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.has_ended.load(Ordering::Relaxed) {
                break;
            }
            let Ok(mut stream) = stream else { continue };
            let (shared, host) = (Arc::clone(self), host.to_owned());
            // Whoever has gone needs no answer; without a thread the connection is closed.
            let _ = thread::Builder::new().spawn(move || shared.answer(&host, &mut stream));
        }
    }

    fn answer(&self, host: &str, stream: &mut TcpStream) -> io::Result<()> {
        let line = exchange::request_line(stream)?;
        let nth = self.note(host, &line);
        let missing = absent();
        let reply = match self.replies(host, &line.path) {
            Some(replies) => replies.get(nth).or(replies.last()).unwrap_or(&missing),
            None => &missing,
        };
        if reply.reset {
            // Closed with bytes that were not read, a connection is reset.
            return Ok(());
        }
        let head = exchange::rest_of_head(stream)?;
        self.name(host, &line.path, exchange::user_agent(&head));
        exchange::pause(reply.delay_ms, || self.has_ended.load(Ordering::Relaxed));
        let Bytes { head, body } = reply.bytes(&self.places);
        exchange::send(stream, &head, if line.is_head() { &[] } else { &body })
    }

    /// The answers of a path, without its query if it has none with it.
    fn replies(&self, host: &str, path: &str) -> Option<&[super::reply::Reply]> {
        let paths = self.case.hosts.get(host)?;
        paths.get(path).map(Vec::as_slice)
    }

    /// Notes a request, and counts those before it of its address.
    fn note(&self, host: &str, line: &Asked) -> usize {
        let at = format!("{host}{}", line.path);
        let ms = u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut log = self.log();
        let before = log.iter().filter(|request| request.at == at).count();
        log.push(Request {
            at,
            method: line.method.clone(),
            user_agent: None,
            ms,
        });
        before
    }

    /// Adds the name to the last request of an address.
    fn name(&self, host: &str, path: &str, name: Option<String>) {
        let at = format!("{host}{path}");
        let mut log = self.log();
        let last = log.iter_mut().rev().find(|request| request.at == at);
        if let Some(last) = last {
            last.user_agent = name;
        }
    }

    fn log(&self) -> std::sync::MutexGuard<'_, Vec<Request>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used)]
// a test fails by panicking
mod tests;
