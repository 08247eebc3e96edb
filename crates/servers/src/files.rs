//! The files of a site.

use std::collections::BTreeSet;

/// The paths of files below the folder that is served.
#[derive(Clone, Debug, Default)]
pub struct Files {
    paths: BTreeSet<String>,
}

/// One path in the files of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    File,
    Folder,
    Missing,
}

impl Files {
    /// Files by their paths, such as `index.html` and `blog/a.html`.
    pub fn new<I: IntoIterator<Item = String>>(paths: I) -> Files {
        let paths = paths.into_iter();
        Files {
            paths: paths
                .map(|path| path.trim_matches('/').to_owned())
                .collect(),
        }
    }

    fn entry(&self, path: &str) -> Entry {
        let trimmed = path.trim_matches('/');
        if trimmed.is_empty() {
            return Entry::Folder;
        }
        if self.paths.contains(trimmed) {
            // `file.html/` would be a folder.
            return if path.ends_with('/') {
                Entry::Missing
            } else {
                Entry::File
            };
        }
        let inside = format!("{trimmed}/");
        let next = self.paths.range(inside.clone()..).next();
        if next.is_some_and(|path| path.starts_with(&inside)) {
            Entry::Folder
        } else {
            Entry::Missing
        }
    }

    /// Whether there is a file that begins with these characters, beside the one of this name.
    pub(crate) fn has_more(&self, stem: &str) -> bool {
        let stem = stem.trim_start_matches('/');
        let mut next = self.paths.range(stem.to_owned()..);
        next.next().is_some_and(|path| path.starts_with(stem))
    }
}

/// The entry of a path; without files, paths are files and those that end with `/` folders.
pub(crate) fn entry(files: Option<&Files>, path: &str) -> Entry {
    match files {
        Some(files) => files.entry(path),
        None if path.is_empty() || path.ends_with('/') => Entry::Folder,
        None => Entry::File,
    }
}
