//! Commands and their output, as pages have them.

use std::process::{Command, Stdio};

/// A part of a page between fences, or one that is indented.
pub(super) enum PageBlock {
    /// The commands of a shell, each whole.
    Commands(Vec<String>),
    /// The files that the commands before it write.
    Output(String),
}

/// The labels of fences that are no session.
const OTHER: [&str; 8] = [
    "rust", "json", "toml", "yaml", "http", "python", "py", "sql",
];

/// The sessions of a page. A block of `text` after commands is their output; elsewhere it is a figure.
pub(super) fn blocks(page: &str) -> Vec<PageBlock> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    // The commands that nothing but empty lines follows so far.
    let mut is_after_commands = false;
    let mut is_after_empty = true;
    while let Some(line) = lines.next() {
        let is_start = is_after_empty;
        is_after_empty = line.is_empty();
        if let Some(label) = line.strip_prefix("```") {
            let inside: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            match label {
                "sh" => blocks.push(PageBlock::Commands(commands(&inside))),
                "text" if is_after_commands => blocks.push(PageBlock::Output(inside.join("\n"))),
                "text" => {}
                // A directive of MyST, with which Sphinx makes a part of the page.
                _ if label.starts_with('{') => {}
                _ => assert!(OTHER.contains(&label), "a fence of `{label}`"),
            }
            is_after_commands = label == "sh";
        } else if line.starts_with("    ") && is_start {
            let rest = lines.clone().take_while(|line| line.starts_with("    "));
            let inside: Vec<&str> = std::iter::once(line).chain(rest).collect();
            lines.by_ref().take(inside.len() - 1).for_each(drop);
            let inside: Vec<&str> = inside.iter().map(|line| line.trim_start()).collect();
            blocks.push(PageBlock::Commands(commands(&inside)));
            is_after_commands = true;
        } else if !line.is_empty() {
            is_after_commands = false;
        }
    }
    blocks
}

/// Joins the lines of a command, and drops comments at its end.
fn commands(lines: &[&str]) -> Vec<String> {
    let mut commands = Vec::new();
    let mut command = String::new();
    for line in lines {
        command += line;
        if line.ends_with('\\') || !is_whole(&command) {
            command += "\n";
        } else if !command.trim().is_empty() {
            let (text, _) = command.split_once("  # ").unwrap_or((&command, ""));
            commands.push(text.trim_end().to_owned());
            command.clear();
        }
    }
    assert!(command.is_empty(), "not a whole command: {command}");
    commands
}

/// Whether a shell waits for no further line.
fn is_whole(command: &str) -> bool {
    let mut shell = Command::new("bash");
    shell.args(["-n", "-c", command]).stderr(Stdio::null());
    shell.status().unwrap().success()
}

/// The commands in sentences, lists and tables: what is between backticks and begins as a command does.
pub(super) fn code(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_fenced = false;
    for line in page.lines() {
        is_fenced ^= line.starts_with("```");
        if is_fenced || line.starts_with("```") {
            continue;
        }
        let spans = line.split('`').skip(1).step_by(2);
        let is_command = |span: &&str| {
            let words = span
                .split(' ')
                .filter(|word| !word.contains('='))
                .collect::<Vec<_>>();
            let first = words.first().copied().unwrap_or_default();
            let is_named = ["cargo", "python3", "robots-policy"].contains(&first);
            let starts = ["./", ".ci/", "fuzz/"];
            is_named && words.len() > 1 || starts.iter().any(|start| first.starts_with(start))
        };
        found.extend(spans.filter(is_command).map(str::to_owned));
    }
    found
}
