//! `robots-policy play`: the playground, served to the browsers of this computer.

mod exchange;

use std::borrow::Cow;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;
use robots_policy_input::read_input::read;
use robots_policy_live::Interrupt;

use crate::exit::{self, Exit, Failure};
use crate::say::warn;

#[derive(Args)]
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

/// Runs the command until the user ends it.
pub(crate) fn run(args: &PlayArgs) -> Result<Exit, Failure> {
    let html = match (&args.page, PAGE) {
        (Some(file), _) => Cow::Owned(read(file)?),
        (None, Some(own)) => Cow::Borrowed(own),
        (None, None) => return Err(Failure::Usage(String::from(WITHOUT_PAGE))),
    };
    let interrupt = exit::watch()?;
    let listener = listen(args.port)?;
    let address = listener.local_addr()?;
    let page = format!("http://{address}/");
    let mut out = io::stdout().lock();
    writeln!(out, "{page}")?;
    out.flush()?;
    if args.open
        && let Err(error) = open(&page)
    {
        warn(&format_args!(
            "no browser was opened ({error}); open {page} in one"
        ));
    }
    serve(&listener, address, &html.into(), &interrupt);
    Ok(Exit::Answered)
}

/// Listens at this port, or at the usual one. Other computers do not reach it.
fn listen(port: Option<u16>) -> Result<TcpListener, Failure> {
    let at = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let usual = at(port.unwrap_or(PORT));
    let listener = match (usual, port) {
        (Ok(listener), _) => listener,
        (Err(error), Some(port)) => {
            return Err(Failure::Usage(format!(
                "--port {port} cannot be used ({error}); --port 0 takes any free port"
            )));
        }
        (Err(error), None) => {
            warn(&format_args!(
                "port {PORT} cannot be used ({error}), so another one was taken"
            ));
            at(0)?
        }
    };
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Answers requests until the user ends the run; each connection has a thread, and too many at a time are closed.
fn serve(listener: &TcpListener, address: SocketAddr, html: &Arc<[u8]>, interrupt: &Interrupt) {
    while !interrupt.is_asked() {
        match listener.accept() {
            // Each thread holds a clone, so the count falls also where a thread panics.
            Ok((stream, _)) if Arc::strong_count(html) <= MOST_OPEN => {
                let html = Arc::clone(html);
                let answer = move || answer(stream, address, &html);
                // Without a thread the connection is closed, and the browser tries again.
                let _ = thread::Builder::new().spawn(answer);
            }
            Ok(_) => {}
            // There is no connection, or one that has gone; `poll` is not in the standard library.
            Err(_) => thread::sleep(PAUSE),
        }
    }
}

/// Answers the request of a connection; whoever has gone needs no answer.
fn answer(mut stream: TcpStream, address: SocketAddr, html: &[u8]) {
    // On some systems a connection inherits this from its listener.
    if stream.set_nonblocking(false).is_ok() {
        let _ = exchange::answer(&mut stream, address.port(), html);
    }
}

/// Opens an address in the browser.
fn open(page: &str) -> io::Result<()> {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut browser = Command::new(program);
    browser
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = browser.spawn()?;
    thread::spawn(move || child.wait());
    Ok(())
}

/// The page, one file with everything in it, if it was built before the program.
#[cfg(has_playground)]
const PAGE: Option<&[u8]> = Some(include_bytes!(env!("ROBOTS_POLICY_PLAYGROUND")));
#[cfg(not(has_playground))]
const PAGE: Option<&[u8]> = None;

const WITHOUT_PAGE: &str = "this program was built without the page; in a clone of the project `cargo run -p robots-policy-pages` builds it, and `play --page crates/cli/playground/index.html` serves it. The programs of releases have it; the Python package does not, and its release has the page as playground.html";

/// The usual port.
const PORT: u16 = 8765;

/// The most connections at a time.
const MOST_OPEN: usize = 64;

/// The time between two looks at the listener.
const PAUSE: Duration = Duration::from_millis(20);
