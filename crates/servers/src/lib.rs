//! The fields about robots that a server will send, predicted from its configuration.
#![forbid(unsafe_code)]

mod apache;
mod caddy;
mod configuration;
mod files;
mod glob;
mod hosts;
mod include;
mod kind;
mod named;
mod names;
mod nginx;
mod pattern;
mod place;
mod predicted;
mod server;
mod source;
mod table;
mod trap;
mod tree;
mod uri;
mod wrong;

pub use configuration::Configuration;
pub use files::Files;
pub use glob::fits_signs;
pub use kind::ServerKind;
pub use names::{FIELD_NAMES, NEAR_NAMES, is_about_robots};
pub use place::ConfigPlace;
pub use predicted::{Field, Prediction, Request, Unknown, Why};
pub use source::ConfigText;
pub use trap::{Trap, TrapCode};
pub use wrong::Refusal;
