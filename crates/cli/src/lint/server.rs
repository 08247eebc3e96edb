//! Configurations of servers: those that are named, and those that a folder has.

use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_input::names::shown;
use robots_policy_input::read_input::read;
use robots_policy_lint::{Refusal, ServerFile, ServerKind, Servers, Source, names_one};

use super::folder::SiteFolder;
use super::local::Local;
use super::look::{self, Look, name_of};

/// Which configurations are read.
pub(crate) enum ServerChoice {
    /// Those of each folder, or those of them that are of a kind.
    Own(Option<ServerKind>),
    None,
    Given(ServerFiles),
}

/// The files of one configuration, the main one first.
#[derive(Clone)]
pub(crate) struct ServerFiles {
    pub(super) kind: ServerKind,
    files: Vec<ConfigurationFile>,
}

/// A file that was read.
#[derive(Clone)]
struct ConfigurationFile {
    path: PathBuf,
    /// The name by which the configuration knows it.
    own: String,
    bytes: Vec<u8>,
}

/// Why a configuration cannot be an input.
pub(super) fn not_an_input(name: &str, text: &[u8]) -> Option<String> {
    let kind = ServerKind::of(name, &String::from_utf8_lossy(text))?;
    Some(format!(
        "it is a configuration of {}, which is for the files of a folder; name the folder that is served, with --server {name}",
        kind.name()
    ))
}

/// The kind of this name, for the command line.
pub(crate) fn kind_of_name(name: &str) -> Result<ServerKind, String> {
    ServerKind::of_name(name).ok_or_else(|| format!("write one of {}", all_kinds()))
}

fn all_kinds() -> String {
    let kinds = ServerKind::ALL.iter().map(|kind| kind.name());
    kinds.collect::<Vec<_>>().join(", ")
}

impl ServerChoice {
    /// Reads the files that are named.
    ///
    /// # Errors
    /// One cannot be read, or is not what its server allows.
    pub(crate) fn of(
        paths: &[PathBuf],
        kind: Option<ServerKind>,
        is_none: bool,
    ) -> Result<ServerChoice, String> {
        if is_none {
            return Ok(ServerChoice::None);
        }
        if paths.is_empty() {
            return Ok(ServerChoice::Own(kind));
        }
        let files = paths.iter().map(|path| ConfigurationFile::of(path));
        let files: Vec<ConfigurationFile> = files.collect::<Result<_, _>>()?;
        let given = ServerFiles {
            kind: kind_of(&files, kind)?,
            files,
        };
        given.check()?;
        Ok(ServerChoice::Given(given))
    }

    /// The configurations of a folder, whose path below the root of its host has no slash at either end. What is found and not used is said.
    pub(super) fn of_folder(
        &self,
        folder: &SiteFolder,
        below: &str,
        look: &mut Look<'_>,
    ) -> Vec<ServerFiles> {
        let mut own = match self {
            ServerChoice::None => return Vec::new(),
            _ => configurations(folder, below, look),
        };
        match self {
            ServerChoice::Given(given) => {
                let mut given = given.clone();
                given.read_again();
                for other in own {
                    if is_family(given.kind, other.kind) {
                        given.join(other);
                    } else {
                        let why = "not used, because --server names another configuration";
                        look.note(&format!("{}: {why}", other.names()));
                    }
                }
                vec![given]
            }
            ServerChoice::Own(Some(kind)) => {
                own.retain_mut(|own| {
                    let is_kind = is_family(*kind, own.kind);
                    if is_kind {
                        own.kind = *kind;
                    }
                    is_kind
                });
                if own.is_empty() {
                    let why = format!("it has no configuration of {}", kind.name());
                    look.not_looked_at(&name_of(&folder.root), &why);
                }
                own
            }
            ServerChoice::Own(None) | ServerChoice::None => {
                unread(folder, look);
                own
            }
        }
    }
}

