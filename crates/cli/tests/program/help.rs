//! The text of `--help` and `-h`, and its examples, which run as they are pasted.

#[cfg(unix)]
use std::fs;
#[cfg(unix)]
use std::path::Path;
use std::process::Command;

#[cfg(unix)]
use crate::documented::site::crawl;
#[cfg(unix)]
use crate::documented::stranger::Stranger;
#[cfg(unix)]
use crate::scanning::folder;
use robots_policy_kit::output::ends;

/// Each command that does something, by its words, as the help lists them.
pub(crate) fn commands() -> Vec<String> {
    let (own, groups): (Vec<_>, Vec<_>) = words().into_iter().partition(|words| {
        let help = help(words, "--help", 80);
        !help.contains("\nCommands:\n")
    });
    assert!(own.len() > 7 && groups.len() > 1, "{own:?} {groups:?}");
    own
}

/// The words of the program, of its commands and of theirs.
pub(crate) fn words() -> Vec<String> {
    let mut all = vec![String::new()];
    let mut at = 0;
    while let Some(words) = all.get(at).cloned() {
        at += 1;
        let help = help(&words, "--help", 1000);
        let (_, listed) = help.split_once("\nCommands:\n").unwrap_or_default();
        let names = listed.lines().take_while(|line| line.starts_with("  "));
        let names = names.filter_map(|line| line.split_whitespace().next());
        let names = names.filter(|name| *name != "help");
        all.extend(names.map(|name| format!("{words} {name}").trim().to_owned()));
    }
    all
}

/// The help of a command on a terminal of this width.
pub(crate) fn help(words: &str, option: &str, columns: usize) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    program.args(words.split_whitespace()).arg(option);
    program.env("COLUMNS", columns.to_string());
    ends(&program.output().unwrap(), 0)
}

/// The text after the options.
fn notes(help: &str) -> &str {
    let at = help.find("\nExamples:\n").expect("examples");
    &help[at..]
}

#[test]
fn text_fits_80_columns_and_usage_and_examples_are_not_wrapped() {
    for words in words() {
        for option in ["--help", "-h"] {
            let [narrow, wide] = [80, 1000].map(|columns| help(&words, option, columns));
            for line in narrow.lines() {
                assert!(line.chars().count() <= 80, "{words} {option}: {line}");
            }
            let usage = |help: &str| {
                let at = help.find("Usage: ").unwrap();
                help[at..].split("\n\n").next().unwrap().to_owned()
            };
            assert_eq!(usage(&narrow), usage(&wide), "{words} {option}");
            if !wide.contains("\nCommands:\n") {
                assert_eq!(notes(&narrow), notes(&wide), "{words} {option}");
            }
        }
    }
}

/// The examples of a command, each whole.
#[cfg(unix)]
fn examples(command: &str) -> Vec<String> {
    let help = help(command, "--help", 80);
    let examples = notes(&help).split("\n\n").next().unwrap();
    let lines = examples.lines().filter_map(|line| line.strip_prefix("  "));
    let lines: Vec<&str> = lines.collect();
    let examples = lines.join("\n").replace("\\\n  ", "");
    assert!(!examples.is_empty(), "{command}");
    examples.lines().map(str::to_owned).collect()
}

/// The archives of a crawl of example.com, which no example makes.
#[cfg(unix)]
fn archives(folder: &Path) {
    let archive = crawl();
    // The newer crawl is another archive: the same one would count once.
    for (place, times) in [("crawl", 1), ("crawl/robotstxt", 1), ("newer", 2)] {
        fs::create_dir(folder.join(place)).unwrap();
        let archive = archive.repeat(times);
        fs::write(folder.join(place).join("00.warc.gz"), archive).unwrap();
    }
}

/// The examples of each command begin in an empty folder; archives are there.
#[cfg(unix)]
#[test]
fn the_examples_run_one_after_the_other_as_they_are_pasted() {
    let mut wrong = Vec::new();
    for command in commands() {
        let stranger = Stranger::new(&folder(&format!("examples-{}", command.replace(' ', "-"))));
        archives(&stranger.start());
        for example in examples(&command) {
            let error = stranger.run(&example).err();
            wrong.extend(error.map(|error| format!("{example}\n{error}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_says_what_its_exit_status_means() {
    for command in commands() {
        let help = help(&command, "--help", 80);
        assert!(notes(&help).contains("\nExit status: 0 "), "{command}");
    }
}
