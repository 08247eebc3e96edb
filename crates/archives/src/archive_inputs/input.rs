//! One archive: where it is, and which of its bytes are read.

use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use robots_policy_input::names::{distinct, shown};
use robots_policy_input::{Damage, Failure};
use robots_policy_live::Interrupt;
use robots_policy_live::pipe::Pipe;

use crate::{Archive, Report, Skip};

use super::STANDARD_INPUT;
use super::address::Address;
use super::decoding::Decoding;
use super::identity::Identity;
use super::ranges::{self, Ranges, RecordRange};

/// One archive.
#[derive(Clone, Debug)]
pub struct Input {
    source: InputSource,
    /// Its name, for people; for a file of a pattern, the path that matched.
    pub name: String,
    /// The number of bytes that are read of it, where that is known before.
    pub size: Option<u64>,
    /// The parts of it that are read; `None` for all of it.
    ranges: Option<Arc<[RecordRange]>>,
}

/// The source of an archive.
#[derive(Clone, Debug)]
pub(super) enum InputSource {
    StandardInput { is_named: bool },
    File(PathBuf),
    Address(Address),
    Opened(OpenedArchive),
}

/// An archive of which the caller has the bytes, and knows where they are.
#[derive(Clone)]
pub struct OpenedArchive {
    /// Its whole name, which no other input has.
    pub whole_name: String,
    /// The name of its file without folders.
    pub file_name: String,
    /// What distinguishes this version of it from others; `None` where that is not known.
    pub identity: Option<Identity>,
    /// `None` when it was read.
    archive: Arc<Mutex<Option<Archive>>>,
}

impl OpenedArchive {
    /// An archive with its names.
    pub fn new(
        archive: Archive,
        whole_name: String,
        file_name: String,
        identity: Option<Identity>,
    ) -> OpenedArchive {
        OpenedArchive {
            whole_name,
            file_name,
            identity,
            archive: Arc::new(Mutex::new(Some(archive))),
        }
    }

    /// Its bytes, once.
    pub(super) fn open(&self) -> io::Result<Archive> {
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        archive
            .take()
            .ok_or_else(|| io::Error::other("it was read before"))
    }
}

impl fmt::Debug for OpenedArchive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OpenedArchive({})", self.whole_name)
    }
}

impl Input {
    /// Standard input, which may have a name.
    pub(super) fn standard(name: Option<&str>) -> Input {
        Input {
            source: InputSource::StandardInput {
                is_named: name.is_some(),
            },
            name: name.unwrap_or(STANDARD_INPUT).to_owned(),
            size: None,
            ranges: None,
        }
    }

    pub(super) fn file(path: PathBuf) -> Input {
        let size = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
        Input {
            name: shown(path.as_os_str()),
            size: size.map(|file| file.len()),
            source: InputSource::File(path),
            ranges: None,
        }
    }

    /// Parts of a file, or of an archive at an address.
    pub(super) fn parts_of(source: InputSource, ranges: Arc<[RecordRange]>) -> Input {
        let lengths = ranges.iter().map(|range| range.length);
        let size = lengths.fold(0, u64::saturating_add);
        let whole = match source {
            InputSource::File(path) => Input::file(path),
            InputSource::Address(address) => Input::address(address),
            InputSource::StandardInput { .. } | InputSource::Opened(_) => Input::standard(None),
        };
        Input {
            size: Some(size),
            ranges: Some(ranges),
            ..whole
        }
    }

