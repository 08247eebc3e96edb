//! Which statements count for a path: those of the server, of folders, of files, of locations, in this order.

use super::read::Apache;
use super::words::{MATTERS, is_usual, meant_module, module_name, without_not};
use crate::files::{Entry, Files, entry};
use crate::glob::{fits, is_pattern};
use crate::prediction::{Request, Unknown, Why};
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
        let all = self.all.iter().map(|(_, statement)| *statement);
        all.filter(move |statement| statement.name() == name)
    }

    /// The statements of the last section that has one of the names.
    pub(super) fn last_section(&self, names: &[&str]) -> Vec<&'c Statement> {
        let all = self.all.iter().copied();
        let mut own: Vec<(usize, &Statement)> = all
            .filter(|(_, statement)| names.contains(&statement.name()))
            .collect();
        let last = own.last().map(|(section, _)| *section);
        own.retain(|(section, _)| Some(*section) == last);
        own.into_iter().map(|(_, statement)| statement).collect()
    }

    /// Whether an option is in force: words with signs change those before, words without replace them.
    pub(super) fn has_option(&self, option: &str) -> bool {
        let mut has = false;
        for statement in self.named("options") {
            has &= statement
                .arguments()
                .all(|word| word.starts_with(['+', '-']));
            for word in statement.arguments().map(str::to_ascii_lowercase) {
                let is_all = word.trim_start_matches('+') == "all" && option != "multiviews";
                if word.trim_start_matches(['+', '-']) == option || is_all {
                    has = !word.starts_with('-');
                }
            }
        }
        has
    }
}

/// The parts of a server: its own statements, those of the host, and its folder.
pub(super) struct Scope<'c> {
    pub(super) bodies: Vec<Vec<&'c Statement>>,
    pub(super) root: String,
}

impl<'c> Scope<'c> {
    fn sections(&self) -> impl Iterator<Item = &'c Statement> {
        self.bodies.iter().flatten().copied()
    }
}

impl Apache {
    /// The statements of a block, with those of its conditions that hold.
    fn expanded<'c>(
        &'c self,
        body: &'c [Statement],
        out: &mut Vec<&'c Statement>,
    ) -> Result<(), Unknown> {
        for statement in body {
            let decides = || statement.body().iter().any(|inner| inner.any(&matters));
            match statement.name() {
                "ifmodule" => {
                    let (module, wanted) = without_not(statement.word(1));
                    match self.has_module(module) {
                        Some(has) if has == wanted => self.expanded(statement.body(), out)?,
                        None if decides() => {
                            let reason = format!("whether `{module}` is loaded is not known");
                            return Err(statement.unknown(Why::Module, reason));
                        }
                        _ => {}
                    }
                }
                "if" | "elseif" | "else" | "ifdefine" | "ifversion" | "iffile" | "ifdirective"
                | "ifsection" | "macro" => {
                    if decides() {
                        let reason =
                            format!("`<{}>` depends on more than the request", statement.name());
                        return Err(statement.unknown(Why::Condition, reason));
                    }
                }
                "include" | "includeoptional" => return Err(statement.not_given("set fields")),
                _ => out.push(statement),
            }
        }
        Ok(())
    }

    /// Whether a module is loaded, where it is known.
    pub(super) fn has_module(&self, module: &str) -> Option<bool> {
        if meant_module(module).is_some() {
            return Some(false);
        }
        if !self.modules.is_empty() {
            return Some(self.modules.contains(module_name(module)));
        }
        is_usual(module).then_some(true)
    }

    /// The server and the host of a request.
    pub(super) fn scope(&self, request: &Request<'_>) -> Result<Scope<'_>, Unknown> {
        let mut own = Vec::new();
        self.expanded(self.main.as_deref().unwrap_or_default(), &mut own)?;
        let host = host(&own, request)?;
        let mut bodies = vec![own];
        if let Some(host) = host {
            let mut inside = Vec::new();
            self.expanded(host.body(), &mut inside)?;
            bodies.push(inside);
        }
        let all = || bodies.iter().flatten();
        let root = all().rfind(|statement| statement.name() == "documentroot");
        let is_folder = |own: &&&Statement| own.name().starts_with("directory");
        let mut folders = all().filter(is_folder).filter(|own| own.word(1) != "/");
        if root.is_none()
            && let Some(section) = folders.next().filter(|section| section.body.is_some())
        {
            let reason = "there is no DocumentRoot, so its folder is not known";
            return Err(section.unknown(Why::Files, reason));
        }
        let root = root.map_or("", |root| root.word(1).trim_end_matches('/'));
        Ok(Scope {
            root: root.to_owned(),
            bodies,
        })
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
            let own = body.iter().copied().filter(|own| own.body.is_none());
            merged.add(own.collect());
        }
        merged.next = 2;
        if has_file {
            let (folder, name) = deepest(path, files);
            self.folders(scope, &folder, &mut merged)?;
            self.files(scope, &name, &mut merged)?;
        }
        for section in scope.sections() {
            let fits = match section.name() {
                "location" if section.word(1) != "~" => in_location(section.word(1), path),
                "location" | "locationmatch" => self.matches(section, path)?,
                _ => false,
            };
            if fits {
                self.section(section.body(), &mut merged)?;
            }
        }
        Ok(merged)
    }

    fn section<'c>(
        &'c self,
        body: &'c [Statement],
        merged: &mut Merged<'c>,
    ) -> Result<(), Unknown> {
        let mut inside = Vec::new();
        self.expanded(body, &mut inside)?;
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
        let root = scope.root.split('/').filter(|part| !part.is_empty());
        let root_depth = root.count();
        let mut here = String::new();
        let mut own = String::new();
        let names = absolute.split('/').filter(|part| !part.is_empty());
        for (depth, name) in std::iter::once("").chain(names).enumerate() {
            if depth > 0 {
                here = here + "/" + name;
            }
            for section in scope.sections() {
                if is_folder(section, if depth > 0 { &here } else { "/" }) {
                    self.section(section.body(), merged)?;
                }
            }
            if depth > root_depth {
                own = own + "/" + name;
            }
            if depth >= root_depth {
                self.folder_file(&own, merged)?;
            }
        }
        for section in scope.sections() {
            let is_pattern = section.name() == "directory" && section.word(1) == "~";
            if (is_pattern || section.name() == "directorymatch")
                && self.matches(section, &absolute)?
            {
                self.section(section.body(), merged)?;
            }
        }
        Ok(())
    }

    /// The `.htaccess` of a folder, where the server allows it.
    fn folder_file<'c>(&'c self, folder: &str, merged: &mut Merged<'c>) -> Result<(), Unknown> {
        let Some((_, body)) = self.folders.iter().find(|(own, _)| own == folder) else {
            return Ok(());
        };
        let allowed = merged.named("allowoverride").last();
        let words = allowed.map(|allowed| allowed.arguments().map(str::to_ascii_lowercase));
        let words: Vec<String> = words.into_iter().flatten().collect();
        if self.main.is_some() && words != ["all"] {
            if words.is_empty() || words == ["none"] {
                return Ok(());
            }
            if !words.iter().any(|word| word == "fileinfo") {
                let place = allowed.map(|allowed| allowed.place).unwrap_or_default();
                let reason = "which directives of `.htaccess` are allowed is not followed here";
                return Err(place.unknown(Why::Access, reason));
            }
        }
        self.section(body, merged)
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
        let inner = merged.all.iter().map(|(_, statement)| *statement);
        let all: Vec<&Statement> = scope.sections().chain(inner).collect();
        for section in all.into_iter().filter(|section| section.body.is_some()) {
            let wanted = section.word(1);
            let fits = match section.name() {
                "files" if wanted != "~" => wanted == name || fits(wanted, name, false),
                "files" | "filesmatch" => self.matches(section, name)?,
                _ => false,
            };
            if fits {
                self.section(section.body(), merged)?;
            }
        }
        Ok(())
    }

    /// Whether a text fits the pattern of a section.
    fn matches(&self, section: &Statement, text: &str) -> Result<bool, Unknown> {
        let pattern = section.word(1 + usize::from(section.word(1) == "~"));
        section.fits(&self.patterns, pattern, false, text)
    }
}

