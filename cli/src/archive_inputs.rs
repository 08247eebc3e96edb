//! The archives of a run: files, patterns of names, lists of names, standard input, parts that an index names. Names are bytes.

mod identity;
mod pattern;
mod pipe;
mod ranges;
mod records;

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use robots_policy_archives::{Archive, Damage, Report, Skip};

pub(crate) use self::identity::{Content, Identity};
use self::pipe::Pipe;
use self::ranges::{LocalFile, Parts, Ranges, RecordRange};
use self::records::RecordIndex;
use crate::exit::Failure;
use crate::interrupt::Interrupt;
use crate::names::{distinct, shown};
use crate::read_input;
use crate::say::warn;

/// The archives that a command line names.
pub(crate) struct Archives {
    /// Files and patterns; `-` is standard input.
    pub(crate) names: Vec<OsString>,
    /// A file of further names.
    pub(crate) list: Option<PathBuf>,
    /// The name of standard input.
    pub(crate) stdin_name: Option<String>,
    /// An index of records, in the place of names.
    pub(crate) records: Option<PathBuf>,
}

/// One archive.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    source: InputSource,
    /// Its name, for people; for a file of a pattern, the path that matched.
    pub(crate) name: String,
    /// The number of bytes that are read of it, where that is known before.
    pub(crate) size: Option<u64>,
    /// The parts of it that are read; `None` for all of it.
    ranges: Option<Arc<[RecordRange]>>,
}

/// The archives of a run.
pub(crate) struct NamedArchives {
    pub(crate) inputs: Vec<Input>,
    /// Names without a file. They do not affect the other archives.
    pub(crate) missing: Vec<Failure>,
    /// The identity of the index that named them.
    pub(crate) index: Option<String>,
}

/// The source of an archive.
#[derive(Clone, Debug)]
enum InputSource {
    StandardInput { is_named: bool },
    File(PathBuf),
}

impl Archives {
    /// All archives, each once, in the order in which they were named; those of one pattern in the order of their names.
    ///
    /// # Errors
    /// A list or an index that cannot be read, no name at all, a terminal as standard input; and, if no archive is left, a missing
    /// file or a pattern without a match.
    pub(crate) fn inputs(&self) -> Result<NamedArchives, Failure> {
        match &self.records {
            Some(index) => indexed(index),
            None => self.named(),
        }
    }

    fn named(&self) -> Result<NamedArchives, Failure> {
        let mut seen = HashSet::new();
        let mut inputs: Vec<Input> = Vec::new();
        let mut missing = Vec::new();
        for name in self.names()? {
            if name == STANDARD_INPUT {
                if seen.insert(name) {
                    inputs.push(self.standard_input()?);
                }
                continue;
            }
            match expanded(&name) {
                Ok(paths) => {
                    let new = paths.into_iter();
                    let new = new.filter(|path| seen.insert(path.clone().into_os_string()));
                    inputs.extend(new.map(Input::file));
                }
                Err(failure) => missing.extend(seen.insert(name).then_some(failure)),
            }
        }
        if inputs.is_empty() {
            return Err(nothing_left(missing));
        }
        if self.stdin_name.is_some() && !seen.contains(OsStr::new(STANDARD_INPUT)) {
            return Err(Failure::Usage(String::from(
                "--stdin-name names standard input, which this run does not read; add `-`",
            )));
        }
        Ok(NamedArchives {
            inputs,
            missing,
            index: None,
        })
    }

    fn names(&self) -> Result<Vec<OsString>, Failure> {
        let mut names = self.names.clone();
        if let Some(list) = &self.list {
            let text = read_input::read(list)?;
            names.extend(read_input::lines(&text).map(|(_, line)| os_name(line)));
        }
        Ok(names)
    }

    fn standard_input(&self) -> Result<Input, Failure> {
        if io::stdin().is_terminal() {
            return Err(Failure::Usage(String::from(
                "nothing to read: standard input is a terminal; pipe an archive in, or name WARC files (see --help)",
            )));
        }
        Ok(Input {
            source: InputSource::StandardInput {
                is_named: self.stdin_name.is_some(),
            },
            name: self
                .stdin_name
                .as_deref()
                .unwrap_or(STANDARD_INPUT)
                .to_owned(),
            size: None,
            ranges: None,
        })
    }
}

/// The archives that an index names.
fn indexed(index: &Path) -> Result<NamedArchives, Failure> {
    let index = RecordIndex::read(index)?;
    let (mut inputs, mut missing) = (Vec::new(), Vec::new());
    for (name, ranges) in index.files {
        match source_of(&name) {
            Ok(path) => inputs.push(Input::parts_of(path, ranges)),
            Err(why) => missing.push(Failure::Input(shown(&name), why)),
        }
    }
    if inputs.is_empty() {
        return Err(nothing_left(missing));
    }
    Ok(NamedArchives {
        inputs,
        missing,
        index: Some(index.identity),
    })
}

/// The file that a name of an index leads to.
///
/// # Errors
/// Why its parts cannot be read.
fn source_of(name: &OsStr) -> Result<PathBuf, String> {
    let file = fs::metadata(name).map_err(|error| error.to_string())?;
    if file.is_dir() {
        return Err(String::from("it is a folder, and an index names archives"));
    }
    if !file.is_file() {
        return Err(String::from(
            "it is not a file, and only of a file parts can be read",
        ));
    }
    Ok(PathBuf::from(name))
}

/// The failure of a run without any archive: the last of those that are missing, when the others have been reported.
fn nothing_left(mut missing: Vec<Failure>) -> Failure {
    let Some(last) = missing.pop() else {
        return Failure::Usage(String::from(
            "no archive was named; name WARC files, a pattern, --list FILE, --records INDEX, or - for standard input",
        ));
    };
    for failure in missing {
        warn(&failure);
    }
    last
}

