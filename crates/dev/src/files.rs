//! Files of the repository, and parts of them between two marks.
//!
//! A part begins after the line that has `NAME: made by` and the command, and ends before the line that has `end of NAME`,
//! in a comment of whatever language the file is in.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::path::PathBuf;

/// The command that writes generated parts, as they name it.
pub(crate) const COMMAND: &str = "cargo run -p robots-policy-dev -- generate";

/// The files that were asked for, as they are to be.
pub(crate) struct Files {
    root: PathBuf,
    /// By path, the text that is there and the text that is to be there.
    texts: BTreeMap<String, (String, String)>,
}

impl Files {
    pub(crate) fn of_workspace() -> Files {
        Files {
            root: robots_policy_kit::files::root(),
            texts: BTreeMap::new(),
        }
    }

    /// Puts text between the marks of a name.
    pub(crate) fn part(&mut self, path: &str, name: &str, text: &str) -> Result<(), String> {
        let new = self.text(path)?;
        *new = replaced(new, name, text).ok_or_else(|| {
            format!(
                "{path} lacks the marks of a part: a comment with «{name}: made by `{COMMAND}`», and one with «end of {name}»"
            )
        })?;
        Ok(())
    }

    /// Puts text between two texts of a file that can have no marks.
    pub(crate) fn between(
        &mut self,
        path: &str,
        begin: &str,
        end: &str,
        text: &str,
    ) -> Result<(), String> {
        let new = self.text(path)?;
        let parts = new.split_once(begin);
        let parts = parts.and_then(|(before, after)| Some((before, after.split_once(end)?.1)));
        let (before, after) = parts.ok_or_else(|| format!("{path} lacks «{begin}»"))?;
        *new = format!("{before}{begin}{text}{end}{after}");
        Ok(())
    }

    /// The text that a file is to have.
    pub(crate) fn text(&mut self, path: &str) -> Result<&mut String, String> {
        let (_, new) = match self.texts.entry(path.to_owned()) {
            Entry::Occupied(texts) => texts.into_mut(),
            Entry::Vacant(place) => {
                let file = self.root.join(path);
                let old = fs::read_to_string(file).map_err(|error| format!("{path}: {error}"))?;
                place.insert((old.clone(), old))
            }
        };
        Ok(new)
    }

    /// Makes a whole file.
    pub(crate) fn whole(&mut self, path: &str, text: String) {
        let old = fs::read_to_string(self.root.join(path)).unwrap_or_default();
        self.texts.insert(path.to_owned(), (old, text));
    }

    /// Writes the files that differ; returns their paths.
    pub(crate) fn write(self) -> Result<Vec<String>, String> {
        let mut changed = Vec::new();
        for (path, (old, new)) in self.texts {
            if old != new {
                fs::write(self.root.join(&path), new)
                    .map_err(|error| format!("{path}: {error}"))?;
                changed.push(path);
            }
        }
        Ok(changed)
    }
}

/// The text with other lines between the marks; `None` without the marks.
fn replaced(file: &str, name: &str, text: &str) -> Option<String> {
    let (begin, end) = (
        format!("{name}: made by `{COMMAND}`"),
        format!("end of {name}"),
    );
    let (before, after) = file.split_once(&begin)?;
    let (line, after) = after.split_once('\n')?;
    let at = after.find(&end)?;
    let start = after.get(..at)?.rfind('\n').map_or(0, |at| at + 1);
    let rest = after.get(start..)?;
    Some(format!("{before}{begin}{line}\n{text}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_replaced_and_its_marks_stay() {
        let file = format!("a\n  // x: made by `{COMMAND}`. It.\nold\n  // end of x\nz\n");
        let new = format!("a\n  // x: made by `{COMMAND}`. It.\nnew\n  // end of x\nz\n");
        assert_eq!(replaced(&file, "x", "new\n"), Some(new));
        assert_eq!(replaced(&file, "y", "new\n"), None);
    }
}
