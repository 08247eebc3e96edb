//! Which statements count for a path: those of the server, of folders, of files, of locations, in this order.

use super::known::{is_usual, matters, module_name};
use super::read::Apache;
use crate::files::{Entry, Files, entry};
use crate::glob::{fits, is_pattern};
use crate::predicted::{Request, Unknown, Why};
use crate::tree::{Statement, named};

/// The statements that count for a path, in their order, each with the number of its section.
pub(super) struct Merged<'c> {
    pub(super) all: Vec<(usize, &'c Statement)>,
    /// The number of the next section.
    next: usize,
}

impl<'c> Merged<'c> {
    fn add(&mut self, statements: Vec<&'c Statement>) {
        let section = self.next;
        self.next += 1;
        self.all
            .extend(statements.into_iter().map(|statement| (section, statement)));
    }

    /// The statements of a name.
    pub(super) fn named(&self, name: &str) -> impl Iterator<Item = &'c Statement> {
        let all = self
            .all
            .iter()
            .filter(move |(_, statement)| statement.name() == name);
        all.map(|(_, statement)| *statement)
    }

    /// The statements of the last section that has one of the names, and the number of the section.
    pub(super) fn last_section(&self, names: &[&str]) -> (usize, Vec<&'c Statement>) {
        let has = |statement: &Statement| names.contains(&statement.name());
        let Some((section, _)) = self.all.iter().rfind(|(_, statement)| has(statement)) else {
            return (0, Vec::new());
        };
        let own = self
            .all
            .iter()
            .filter(|(other, statement)| other == section && has(statement));
        (*section, own.map(|(_, statement)| *statement).collect())
    }
}

/// The parts of a server: its own statements, those of the host, and its folder.
pub(super) struct Scope<'c> {
    pub(super) bodies: Vec<Vec<&'c Statement>>,
    pub(super) root: String,
}