/// A name out of a list.
fn os_name(bytes: &[u8]) -> OsString {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;
        OsStr::from_bytes(bytes).to_owned()
    }
    #[cfg(not(unix))]
    {
        String::from_utf8_lossy(bytes).into_owned().into()
    }
}

/// A name for standard input, which is a file name and not `-`. The error is the message of a value parser.
pub(crate) fn stdin_name(text: &str) -> Result<String, String> {
    let is_name = text != STANDARD_INPUT && Path::new(text).file_name().is_some();
    if is_name && !text.ends_with('/') {
        return Ok(text.to_owned());
    }
    Err(String::from(
        "it is not the name of a file; write it as in `crawl/00.warc.gz`",
    ))
}

/// The files that a name leads to: itself if there is such a file, else those that it matches as a pattern.
fn expanded(name: &OsStr) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |why: String| Failure::Input(shown(name), why);
    match fs::metadata(name) {
        Ok(file) if file.is_dir() => {
            return Err(unreadable(format!(
                "it is a folder; name its files, as in `{}/*.warc.gz`",
                shown(name).trim_end_matches('/')
            )));
        }
        Ok(_) => return Ok(vec![PathBuf::from(name)]),
        Err(error) if !pattern::is_pattern(name) => return Err(unreadable(error.to_string())),
        Err(_) => {}
    }
    let files = pattern::files(Path::new(name)).map_err(|error| unreadable(error.to_string()))?;
    if files.is_empty() {
        return Err(unreadable(String::from("no file matches the pattern")));
    }
    Ok(files)
}

impl Input {
    fn file(path: PathBuf) -> Input {
        let size = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
        Input {
            name: shown(path.as_os_str()),
            size: size.map(|file| file.len()),
            source: InputSource::File(path),
            ranges: None,
        }
    }

    /// Parts of a file.
    fn parts_of(path: PathBuf, ranges: Arc<[RecordRange]>) -> Input {
        let lengths = ranges.iter().map(|range| range.length);
        Input {
            name: shown(path.as_os_str()),
            size: Some(lengths.fold(0, u64::saturating_add)),
            source: InputSource::File(path),
            ranges: Some(ranges),
        }
    }

    /// Opens what is read of it. Reading from a pipe fails when the run is to end.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub(crate) fn parts(&self, skip: Skip, interrupt: &Interrupt) -> io::Result<Parts<'_>> {
        match &self.ranges {
            None => Ok(Parts::Whole(Some(Box::new(self.open(skip, interrupt)?)))),
            Some(parts) => Ok(Parts::Ranges {
                ranges: self.ranges()?,
                left: parts.iter(),
                skip,
            }),
        }
    }

    /// The archive as one that gives parts of itself.
    fn ranges(&self) -> io::Result<Arc<dyn Ranges>> {
        match &self.source {
            InputSource::File(path) => Ok(Arc::new(LocalFile::new(File::open(path)?))),
            InputSource::StandardInput { .. } => Err(io::ErrorKind::NotSeekable.into()),
        }
    }

    fn open(&self, skip: Skip, interrupt: &Interrupt) -> io::Result<Archive> {
        let path = match &self.source {
            InputSource::StandardInput { .. } => {
                let pipe = Pipe::new(|| Ok(io::stdin()), interrupt);
                return Ok(Archive::new(Box::new(pipe), skip));
            }
            InputSource::File(path) => path,
        };
        // A pipe has a name too.
        if fs::metadata(path)?.is_file() {
            return Ok(Archive::of_file(Box::new(File::open(path)?), skip));
        }
        let path = path.clone();
        let pipe = Pipe::new(move || File::open(path), interrupt);
        Ok(Archive::new(Box::new(pipe), skip))
    }

    /// The report on it, whose damages name the row of the index that may have caused them.
    pub(crate) fn explained(&self, mut report: Report) -> Report {
        for damaged in &mut report.damage {
            let because = self.because_of_index(&damaged.code, damaged.offset);
            damaged.message.extend(because);
        }
        report
    }

    /// A damage of it, which names the row of the index that may have caused it.
    pub(crate) fn explanation(&self, damage: &Damage) -> String {
        let because = self.because_of_index(damage.code().name(), damage.offset());
        format!("{damage}{}", because.unwrap_or_default())
    }

    fn because_of_index(&self, code: &str, offset: u64) -> Option<String> {
        ranges::because_of_index(self.ranges.as_deref()?, code, offset)
    }

    /// Its identity; `None` for a pipe, unless it is standard input with a name.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn identity(&self) -> io::Result<Option<Identity>> {
        match &self.source {
            InputSource::StandardInput { is_named } => Ok(is_named.then_some(Identity::Named)),
            InputSource::File(path) if fs::metadata(path)?.is_file() => {
                Identity::of_file(path).map(Some)
            }
            InputSource::File(_) => Ok(None),
        }
    }

    /// Its whole name, which no other input has.
    pub(crate) fn whole_name(&self) -> String {
        match &self.source {
            InputSource::StandardInput { .. } => distinct(OsStr::new(&self.name)),
            InputSource::File(path) => distinct(path.as_os_str()),
        }
    }

    /// The name of its file without folders, which no other file of the folder has.
    pub(crate) fn file_name(&self) -> String {
        let path = match &self.source {
            InputSource::StandardInput { is_named: false } => return String::from("stdin"),
            InputSource::StandardInput { .. } => Path::new(&self.name),
            InputSource::File(path) => path,
        };
        distinct(path.file_name().unwrap_or(path.as_os_str()))
    }
}

/// The name of standard input.
const STANDARD_INPUT: &str = "-";