/// The files of a folder that may be configurations.
fn configurations(folder: &SiteFolder, below: &str, look: &mut Look<'_>) -> Vec<ServerFiles> {
    let mut found = Vec::new();
    let there = |names: &[&str]| -> Vec<PathBuf> {
        let paths = names.iter().map(|name| folder.root.join(name));
        paths.filter(|path| path.is_file()).collect()
    };
    let kind = match &*there(&["netlify.toml"]) {
        [] => ServerKind::Headers,
        _ => ServerKind::Netlify,
    };
    for (kind, paths) in [
        (kind, there(&["netlify.toml", "_headers", "_redirects"])),
        (ServerKind::Vercel, there(&["vercel.json"])),
        (ServerKind::Apache, folder.htaccess.clone()),
    ] {
        let files = paths.iter().map(|path| {
            let inside = path.strip_prefix(&folder.root).unwrap_or(path);
            let inside = inside.to_string_lossy().replace('\\', "/");
            let own = format!("{below}/{inside}");
            Ok(ConfigurationFile {
                own: own.trim_start_matches('/').to_owned(),
                ..ConfigurationFile::of(path)?
            })
        });
        match files.collect::<Result<Vec<ConfigurationFile>, String>>() {
            Ok(files) if files.is_empty() => {}
            Ok(files) => found.push(ServerFiles { kind, files }),
            Err(why) => look.not_looked_at(&name_of(&folder.root), &why),
        }
    }
    found
}

/// Names the configurations with a field about robots that no reader here knows.
fn unread(folder: &SiteFolder, look: &mut Look<'_>) {
    for path in UNREAD.split(' ').map(|name| folder.root.join(name)) {
        let text = fs::read(&path).unwrap_or_default();
        if names_one(&String::from_utf8_lossy(&text)) {
            let why = "it names a field about robots, and is a configuration that is not read here; the fields of its files are not known";
            look.not_looked_at(&name_of(&path), why);
        }
    }
}

/// Configurations of IIS, Firebase, Azure and Amplify.
const UNREAD: &str = "web.config firebase.json staticwebapp.config.json customHttp.yml";

/// Whether two kinds are of one server.
fn is_family(one: ServerKind, other: ServerKind) -> bool {
    let is_rules = |kind| {
        matches!(
            kind,
            ServerKind::Headers | ServerKind::Netlify | ServerKind::Cloudflare
        )
    };
    one == other || is_rules(one) && is_rules(other)
}

/// The kind of the files together.
fn kind_of(files: &[ConfigurationFile], named: Option<ServerKind>) -> Result<ServerKind, String> {
    if let Some(kind) = named {
        return Ok(kind);
    }
    let mut kind: Option<(ServerKind, &ConfigurationFile)> = None;
    for file in files {
        let text = String::from_utf8_lossy(&file.bytes);
        let Some(own) = ServerKind::of(&file.own, &text) else {
            continue;
        };
        kind = Some(match kind {
            None => (own, file),
            Some((first, of)) if first == own => (first, of),
            Some((first, of)) if is_family(first, own) => (ServerKind::Netlify, of),
            Some((first, of)) => {
                return Err(format!(
                    "{} is of {} and {} of {}; --server is for the files of one configuration",
                    of.name(),
                    first.name(),
                    file.name(),
                    own.name(),
                ));
            }
        });
    }
    let name = files
        .first()
        .map(ConfigurationFile::name)
        .unwrap_or_default();
    kind.map(|(kind, _)| kind).ok_or_else(|| {
        format!(
            "{name}: neither its name nor its text says which server reads it; say it with --server-kind and one of {}",
            all_kinds()
        )
    })
}