/// Whether a statement decides which fields are sent.
fn matters(statement: &Statement) -> bool {
    let name = statement.name();
    MATTERS.contains(&name) || name.starts_with("files") || name.starts_with("locat")
}

/// The host of a request, if there are hosts.
fn host<'c>(
    own: &[&'c Statement],
    request: &Request<'_>,
) -> Result<Option<&'c Statement>, Unknown> {
    let is_host = |statement: &&&Statement| statement.name() == "virtualhost";
    let mut hosts: Vec<&Statement> = own.iter().filter(is_host).copied().collect();
    let has_tls =
        |own: &Statement| own.name() == "sslengine" && own.word(1).eq_ignore_ascii_case("on");
    let suits = |host: &&Statement| {
        let port = host.word(1).rsplit(':').next();
        (port == Some("443") || host.any(&has_tls)) == request.secure
    };
    if hosts.iter().any(suits) {
        hosts.retain(suits);
    }
    let Some(first) = hosts.first().copied() else {
        return Ok(None);
    };
    let Some(name) = request.host else {
        if hosts.len() > 1 {
            return Err(first.unknown(Why::Host, "there are several hosts; give the host"));
        }
        return Ok(Some(first));
    };
    let name = name.to_ascii_lowercase();
    let is_it = |own: &str| {
        let own = own.to_ascii_lowercase();
        fits(own.split(':').next().unwrap_or_default(), &name, false)
    };
    let has = |host: &&Statement| {
        let keys = ["servername", "serveralias"].into_iter();
        let names = keys.flat_map(|key| named(host.body(), key));
        names.flat_map(Statement::arguments).any(is_it)
    };
    Ok(hosts.into_iter().find(has).or(Some(first)))
}

/// Whether a section is that of a folder.
fn is_folder(section: &Statement, folder: &str) -> bool {
    let wanted = format!("/{}", section.word(1).trim_matches('/'));
    let is_one = section.name() == "directory" && section.word(1) != "~";
    is_one && (wanted == folder || is_pattern(&wanted) && fits(&wanted, folder, true))
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
