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
mod names;
mod nginx;
mod pattern;
mod place;
mod prediction;
mod refusal;
mod responder;
mod source;
mod trap;
mod tree;
mod uri;

pub use configuration::Configuration;
pub use files::Files;
pub use glob::fits_signs;
pub use kind::ServerKind;
pub use names::{FIELD_NAMES, NEAR_NAMES, is_about_robots, names_one};
pub use place::ConfigPlace;
pub use prediction::{Field, Prediction, Request, Unknown, Why};
pub use refusal::Refusal;
pub use source::ConfigText;
pub use trap::{Trap, TrapCode};
