//! The archives of a run: files, patterns of names, lists of names, standard input.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use robots_policy_archives::{Archive, Skip};

use crate::exit::Failure;
use crate::input;

/// Which archives.
#[derive(ClapArgs)]
pub(crate) struct Archives {
    /// WARC files, plain or compressed, or patterns such as `crawl/*.warc.gz`; `-` is standard input
    #[arg(value_name = "WARC")]
    names: Vec<String>,

    /// A file that names one of them a line; empty lines and lines that begin with `#` are skipped. `-` is standard input
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
}

/// One archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// As it was named; a file of a pattern as the pattern leads to it.
    pub(crate) name: String,
    /// Its length, where that is known before it is read.
    pub(crate) size: Option<u64>,
}

impl Archives {
    /// Every archive once, in the order in which they were named; those of one pattern in the order of their names.
    ///
    /// # Errors
    /// A list that cannot be read, a file that is not there, a pattern that nothing matches, no name at all.
    pub(crate) fn inputs(&self) -> Result<Vec<Input>, Failure> {
        let mut inputs: Vec<Input> = Vec::new();
        for name in self.names()? {
            for input in expanded(&name)? {
                if !inputs.contains(&input) {
                    inputs.push(input);
                }
            }
        }
        if inputs.is_empty() {
            return Err(Failure::Usage(String::from(
                "no archive was named; name WARC files, a pattern, --list FILE, or - for standard input",
            )));
        }
        Ok(inputs)
    }

    fn names(&self) -> Result<Vec<String>, Failure> {
        let mut names = self.names.clone();
        if let Some(list) = &self.list {
            let text = input::named(list)?;
            let lines = text.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
            let lines = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
            names.extend(lines.map(|line| String::from_utf8_lossy(line).into_owned()));
        }
        Ok(names)
    }
}

/// The files that a name leads to: itself if there is such a file, else those that it matches as a pattern.
fn expanded(name: &str) -> Result<Vec<Input>, Failure> {
    let unreadable = |why: String| Failure::Input(name.to_owned(), why);
    if name == STANDARD_INPUT {
        return Ok(vec![Input {
            name: name.to_owned(),
            size: None,
        }]);
    }
    match fs::metadata(name) {
        Ok(file) if file.is_dir() => {
            return Err(unreadable(format!(
                "it is a folder; name its files, as in `{name}/*.warc.gz`"
            )));
        }
        Ok(_) => return Ok(vec![Input::file(Path::new(name))]),
        Err(error) if !name.contains(['*', '?', '[']) => {
            return Err(unreadable(error.to_string()));
        }
        Err(_) => {}
    }
    let found = glob::glob(name).map_err(|error| unreadable(error.to_string()))?;
    let found: Result<Vec<PathBuf>, _> = found.collect();
    let found = found.map_err(|error| unreadable(error.to_string()))?;
    let files: Vec<Input> = found
        .iter()
        .filter(|path| path.is_file())
        .map(|path| Input::file(path))
        .collect();
    if files.is_empty() {
        return Err(unreadable(String::from("no file matches the pattern")));
    }
    Ok(files)
}

impl Input {
    fn file(path: &Path) -> Input {
        let size = fs::metadata(path).ok().filter(fs::Metadata::is_file);
        Input {
            name: path.to_string_lossy().into_owned(),
            size: size.map(|file| file.len()),
        }
    }

    /// Opens it for reading.
    pub(crate) fn open(&self, skip: Skip) -> io::Result<Archive> {
        if self.name == STANDARD_INPUT {
            return Ok(Archive::new(Box::new(io::stdin()), skip));
        }
        let file = File::open(&self.name)?;
        // A pipe has a name too.
        Ok(if file.metadata()?.is_file() {
            Archive::of_file(Box::new(file), skip)
        } else {
            Archive::new(Box::new(file), skip)
        })
    }

    /// The name of its file without folders.
    pub(crate) fn file_name(&self) -> &str {
        if self.name == STANDARD_INPUT {
            return "stdin";
        }
        let file = Path::new(&self.name).file_name();
        file.and_then(|file| file.to_str()).unwrap_or(&self.name)
    }
}

/// The name of standard input.
const STANDARD_INPUT: &str = "-";
