//! Folders of one test with little space, or in which nothing may be written.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::scanning::command;

/// A disk in memory that no other process sees. Dropping the value removes it.
pub(crate) struct Disk {
    shell: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
    place: PathBuf,
}

impl Disk {
    /// Mounts a disk at `place`, a folder; none where the system does not let a test mount disks.
    pub(crate) fn new(place: &Path, options: &str) -> Option<Disk> {
        [&["-r", "-m", "sh"][..], &["-m", "sh"]]
            .iter()
            .find_map(|words| {
                let mut disk = Disk::shell(place, words)?;
                disk.mount(options).then_some(disk)
            })
    }

    /// A shell that sees mounts of its own.
    fn shell(place: &Path, words: &[&str]) -> Option<Disk> {
        let mut unshare = Command::new("unshare");
        unshare.args(words).stdin(Stdio::piped());
        let started = unshare.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut shell = started.ok()?;
        Some(Disk {
            orders: shell.stdin.take()?,
            answers: BufReader::new(shell.stdout.take()?),
            shell,
            place: place.to_owned(),
        })
    }

    /// Runs a command in the shell; returns whether it succeeded.
    fn order(&mut self, words: &str) -> bool {
        let mut answer = String::new();
        let asked = writeln!(self.orders, "{words} && echo done || echo failed");
        asked.is_ok() && self.answers.read_line(&mut answer).is_ok() && answer == "done\n"
    }

    /// The folder, seen from outside.
    pub(crate) fn path(&self) -> PathBuf {
        let root = format!("/proc/{}/root", self.shell.id());
        Path::new(&root).join(self.place.strip_prefix("/").unwrap())
    }

    /// Changes its options, as in `size=1m` or `ro`.
    pub(crate) fn change(&mut self, options: &str) {
        assert!(self.mount(&format!("remount,{options}")));
    }

    // With all words, so that a change brings back no option that the system has set on its own.
    fn mount(&mut self, options: &str) -> bool {
        let mount = format!("mount -t tmpfs -o {options} tmpfs {}", self.place.display());
        self.order(&mount)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}

/// A folder with little space: that of a small disk, or a limit on each file.
pub(crate) enum Room {
    Disk(Disk),
    /// Where files are, and the most KiB of each.
    File(PathBuf, Option<u64>),
}

impl Room {
    /// A folder `disk` in `folder` with this much space; where no disk can be mounted, the limit applies to each file.
    pub(crate) fn of_disk(folder: &Path, kib: u64) -> Room {
        let place = folder.join("disk");
        fs::create_dir_all(&place).unwrap();
        match Disk::new(&place, &format!("size={kib}k")) {
            Some(disk) => Room::Disk(disk),
            None => Room::of_file(folder, kib),
        }
    }

    /// A folder `files` in `folder` with this much space for each file.
    pub(crate) fn of_file(folder: &Path, kib: u64) -> Room {
        let place = folder.join("files");
        let _ = fs::remove_dir_all(&place);
        fs::create_dir(&place).unwrap();
        Room::File(place, Some(kib))
    }

    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Room::Disk(disk) => disk.path(),
            Room::File(place, _) => place.clone(),
        }
    }

    /// The program with these arguments, in the folder; what is in `folder` is at `..`.
    pub(crate) fn command(&self, words: &str) -> Command {
        match self {
            // A limit in blocks of 512 bytes, and an error instead of a signal.
            Room::File(place, Some(kib)) => limited(
                place,
                &format!("trap '' XFSZ; ulimit -f {}", kib * 2),
                words,
            ),
            _ => command(&self.path(), words),
        }
    }

    /// Why nothing more can be written.
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            Room::Disk(_) => "No space left on device",
            Room::File(..) => "File too large",
        }
    }

    /// Frees the space.
    pub(crate) fn widen(&mut self) {
        match self {
            Room::Disk(disk) => disk.change("size=256m"),
            Room::File(_, kib) => *kib = None,
        }
    }
}

/// A folder in which nothing can be written while it is locked: of a disk, or by its modes.
pub(crate) enum Locked {
    Disk(Disk),
    /// Its path, and whether the program must run as a user who is bound by file modes.
    Modes(PathBuf, bool),
}

impl Locked {
    /// A folder `locked` in `folder`, open at first.
    pub(crate) fn new(folder: &Path) -> Locked {
        let place = folder.join("locked");
        fs::create_dir_all(&place).unwrap();
        match Disk::new(&place, "size=64m") {
            Some(disk) => Locked::Disk(disk),
            None => Locked::Modes(place, false),
        }
    }

    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Locked::Disk(disk) => disk.path(),
            Locked::Modes(place, _) => place.clone(),
        }
    }

    pub(crate) fn lock(&mut self) {
        match self {
            Locked::Disk(disk) => disk.change("ro"),
            Locked::Modes(place, is_other) => {
                modes(place, "a-w");
                *is_other = fs::write(place.join("probe"), "").is_ok();
            }
        }
    }

    pub(crate) fn open(&mut self) {
        match self {
            Locked::Disk(disk) => disk.change("rw"),
            Locked::Modes(place, is_other) => {
                modes(place, "u+w");
                let _ = fs::remove_file(place.join("probe"));
                *is_other = false;
            }
        }
    }

    /// The program with these arguments, in the folder; what is in `folder` is at `..`.
    pub(crate) fn command(&self, words: &str) -> Command {
        let is_other = matches!(self, Locked::Modes(_, true));
        if !is_other {
            return command(&self.path(), words);
        }
        let mut other = Command::new("setpriv");
        other.args(["--reuid=65534", "--regid=65534", "--clear-groups"]);
        other.arg(env!("CARGO_BIN_EXE_robots-policy"));
        other.args(words.split_whitespace());
        other.current_dir(self.path()).stdin(Stdio::null());
        other
    }

    /// Why nothing can be written.
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            Locked::Disk(_) => "Read-only file system",
            Locked::Modes(..) => "Permission denied",
        }
    }
}

fn modes(place: &Path, modes: &str) {
    let mut chmod = Command::new("chmod");
    let changed = chmod.args(["-R", modes]).arg(place).status();
    assert!(changed.unwrap().success());
}

/// The program with these arguments, in a folder, started by a shell after a command that limits it.
pub(crate) fn limited(folder: &Path, limit: &str, words: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limit}; exec \"$0\" \"$@\"")]);
    shell.arg(env!("CARGO_BIN_EXE_robots-policy"));
    shell.args(words.split_whitespace());
    shell.current_dir(folder).stdin(Stdio::null());
    shell
}
