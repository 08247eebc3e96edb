//! Directives that nginx itself would refuse; and the patterns of the others.

use crate::pattern::Patterns;
use crate::tree::Statement;
use crate::wrong::Refused;

/// The directives with a fixed form: name, fewest and most words after it, and the form.
const FORMS: &[(&str, usize, usize, &str)] = &[
    (
        "add_header",
        2,
        3,
        "write `add_header NAME VALUE [always];`",
    ),
    ("add_header_inherit", 1, 1, "write `on`, `off` or `merge`"),
    ("alias", 1, 1, "write one path"),
    ("auth_basic", 1, 1, "write a text or `off`"),
    ("autoindex", 1, 1, "write `on` or `off`"),
    (
        "error_page",
        2,
        usize::MAX,
        "write `error_page CODE… [=[CODE]] URI;`",
    ),
    ("include", 1, 1, "write one path"),
    ("index", 1, usize::MAX, "write names of files"),
    ("internal", 0, 0, "it has no arguments"),
    (
        "location",
        1,
        2,
        "write `location [= | ~ | ~* | ^~] URI { … }`",
    ),
    (
        "return",
        1,
        2,
        "write `return CODE [TEXT];` or `return URL;`",
    ),
    (
        "rewrite",
        2,
        3,
        "write `rewrite PATTERN REPLACEMENT [last | break | redirect | permanent];`",
    ),
    ("root", 1, 1, "write one path"),
    ("set", 2, 2, "write `set $NAME VALUE;`"),
    ("try_files", 2, usize::MAX, "write `try_files FILE… URI;`"),
];

/// Names that have a block, and no others of those that are read.
const BLOCKS: &[&str] = &[
    "http",
    "server",
    "location",
    "if",
    "map",
    "types",
    "upstream",
    "limit_except",
    "geo",
    "split_clients",
];

/// Checks a block and all in it.
pub(super) fn block(
    statements: &[Statement],
    within: &str,
    patterns: &mut Patterns,
) -> Result<(), Refused> {
    for statement in statements {
        let name = statement.name();
        if matches!(within, "map" | "types" | "geo" | "split_clients") {
            if within == "map" {
                add_pattern(name, patterns);
            }
            continue;
        }
        one(statement)?;
        let mut words = statement.arguments();
        match name {
            "location" => {
                let modifier = words.next().unwrap_or_default();
                let (modifier, pattern) = super::words::split(modifier, words.next());
                if modifier.starts_with('~') {
                    patterns.add(pattern, modifier == "~*");
                }
            }
            "rewrite" => patterns.add(words.next().unwrap_or_default(), false),
            "server_name" => words.for_each(|word| add_pattern(word, patterns)),
            "if" => condition(statement, patterns),
            _ => {}
        }
        block(statement.body(), name, patterns)?;
    }
    Ok(())
}

fn add_pattern(word: &str, patterns: &mut Patterns) {
    if let Some(pattern) = word.strip_prefix("~*") {
        patterns.add(pattern, true);
    } else if let Some(pattern) = word.strip_prefix('~') {
        // Names of hosts are compared without their case.
        patterns.add(pattern, false);
        patterns.add(pattern, true);
    }
}

fn condition(statement: &Statement, patterns: &mut Patterns) {
    let words = super::words::condition_words(statement);
    if let [_, operator, pattern] = &*words
        && operator.contains('~')
    {
        patterns.add(pattern, operator.ends_with('*'));
    }
}

fn one(statement: &Statement) -> Result<(), Refused> {
    let name = statement.name();
    let refused = |why: &str| Err(Refused::new(statement.place, name, why));
    if BLOCKS.contains(&name) != statement.body.is_some()
        && (BLOCKS.contains(&name) || is_read(name))
    {
        return if statement.body.is_some() {
            refused("it has no block; end the line before with `;`")
        } else {
            refused("it needs a block in `{` and `}`")
        };
    }
    let count = statement.words.len() - 1;
    if let Some((_, fewest, most, form)) = FORMS.iter().find(|form| form.0 == name)
        && (count < *fewest || count > *most)
    {
        return refused(form);
    }
    match name {
        "add_header" if count == 3 && statement.word(3) != "always" => {
            refused("the third word can only be `always`; write quotes around a value with blanks")
        }
        "add_header_inherit" if !matches!(statement.word(1), "on" | "off" | "merge") => {
            refused("write `on`, `off` or `merge`")
        }
        "autoindex" if !matches!(statement.word(1), "on" | "off") => refused("write `on` or `off`"),
        "location" if count == 2 && !matches!(statement.word(1), "=" | "~" | "~*" | "^~") => {
            refused("a modifier is one of `=`, `~`, `~*`, `^~`")
        }
        "rewrite"
            if count == 3
                && !matches!(
                    statement.word(3),
                    "last" | "break" | "redirect" | "permanent"
                ) =>
        {
            refused("a flag is one of `last`, `break`, `redirect`, `permanent`")
        }
        "return"
            if count == 2
                && statement
                    .word(1)
                    .parse::<u16>()
                    .is_ok_and(|code| code <= 999) =>
        {
            if super::words::without_name(statement.word(2)) {
                return refused(
                    "a `$` of its text names no variable; a text with one is that of a file, or of `map`",
                );
            }
            Ok(())
        }
        "return" if count == 2 => refused("a code is a number up to 999"),
        _ => Ok(()),
    }
}

fn is_read(name: &str) -> bool {
    FORMS.iter().any(|form| form.0 == name)
}
