//! The named character references of HTML as two texts, from the table of `html5ever`.

use robots_policy::meta::html5ever::data::NAMED_ENTITIES;

use crate::files::{COMMAND, Files};

/// Writes the tables that values of attributes are read with: the names of each build, and those of the feature `references`.
pub(crate) fn generate(files: &mut Files) {
    // Prefixes of names have the number 0. A name that needs no semicolon is there with and without it.
    let names = NAMED_ENTITIES
        .entries()
        .filter(|(name, (first, _))| *first != 0 && name.ends_with(';'))
        .map(|(name, (first, second))| (name.trim_end_matches(';'), text(*first, *second)));
    let (few, others): (Vec<_>, Vec<_>) =
        names.partition(|(name, text)| has_ascii(text) || needs_no_semicolon(name));
    files.whole(
        PATH,
        format!(
            "//! The named character references of HTML (§13.5), from the table of `html5ever`: made by `{COMMAND}`.\n//!\n\
             //! A row is name, mark, characters and NUL, sorted by bytes of the names. The mark is `&` where the reference needs no\n\
             //! semicolon, and `;` where it does.\n\n\
             /// The names of which a character is one of ASCII, and those that need no semicolon.\n\
             #[rustfmt::skip]\n\
             pub(super) static FEW: &str = \"\\\n{}\";\n\n\
             /// All others.\n\
             #[cfg(any(test, feature = \"references\"))]\n\
             #[rustfmt::skip]\n\
             pub(super) static OTHERS: &str = \"\\\n{}\";\n",
            table(few),
            table(others)
        ),
    );
}

/// The rows as lines of a literal.
fn table(mut names: Vec<(&str, String)>) -> String {
    names.sort();
    let mut lines = vec![String::from("    ")];
    for (name, value) in names {
        let mark = if needs_no_semicolon(name) { '&' } else { ';' };
        let entry = format!("{name}{mark}{}\\0", value.escape_default());
        match lines.last_mut() {
            Some(line) if line.len() + entry.len() < WIDTH => line.push_str(&entry),
            _ => lines.push(format!("    {entry}")),
        }
    }
    lines.join("\\\n")
}

/// Whether a directive could be spelled with it, or separated by it; `&bne;` is `=` with a line through it.
fn has_ascii(text: &str) -> bool {
    text.contains(|character: char| character.is_ascii())
}

/// Whether a name is a reference without its semicolon.
fn needs_no_semicolon(name: &str) -> bool {
    let row = NAMED_ENTITIES.get(name);
    row.is_some_and(|(first, _)| *first != 0)
}

/// The one or two characters of a reference.
fn text(first: u32, second: u32) -> String {
    let characters = [first, second].into_iter().filter(|number| *number != 0);
    characters.filter_map(char::from_u32).collect()
}

const PATH: &str = "src/page/html/entities.rs";

const WIDTH: usize = 500;
