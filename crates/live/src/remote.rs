//! Files at addresses: read as a stream or in ranges, over as many connections as it takes.
//!
//! `answer` is one request; `version` is what an answer says about the file; `download` makes one stream out of several answers;
//! `tail` holds the bytes by which two answers are compared; `attempts` decides when to stop trying.

mod answer;
mod attempts;
mod download;
mod tail;
#[cfg(test)]
mod tests;
mod version;

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use http::{HeaderMap, Method};
use robots_policy_input::Failure;
use ureq::Agent;
use url::Url;

pub use self::download::Opening;
pub use self::version::Version;

use self::answer::FileAnswer;
use self::attempts::{Attempts, Fault};
use self::download::Download;
use self::tail::Tail;
use crate::Interrupt;
use crate::fetch::{ClientSettings, shared_agent};
use crate::pipe::{Pipe, apart, wait};

/// The client of a run for files at addresses, which keeps connections for the next request.
#[derive(Clone, Debug)]
pub struct Web {
    agent: Agent,
    settings: Arc<ClientSettings>,
    first_pause: Duration,
}

impl Web {
    /// A client that trusts these certificates and uses these proxies. The other settings are fixed:
    /// a minute without a byte is a fault, and a file takes as long as it is large.
    pub fn new(settings: ClientSettings) -> Web {
        let settings = ClientSettings {
            connect: SILENCE,
            read: SILENCE,
            total: None,
            redirects: MOST_REDIRECTS,
            ..settings
        };
        Web {
            agent: shared_agent(&settings),
            settings: Arc::new(settings),
            first_pause: FIRST_PAUSE,
        }
    }

    /// Looks for the way to an address before anything is requested.
    ///
    /// # Errors
    /// No proxy is named for its scheme, though one is wanted.
    pub fn check(&self, url: &Url) -> Result<(), Failure> {
        let mut proxies = self.settings.proxies.iter();
        proxies.try_for_each(|proxies| proxies.check(url))
    }

    /// A client with other limits of time.
    #[cfg(test)]
    pub(crate) fn hasty(settings: ClientSettings, silence: Duration, first_pause: Duration) -> Web {
        let settings = ClientSettings {
            read: silence,
            ..ClientSettings::clone(&Web::new(settings).settings)
        };
        Web {
            agent: shared_agent(&settings),
            settings: Arc::new(settings),
            first_pause,
        }
    }
}

/// A file at an address. All answers to its requests must be of one version of the file.
#[derive(Clone)]
pub struct Remote {
    web: Web,
    url: Url,
    known: Arc<Mutex<Option<Version>>>,
    interrupt: Interrupt,
}

impl fmt::Debug for Remote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Remote({})", self.url)
    }
}

impl Remote {
    /// The file at this address, of which nothing is requested yet. Every wait ends when the run is to end.
    pub fn new(web: &Web, url: Url, interrupt: &Interrupt) -> Remote {
        Remote {
            web: web.clone(),
            url,
            known: Arc::default(),
            interrupt: interrupt.clone(),
        }
    }

    /// Opens it at its beginning, and waits for the header block of the first answer.
    ///
    /// # Errors
    /// It cannot be had, after all attempts.
    pub fn open(&self) -> io::Result<RemoteFile> {
        let (opening, pipe) = self.begun(Download::whole(self.clone(), 0, Tail::at(0)))?;
        Ok(RemoteFile {
            remote: self.clone(),
            opening,
            pipe,
            position: 0,
            tail: Tail::at(0),
        })
    }

    /// The `length` bytes from `offset` on, in one request; a connection that breaks is resumed.
    ///
    /// # Errors
    /// They cannot be had, after all attempts; the file has fewer bytes (`UnexpectedEof`); the server does not serve ranges; or
    /// the file is not the one of an earlier range.
    pub fn range(&self, offset: u64, length: u64) -> io::Result<Box<dyn Read + Send>> {
        if length == 0 {
            return Ok(Box::new(io::empty()));
        }
        let end = offset.checked_add(length).ok_or_else(|| {
            let why = format!("{}: no file has bytes from {offset} on", self.url);
            io::Error::other(why)
        })?;
        let (_, pipe) = self.begun(Download::range(self.clone(), offset, end))?;
        Ok(Box::new(pipe))
    }

