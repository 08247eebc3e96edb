//! The way to addresses.

use std::path::PathBuf;

use crate::exit::Failure;
use crate::fetch::{self, ClientSettings};
use crate::names::shown;
use crate::read_input;
use crate::remote::Web;

/// The way to addresses.
pub(crate) struct WebSettings {
    /// Certificates to trust instead of those of the web's authorities.
    pub(crate) trust: Option<PathBuf>,
    /// Whether the proxy that the environment names is used.
    pub(crate) uses_proxy: bool,
}

impl WebSettings {
    /// The client of a run.
    ///
    /// # Errors
    /// Certificates that cannot be read.
    pub(super) fn client(&self) -> Result<Web, Failure> {
        let trusted = |path: &PathBuf| {
            let name = shown(path.as_os_str());
            fetch::roots(&name, &read_input::read(path)?)
        };
        Ok(Web::new(ClientSettings {
            uses_proxy: self.uses_proxy,
            roots: self.trust.as_ref().map(trusted).transpose()?,
            ..ClientSettings::new(concat!("robots-policy/", env!("CARGO_PKG_VERSION")))
        }))
    }
}
