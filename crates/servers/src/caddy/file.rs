//! Files of a site: those that are tried, and those of `file_server`.

use super::walk::{CaddyWalk, End};
use crate::files::{Entry, entry};
use crate::place::ConfigPlace;
use crate::prediction::{Unknown, Why};
use crate::tree::{Statement, named};

impl<'c> CaddyWalk<'c, '_> {
    /// Takes the first file that exists, or gives the status of the last word.
    pub(super) fn try_files(&mut self, statement: &Statement) -> Result<Option<u16>, Unknown> {
        let mut words = statement.arguments();
        if statement.body.is_some() || words.any(|word| word.contains(['?', '*', '['])) {
            let reason = "which file is tried first depends on more than their names";
            return Err(statement.unknown(Why::Files, reason));
        }
        for word in statement.arguments() {
            if let Some(status) = word.strip_prefix('=') {
                return Ok(status.parse().ok());
            }
            let file = self.text(word, statement)?;
            let mut file = format!("/{}", file.trim_matches('/'));
            // The slash of the word says that a folder is meant, and not that of the path.
            let is_folder = word.ends_with('/');
            let wanted = if is_folder {
                Entry::Folder
            } else {
                Entry::File
            };
            if self.entry(&file)? == wanted {
                if is_folder && file.len() > 1 {
                    file.push('/');
                }
                self.sent.by = Some(statement.place);
                self.path = file;
                return Ok(None);
            }
        }
        Ok(None)
    }

    /// The entry of a path by the folder that counts.
    fn entry(&self, path: &str) -> Result<Entry, Unknown> {
        let (Some((site, own)), Some(_)) = (self.roots, self.request.files) else {
            return Ok(entry(self.request.files, path));
        };
        let own = own.trim_end_matches('/');
        let below = own.strip_prefix(site.trim_end_matches('/'));
        let below = below.filter(|below| below.is_empty() || below.starts_with('/'));
        let Some(below) = below else {
            let reason = format!("the files of `{own}` are not those of the site");
            return Err(ConfigPlace::default().unknown(Why::Files, reason));
        };
        Ok(entry(self.request.files, &format!("{below}{path}")))
    }

    pub(super) fn file_server(
        &mut self,
        statement: &'c Statement,
        words: &[&str],
    ) -> Result<Option<End<'c>>, Unknown> {
        let option = |name: &str| named(statement.body(), name).next();
        if let Some(special) = ["hide", "root", "fs"].into_iter().find_map(option) {
            return Err(special.unknown(Why::Files, "this option chooses other files"));
        }
        let path = self.path.clone();
        let found = self.entry(&path)?;
        let index = if found == Entry::Folder {
            self.index(&path, option("index"))?
        } else {
            None
        };
        let is_index = index.is_some();
        let has_slash = self.first_path.ends_with('/');
        if found == Entry::File || is_index {
            let is_canonical = option("disable_canonical_uris").is_some()
                || base(&self.first_path) != base(&self.path);
            if !is_canonical && is_index != has_slash {
                return self.written(308);
            }
            self.sent.file = Some(index.unwrap_or(path));
            let given = option("status").and_then(|status| status.word(1).parse().ok());
            return self.written(given.or(self.error).unwrap_or(200));
        }
        let lists = words.contains(&"browse") || option("browse").is_some();
        if found == Entry::Folder && lists {
            return self.written(if has_slash { 200 } else { 308 });
        }
        let passes = option("pass_thru").is_some();
        Ok(Some(End::Error(404)).filter(|_| !passes))
    }

    /// The index of a folder, if there is one.
    fn index(&self, path: &str, given: Option<&Statement>) -> Result<Option<String>, Unknown> {
        let usual = vec!["index.html", "index.txt"];
        let names = given.map_or(usual, |given| given.arguments().collect());
        for name in names {
            let index = format!("{}/{name}", path.trim_end_matches('/'));
            if self.entry(&index)? == Entry::File {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}

/// The last name of a path.
fn base(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or_default()
}
