//! The inputs of a report, and the runs in them.

use std::fs;
use std::path::PathBuf;

use robots_policy_input::names::shown;

use super::caller::{Caller, ReportError};
use super::run::Run;
use super::sums::Sums;
use super::troubles::Troubles;
use super::{folder, long_form, scan};

/// The folders that `scan` wrote, or files of cubes in their place.
#[derive(Clone, Debug, Default)]
pub struct ReportInputs {
    /// Output folders of `scan`.
    pub folders: Vec<PathBuf>,
    /// Cubes in the long form, in the place of folders.
    pub cubes: Vec<PathBuf>,
    /// Whether the folders are parts of one run.
    pub is_together: bool,
    /// The program that draws the page, with its version.
    pub program: String,
}

impl ReportInputs {
    /// Requires one run, or two that are compared.
    ///
    /// # Errors
    /// The message says what the inputs cannot be.
    pub fn check(&self) -> Result<(), ReportError> {
        self.refusal()
            .map_or(Ok(()), |why| Err(ReportError::Usage(why)))
    }

    fn refusal(&self) -> Option<String> {
        let inputs = self.folders.len() + self.cubes.len();
        if !self.cubes.is_empty() && self.is_together {
            return Some(String::from(
                "--together adds up folders; the cells of one --cube are added up already",
            ));
        }
        if let Some(why) = self.refused_kinds() {
            return Some(why);
        }
        if inputs > 2 && !self.is_together {
            return Some(format!(
                "{inputs} runs cannot be compared, only two; with --together folders are added up"
            ));
        }
        named_twice(&self.folders)
    }

    /// Requires folders of one kind where they are added up: a client and an engine may have the same name.
    fn refused_kinds(&self) -> Option<String> {
        let kinds = self.is_together.then(|| scan::kinds(&self.folders))??;
        Some(format!(
            "clients and engines are not added up, for a client and an engine may have the same name: {kinds}; report each kind by itself"
        ))
    }

    /// The command that draws the page with the plots of these agents.
    pub(super) fn command(&self, agents: &[String]) -> String {
        let mut words = vec![String::from("robots-policy report")];
        let names = |paths: &[PathBuf]| -> Vec<String> {
            let paths = paths.iter();
            paths.map(|path| word(&shown(path.as_os_str()))).collect()
        };
        words.extend(names(&self.folders));
        words.extend(
            names(&self.cubes)
                .iter()
                .map(|cube| format!("--cube {cube}")),
        );
        words.extend(self.is_together.then(|| String::from("--together")));
        words.extend(
            agents
                .iter()
                .map(|agent| format!("--agent {}", word(agent))),
        );
        words.join(" ")
    }

    pub(super) fn runs(
        &self,
        caller: &dyn Caller,
        troubles: &mut Troubles,
    ) -> Result<Vec<Run>, ReportError> {
        let mut runs = Vec::new();
        if !self.cubes.is_empty() {
            for cube in &self.cubes {
                let name = shown(cube.as_os_str());
                let read = long_form::read(&name, &caller.file(cube)?);
                runs.extend(read.map_err(|why| ReportError::Input(name, why))?);
            }
            if runs.len() > 2 {
                let why = "a --cube of two runs is compared alone; name it once";
                return Err(ReportError::Usage(why.to_owned()));
            }
            return Ok(runs);
        }
        let names = self.folders.iter();
        let names: Vec<String> = names.map(|folder| shown(folder.as_os_str())).collect();
        let parts: Vec<(String, &[PathBuf])> = if self.is_together {
            vec![(names.join(" + "), &self.folders)]
        } else {
            names.into_iter().zip(self.folders.chunks(1)).collect()
        };
        for (name, folders) in parts {
            let mut sums = Sums::default();
            for folder in folders {
                folder::read(folder, &mut sums, troubles, caller);
            }
            runs.push(Run::of_reports(name, sums));
        }
        Ok(runs)
    }
}

/// A word as a shell reads it.
fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// The message about a folder that is named twice, if one is.
pub(super) fn named_twice(folders: &[PathBuf]) -> Option<String> {
    let mut seen = Vec::new();
    for folder in folders {
        let Ok(place) = fs::canonicalize(folder) else {
            continue;
        };
        if seen.contains(&place) {
            return Some(format!(
                "{} is named twice, and would be counted twice; name it once",
                folder.display()
            ));
        }
        seen.push(place);
    }
    None
}
