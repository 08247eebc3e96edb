//! The module of the playground and of the npm package: JSON in, JSON out, over the memory that `boundary` describes.
//! `bindings/javascript/lib/core.js` is the other side.
#![deny(unsafe_code)]

mod boundary;
mod engines;
mod handles;
#[cfg(not(feature = "idna"))]
mod host;
mod robots;
mod room;
#[cfg(feature = "saved")]
mod saved;
