//! The options of `play`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

use crate::play::PlaySettings;

#[derive(ClapArgs)]
pub(crate) struct PlayArgs {
    /// The port of the page; 0 is any free port [default: 8765, or any free port where another program has it]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// The file of the page, which `cargo run -p robots-policy-pages` builds [default: the page in the program, which those of releases have]
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
}

impl From<PlayArgs> for PlaySettings {
    fn from(args: PlayArgs) -> PlaySettings {
        PlaySettings {
            port: args.port,
            opens: args.open,
            page: args.page,
        }
    }
}

pub(super) const PLAY_EXAMPLES: &str = "\
Examples:
  robots-policy play
  robots-policy play --open --port 0

Standard output has the address. Only this computer reaches the page, and the
page sends nothing: the reader runs in the browser. Ctrl-C ends the command.

Exit status: 0 ended by Ctrl-C, 1 the address is unwritable or the page
unreadable, 2 usage, the program has no page, or another one has the port.";
