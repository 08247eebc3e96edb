//! A run of a client: a command with its places filled in, its output, and its end with all that it started.

use std::fs;
use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use robots_policy_scan::Interrupt;

/// A command and the values of its places.
pub(super) struct Client<'a> {
    pub(super) words: &'a [String],
    pub(super) agent: &'a str,
    pub(super) time_out: Duration,
    /// Ctrl-C, which does not reach the group of the client.
    pub(super) interrupt: &'a Interrupt,
}

/// The output of a run, and how it ended.
pub(super) struct Ran {
    pub(super) output: String,
    pub(super) has_timed_out: bool,
    /// Its end in words, with the last line of its standard error.
    pub(super) end: String,
}

impl Client<'_> {
    /// Sends it to these addresses.
    pub(super) fn run(&self, urls: &[String]) -> io::Result<Ran> {
        let folder = Folder::new()?;
        let words = self.filled(urls, &folder);
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.env(
            "ROBOTS_POLICY_TRIAL_URL",
            urls.first().map_or("", String::as_str),
        );
        // No proxy is between a client and the sites.
        command
            .env("NO_PROXY", "127.0.0.1")
            .env("no_proxy", "127.0.0.1");
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let ended = wait(group(&mut command).spawn()?, self.time_out, self.interrupt);
        drop(folder);
        ended
    }

    /// Whether it is sent to a page that links to those of the case.
    pub(super) fn follows_links(&self) -> bool {
        self.words.iter().any(|word| word.contains(LINKS))
    }

    fn filled(&self, urls: &[String], folder: &Folder) -> Vec<String> {
        let first = urls.first().map_or("", String::as_str);
        let mut words = Vec::new();
        for word in self.words {
            if word == "{urls}" {
                words.extend_from_slice(urls);
                continue;
            }
            let word = word.replace("{url}", first).replace(LINKS, first);
            let word = word.replace("{agent}", self.agent);
            words.push(word.replace("{tmp}", &folder.0.to_string_lossy()));
        }
        words
    }
}

/// The place of a page that links to those of the case.
const LINKS: &str = "{links}";

/// Puts a command into a group of processes of its own.
fn group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

/// Waits for the end of a child, and ends it with its children at the time-out.
fn wait(mut child: Child, time_out: Duration, interrupt: &Interrupt) -> io::Result<Ran> {
    let output = read(child.stdout.take())?;
    let errors = read(child.stderr.take())?;
    let end = Instant::now() + time_out;
    let mut has_timed_out = false;
    while child.try_wait()?.is_none() {
        if Instant::now() >= end || interrupt.is_asked() {
            has_timed_out = true;
            break;
        }
        thread::sleep(PAUSE);
    }
    // Also what a client left running.
    end_group(child.id());
    let _ = child.kill();
    let status = child.wait()?;
    let end = if has_timed_out {
        format!("it was ended after {} s", time_out.as_secs())
    } else {
        format!("it ended with {status}")
    };
    let last = errors();
    let last = last.lines().rfind(|line| !line.trim().is_empty());
    Ok(Ran {
        output: output(),
        has_timed_out,
        end: last.map_or(end.clone(), |line| format!("{end}: {}", shown(line.trim()))),
    })
}

/// Reads a stream beside the run, as much of it as is judged; the text is there when both have ended.
fn read(stream: Option<impl Read + Send + 'static>) -> io::Result<impl FnOnce() -> String> {
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        if let Some(stream) = stream {
            let _ = stream.take(MOST_OUTPUT).read_to_end(&mut bytes);
        }
        let _ = sender.send(bytes);
    })?;
    Ok(move || {
        let bytes = receiver.recv_timeout(Duration::from_secs(2));
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    })
}

/// A line of a client for people, escaped, and cut where it is long.
fn shown(line: &str) -> String {
    let cut = line.chars().take(MOST_SHOWN);
    let escaped = cut.map(|c| match c {
        '\'' | '"' => c.to_string(),
        _ => c.escape_debug().to_string(),
    });
    escaped.collect()
}

/// Ends the processes of a group; there may be none.
fn end_group(id: u32) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("taskkill");
        command.args(["/T", "/F", "/PID", &id.to_string()]);
        command
    } else {
        let mut command = Command::new("kill");
        command.args(["-KILL", "--", &format!("-{id}")]);
        command
    };
    let _ = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

/// The characters that are shown of a line of a client.
const MOST_SHOWN: usize = 200;

/// A folder for the files of a run, which is removed after it.
struct Folder(PathBuf);

impl Folder {
    fn new() -> io::Result<Folder> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("robots-policy-trial-{}-{next}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The most bytes of an output that are looked at.
const MOST_OUTPUT: u64 = 16 << 20;

/// The time between two looks at a child.
const PAUSE: Duration = Duration::from_millis(10);
