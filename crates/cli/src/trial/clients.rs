//! The clients of a folder: `NAME/client.json` says how each is installed and run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use crate::exit::Failure;

/// A client. `{dir}` is the folder of its file, `{installed}` the folder in which clients are installed, `{self}` this program.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Described {
    pub(super) name: String,
    /// The command that prints its version, whose last word is the version.
    version: Vec<String>,
    /// How it is installed, for people.
    pub(super) install: String,
    pub(super) run: Vec<String>,
    #[expect(dead_code, reason = "for readers of the data: fetch, crawl or agent")]
    kind: String,
    /// The name in its requests, if it cannot have the one of the trial.
    pub(super) agent: Option<String>,
}

impl Described {
    /// The version that is installed; none if the client is not.
    pub(super) fn version(&self) -> Option<String> {
        let (program, arguments) = self.version.split_first()?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null());
        let output = command
            .output()
            .ok()
            .filter(|output| output.status.success())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().find(|line| !line.trim().is_empty())?;
        let words = line.split_whitespace();
        let is_number = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
        let version = words.rev().find(is_number);
        version.map(|word| word.trim_matches(['(', ')', ',']).to_owned())
    }
}

/// The clients with these names, or all, in the order of their names.
pub(super) fn read(
    folder: &Path,
    installed: &Path,
    names: &[String],
) -> Result<Vec<Described>, Failure> {
    let mut clients = Vec::new();
    for file in files(folder)? {
        let unreadable = |why: String| Failure::Input(file.display().to_string(), why);
        let text = fs::read_to_string(&file).map_err(|error| unreadable(error.to_string()))?;
        let client: Described =
            serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
        clients.push(placed(client, &file, installed));
    }
    let known: Vec<String> = clients.iter().map(|client| client.name.clone()).collect();
    if let Some(unknown) = names.iter().find(|name| !known.contains(name)) {
        let known = known.join(", ");
        return Err(Failure::Usage(format!(
            "--client {unknown} is not in {}; it has {known}",
            folder.display()
        )));
    }
    clients.retain(|client| names.is_empty() || names.contains(&client.name));
    Ok(clients)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = fs::read_dir(folder);
    let entries = entries.map_err(|error| unread(folder, &error.to_string()))?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path().join("client.json")));
    let mut files: Vec<PathBuf> = files.filter(|file| file.is_file()).collect();
    files.sort();
    if files.is_empty() {
        return Err(unread(folder, "it has no NAME/client.json"));
    }
    Ok(files)
}

fn unread(folder: &Path, why: &str) -> Failure {
    Failure::Input(folder.display().to_string(), why.to_owned())
}

/// The client with its places filled in.
fn placed(mut client: Described, file: &Path, installed: &Path) -> Described {
    let whole = |path: &Path| {
        let path = std::path::absolute(path);
        path.map_or_else(
            |_| String::new(),
            |path| path.to_string_lossy().into_owned(),
        )
    };
    let dir = whole(file.parent().unwrap_or(file));
    let installed = whole(installed);
    let own = std::env::current_exe().map_or_else(|_| String::new(), |own| whole(&own));
    for word in client.version.iter_mut().chain(&mut client.run) {
        *word = word
            .replace("{dir}", &dir)
            .replace("{installed}", &installed)
            .replace("{self}", &own);
    }
    client
}
