//! The files of a built site: its robots.txt, its `tdmrep.json`, and its pages, each with its address.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use robots_policy_input::read_input::why;
use robots_policy_lint::SitemapKind;
use url::Url;

use super::look::{Look, name_of};
use super::robots::Robots;
use super::sitemaps::{SitemapFile, is_sitemap};
use crate::file_kind::FileKind;

/// The files of a folder that are looked at, each by its path.
pub(super) struct SiteFolder {
    pub(super) root: PathBuf,
    pub(super) base: Option<Url>,
    pub(super) robots: Option<PathBuf>,
    tdmrep: Option<PathBuf>,
    sitemaps: Vec<PathBuf>,
    pub(super) pages: Vec<PathBuf>,
    /// The other files.
    pub(super) files: Vec<PathBuf>,
    /// Configurations of Apache, in the folder and in those in it.
    pub(super) htaccess: Vec<PathBuf>,
    /// Folders that cannot be read, links that lead out, and why.
    unread: Vec<(PathBuf, String)>,
}

impl SiteFolder {
    /// Looks for the files of a folder. Symbolic links to folders are not followed, those to files only inside.
    ///
    /// # Errors
    /// It has none of them.
    pub(super) fn of(root: &Path, base: Option<Url>) -> Result<SiteFolder, String> {
        let is_file = |path: PathBuf| path.is_file().then_some(path);
        let mut folder = SiteFolder {
            root: root.to_owned(),
            base,
            robots: is_file(root.join("robots.txt")),
            tdmrep: is_file(root.join(".well-known/tdmrep.json")),
            sitemaps: Vec::new(),
            pages: Vec::new(),
            files: Vec::new(),
            htaccess: Vec::new(),
            unread: Vec::new(),
        };
        let inside = root.canonicalize().map_err(|error| error.to_string())?;
        folder.walk(root, &inside);
        folder.pages.sort();
        folder.files.sort();
        folder.htaccess.sort();
        folder.sitemaps.sort();
        let is_empty =
            folder.pages.is_empty() && folder.sitemaps.is_empty() && folder.unread.is_empty();
        if is_empty && folder.robots.is_none() && folder.tdmrep.is_none() {
            return Err(String::from(
                "it is a folder without an HTML page, a robots.txt, a sitemap or a .well-known/tdmrep.json; name the folder that is served",
            ));
        }
        Ok(folder)
    }