    /// The length of the file, if an answer has stated it.
    pub fn length(&self) -> Option<u64> {
        self.known().and_then(|known| known.length)
    }

    /// The current version of the file, which is asked for without its bytes.
    ///
    /// # Errors
    /// The server does not answer, after all attempts.
    pub fn version(&self) -> io::Result<Version> {
        let remote = self.clone();
        let asked = move || {
            let mut attempts = Attempts::new(&remote.web, &remote.interrupt);
            loop {
                match remote.asked_version() {
                    Ok(version) => return Ok(version),
                    Err(fault) => attempts.after(fault)?,
                }
            }
        };
        apart(asked, &self.interrupt)
    }

    fn asked_version(&self) -> Result<Version, Fault> {
        let head = self.ask(&Method::HEAD, &HeaderMap::new());
        if let Some(head) = head.ok().filter(FileAnswer::is_whole) {
            return Ok(Version::of_whole(head.headers()));
        }
        // Servers refuse HEAD in many ways; a signature in an address may be for GET alone.
        let get = self.ask(&Method::GET, &HeaderMap::new())?;
        if get.is_whole() {
            return Ok(Version::of_whole(get.headers()));
        }
        Err(get.refusal())
    }

    fn ask(&self, method: &Method, fields: &HeaderMap) -> Result<FileAnswer, Fault> {
        FileAnswer::to(&self.web, &self.url, method, fields)
    }

    /// Begins to read in a thread of its own, and waits for the first answer.
    fn begun(&self, mut download: Download) -> io::Result<(Opening, Pipe)> {
        let (send, opening) = sync_channel(1);
        let open = move || match download.begin() {
            Ok(opening) => {
                let _ = send.send(Ok(opening));
                Ok(download)
            }
            Err(error) => {
                let kind = error.kind();
                let _ = send.send(Err(error));
                Err(kind.into())
            }
        };
        let pipe = Pipe::new(open, &self.interrupt);
        let opening = wait(&opening, &self.interrupt)??;
        Ok((opening, pipe))
    }

    /// The version of the answers so far.
    pub fn known(&self) -> Option<Version> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.clone()
    }

    /// Compares a version with the known one, which it completes. `least` is a length that the file has at least.
    fn agree(&self, version: Version, least: u64) -> Result<(), Fault> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let agreed = match known.as_ref() {
            Some(known) => known.agreed(version),
            None => Some(version),
        };
        let agreed = agreed.filter(|version| version.length.is_none_or(|length| length >= least));
        // A version that differs does not become the known one.
        *known = Some(agreed.ok_or_else(|| Fault::Final(String::from(CHANGED)))?);
        Ok(())
    }
}

/// A file at an address as a stream, which is read ahead.
pub struct RemoteFile {
    remote: Remote,
    opening: Opening,
    pipe: Pipe,
    position: u64,
    /// The last bytes that were read, at the furthest place.
    tail: Tail,
}

impl RemoteFile {
    /// The statements of the first answer.
    pub fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The place of the next byte.
    pub fn position(&self) -> u64 {
        self.position
    }
}

impl Read for RemoteFile {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let read = self.pipe.read(room)?;
        let bytes = room.get(..read).unwrap_or_default();
        self.tail.push(self.position, bytes);
        self.position += read as u64;
        Ok(read)
    }
}

/// A seek begins a new connection.
impl Seek for RemoteFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let position = match to {
            SeekFrom::Start(position) => Some(position),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
            SeekFrom::End(_) => None,
        };
        let position = position.ok_or(io::ErrorKind::Unsupported)?;
        if position != self.position {
            let download = Download::whole(self.remote.clone(), position, self.tail.clone());
            self.pipe = self.remote.begun(download)?.1;
            self.position = position;
        }
        Ok(position)
    }
}

/// The time without a byte after which a connection counts as cut.
const SILENCE: Duration = Duration::from_mins(1);
/// The pause before the second attempt; each later one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const MOST_REDIRECTS: usize = 10;
const CHANGED: &str = "it changed while it was read; run again";
