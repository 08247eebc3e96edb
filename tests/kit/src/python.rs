//! Other implementations, from `PyPI`: they read back the tables that the program wrote, and the archives that it reads.
//!
//! The packages of `requirements.txt` are installed once, into a virtual environment in the target folder. The tests
//! that use it need `python3` with `venv` and, the first time, the network.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The implementations that `read_back.py` knows.
pub const IMPLEMENTATIONS: [&str; 2] = ["pyarrow", "duckdb"];

/// A file as another implementation reads it.
pub struct ReadBack {
    /// Names and types, in that implementation's words.
    pub columns: Vec<(String, String)>,
    /// The key-value metadata, an object.
    pub metadata: Value,
    /// An object a row; moments are microseconds since the start of 1970.
    pub rows: Vec<Value>,
}

/// Reads a Parquet file with one of the [`IMPLEMENTATIONS`].
#[track_caller]
pub fn read_back(implementation: &str, file: &Path) -> ReadBack {
    let said = script(
        "read_back.py",
        &[OsStr::new(implementation), file.as_os_str()],
    );
    let mut lines = said.lines().map(|line| serde_json::from_str(line).unwrap());
    let mut head: Value = lines.next().unwrap();
    ReadBack {
        columns: serde_json::from_value(head["columns"].take()).unwrap(),
        metadata: head["metadata"].take(),
        rows: lines.collect(),
    }
}

/// The output of a script of this folder.
#[track_caller]
pub fn script(name: &str, args: &[&OsStr]) -> String {
    let script = source(name);
    let args = std::iter::once(script.as_os_str()).chain(args.iter().copied());
    run(&interpreter(), args)
}

/// A file of this folder.
fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src/python")
        .join(name)
}

/// The folder for the files that tests leave: `tmp` beside the folder of the profile.
pub fn folder() -> PathBuf {
    let test = env::current_exe().unwrap();
    let folder = test.ancestors().nth(3).unwrap().join("tmp");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The interpreter of an environment that holds the packages.
#[track_caller]
pub fn interpreter() -> PathBuf {
    let requirements = source("requirements.txt");
    let wanted = fs::read_to_string(&requirements).unwrap();
    let environment = folder().join("python");
    let held = environment.join("requirements.txt");
    let interpreter = environment.join("bin/python");
    // Tests of other processes may want the same.
    let lock = File::create(folder().join("python.lock")).unwrap();
    lock.lock().unwrap();
    if fs::read_to_string(&held).ok().as_ref() != Some(&wanted) {
        let (module, environment) = ("-m".as_ref(), environment.as_os_str());
        run(
            "python3".as_ref(),
            [module, "venv".as_ref(), "--clear".as_ref(), environment],
        );
        let install = ["-m", "pip", "install", "--quiet", "--requirement"].map(OsStr::new);
        run(
            &interpreter,
            install.into_iter().chain([requirements.as_os_str()]),
        );
        fs::write(held, wanted).unwrap();
    }
    interpreter
}

/// Runs a program, which must succeed, and returns its output.
#[track_caller]
fn run<'a>(program: &Path, args: impl IntoIterator<Item = &'a OsStr>) -> String {
    let args: Vec<_> = args.into_iter().collect();
    let output = Command::new(program)
        .args(&args)
        .output()
        .unwrap_or_else(|error| {
            let name = program.display();
            panic!("{name} does not start ({error}); this test needs python3 with venv and pip")
        });
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{} {args:?} failed; this test needs python3 with venv and pip, and PyPI the first time:\n{said}",
        program.display()
    );
    String::from_utf8(output.stdout).unwrap()
}