impl Apache {
    /// The statements of a block, with those of its conditions that hold.
    fn expanded<'c>(
        &'c self,
        body: &'c [Statement],
        out: &mut Vec<&'c Statement>,
    ) -> Result<(), Unknown> {
        for statement in body {
            let is_relevant = |inner: &Statement| {
                matters(inner.name())
                    || inner.name().starts_with("files")
                    || inner.name().starts_with("locat")
            };
            let decides = || statement.body().iter().any(|inner| inner.any(&is_relevant));
            let unknown = |why, reason: String| Unknown::new(statement.place, why, reason);
            match statement.name() {
                "ifmodule" => {
                    let (module, wanted) = match statement.word(1).strip_prefix('!') {
                        Some(module) => (module, false),
                        None => (statement.word(1), true),
                    };
                    match self.has_module(module) {
                        Some(has) if has == wanted => self.expanded(statement.body(), out)?,
                        None if decides() => {
                            return Err(unknown(
                                Why::Module,
                                format!("whether `{module}` is loaded is not known"),
                            ));
                        }
                        _ => {}
                    }
                }
                "if" | "elseif" | "else" | "ifdefine" | "ifversion" | "iffile" | "ifdirective"
                | "ifsection" | "macro" => {
                    if decides() {
                        let reason =
                            format!("`<{}>` depends on more than the request", statement.name());
                        return Err(unknown(Why::Condition, reason));
                    }
                }
                "include" | "includeoptional" => {
                    let reason =
                        format!("`{}` was not given, and may set fields", statement.word(1));
                    return Err(unknown(Why::Include, reason));
                }
                _ => out.push(statement),
            }
        }
        Ok(())
    }

    /// Whether a module is loaded, where it is known.
    pub(super) fn has_module(&self, module: &str) -> Option<bool> {
        if !self.modules.is_empty() {
            return Some(self.modules.contains(module_name(module)));
        }
        is_usual(module).then_some(true)
    }

    /// The server and the host of a request.
    pub(super) fn scope(&self, request: &Request<'_>) -> Result<Scope<'_>, Unknown> {
        let mut own = Vec::new();
        if let Some(main) = &self.main {
            self.expanded(main, &mut own)?;
        }
        let host = Self::host(&own, request)?;
        let mut bodies = vec![own];
        if let Some(host) = host {
            let mut inside = Vec::new();
            self.expanded(host.body(), &mut inside)?;
            bodies.push(inside);
        }
        let mut roots = bodies
            .iter()
            .flatten()
            .filter(|statement| statement.name() == "documentroot");
        let root = roots
            .next_back()
            .map(|root| root.word(1).trim_end_matches('/').to_owned());
        let sections = || {
            bodies.iter().flatten().find(|statement| {
                statement.name().starts_with("directory") && statement.word(1) != "/"
            })
        };
        if root.is_none()
            && let Some(section) = sections().filter(|section| section.body.is_some())
        {
            return Err(Unknown::new(
                section.place,
                Why::Files,
                "there is no DocumentRoot, so its folder is not known",
            ));
        }
        Ok(Scope {
            bodies,
            root: root.unwrap_or_default(),
        })
    }

    fn host<'c>(
        own: &[&'c Statement],
        request: &Request<'_>,
    ) -> Result<Option<&'c Statement>, Unknown> {
        let hosts: Vec<&Statement> = own
            .iter()
            .copied()
            .filter(|statement| statement.name() == "virtualhost")
            .collect();
        let port = |host: &Statement| {
            host.word(1)
                .rsplit(':')
                .next()
                .and_then(|port| port.parse::<u16>().ok())
        };
        let is_secure = |host: &Statement| {
            port(host) == Some(443)
                || host.any(&|inner| {
                    inner.name() == "sslengine" && inner.word(1).eq_ignore_ascii_case("on")
                })
        };
        let suits: Vec<&Statement> = hosts
            .iter()
            .copied()
            .filter(|host| is_secure(host) == request.secure)
            .collect();
        let suits = if suits.is_empty() { hosts } else { suits };
        let Some(first) = suits.first() else {
            return Ok(None);
        };
        let Some(name) = request.host else {
            if suits.len() > 1 {
                return Err(Unknown::new(
                    first.place,
                    Why::Host,
                    "there are several hosts; give the host",
                ));
            }
            return Ok(Some(first));
        };
        let name = name.to_ascii_lowercase();
        let has = |host: &&Statement| {
            let names = ["servername", "serveralias"]
                .into_iter()
                .flat_map(|key| named(host.body(), key));
            let mut names = names.flat_map(|statement| {
                statement
                    .arguments()
                    .map(str::to_ascii_lowercase)
                    .collect::<Vec<_>>()
            });
            names.any(|own| fits(own.split(':').next().unwrap_or_default(), &name, false))
        };
        Ok(suits.iter().copied().find(has).or(Some(first)))
    }

    /// The statements that count for a path; before its file is searched for, those of folders and files do not.
    pub(super) fn merged<'c>(
        &'c self,
        scope: &Scope<'c>,
        path: &str,
        files: Option<&Files>,
        has_file: bool,
    ) -> Result<Merged<'c>, Unknown> {
        let mut merged = Merged {
            all: Vec::new(),
            next: 0,
        };
        for body in &scope.bodies {
            merged.add(
                body.iter()
                    .copied()
                    .filter(|statement| statement.body.is_none())
                    .collect(),
            );
        }
        merged.next = 2;
        if has_file {
            let (folder, name) = deepest(path, files);
            self.folders(scope, &folder, &mut merged)?;
            self.files(scope, &name, &mut merged)?;
        }
        for section in scope.bodies.iter().flatten() {
            let fits = match section.name() {
                "location" if section.word(1) == "~" => {
                    self.matches(section, section.word(2), path)?
                }
                "location" => in_location(section.word(1), path),
                "locationmatch" => self.matches(section, section.word(1), path)?,
                _ => false,
            };
            if fits {
                self.section(section, &mut merged)?;
            }
        }
        Ok(merged)
    }

    fn section<'c>(
        &'c self,
        section: &'c Statement,
        merged: &mut Merged<'c>,
    ) -> Result<(), Unknown> {
        let mut inside = Vec::new();
        self.expanded(section.body(), &mut inside)?;
        merged.add(inside);
        Ok(())
    }

    /// Folders from the outer to the inner one, each with its `.htaccess`; then patterns of folders.
    fn folders<'c>(
        &'c self,
        scope: &Scope<'c>,
        folder: &str,
        merged: &mut Merged<'c>,
    ) -> Result<(), Unknown> {
        let absolute = format!("{}{folder}", scope.root);
        let parts: Vec<&str> = absolute
            .split('/')
            .filter(|part| !part.is_empty())
            .collect();
        let root_depth = scope
            .root
            .split('/')
            .filter(|part| !part.is_empty())
            .count();
        for depth in 0..=parts.len() {
            let here = format!("/{}", parts.get(..depth).unwrap_or_default().join("/"));
            for section in scope
                .bodies
                .iter()
                .flatten()
                .filter(|section| section.name() == "directory" && section.word(1) != "~")
            {
                let wanted = format!("/{}", section.word(1).trim_matches('/'));
                let is_here = if is_pattern(&wanted) {
                    fits(&wanted, &here, true)
                } else {
                    wanted == here
                };
                if is_here {
                    self.section(section, merged)?;
                }
            }
            if depth >= root_depth {
                let inside = parts.get(root_depth..depth).unwrap_or_default();
                let own = inside
                    .iter()
                    .fold(String::new(), |path, part| path + "/" + part);
                self.folder_file(&own, merged)?;
            }
        }
        for section in scope.bodies.iter().flatten() {
            let pattern = match section.name() {
                "directorymatch" => section.word(1),
                "directory" if section.word(1) == "~" => section.word(2),
                _ => continue,
            };
            if self.matches(section, pattern, &absolute)? {
                self.section(section, merged)?;
            }
        }
        Ok(())
    }

    /// The `.htaccess` of a folder, where the server allows it.
    fn folder_file<'c>(&'c self, folder: &str, merged: &mut Merged<'c>) -> Result<(), Unknown> {
        let Some((_, body)) = self.folders.iter().find(|(own, _)| own == folder) else {
            return Ok(());
        };
        if self.main.is_some() {
            let allowed = merged.named("allowoverride").last();
            let words = allowed.map_or_else(Vec::new, |allowed| {
                allowed.arguments().map(str::to_ascii_lowercase).collect()
            });
            if words.is_empty() || words == ["none"] {
                return Ok(());
            }
            if words != ["all"] && !words.iter().any(|word| word == "fileinfo") {
                let place = allowed.map(|allowed| allowed.place).unwrap_or_default();
                return Err(Unknown::new(
                    place,
                    Why::Access,
                    "which directives of `.htaccess` are allowed is not followed here",
                ));
            }
        }
        let mut inside = Vec::new();
        self.expanded(body, &mut inside)?;
        merged.add(inside);
        Ok(())
    }

    /// Sections of files: those of the server and the host, then those of folders.
    fn files<'c>(
        &'c self,
        scope: &Scope<'c>,
        name: &str,
        merged: &mut Merged<'c>,
    ) -> Result<(), Unknown> {
        if name.is_empty() {
            return Ok(());
        }
        let own = scope.bodies.iter().flatten().copied();
        let inner = merged.all.iter().map(|(_, statement)| *statement);
        let all: Vec<&Statement> = own
            .chain(inner)
            .filter(|section| section.body.is_some())
            .collect();
        for section in all {
            let fits = match section.name() {
                "files" if section.word(1) == "~" => {
                    self.matches(section, section.word(2), name)?
                }
                "files" => section.word(1) == name || fits(section.word(1), name, false),
                "filesmatch" => self.matches(section, section.word(1), name)?,
                _ => false,
            };
            if fits {
                self.section(section, merged)?;
            }
        }
        Ok(())
    }

    pub(super) fn matches(
        &self,
        at: &Statement,
        pattern: &str,
        text: &str,
    ) -> Result<bool, Unknown> {
        let Some(compiled) = self.patterns.get(pattern, false) else {
            return Err(Unknown::new(
                at.place,
                Why::Pattern,
                format!("the pattern `{pattern}` cannot be run here"),
            ));
        };
        Ok(compiled.is_match(text.as_bytes()))
    }
}

/// Whether a path is in a location: it, or below it.
fn in_location(location: &str, path: &str) -> bool {
    if is_pattern(location) {
        return fits(location, path, true);
    }
    let Some(rest) = path.strip_prefix(location) else {
        return false;
    };
    rest.is_empty() || location.ends_with('/') || rest.starts_with('/')
}

/// The deepest folder on the way to a path, and the name after it.
fn deepest(path: &str, files: Option<&Files>) -> (String, String) {
    let mut folder = String::new();
    let mut parts = path.split('/').filter(|part| !part.is_empty()).peekable();
    while let Some(part) = parts.next() {
        let next = format!("{folder}/{part}");
        let is_folder = match files {
            Some(_) => entry(files, &next) == Entry::Folder,
            None => parts.peek().is_some() || path.ends_with('/'),
        };
        if !is_folder {
            return (folder, part.to_owned());
        }
        folder = next;
    }
    (folder, String::new())
}
