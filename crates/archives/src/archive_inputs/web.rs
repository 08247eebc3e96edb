//! The way to addresses.

use std::path::PathBuf;

use robots_policy_input::Failure;
use robots_policy_live::fetch::{ClientSettings, Proxies, trusted};
use robots_policy_live::remote::Web;

/// The way to addresses.
pub struct WebSettings {
    /// Certificates to trust instead of those of the web's authorities.
    pub trust: Option<PathBuf>,
    /// Whether the proxies that the environment names are used.
    pub uses_proxy: bool,
}

impl WebSettings {
    /// The client of a run.
    ///
    /// # Errors
    /// Certificates that cannot be read, and an environment without a proxy that can be used.
    pub(super) fn client(&self) -> Result<Web, Failure> {
        Ok(Web::new(ClientSettings {
            proxies: Proxies::wanted(self.uses_proxy, &[])?,
            roots: trusted(self.trust.as_deref())?,
            ..ClientSettings::new(concat!("robots-policy/", env!("CARGO_PKG_VERSION")))
        }))
    }
}
