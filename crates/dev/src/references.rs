//! The named character references of HTML as one text, from the table of `html5ever`.

use robots_policy::meta::html5ever::data::NAMED_ENTITIES;

use crate::files::{COMMAND, Files};

/// Writes the table that values of attributes are read with.
pub(crate) fn generate(files: &mut Files) {
    // Prefixes of names have the number 0. A name that needs no semicolon is there with and without it.
    let mut names: Vec<(&str, String)> = NAMED_ENTITIES
        .entries()
        .filter(|(name, (first, _))| *first != 0 && name.ends_with(';'))
        .map(|(name, (first, second))| (name.trim_end_matches(';'), text(*first, *second)))
        .collect();
    names.sort();
    let mut lines = vec![String::from("    ")];
    for (name, value) in names {
        let mark = if NAMED_ENTITIES
            .get(name)
            .is_some_and(|(first, _)| *first != 0)
        {
            '&'
        } else {
            ';'
        };
        let entry = format!("{name}{mark}{}\\0", value.escape_default());
        match lines.last_mut() {
            Some(line) if line.len() + entry.len() < WIDTH => line.push_str(&entry),
            _ => lines.push(format!("    {entry}")),
        }
    }
    let table = lines.join("\\\n");
    files.whole(
        PATH,
        format!(
            "//! The named character references of HTML (§13.5), from the table of `html5ever`: made by `{COMMAND}`.\n\n\
             /// Name, mark, characters and NUL of each, sorted by bytes of the names. The mark is `&` where the reference needs no\n\
             /// semicolon, and `;` where it does.\n\
             #[rustfmt::skip]\n\
             pub(super) static NAMED: &str = \"\\\n{table}\";\n"
        ),
    );
}

/// The one or two characters of a reference.
fn text(first: u32, second: u32) -> String {
    let characters = [first, second].into_iter().filter(|number| *number != 0);
    characters.filter_map(char::from_u32).collect()
}

const PATH: &str = "src/page/html/named.rs";

const WIDTH: usize = 500;
