//! The archives of a run: files, patterns of names, lists of names, addresses, standard input, parts that an index names.
//! Names are bytes.

mod address;
mod decoding;
mod identity;
mod input;
mod names;
mod ranges;
mod records;

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use url::Url;

use self::address::{Address, based as based_on};
pub use self::address::{address, base_url};
pub use self::decoding::Decoding;
pub use self::identity::{Content, Identity};
use self::input::InputSource;
pub use self::input::{Input, OpenedArchive};
pub use self::names::os_name;
use self::records::RecordIndex;
use robots_policy_input::names::shown;
use robots_policy_input::{Failure, read_input};
use robots_policy_live::fetch::{ClientSettings, Proxies, trusted};
use robots_policy_live::remote::Web;

/// The archives that a command line names.
pub struct Archives {
    /// Files, patterns and addresses; `-` is standard input.
    pub names: Vec<OsString>,
    /// A file of further names.
    pub list: Option<PathBuf>,
    /// The beginning of the names of the list or the index, which are then addresses.
    pub base: Option<Url>,
    /// The name of standard input.
    pub stdin_name: Option<String>,
    /// An index of records, in the place of names.
    pub records: Option<PathBuf>,
    /// Certificates to trust instead of those of the web's authorities.
    pub trust: Option<PathBuf>,
    /// Whether the proxies that the environment names are used.
    pub uses_proxy: bool,
}

/// The archives of a run.
pub struct NamedArchives {
    /// Those that can be read.
    pub inputs: Vec<Input>,
    /// Names without a file. They do not affect the other archives.
    pub missing: Vec<Failure>,
    /// The identity of the index that named them.
    pub index: Option<String>,
}

impl Archives {
    /// All archives, each once, in the order in which they were named; those of one pattern in the order of their names.
    ///
    /// # Errors
    /// A list, an index or certificates that cannot be read, no name at all, a terminal as standard input, no proxy for an
    /// address though one is wanted; and, if no archive
    /// is left, a missing file, a pattern without a match, or an address that cannot be requested; of several, `warn` gets all
    /// but the last.
    pub fn inputs(&self, warn: &dyn Fn(&Failure)) -> Result<NamedArchives, Failure> {
        let named = match &self.records {
            Some(index) => self.indexed(index),
            None => self.named(),
        }?;
        if named.inputs.is_empty() {
            return Err(nothing_left(named.missing, warn));
        }
        named.inputs.iter().try_for_each(Input::check)?;
        Ok(named)
    }

    /// The archives that an index names.
    fn indexed(&self, index: &Path) -> Result<NamedArchives, Failure> {
        let index = RecordIndex::read(index)?;
        let web = self.client()?;
        let (mut inputs, mut missing) = (Vec::new(), Vec::new());
        for (name, ranges) in index.files {
            match self.source_of(&name, &web) {
                Ok(source) => inputs.push(Input::parts_of(source, ranges.into_iter().collect())),
                Err(failure) => missing.push(failure),
            }
        }
        Ok(NamedArchives {
            inputs,
            missing,
            index: Some(index.identity),
        })
    }

    /// The file or the address that a name of an index leads to.
    fn source_of(&self, name: &OsStr, web: &Web) -> Result<InputSource, Failure> {
        let based = self.base.as_ref();
        let based = based.map(|base| OsString::from(based_on(base, name.as_encoded_bytes())));
        match address(based.as_deref().unwrap_or(name)) {
            Some(url) => Ok(InputSource::Address(Address::new(web.clone(), url?))),
            None => indexed_file(name).map_err(|why| Failure::Input(shown(name), why)),
        }
    }

    fn named(&self) -> Result<NamedArchives, Failure> {
        let mut seen = HashSet::new();
        let mut inputs: Vec<Input> = Vec::new();
        let mut missing = Vec::new();
        let web = self.client()?;
        for name in self.names()? {
            if name == STANDARD_INPUT {
                if seen.insert(name) {
                    inputs.push(self.standard_input()?);
                }
                continue;
            }
            if let Some(url) = address(&name) {
                match url {
                    Ok(url) if !seen.insert(url.as_str().into()) => {}
                    Ok(url) => inputs.push(Input::address(Address::new(web.clone(), url))),
                    Err(failure) => missing.extend(seen.insert(name).then_some(failure)),
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
        let is_read = inputs.is_empty() || seen.contains(OsStr::new(STANDARD_INPUT));
        if self.stdin_name.is_some() && !is_read {
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
            names.extend(names::of_list(list, self.base.as_ref())?);
        }
        Ok(names)
    }

    /// The client of a run.
    fn client(&self) -> Result<Web, Failure> {
        Ok(Web::new(ClientSettings {
            proxies: Proxies::wanted(self.uses_proxy, &[])?,
            roots: trusted(self.trust.as_deref())?,
            ..ClientSettings::new(concat!("robots-policy/", env!("CARGO_PKG_VERSION")))
        }))
    }

    fn standard_input(&self) -> Result<Input, Failure> {
        if io::stdin().is_terminal() {
            return Err(Failure::Usage(String::from(
                "nothing to read: standard input is a terminal; pipe an archive in, or name WARC files (see --help)",
            )));
        }
        Ok(Input::standard(self.stdin_name.as_deref()))
    }
}

/// The file that a name of an index leads to.
///
/// # Errors
/// Why its parts cannot be read.
fn indexed_file(name: &OsStr) -> Result<InputSource, String> {
    let file = fs::metadata(name).map_err(|error| read_input::why(name, &error))?;
    if file.is_dir() {
        return Err(String::from("it is a folder, and an index names archives"));
    }
    if !file.is_file() {
        return Err(String::from(
            "it is not a file, and only of a file parts can be read",
        ));
    }
    Ok(InputSource::File(PathBuf::from(name)))
}

/// The failure of a run without any archive: the last of those that are missing, when the others have been reported.
fn nothing_left(mut missing: Vec<Failure>, warn: &dyn Fn(&Failure)) -> Failure {
    let Some(last) = missing.pop() else {
        return Failure::Usage(String::from(
            "no archive was named; name WARC files, a pattern, --list FILE, --records INDEX, or - for standard input",
        ));
    };
    missing.iter().for_each(warn);
    last
}

/// A name for standard input, which is a file name and not `-`. The error is the message of a value parser.
pub fn stdin_name(text: &str) -> Result<String, String> {
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
        Err(error) if !names::is_pattern(name) => {
            return Err(unreadable(read_input::why(name, &error)));
        }
        Err(_) => {}
    }
    let files = names::matching(Path::new(name)).map_err(|error| unreadable(error.to_string()))?;
    if files.is_empty() {
        return Err(unreadable(String::from("no file matches the pattern")));
    }
    Ok(files)
}

/// The name of standard input.
const STANDARD_INPUT: &str = "-";