    /// Opens what is read of it; a whole file is decompressed on as many cores. Reading from a pipe fails when the run is to
    /// end.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub fn parts<'i>(
        &'i self,
        decoding: &'i Decoding,
        interrupt: &Interrupt,
    ) -> io::Result<Box<dyn Iterator<Item = Archive> + 'i>> {
        let Some(parts) = &self.ranges else {
            let archive = decoding.within(self.open(decoding.skip(), interrupt)?);
            let archive = archive.with_cores(decoding.cores.of_one());
            return Ok(Box::new(iter::once(archive)));
        };
        let ranges = self.ranges(interrupt)?;
        let skip = decoding.skip();
        let parts = parts.iter();
        let parts = parts.map(move |range| ranges::part(&ranges, *range, skip));
        Ok(Box::new(parts.map(|part| decoding.within(part))))
    }

    /// The archive as one that gives parts of itself.
    fn ranges(&self, interrupt: &Interrupt) -> io::Result<Arc<dyn Ranges>> {
        match &self.source {
            InputSource::File(path) => Ok(Arc::new(Arc::new(File::open(path)?))),
            InputSource::Address(address) => Ok(Arc::new(address.remote(interrupt))),
            InputSource::StandardInput { .. } | InputSource::Opened(_) => {
                Err(io::ErrorKind::NotSeekable.into())
            }
        }
    }

    pub(super) fn address(address: Address) -> Input {
        Input {
            name: address.text().to_owned(),
            size: None,
            source: InputSource::Address(address),
            ranges: None,
        }
    }

    /// An archive that the caller has opened, with the name that its rows have.
    pub fn opened(name: String, archive: OpenedArchive) -> Input {
        Input {
            name,
            size: None,
            source: InputSource::Opened(archive),
            ranges: None,
        }
    }

    /// Looks for the way to it before anything is requested.
    ///
    /// # Errors
    /// No proxy is named for its scheme, though one is wanted.
    pub(super) fn check(&self) -> Result<(), Failure> {
        match &self.source {
            InputSource::Address(address) => address.check(),
            _ => Ok(()),
        }
    }

    /// Its length, where that is known now: that of an address is known when the server has answered.
    pub fn length(&self) -> Option<u64> {
        match &self.source {
            InputSource::Address(address) if self.ranges.is_none() => address.length(),
            _ => self.size,
        }
    }

    /// The messages about it when it was read, which cost it no row: it has no record, and a server may have sent a page in its
    /// place; or nothing shows whether its end is that of the file.
    pub fn cautions(&self, is_empty: bool) -> Vec<String> {
        let InputSource::Address(address) = &self.source else {
            let empty = is_empty.then(|| format!("{}: no record is in it", self.name));
            return empty.into_iter().collect();
        };
        let empty = is_empty.then(|| {
            let answer = address.answer().unwrap_or_default();
            format!(
                "{}: no record is in it; the server answered {answer}",
                self.name
            )
        });
        let endless = address.caution().map(|why| format!("{}: {why}", self.name));
        empty.into_iter().chain(endless).collect()
    }

    /// Opens it for reading. Reading from a pipe or an address fails when the run is to end.
    fn open(&self, skip: Skip, interrupt: &Interrupt) -> io::Result<Archive> {
        let path = match &self.source {
            InputSource::StandardInput { .. } => {
                let pipe = Pipe::new(|| Ok(io::stdin()), interrupt);
                return Ok(Archive::new(Box::new(pipe), skip));
            }
            InputSource::Address(address) => return address.open(skip, interrupt),
            InputSource::Opened(archive) => return archive.open(),
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
    pub fn explained(&self, mut report: Report) -> Report {
        for damaged in &mut report.damage {
            let because = self.because_of_index(&damaged.code, damaged.offset);
            damaged.message.extend(because);
        }
        report
    }

    /// A damage of it, which names the row of the index that may have caused it.
    pub fn explanation(&self, damage: &Damage) -> String {
        let because = self.because_of_index(damage.code().name(), damage.offset());
        format!("{damage}{}", because.unwrap_or_default())
    }

    fn because_of_index(&self, code: &str, offset: u64) -> Option<String> {
        ranges::because_of_index(self.ranges.as_deref()?, code, offset)
    }

    /// Its identity; `None` for a pipe, unless it is standard input with a name, and for an address whose server states none.
    ///
    /// # Errors
    /// A file that cannot be read, a server that does not answer, and the end of the run.
    pub fn identity(&self, interrupt: &Interrupt) -> io::Result<Option<Identity>> {
        match &self.source {
            InputSource::StandardInput { is_named } => Ok(is_named.then_some(Identity::Named)),
            InputSource::File(path) if fs::metadata(path)?.is_file() => {
                Identity::of_file(path).map(Some)
            }
            InputSource::File(_) => Ok(None),
            InputSource::Address(address) => address.identity(interrupt),
            InputSource::Opened(archive) => Ok(archive.identity.clone()),
        }
    }

    /// The file that it is, which can be read twice; `None` for an address and for a pipe.
    pub fn path(&self) -> Option<&Path> {
        match &self.source {
            InputSource::File(path) => Some(path.as_path()).filter(|path| path.is_file()),
            _ => None,
        }
    }

    /// The reason why it cannot be recognised, if it has no identity.
    pub fn unrecognised(&self) -> &'static str {
        match &self.source {
            InputSource::Address(_) | InputSource::Opened(_) => {
                "its server states neither a strong ETag nor a Last-Modified, by which it could be recognised"
            }
            _ => "a pipe cannot be recognised, unless --stdin-name names it",
        }
    }

    /// Its whole name, which no other input has.
    pub fn whole_name(&self) -> String {
        match &self.source {
            InputSource::StandardInput { .. } => distinct(OsStr::new(&self.name)),
            InputSource::File(path) => distinct(path.as_os_str()),
            InputSource::Address(address) => address.text().to_owned(),
            InputSource::Opened(archive) => archive.whole_name.clone(),
        }
    }

    /// The name of its file without folders, which no other file of the folder has.
    pub fn file_name(&self) -> String {
        let path = match &self.source {
            InputSource::StandardInput { is_named: false } => return String::from("stdin"),
            InputSource::StandardInput { .. } => Path::new(&self.name),
            InputSource::File(path) => path,
            InputSource::Address(address) => return address.file_name().to_owned(),
            InputSource::Opened(archive) => return archive.file_name.clone(),
        };
        distinct(path.file_name().unwrap_or(path.as_os_str()))
    }
}
