//! A configuration of Apache as it is kept.

use std::collections::BTreeSet;

use super::words::{has_flag, module_name, not_allowed};
use super::{header, lexer};
use crate::include::{given, with_included};
use crate::pattern::Patterns;
use crate::refusal::Refusal;
use crate::source::ConfigText;
use crate::tree::{Statement, all, every, named, parsed};

/// A configuration of Apache.
#[derive(Debug)]
pub(crate) struct Apache {
    /// The file of the server, and none where files of folders alone were given.
    pub(super) main: Option<Vec<Statement>>,
    /// The folder of each `.htaccess`, as `/blog`, and its statements.
    pub(super) folders: Vec<(String, Vec<Statement>)>,
    /// The modules that are loaded, where the file says it.
    pub(super) modules: BTreeSet<String>,
    pub(super) patterns: Patterns,
}

impl Apache {
    pub(super) fn of(sources: &[ConfigText<'_>]) -> Result<Apache, Refusal> {
        let parsed = parsed(sources, lexer::parse)?;
        let is_stock = |file: &str| file.contains("mods-enabled/") || file.ends_with("ports.conf");
        let inner = |statement: &Statement| {
            let is_include = matches!(statement.name(), "include" | "includeoptional");
            let file = Some(statement.word(1)).filter(|_| is_include)?;
            given(sources, &parsed, file).or_else(|| is_stock(file).then(Vec::new))
        };
        let mut main = None;
        let mut folders = Vec::new();
        let mut patterns = Patterns::default();
        for (at, (source, own)) in sources.iter().zip(&parsed).enumerate() {
            let (folder, name) = source.name.rsplit_once('/').unwrap_or(("", source.name));
            let is_folder = name.starts_with(".ht");
            if !is_folder && at > 0 {
                continue;
            }
            let body = with_included("Include", &inner, own.clone())?;
            check(&body, &mut patterns)?;
            if !is_folder {
                main = Some(body);
                continue;
            }
            let allows = |own: &&Statement| {
                own.arguments()
                    .any(|word| !word.eq_ignore_ascii_case("none"))
            };
            let is_read = main.as_ref().is_none_or(|main: &Vec<Statement>| {
                every(main, "allowoverride").iter().any(allows)
            });
            if let Some(own) = not_allowed(&body).filter(|_| is_read) {
                return Err(own.refused(NOT_ALLOWED));
            }
            let folder = folder.trim_matches(['/', '.']);
            let slash = if folder.is_empty() { "" } else { "/" };
            folders.push((format!("{slash}{folder}"), body));
        }
        let loads = named(main.as_deref().unwrap_or_default(), "loadmodule");
        let modules = loads.map(|load| module_name(load.word(1)).to_owned());
        Ok(Apache {
            modules: modules.collect(),
            main,
            folders,
            patterns,
        })
    }

    /// The statements of the server, then those of each folder.
    pub(super) fn bodies(&self) -> impl Iterator<Item = &[Statement]> {
        let folders = self.folders.iter().map(|(_, body)| &**body);
        self.main.as_deref().into_iter().chain(folders)
    }
}

const NOT_ALLOWED: &str = "it is not allowed in `.htaccess`, so that Apache answers 500 to every request of the folder; write it in the file of the server";

/// Refuses directives that Apache itself would refuse, and notes their patterns.
fn check(body: &[Statement], patterns: &mut Patterns) -> Result<(), Refusal> {
    for statement in all(body) {
        let name = statement.name();
        let word = |at| statement.word(at);
        match name {
            "header" => header::check(statement, patterns)?,
            "filesmatch" | "locationmatch" | "directorymatch" => patterns.add(word(1), false),
            "files" | "location" | "directory" if word(1) == "~" => patterns.add(word(2), false),
            "redirectmatch" => {
                let is_status = !word(1).contains(['/', '^', '.', '$']);
                let at = usize::from(statement.words.len() > 3 || is_status);
                patterns.add(word(1 + at), false);
            }
            "rewriterule" | "rewritecond" => {
                let at = if name == "rewriterule" { 1 } else { 2 };
                let pattern = word(at).trim_start_matches('!');
                patterns.add(pattern, has_flag(word(3), "NC"));
            }
            "setenvif" | "setenvifnocase" => patterns.add(word(2), name == "setenvifnocase"),
            _ => {}
        }
        let stem = name.strip_suffix("match").unwrap_or(name);
        let needs = matches!(stem, "files" | "location" | "directory") || name == "ifmodule";
        if needs && (statement.body.is_none() || statement.words.len() < 2) {
            let why = format!("it is a section; write `<{name} …>` and `</{name}>`");
            return Err(statement.refused(why));
        }
    }
    Ok(())
}
