//! A configuration of Apache as it is kept.

use std::collections::BTreeSet;

use super::known::module_name;
use super::lexer;
use crate::include::Includes;
use crate::pattern::Patterns;
use crate::source::Source;
use crate::tree::Statement;
use crate::wrong::Refused;

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
    pub(super) names_fields: bool,
}

impl Apache {
    pub(crate) fn read(sources: &[Source<'_>]) -> Result<Apache, Refused> {
        let mut parsed = Vec::new();
        for (at, source) in sources.iter().enumerate() {
            parsed.push(lexer::parse(source.text, at)?);
        }
        let includes = Includes {
            sources,
            parsed: &parsed,
            name: "Include",
            is_include: |name| matches!(name, "include" | "includeoptional"),
            is_stock: |file| file.contains("mods-enabled/") || file.ends_with("ports.conf"),
        };
        let mut main = None;
        let mut folders = Vec::new();
        let mut patterns = Patterns::default();
        for (at, source) in sources.iter().enumerate() {
            let own = parsed.get(at).cloned().unwrap_or_default();
            let folder = source.name.rsplit_once('/').unwrap_or(("", source.name));
            let is_folder = folder.1.starts_with(".ht");
            if !is_folder && at > 0 {
                continue;
            }
            let body = includes.of(own)?;
            check(&body, &mut patterns)?;
            if is_folder {
                let folder = folder.0.trim_matches(['/', '.']);
                let path = if folder.is_empty() {
                    String::new()
                } else {
                    format!("/{folder}")
                };
                folders.push((path, body));
            } else {
                main = Some(body);
            }
        }
        let loads = main
            .iter()
            .flatten()
            .filter(|statement| statement.name() == "loadmodule");
        let modules = loads
            .map(|load| module_name(load.word(1)).to_owned())
            .collect();
        let inner = folders.iter().flat_map(|(_, body)| body);
        let names_fields = main.iter().flatten().chain(inner).any(|statement| {
            statement.any(&|inner| {
                inner
                    .words
                    .iter()
                    .any(|word| crate::names::names_one(&word.text))
            })
        });
        Ok(Apache {
            main,
            folders,
            modules,
            patterns,
            names_fields,
        })
    }
}

/// Refuses directives that Apache itself would refuse, and notes their patterns.
fn check(body: &[Statement], patterns: &mut Patterns) -> Result<(), Refused> {
    for statement in body {
        let name = statement.name();
        match name {
            "header" => super::header::check(statement, patterns)?,
            "filesmatch" | "locationmatch" | "directorymatch" => {
                patterns.add(statement.word(1), false);
            }
            "files" | "location" | "directory" if statement.word(1) == "~" => {
                patterns.add(statement.word(2), false);
            }
            "redirectmatch" => {
                let at = usize::from(
                    statement.words.len() > 3 || !statement.word(1).contains(['/', '^', '.', '$']),
                );
                patterns.add(statement.word(1 + at), false);
            }
            "rewriterule" => {
                patterns.add(
                    statement.word(1).trim_start_matches('!'),
                    super::flags::has_flag(statement.word(3), "NC"),
                );
            }
            "rewritecond" => {
                patterns.add(
                    statement.word(2).trim_start_matches('!'),
                    super::flags::has_flag(statement.word(3), "NC"),
                );
            }
            "setenvif" | "setenvifnocase" => {
                patterns.add(statement.word(2), name == "setenvifnocase");
            }
            _ => {}
        }
        let needs = matches!(
            name,
            "files"
                | "filesmatch"
                | "location"
                | "locationmatch"
                | "directory"
                | "directorymatch"
                | "ifmodule"
        );
        if needs && (statement.body.is_none() || statement.words.len() < 2) {
            let why = format!("it is a section; write `<{name} …>` and `</{name}>`");
            return Err(Refused::new(statement.place, name, why));
        }
        check(statement.body(), patterns)?;
    }
    Ok(())
}
