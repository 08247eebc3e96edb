//! The options of the commands that write completions and man pages.

use clap::Args as ClapArgs;
use clap_complete::Shell;

#[derive(ClapArgs)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

#[derive(ClapArgs)]
pub(crate) struct ManArgs {
    /// The command, as in `scan` or `robots-store build`; without one the page is about the program
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}
