//! The options of `lint` about the configuration, the lock and a baseline.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::baseline::Locked;
use super::configuration::Chosen;

#[derive(ClapArgs)]
pub(crate) struct IntentArgs {
    /// The file with levels, ignored findings and expected answers [default: the nearest `robots-policy.toml` in this folder and above]
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,

    /// Use no `robots-policy.toml`
    #[arg(long, conflicts_with = "config")]
    pub(super) no_config: bool,

    /// The environment that expectations, levels and ignored findings may be for [default: production]
    #[arg(long, value_name = "NAME")]
    pub(super) environment: Option<String>,

    /// Compare the answers with `robots-policy.lock`, and report what changed and for which agents
    #[arg(long)]
    pub(super) locked: bool,

    /// Write the answers into `robots-policy.lock`, beside the configuration
    #[arg(long, conflicts_with = "locked")]
    pub(super) update_lock: bool,

    #[command(flatten)]
    pub(super) hidden: HiddenArgs,
}

/// Findings that are not reported.
#[derive(ClapArgs)]
pub(crate) struct HiddenArgs {
    /// Do not obey comments of files that ignore findings: what they would hide is reported
    #[arg(long)]
    pub(super) no_inline_ignores: bool,

    /// A file of known findings, which are neither shown nor make the exit status 1
    #[arg(long, value_name = "FILE")]
    pub(super) baseline: Option<PathBuf>,

    /// Write all findings into such a file; none of them is shown
    #[arg(long, value_name = "FILE")]
    pub(super) write_baseline: Option<PathBuf>,
}

impl IntentArgs {
    /// Where the configuration is from.
    pub(super) fn chosen(&self) -> Chosen {
        match &self.config {
            Some(path) => Chosen::File(path.clone()),
            None if self.no_config => Chosen::None,
            None => Chosen::Nearest,
        }
    }

    /// The use of the lock.
    pub(super) fn locked(&self) -> Option<Locked> {
        match (self.locked, self.update_lock) {
            (true, _) => Some(Locked::Compared),
            (false, true) => Some(Locked::Written),
            (false, false) => None,
        }
    }
}
