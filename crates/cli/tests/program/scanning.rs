//! The program, run over archives in a folder of its own.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use robots_policy_kit::crawl::{Numbers, Packing, Truth, Writer};
use robots_policy_kit::output::{ends, said};

/// A folder of its own for each test, empty at its beginning.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("archives")
        .join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program in the folder.
pub(crate) fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    command.current_dir(folder).stdin(Stdio::null());
    command
}

/// The program with these arguments, in the folder.
pub(crate) fn command(folder: &Path, words: &str) -> Command {
    let mut command = program(folder);
    command.args(words.split_whitespace());
    command
}

/// A named pipe.
#[cfg(unix)]
pub(crate) fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// The program with these arguments in a folder, and with this input.
pub(crate) fn fed(
    folder: &Path,
    words: impl IntoIterator<Item = impl AsRef<OsStr>>,
    input: &[u8],
) -> Output {
    fed_by(program(folder).args(words), input)
}

/// The output of a command with this input.
pub(crate) fn fed_by(command: &mut Command, input: &[u8]) -> Output {
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that has read enough closes its end.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn run(folder: &Path, words: &str) -> Output {
    command(folder, words).output().unwrap()
}

/// The run ended with this code, and its messages contain `message`.
pub(crate) fn ends_saying(output: &Output, code: i32, message: &str) {
    ends(output, code);
    assert!(said(output).contains(message), "{}", said(output));
}

/// Writes an archive of `count` responses; returns the true facts about them.
pub(crate) fn archive(path: &Path, packing: Packing, seed: u64, count: usize) -> Vec<Truth> {
    let mut writer = Writer::new(packing);
    writer.crawl(&mut Numbers(seed), count);
    fs::write(path, &writer.bytes).unwrap();
    writer.truth
}

/// Writes `archives` archives, the first `00.warc.gz`, of `count` responses each.
pub(crate) fn archives(folder: &Path, archives: u64, count: usize) {
    for number in 0..archives {
        let path = folder.join(format!("{number:02}.warc.gz"));
        archive(&path, Packing::Gzip, number, count);
    }
}

/// The records of a JSONL table.
pub(crate) fn records(path: &Path) -> Vec<Value> {
    json_lines(&fs::read_to_string(path).unwrap())
}

/// A value a line.
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The files of a folder by their names.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let files = paths.filter(|path| path.is_file());
    files
        .map(|path| (name(&path), fs::read(&path).unwrap()))
        .collect()
}

/// Runs the program and kills it at a moment that is drawn: at its start, or some time after a change to the files of the
/// folder that it writes. Returns whether that was before its end.
pub(crate) fn killed(folder: &Path, words: &str, written: &Path, numbers: &mut Numbers) -> bool {
    let mut command = command(folder, words);
    let command = command.stdout(Stdio::null()).stderr(Stdio::null());
    let mut files = lengths(written);
    let mut child = command.spawn().unwrap();
    let mut changes = numbers.below(6);
    let later = Duration::from_micros(numbers.below(3000) * changes.min(1));
    while changes > 0 && child.try_wait().unwrap().is_none() {
        let now = lengths(written);
        changes -= u64::from(now != files);
        files = now;
        thread::yield_now();
    }
    thread::sleep(later);
    child.kill().unwrap();
    !child.wait().unwrap().success()
}

/// The file that is being written for a place in a folder.
pub(crate) fn part_of(folder: &Path, place: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = entries.map(|entry| entry.path());
    names.find(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with(place) && name.ends_with(".part")
    })
}

/// The files of a folder that may be missing, and their lengths.
fn lengths(folder: &Path) -> BTreeMap<OsString, u64> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let lengths = entries.map(|entry| {
        let len = entry.metadata().map_or(0, |file| file.len());
        (entry.file_name(), len)
    });
    lengths.collect()
}
