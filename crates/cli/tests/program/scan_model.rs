//! A scan folder against a model: after any run, the rows of every input that the run names are those of the input as it is
//! now, or the run says that they are not and ends with another status than 0.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use crate::scanning::{command, folder, pipe, records};
use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use robots_policy_kit::output::{ends, said};

/// Names that are easily confused.
const NAMES: [&[u8]; 6] = [
    b"a.warc",
    b"a\xFF.warc",
    b"a%FF.warc",
    b"a%25FF.warc",
    b"b\n.warc",
    "\u{e9}.warc".as_bytes(),
];

/// The table that belongs to each of the names, written by hand.
const TABLES: [&str; 6] = [
    "a.warc",
    "a%FF.warc",
    "a%25FF.warc",
    "a%2525FF.warc",
    "b\n.warc",
    "\u{e9}.warc",
];

/// The model: the page of every archive, whether it is a pipe, and the settings that the folder was begun with.
struct World {
    folder: PathBuf,
    /// The address of the page of each archive, and whether it is a pipe.
    inputs: BTreeMap<usize, (String, bool)>,
    /// The number of the next page; all names are of one length.
    pages: u32,
    agent: &'static str,
    numbers: Numbers,
    /// Runs that read everything, and those that refused.
    read: u32,
    refused: u32,
}

/// An archive of one page.
fn archive(url: &str, filler: usize) -> Vec<u8> {
    let mut writer = Writer::new(Packing::Plain);
    let body = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{}",
        "x".repeat(filler)
    );
    writer.response(url, body.as_bytes());
    writer.bytes
}

impl World {
    fn new(folder: PathBuf, seed: u64) -> World {
        World {
            folder,
            inputs: BTreeMap::new(),
            pages: 0,
            agent: "one",
            numbers: Numbers(seed),
            read: 0,
            refused: 0,
        }
    }

    fn path(&self, name: usize) -> PathBuf {
        self.folder.join(OsStr::from_bytes(NAMES[name]))
    }

    fn page(&mut self) -> String {
        self.pages += 1;
        format!("https://a.example/{:06}", self.pages)
    }

    /// Writes another archive under a name, of the same length or not, now or as if it were long ago.
    fn write(&mut self, name: usize, filler: usize) {
        let url = self.page();
        let path = self.path(name);
        let _ = fs::remove_file(&path);
        fs::write(&path, archive(&url, filler)).unwrap();
        if self.numbers.below(2) == 0 {
            let then = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
            let file = File::options().write(true).open(&path).unwrap();
            file.set_modified(then).unwrap();
        }
        self.inputs.insert(name, (url, false));
    }

    fn pipe(&mut self, name: usize) {
        let url = self.page();
        let path = self.path(name);
        let _ = fs::remove_file(&path);
        pipe(&path);
        self.inputs.insert(name, (url, true));
    }

    /// A change to the inputs, or to the settings of the run.
    fn happens(&mut self) {
        let name = usize::try_from(self.numbers.below(NAMES.len() as u64)).unwrap();
        match self.numbers.below(12) {
            0..4 => self.write(name, 0),
            4 | 5 => {
                let filler = usize::try_from(self.numbers.below(300_000)).unwrap();
                self.write(name, filler);
            }
            6 if self.inputs.get(&name).is_some_and(|(_, is_pipe)| !is_pipe) => {
                let file = File::options().write(true).open(self.path(name)).unwrap();
                file.set_modified(SystemTime::now()).unwrap();
            }
            7 if self.inputs.contains_key(&name) => {
                self.inputs.remove(&name);
                fs::remove_file(self.path(name)).unwrap();
            }
            8 => self.pipe(name),
            9 => {
                self.agent = if self.numbers.below(2) == 0 {
                    "one"
                } else {
                    "two"
                }
            }
            _ => {}
        }
    }

    /// A run over all inputs, or over a pattern; killed in its middle or not.
    fn runs(&mut self) {
        if self.inputs.is_empty() {
            return;
        }
        let resumes = if self.numbers.below(4) == 0 {
            ""
        } else {
            "--resume"
        };
        let words = format!(
            "scan -o out --format jsonl --agent {} -q {resumes}",
            self.agent
        );
        let mut command = command(&self.folder, &words);
        let names = self
            .inputs
            .keys()
            .map(|name| OsString::from_vec(NAMES[*name].to_vec()));
        let is_pattern = self.numbers.below(3) == 0;
        if is_pattern {
            command.arg("*.warc");
        } else {
            command.args(names);
        }
        let feeders: Vec<_> = self
            .inputs
            .iter()
            .filter(|(_, (_, is_pipe))| *is_pipe)
            .collect();
        let feeders = feeders
            .into_iter()
            .map(|(name, (url, _))| feed(&self.path(*name), url));
        let mut feeders: Vec<_> = feeders.collect();
        let is_killed = self.numbers.below(4) == 0;
        let output = if is_killed {
            let mut child = command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_micros(self.numbers.below(20_000)));
            let _ = child.kill();
            child.wait().unwrap();
            None
        } else {
            Some(command.output().unwrap())
        };
        for feeder in &mut feeders {
            let _ = feeder.kill();
            feeder.wait().unwrap();
        }
        if let Some(output) = output {
            self.holds(&output);
        }
    }

    /// The rows of every input are those of the input as it is now, or the run reports the difference.
    fn holds(&mut self, output: &Output) {
        if output.status.code() != Some(0) {
            assert!(!said(output).is_empty(), "a status and no word");
            assert!(
                output.status.code().is_some_and(|code| code < 3),
                "{}",
                said(output)
            );
            self.refused += 1;
            return;
        }
        self.read += 1;
        ends(output, 0);
        for (name, (url, _)) in &self.inputs {
            let table = self
                .folder
                .join("out")
                .join(format!("{}.jsonl", TABLES[*name]));
            let rows = records(&table);
            let table = table.display();
            assert_eq!(rows.len(), 1, "{table}");
            assert_eq!(rows[0]["url"], url.as_str(), "{table}: {}", said(output));
            assert_eq!(rows[0]["agent"][0], self.agent, "{table}");
        }
    }
}

/// Writes an archive into a named pipe, once it is read.
fn feed(pipe: &Path, url: &str) -> std::process::Child {
    let mut child = Command::new("sh")
        .args(["-c", "cat > \"$0\""])
        .arg(pipe)
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(&archive(url, 0))
        .unwrap();
    child
}

#[test]
fn rows_are_those_of_the_inputs_as_they_are() {
    let (mut read, mut refused) = (0, 0);
    for seed in 0..12 {
        let folder = folder(&format!("model-{seed}"));
        let mut world = World::new(folder.clone(), seed * 7 + 1);
        for name in 0..3 {
            world.write(name, 0);
        }
        for _ in 0..25 {
            for _ in 0..world.numbers.below(3) {
                world.happens();
            }
            world.runs();
            // Sometimes the user follows the advice of a refusal.
            if world.numbers.below(6) == 0 {
                let _ = fs::remove_dir_all(folder.join("out"));
            }
        }
        read += world.read;
        refused += world.refused;
    }
    assert!(read > 60 && refused > 20, "{read} read, {refused} refused");
}