impl ConfigurationFile {
    fn of(path: &Path) -> Result<ConfigurationFile, String> {
        let name = shown(path.as_os_str());
        if path.is_dir() {
            return Err(format!("{name}: it is a folder, and no configuration"));
        }
        let bytes = read(path).map_err(|failure| format!("{name}: {}", look::why(failure)))?;
        // A file of a folder is known by its path in the folder, which is not known here.
        let file_name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_of_folder = file_name.starts_with(".ht");
        Ok(ConfigurationFile {
            path: path.to_owned(),
            own: if is_of_folder {
                file_name.into_owned()
            } else {
                path.to_string_lossy().into_owned()
            },
            bytes,
        })
    }

    fn name(&self) -> String {
        name_of(&self.path)
    }
}

impl ServerFiles {
    /// Whether it is what its server allows.
    fn check(&self) -> Result<(), String> {
        let read = Servers::new(true, None, []).read(self.kind, &self.files());
        read.map_err(|wrong| self.why(&wrong))
    }

    /// Why it is refused.
    fn why(&self, wrong: &Refusal) -> String {
        let file = self.files.get(wrong.place.source);
        let file = file.map(ConfigurationFile::name).unwrap_or_default();
        format!("{file}:{}: {}: {}", wrong.place.line, wrong.key, wrong.why)
    }

    /// Reads its files again, which fixes may have changed.
    fn read_again(&mut self) {
        for file in &mut self.files {
            if let Ok(bytes) = read(&file.path) {
                file.bytes = bytes;
            }
        }
    }

    /// Its files by their names, for fixes.
    pub(super) fn locals(&self) -> impl Iterator<Item = (String, Local)> {
        self.files.iter().map(|file| {
            let path = file.path.clone();
            let is_robots = false;
            (file.name(), Local { path, is_robots })
        })
    }

    /// Adds the files of another one, unless they are here already.
    fn join(&mut self, other: ServerFiles) {
        let own: Vec<_> = self
            .files
            .iter()
            .map(|file| file.path.canonicalize().ok())
            .collect();
        let kind = other.kind;
        for file in other.files {
            let path = file.path.canonicalize().ok();
            match own.iter().position(|own| *own == path) {
                // The folder knows the path below the root of its host.
                Some(at) => {
                    if let Some(known) = self.files.get_mut(at) {
                        known.own = file.own;
                    }
                }
                None => self.files.push(file),
            }
        }
        if self.kind == ServerKind::Headers {
            self.kind = kind;
        }
    }

    /// The names of its files, for people.
    pub(super) fn names(&self) -> String {
        let names: Vec<String> = self.files.iter().map(ConfigurationFile::name).collect();
        names.join(", ")
    }

    /// Its files, for the linter.
    pub(super) fn files(&self) -> Vec<ServerFile<'_>> {
        let files = self.files.iter().map(|file| ServerFile {
            name: &file.own,
            source: Source::new(&file.name(), &file.bytes),
        });
        files.collect()
    }

    /// Adds it to those of a site; one that cannot be read is named.
    pub(super) fn read_into<'s>(
        &self,
        files: &'s [ServerFile<'s>],
        servers: &mut Servers<'s>,
        folder: &str,
        look: &mut Look<'_>,
    ) -> bool {
        let read = servers.read(self.kind, files);
        if let Err(wrong) = &read {
            look.linter.server_refused(files, wrong);
            let why = self.why(wrong);
            look.not_looked_at(
                folder,
                &format!("{why}; the fields of its files are not known"),
            );
        }
        read.is_ok()
    }
}

/// Reads a file of a site by its path below the root of its host.
pub(super) fn file_of(root: &Path, below: &str, path: &str) -> Option<(String, Vec<u8>)> {
    let path = path.trim_start_matches('/');
    let path = path.strip_prefix(below)?.trim_start_matches('/');
    let path = root.join(path);
    let real = path.canonicalize().ok()?;
    let is_inside = real.starts_with(root.canonicalize().ok()?);
    let bytes = is_inside.then(|| fs::read(&real).ok()).flatten()?;
    Some((name_of(&path), bytes))
}