    /// Adds the pages of a folder, and of those in it.
    fn walk(&mut self, root: &Path, inside: &Path) {
        let mut left = vec![root.to_owned()];
        while let Some(folder) = left.pop() {
            let entries = match fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(error) => {
                    let why = why(folder.as_os_str(), &error);
                    self.unread.push((folder, why));
                    continue;
                }
            };
            for entry in entries.flatten() {
                let (path, kind) = (entry.path(), entry.file_type());
                let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
                let Ok(kind) = kind else {
                    continue;
                };
                if is_hidden {
                    if entry.file_name() == ".htaccess" && kind.is_file() {
                        self.htaccess.push(path);
                    }
                } else if kind.is_dir() {
                    left.push(path);
                } else if kind.is_file() {
                    self.add(path);
                } else if kind.is_symlink() {
                    self.add_link(path, inside);
                }
            }
        }
        self.unread.sort();
    }

    /// Adds what a link leads to. One that leads nowhere is not served, and folders inside are walked where they are.
    fn add_link(&mut self, path: PathBuf, inside: &Path) {
        let Ok(target) = path.canonicalize() else {
            return;
        };
        if target.starts_with(inside) {
            if target.is_file() {
                self.add(path);
            }
        } else if target.is_dir() || is_page(&path) || is_sitemap(&path) {
            self.unread.push((path, LEADS_OUT.to_owned()));
        }
    }

    fn add(&mut self, path: PathBuf) {
        let list = if is_page(&path) {
            &mut self.pages
        } else if is_sitemap(&path) {
            &mut self.sitemaps
        } else {
            &mut self.files
        };
        list.push(path);
    }

    /// The address below which it has all pages; not known of a folder of which neither `--base` nor a robots.txt says where it is.
    pub(super) fn below(&self) -> Option<String> {
        match &self.base {
            Some(base) => Some(base.to_string()),
            None => self.robots.as_ref().map(|_| String::from("/")),
        }
    }

    /// Names what cannot be read, and looks at robots.txt and `tdmrep.json`.
    pub(super) fn look_at(&self, look: &mut Look) {
        for (folder, why) in &self.unread {
            look.not_looked_at(&name_of(folder), why);
        }
        if let Some(path) = &self.robots {
            let name = name_of(path);
            match Robots::in_file(path) {
                Ok(robots) => robots.look_at(&name, look),
                Err(why) => {
                    look.not_looked_at(&name, &why);
                    look.linter.without_robots();
                }
            }
        }
        if let Some(path) = &self.tdmrep
            && let Some(file) = look.read(path)
        {
            look.tdmrep(&name_of(path), &file);
        }
        self.look_at_sitemaps(look);
    }

    /// Looks at its sitemaps, those that robots.txt names, and those that an index of them names.
    fn look_at_sitemaps(&self, look: &mut Look) {
        let mut known: BTreeSet<PathBuf> = self.sitemaps.iter().cloned().collect();
        for address in look.linter.sitemaps_of_robots() {
            let Some(path) = self.file_at(&address) else {
                continue;
            };
            if path.is_file() {
                known.insert(path);
            } else {
                let why = "the folder has no such file";
                look.linter.without_sitemap(&address, "robots.txt", why);
            }
        }
        let mut left: Vec<PathBuf> = known.iter().rev().cloned().collect();
        while let Some(path) = left.pop() {
            let address = self.base.as_ref().map(|_| self.url(&path));
            let sitemap = SitemapFile::look_at_file(&path, address.as_deref(), look);
            let index = sitemap.filter(|own| own.kind == SitemapKind::Index);
            for entry in index.iter().flat_map(|index| &index.entries) {
                let path = self.file_at(&entry.address).filter(|path| path.is_file());
                left.extend(path.filter(|path| known.insert(path.clone())));
            }
        }
    }

    /// The file of an address below the base.
    fn file_at(&self, address: &str) -> Option<PathBuf> {
        let (base, url) = (self.base.as_ref()?, Url::parse(address).ok()?);
        if base.origin() != url.origin() {
            return None;
        }
        let folder = base.path().trim_end_matches('/');
        let rest = url.path().strip_prefix(folder)?.strip_prefix('/')?;
        let is_inside = rest.split('/').all(|name| {
            !name.is_empty() && !name.starts_with('.') && !name.contains(['\\', ':', '%'])
        });
        is_inside.then(|| self.root.join(rest))
    }

    /// Reads a page; one that cannot be looked at is named.
    pub(super) fn page(path: &Path, look: &mut Look) -> Option<Vec<u8>> {
        let name = name_of(path);
        let file = look.read(path)?;
        let start = file.get(..file.len().min(START)).unwrap_or_default();
        if let kind @ FileKind::Packed = FileKind::of(start) {
            look.not_looked_at(&name, kind.sentence().unwrap_or_default());
            return None;
        }
        Some(file)
    }

    /// The address of a page: its path below the base. `index.html` is that of its folder.
    pub(super) fn url(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.root).unwrap_or(path);
        let mut names: Vec<_> = inside.iter().map(|name| name.to_string_lossy()).collect();
        if let Some(last) = names.last_mut().filter(|last| *last == "index.html") {
            *last = "".into();
        }
        let base = self.base.clone().or_else(|| Url::parse(ANY_SITE).ok());
        let Some(mut url) = base else {
            return String::from("/");
        };
        if let Ok(mut segments) = url.path_segments_mut() {
            segments.pop_if_empty().extend(names);
        }
        match self.base {
            Some(_) => url.into(),
            None => url.path().to_owned(),
        }
    }
}

fn is_page(path: &Path) -> bool {
    let is = |ending: &str| ENDINGS.iter().any(|own| ending.eq_ignore_ascii_case(own));
    path.extension()
        .and_then(|ending| ending.to_str())
        .is_some_and(is)
}

const LEADS_OUT: &str = "it is a symbolic link that leads out of the folder; lint what it leads to, or put a copy in its place";
/// The endings of the names of pages.
const ENDINGS: [&str; 4] = ["html", "htm", "xhtml", "xht"];
/// The number of bytes that show whether a page is packed.
const START: usize = 64;
/// A site, of which only the path is used.
const ANY_SITE: &str = "https://site.example";
