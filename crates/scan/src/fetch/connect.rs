//! The connection, with two differences to the library's own: a reset is not treated as an end, and a header block may
//! have more than 128 fields.

use std::io;

use ureq::Error;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport,
};

use super::wide::{self, Block, Short, WideFields};

/// The library's connections, with these differences. A header block of many fields has at most `most` bytes and goes to
/// `fields`; without these it is an error, as in the library.
pub(super) fn connector(
    most: usize,
    fields: Option<WideFields>,
) -> impl Connector<(), Out = Watched> {
    DefaultConnector::default().chain(Watch { most, fields })
}

#[derive(Debug)]
struct Watch {
    most: usize,
    fields: Option<WideFields>,
}

impl Connector<Box<dyn Transport>> for Watch {
    type Out = Watched;

    fn connect(
        &self,
        _: &ConnectionDetails<'_>,
        chained: Option<Box<dyn Transport>>,
    ) -> Result<Option<Watched>, Error> {
        Ok(chained.map(|inner| Watched {
            inner,
            most: self.most,
            fields: self.fields.clone(),
            awaits_block: false,
            short: None,
        }))
    }
}

/// A connection whose reset is a distinct error.
///
/// A body without a length ends with its connection, and the library accepts every end of the connection. A robots.txt
/// that was cut off would then be read as a whole.
#[derive(Debug)]
pub(super) struct Watched {
    inner: Box<dyn Transport>,
    most: usize,
    fields: Option<WideFields>,
    /// Whether a header block comes next.
    awaits_block: bool,
    /// The short block that replaces one of many fields for the library.
    short: Option<Short>,
}

impl Watched {
    /// Looks at the bytes that arrived when a header block comes next.
    fn look(&mut self) {
        match wide::block(self.inner.buffers().input(), self.most) {
            Block::Narrow { is_final } => {
                self.short = None;
                self.awaits_block = !is_final;
            }
            Block::Open => self.short = Some(Short::default()),
            Block::Wide(wide) => {
                self.inner.buffers().input_consume(wide.len);
                self.short = Some(Short::of(wide.short));
                if let (Some(fields), Some(place)) = (wide.fields, &self.fields) {
                    self.awaits_block = false;
                    place.put(fields);
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
        let seen = self.inner.buffers().input().len();
        if self.short.is_some() && seen > self.most {
            return Err(Error::LargeResponseHeader(seen, self.most));
        }
        match self.inner.await_input(timeout) {
            Err(Error::Io(error)) if is_reset(&error) => {
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

fn is_reset(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset};
    matches!(error.kind(), ConnectionReset | ConnectionAborted)
}
