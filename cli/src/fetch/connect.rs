//! The connection, with one difference to the library's own: a reset is not taken for an end.

use std::io;

use ureq::Error;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport,
};

/// The library's connections, watched.
pub(super) fn connector() -> impl Connector<(), Out = Watched> {
    DefaultConnector::default().chain(Watch)
}

#[derive(Debug)]
struct Watch;

impl Connector<Box<dyn Transport>> for Watch {
    type Out = Watched;

    fn connect(
        &self,
        _: &ConnectionDetails<'_>,
        chained: Option<Box<dyn Transport>>,
    ) -> Result<Option<Watched>, Error> {
        Ok(chained.map(Watched))
    }
}

/// A connection whose reset is an error of its own.
///
/// A body without a length ends with its connection, and the library takes every end for that one. A robots.txt that was
/// cut off would then be read as a whole.
#[derive(Debug)]
pub(super) struct Watched(Box<dyn Transport>);

impl Transport for Watched {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.0.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.0.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        match self.0.await_input(timeout) {
            Err(Error::Io(error)) if is_reset(&error) => {
                Err(Error::Io(io::ErrorKind::BrokenPipe.into()))
            }
            result => result,
        }
    }

    fn is_open(&mut self) -> bool {
        self.0.is_open()
    }

    fn is_tls(&self) -> bool {
        self.0.is_tls()
    }
}

fn is_reset(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset};
    matches!(error.kind(), ConnectionReset | ConnectionAborted)
}
