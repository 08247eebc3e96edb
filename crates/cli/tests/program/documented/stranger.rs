//! A reader at a new machine: an empty folder, a home, and the program on `PATH`.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::site::Site;
use robots_policy_kit::files::root;
use robots_policy_kit::output::said;

/// Asks live sites through a proxy, whose certificate is trusted; and likewise reads archives at addresses.
const PROGRAM: &str = r#"#!/bin/sh
case "$1" in
check|scan) command="$1"; shift; exec "PROGRAM" "$command" --proxy --trust "$CURL_CA_BUNDLE" "$@" ;;
*) exec "PROGRAM" "$@" ;;
esac
"#;

/// The program that `cargo run` would build exists already; like cargo, this makes the folder `target`.
const CARGO: &str = r#"#!/bin/sh
[ "$1 $2 $3" = "run --release --" ] || { echo "cargo $* has no row in not_run.txt" >&2; exit 99; }
shift 3
mkdir -p "$START/target"
exec robots-policy "$@"
"#;

/// The shell of `DuckDB` is not on `PyPI`; the library for Python prints the same tables.
const DUCKDB: &str = r#"#!PYTHON
import sys, duckdb
assert sys.argv[1] == "-c"
duckdb.sql(sys.argv[2]).show(max_width=120)
"#;

pub(crate) struct Stranger {
    folder: PathBuf,
    site: Site,
}

impl Stranger {
    /// With nothing but the program.
    pub(crate) fn new(folder: &Path) -> Stranger {
        let stranger = Stranger {
            folder: folder.to_owned(),
            site: Site::start(),
        };
        for made in ["bin", "home", "start"] {
            fs::create_dir(folder.join(made)).unwrap();
        }
        fs::write(folder.join("ca.pem"), stranger.site.certificate()).unwrap();
        stranger.moved(&stranger.start());
        let program = env!("CARGO_BIN_EXE_robots-policy");
        stranger.tool("robots-policy", &PROGRAM.replace("PROGRAM", program));
        stranger
    }

    /// With a clone of the repository: folders of fixtures to add to, and links to everything else.
    pub(crate) fn with_clone(folder: &Path) -> Stranger {
        let stranger = Stranger::new(folder);
        link(&root(), &stranger.start(), 0);
        stranger.tool("cargo", CARGO);
        let python = robots_policy_kit::python::interpreter();
        stranger.tool(
            "duckdb",
            &DUCKDB.replace("PYTHON", python.to_str().unwrap()),
        );
        stranger
    }

    /// The folder in which it begins.
    pub(crate) fn start(&self) -> PathBuf {
        self.folder.join("start")
    }

    /// The folder in which the last command ended.
    pub(crate) fn place(&self) -> PathBuf {
        let place = fs::read_to_string(self.folder.join("place")).unwrap();
        PathBuf::from(place.trim_end())
    }

    fn moved(&self, place: &Path) {
        fs::write(self.folder.join("place"), place.to_str().unwrap()).unwrap();
    }

    fn tool(&self, name: &str, script: &str) {
        let path = self.folder.join("bin").join(name);
        fs::write(&path, script).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Standard output of a command that ends with status 0, or how it ended.
    pub(crate) fn run(&self, command: &str) -> Result<String, String> {
        let system = std::env::var_os("PATH").unwrap_or_default();
        let paths = [self.folder.join("bin")];
        let paths = paths.into_iter().chain(std::env::split_paths(&system));
        let certificate = self.folder.join("ca.pem");
        let mut shell = Command::new("bash");
        shell
            // A client that fails before a pipe fails the command.
            .args(["-o", "pipefail", "-c"])
            .arg(format!(
                "{command}\nstatus=$?; pwd > \"$PLACE\"; exit $status"
            ))
            .env_clear()
            .env("PATH", std::env::join_paths(paths).unwrap())
            .env("HOME", self.folder.join("home"))
            .env("PLACE", self.folder.join("place"))
            .env("START", self.start())
            .env("EDITOR", "cat")
            .env("LC_ALL", "C.UTF-8")
            .env("https_proxy", self.site.url())
            .env("HTTPS_PROXY", self.site.url())
            .env("CURL_CA_BUNDLE", certificate)
            .current_dir(self.place())
            .stdin(Stdio::null());
        let output = shell.output().unwrap();
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        Err(format!("{}: {}", output.status, said(&output)))
    }
}

/// Makes the folder of fixtures and its folders, in which commands add cases, and links to all else.
fn link(from: &Path, to: &Path, depth: usize) {
    for entry in fs::read_dir(from).unwrap() {
        let name = entry.unwrap().file_name();
        let (from, to) = (from.join(&name), to.join(&name));
        match (depth, name.to_str()) {
            (0, Some("target" | ".git")) => {}
            (0, Some("fixtures")) | (1, _) if from.is_dir() => {
                fs::create_dir(&to).unwrap();
                link(&from, &to, depth + 1);
            }
            _ => symlink(from, to).unwrap(),
        }
    }
}
