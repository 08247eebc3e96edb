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

pub(super) const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  robots-policy completions bash > robots-policy.bash
  robots-policy completions zsh > _robots-policy

Bash reads such a file from ~/.local/share/bash-completion/completions, without
its ending; zsh from a folder of $fpath, fish from ~/.config/fish/completions.

Exit status: 0 written, 2 usage.";

pub(super) const MAN_EXAMPLES: &str = "\
Examples:
  robots-policy man > robots-policy.1
  robots-policy man robots-store build > robots-policy-robots-store-build.1

man reads such files from a folder man1 of $MANPATH: ~/.local/share/man/man1.

Exit status: 0 written, 2 usage.";
