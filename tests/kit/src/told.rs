//! Files of steps, each with what a test tells of it.
//!
//! A step is a line, and below it are the lines that are told of it, indented by four blanks. A line that begins with `# ` says
//! what is to be seen, and `NAME : = text` puts this text in the place of the name from now on. With the variable `UPDATE` a test
//! writes what it tells.

use std::path::Path;
use std::{env, fs};

use crate::files::root;

const INDENT: &str = "    ";

/// Compares what is told of each step of a file of the project with what the file has; headings are among the steps. `tell` gets
/// the texts that stand for names so far, too, in the order in which the file gives them.
pub fn assert_told(
    file: impl AsRef<Path>,
    mut tell: impl FnMut(&str, &[(String, String)]) -> String,
) {
    let path = root().join(file);
    let text = fs::read_to_string(&path).unwrap();
    let (mut told, mut names) = (String::new(), Vec::<(String, String)>::new());
    for line in text.lines().filter(|line| !line.starts_with(INDENT)) {
        told.push_str(line);
        told.push('\n');
        let pairs = names.iter();
        let step = pairs.fold(line.to_owned(), |text, (name, own)| text.replace(name, own));
        match step.split_once(" : = ") {
            _ if step.is_empty() => {}
            Some((name, text)) => names.push((name.to_owned(), text.to_owned())),
            None => {
                let lines = tell(&step, &names);
                let lines = lines.lines().map(str::trim_end);
                let lines = lines.filter(|line| !line.is_empty());
                let lines = lines.map(|line| format!("{INDENT}{line}\n"));
                told.extend(lines);
            }
        }
    }
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, told).unwrap();
        return;
    }
    let mut step = "";
    for (line, (own, wanted)) in told.lines().zip(text.lines()).enumerate() {
        step = if own.starts_with(INDENT) { step } else { own };
        assert_eq!(own, wanted, "{}:{}, {step}", path.display(), line + 1);
    }
    let (lines, wanted) = (told.lines().count(), text.lines().count());
    assert_eq!(lines, wanted, "{}: lines at its end", path.display());
}
