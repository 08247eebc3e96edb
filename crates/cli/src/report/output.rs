//! The places of the page and of the cube.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::builder::{OsStringValueParser, TypedValueParser};
use robots_policy_archives::store::Part;
use robots_policy_input::names::shown;
use robots_policy_report::is_of_scan;

use crate::exit::Failure;

/// The place of an output.
#[derive(Clone)]
pub(crate) enum ReportOutput {
    File(PathBuf),
    Standard,
}

impl ReportOutput {
    /// The output of this name; `-` is standard output.
    pub(crate) fn named() -> impl TypedValueParser<Value = ReportOutput> {
        OsStringValueParser::new().map(|name: OsString| {
            if name == "-" {
                return ReportOutput::Standard;
            }
            ReportOutput::File(PathBuf::from(name))
        })
    }

    /// Its name, for people.
    pub(crate) fn name(&self) -> String {
        match self {
            ReportOutput::File(file) => shown(file.as_os_str()),
            ReportOutput::Standard => String::from("standard output"),
        }
    }

    /// The place that it is after all links; `None` is standard output.
    pub(crate) fn place(&self) -> Option<PathBuf> {
        match self {
            ReportOutput::File(file) => Some(place(file)),
            ReportOutput::Standard => None,
        }
    }

    /// Whether it is this file.
    pub(crate) fn is_file(&self, file: &Path) -> bool {
        self.place() == Some(place(file))
    }

    /// Whether it is a file of a scan in this folder.
    pub(crate) fn is_of_scan(&self, folder: &Path) -> bool {
        let own = self.place();
        let own = own.as_deref();
        let parent = own.and_then(Path::parent);
        parent == Some(&place(folder)) && own.and_then(Path::file_name).is_some_and(is_of_scan)
    }

    /// Writes it.
    pub(crate) fn write(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self {
            ReportOutput::File(file) => written(&place(file), write)
                .map_err(|error| Failure::File(self.name(), error.to_string())),
            ReportOutput::Standard => {
                let mut out = BufWriter::new(io::stdout().lock());
                write(&mut out)?;
                out.flush()?;
                Ok(())
            }
        }
    }
}

/// Writes a file beside its place, under a name that none can foresee, and renames it when it is whole. It keeps who may read it.
pub(crate) fn written(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    // A pipe or a device has no place beside it.
    if file.exists() && !file.is_file() {
        let mut out = BufWriter::new(File::options().write(true).open(file)?);
        write(&mut out)?;
        return out.flush();
    }
    let part = Part::create(file)?;
    let mut out = BufWriter::new(part.file());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Ok(there) = fs::metadata(file) {
        part.file().set_permissions(there.permissions())?;
    }
    part.finish()
}

/// The place of a file after all links, also of one that does not exist yet.
fn place(file: &Path) -> PathBuf {
    if let Ok(place) = fs::canonicalize(file) {
        return place;
    }
    let parent = file.parent().filter(|parent| *parent != Path::new(""));
    let parent = fs::canonicalize(parent.unwrap_or(Path::new(".")));
    match (parent, file.file_name()) {
        (Ok(parent), Some(name)) => parent.join::<&OsStr>(name),
        _ => file.to_owned(),
    }
}
