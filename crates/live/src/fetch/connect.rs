//! The connection, with two differences to the library's own: a connection that breaks has no end, and header blocks are read by
//! the reader of stored ones.

use std::io;

use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport,
};
use ureq::{Error, ProxyProtocol};

use super::head::{self, Block, ReadFields, Short};

/// The library's connections, with these differences. A header block has at most `most` bytes and goes to `fields`; without these
/// the library reads it.
pub(super) fn connector(
    most: usize,
    fields: Option<ReadFields>,
) -> impl Connector<(), Out = Watched> {
    DefaultConnector::default().chain(Watch { most, fields })
}

#[derive(Debug)]
struct Watch {
    most: usize,
    fields: Option<ReadFields>,
}

impl Connector<Box<dyn Transport>> for Watch {
    type Out = Watched;

    fn connect(
        &self,
        details: &ConnectionDetails<'_>,
        chained: Option<Box<dyn Transport>>,
    ) -> Result<Option<Watched>, Error> {
        // In the tunnel of a proxy the connection to the proxy, which is watched too, has read the answer unless it is encrypted.
        let proxy = details.config.proxy();
        let is_tunnel = proxy.is_some_and(|proxy| {
            matches!(proxy.protocol(), ProxyProtocol::Http | ProxyProtocol::Https)
        });
        let is_read = is_tunnel && details.uri.scheme_str() == Some("http");
        let fields = self.fields.clone().filter(|_| !is_read);
        Ok(chained.map(|inner| Watched {
            inner,
            most: self.most,
            fields: fields.clone(),
            awaits_block: false,
            interim: 0,
            short: None,
        }))
    }
}

/// A connection whose breaking is a distinct error.
///
/// A body without a length ends with its connection, and the library accepts every end of the connection. A robots.txt
/// that was cut off would then be read as a whole.
#[derive(Debug)]
pub(super) struct Watched {
    inner: Box<dyn Transport>,
    most: usize,
    fields: Option<ReadFields>,
    /// Whether a header block comes next.
    awaits_block: bool,
    /// The bytes of interim responses before the answer. They have the limit of a header block together: a server can send them for ever.
    interim: usize,
    /// The short block that replaces one for the library.
    short: Option<Short>,
}

impl Watched {
    /// Looks at the bytes that arrived when a header block comes next.
    fn look(&mut self) {
        match head::block(self.inner.buffers().input(), self.most) {
            Block::None => self.short = None,
            Block::Open => self.short = Some(Short::default()),
            Block::Unreadable => {
                self.short = None;
                self.awaits_block = false;
            }
            Block::Read { len, short, fields } => {
                self.inner.buffers().input_consume(len);
                self.short = Some(Short::of(short));
                if let (Some(fields), Some(place)) = (fields, &self.fields) {
                    self.awaits_block = false;
                    self.interim = 0;
                    place.put(fields);
                } else {
                    self.interim += len;
                }
            }
        }
    }
}

impl Transport for Watched {
    fn buffers(&mut self) -> &mut dyn Buffers {
        if self.short.as_ref().is_none_or(Short::is_waiting) {
            self.short = None;
            if self.awaits_block {
                self.look();
            }
        }
        match &mut self.short {
            Some(short) => short,
            None => self.inner.buffers(),
        }
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.awaits_block = self.fields.is_some();
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        let seen = self.inner.buffers().input().len() + self.interim;
        if (self.short.is_some() || self.interim > 0) && seen > self.most {
            return Err(Error::LargeResponseHeader(seen, self.most));
        }
        match self.inner.await_input(timeout) {
            Err(Error::Io(error)) if is_broken(&error) => {
                Err(Error::Io(io::ErrorKind::BrokenPipe.into()))
            }
            result => result,
        }
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

/// Whether the connection ended without a word that all was sent. Over TLS only the alert `close_notify` is that word (RFC 9112
/// §9.8): anyone on the way can close the connection below it.
fn is_broken(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, UnexpectedEof};
    matches!(
        error.kind(),
        ConnectionReset | ConnectionAborted | UnexpectedEof
    )
}
