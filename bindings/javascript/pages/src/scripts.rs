//! Several ES modules become one script.
//!
//! The modules know each other by name alone, and no two give a name twice: so their texts, in an order that the page names,
//! are one module once the lines of `import` and the words `export` are left out. Whatever else a module does with these
//! words is an error here.

use std::collections::BTreeMap;

/// The script of these modules, each with its name.
pub(crate) fn bundle(modules: &[(String, String)]) -> Result<String, String> {
    let mut names = BTreeMap::new();
    let mut script = String::from("\n");
    for (module, text) in modules {
        let text = unlinked(module, text)?;
        for name in text.lines().filter_map(declared) {
            if let Some(other) = names.insert(name.to_owned(), module) {
                return Err(format!(
                    "{module} and {other} both declare `{name}`; rename one of them"
                ));
            }
        }
        script.push_str(&text);
    }
    Ok(script)
}

/// A module without its links to others.
fn unlinked(module: &str, text: &str) -> Result<String, String> {
    let mut unlinked = String::new();
    let mut is_import = false;
    for line in text.lines() {
        is_import |= line.starts_with("import ") || line.starts_with("import{");
        if is_import {
            is_import = !line.trim_end().ends_with(';');
            continue;
        }
        let line = match line.strip_prefix("export ") {
            Some(rest) if declared(rest).is_some() => rest,
            Some(_) => {
                return Err(format!(
                    "{module}: `{line}` exports no declaration; write `export function …`"
                ));
            }
            None => line,
        };
        if line.contains("import(") || line.contains("import.meta") {
            return Err(format!(
                "{module}: `{line}` links to another file, and the page is one"
            ));
        }
        unlinked.push_str(line);
        unlinked.push('\n');
    }
    Ok(unlinked)
}

/// The name that a line without indentation declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let kinds = ["function* ", "function ", "const ", "let ", "class "];
    let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    rest.get(..end).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bundled(modules: &[&str]) -> Result<String, String> {
        let modules = modules.iter().enumerate();
        let modules: Vec<_> = modules
            .map(|(at, text)| (format!("{at}.js"), String::from(*text)))
            .collect();
        bundle(&modules)
    }

    #[test]
    fn links_are_left_out_and_everything_else_stays() {
        let one = "// It.\nexport const A = 1;\nexport async function b() {}\n";
        let two = "import { A } from './0.js';\nimport {\n  b,\n} from './0.js';\n\nexport class C {}\nb(A);\n";
        let script = "\n// It.\nconst A = 1;\nasync function b() {}\n\nclass C {}\nb(A);\n";
        assert_eq!(bundled(&[one, two]).as_deref(), Ok(script));
    }

    #[test]
    fn what_one_script_cannot_have_is_an_error() {
        for (modules, why) in [
            (["let a;", "function a() {}"], "both declare `a`"),
            (["export { a };", ""], "exports no declaration"),
            (["export default 5;", ""], "exports no declaration"),
            (
                ["const a = await import('./b.js');", ""],
                "links to another file",
            ),
            (["const a = import.meta.url;", ""], "links to another file"),
        ] {
            let error = bundled(&modules).err().unwrap_or_default();
            assert!(error.contains(why), "{error}");
        }
    }
}
