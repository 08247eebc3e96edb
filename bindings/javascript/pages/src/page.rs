//! The page: one HTML file without links to others.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::{SOURCES, read, scripts, tables};

/// The element of the module.
const MODULE: &str = r#"<script type="application/octet-stream;base64" id="wasm">"#;

/// The page of `bindings/javascript/playground/page.html` in the workspace `root`, each of its marks replaced by that which it
/// names. `packed` is the module as gzip.
pub(crate) fn assemble(root: &Path, packed: &[u8]) -> Result<String, String> {
    let folder = root.join(SOURCES);
    let html = read(&folder.join("page.html"))?;
    let style = format!("\n{}", read(&folder.join(named(&html, "style")?))?);
    let examples = examples(root, &read(&folder.join(named(&html, "examples")?))?)?;
    let script = script(root, named(&html, "scripts")?)?;
    unended("the style", &style, "</style")?;
    unended("the script", &script, "</script")?;
    unended("the script", &script, "<!--")?;
    let module = BASE64_STANDARD.encode(packed);
    let elements = [
        ("style", format!("<style>{style}</style>")),
        ("wasm", format!("{MODULE}{module}</script>")),
        (
            "examples",
            format!("<script type=\"application/json\" id=\"examples\">{examples}</script>"),
        ),
        (
            "scripts",
            format!("<script type=\"module\">{script}</script>"),
        ),
    ];
    let policy = [("sha256-SCRIPT", &script), ("sha256-STYLE", &style)];
    let html = policy.iter().try_fold(html, |html, (mark, text)| {
        let hash = BASE64_STANDARD.encode(Sha256::digest(text.as_bytes()));
        replaced(&html, mark, &format!("sha256-{hash}"))
    })?;
    // The marks are found before anything is put in their place.
    let mut places = Vec::new();
    for (name, element) in &elements {
        let mark = mark(&html, name)?;
        let at = html.find(mark).unwrap_or_default();
        places.push((at, at + mark.len(), element));
    }
    places.sort_unstable();
    let mut page = String::new();
    let mut from = 0;
    for (start, end, element) in places {
        page.push_str(html.get(from..start).unwrap_or_default());
        page.push_str(element);
        from = end;
    }
    page.push_str(html.get(from..).unwrap_or_default());
    Ok(page)
}

/// The comment `<!-- NAME: … -->`, or `<!-- NAME -->`, of which the page must have one.
fn mark<'h>(html: &'h str, name: &str) -> Result<&'h str, String> {
    let begins = |end| format!("<!-- {name}{end}");
    let mut found = html.split_inclusive("-->").filter_map(|part| {
        let at = part
            .find(&begins(':'))
            .or_else(|| part.find(&begins(' ')))?;
        part.get(at..)
    });
    match (found.next(), found.next()) {
        (Some(mark), None) => Ok(mark),
        _ => Err(format!("page.html has not one comment `<!-- {name} -->`")),
    }
}

/// The names in a mark.
fn named<'h>(html: &'h str, name: &str) -> Result<&'h str, String> {
    let mark = mark(html, name)?;
    let names = mark
        .split_once(':')
        .and_then(|(_, names)| names.strip_suffix("-->"));
    names
        .map(str::trim)
        .ok_or_else(|| format!("page.html: `{mark}` names no file"))
}

/// Replaces text that must be there once.
fn replaced(html: &str, text: &str, with: &str) -> Result<String, String> {
    match html.matches(text).count() {
        1 => Ok(html.replacen(text, with, 1)),
        count => Err(format!("page.html has `{text}` {count} times, not once")),
    }
}

/// An error for text that would end its element.
fn unended(what: &str, text: &str, end: &str) -> Result<(), String> {
    if text.to_ascii_lowercase().contains(end) {
        return Err(format!("{what} has `{end}`; write it in two parts"));
    }
    Ok(())
}

/// The script of the modules of these names.
fn script(root: &Path, names: &str) -> Result<String, String> {
    let mut made = BTreeMap::from(tables::modules()?);
    let modules = names.split_whitespace().map(|name| {
        let folder = if name == "core.js" {
            "bindings/javascript/lib"
        } else {
            SOURCES
        };
        let text = made
            .remove(name)
            .map_or_else(|| read(&root.join(folder).join(name)), Ok);
        text.map(|text| (name.to_owned(), text))
    });
    scripts::bundle(&modules.collect::<Result<Vec<_>, _>>()?)
}

/// The examples as JSON that ends no element, each path of a fixture replaced by the text of its file.
fn examples(root: &Path, text: &str) -> Result<String, String> {
    let mut examples: Value =
        serde_json::from_str(text).map_err(|error| format!("examples.json: {error}"))?;
    let keys = examples.as_array_mut().into_iter().flatten();
    for value in keys
        .filter_map(Value::as_object_mut)
        .flat_map(|one| one.values_mut())
    {
        if let Some(path) = value.as_str().filter(|text| text.starts_with("fixtures/")) {
            *value = Value::String(fixture(root, path)?);
        }
    }
    Ok(examples.to_string().replace('<', "\\u003c"))
}

/// The text of a fixture.
fn fixture(root: &Path, path: &str) -> Result<String, String> {
    let bytes = fs::read(root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8, and an example is text"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_there_once() {
        let html = "<!-- style: a.css --><!-- wasm --><!-- scripts: a.js b.js -->";
        assert_eq!(named(html, "style"), Ok("a.css"));
        assert_eq!(named(html, "scripts"), Ok("a.js b.js"));
        assert_eq!(mark(html, "wasm"), Ok("<!-- wasm -->"));
        assert!(named(html, "wasm").is_err());
        assert!(mark(html, "examples").is_err());
        assert!(mark("<!-- wasm --><!-- wasm -->", "wasm").is_err());
    }

    /// The page is whole without a link to another file, whatever its module is.
    #[test]
    fn the_page_is_assembled_of_its_sources() {
        let page = assemble(&crate::root(), b"module").unwrap_or_else(|why| panic!("{why}"));
        assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
        assert!(page.contains(&format!("{MODULE}bW9kdWxl</script>")));
        assert!(!page.contains("<!-- ") && !page.contains("sha256-S"));
    }

    #[test]
    fn no_part_ends_its_element() {
        assert!(unended("it", "'<\\/script>'", "</script").is_ok());
        assert!(unended("it", "'</SCRIPT>'", "</script").is_err());
        let json = examples(Path::new("."), r#"[{"name": "</script>", "n": 1}]"#);
        assert_eq!(json.as_deref(), Ok(r#"[{"n":1,"name":"\u003c/script>"}]"#));
    }
}
