//! The program, run over archives in a folder of its own.

use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use robots_policy_kit::crawl::{Numbers, Packing, Truth, Writer};
use robots_policy_kit::files::rows;
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

/// Copies files of these names, which have no blanks, with their folders.
pub(crate) fn copied(from: &Path, names: &str, folder: &Path) {
    for name in names.split(' ') {
        let to = folder.join(name);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(from.join(name), to).unwrap();
    }
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

/// The records of a JSONL table.
pub(crate) fn records(path: &Path) -> Vec<Value> {
    json_lines(&fs::read_to_string(path).unwrap())
}

/// A value a line.
pub(crate) fn json_lines(text: &str) -> Vec<Value> {
    rows(text)
}
