//! Every seed and every finding, given to every target as plain tests do: no fuzzer is needed.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use robots_policy_checks::TARGETS;

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The part of a large file that is given to every target.
const MOST: usize = 64 * 1024;

#[test]
fn every_input_holds_in_every_target() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut inputs = files(&root.join("../findings"));
    inputs.extend(files(&root.join("../../fixtures")));
    assert!(inputs.len() > 500, "{} inputs", inputs.len());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..cores {
            let inputs = inputs.iter().skip(first).step_by(cores);
            scope.spawn(move || inputs.for_each(|path| holds_in_every_target(path)));
        }
    });
}

fn holds_in_every_target(path: &Path) {
    let bytes = fs::read(path).expect("a file");
    let bytes = bytes.get(..MOST).unwrap_or(&bytes);
    for (name, check) in TARGETS {
        let held = std::panic::catch_unwind(|| check(bytes));
        assert!(held.is_ok(), "{name} does not hold for {}", path.display());
    }
}
