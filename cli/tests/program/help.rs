//! The examples of `--help`, which run as they are pasted.

use std::process::Command;

use robots_policy_kit::output::ends;

const COMMANDS: [&str; 6] = [
    "eval",
    "check",
    "scan",
    "robots-store build",
    "robots-store show",
    "matrix",
];

/// The help of a command on a terminal of this width.
fn help(command: &str, columns: usize) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
    program.args(command.split(' ')).arg("--help");
    program.env("COLUMNS", columns.to_string());
    ends(&program.output().unwrap(), 0)
}

/// The text after the options.
fn notes(help: &str) -> &str {
    let at = help.find("\nExamples:\n").expect("examples");
    &help[at..]
}

#[test]
fn the_examples_are_not_wrapped_at_80_columns() {
    for command in COMMANDS {
        assert_eq!(
            notes(&help(command, 80)),
            notes(&help(command, 1000)),
            "{command}"
        );
    }
}

#[test]
fn every_example_is_a_command_that_is_understood() {
    for command in COMMANDS {
        let help = help(command, 80);
        let examples = notes(&help).split("\n\n").next().unwrap();
        let examples = examples.replace("\\\n", " ");
        let lines: Vec<&str> = examples
            .lines()
            .filter(|line| line.starts_with("  "))
            .collect();
        assert!(!lines.is_empty(), "{command}");
        for line in lines {
            let start = line.find("robots-policy ").unwrap();
            let words = line[start..].split(['<', '>', '|']).next().unwrap();
            let mut program = Command::new(env!("CARGO_BIN_EXE_robots-policy"));
            let words = words.replace('\'', "");
            program.args(words.split_whitespace().skip(1));
            // A valid command line fails because its files are missing; `--help` ends it before it asks a server.
            let output = program.arg("--help").output().unwrap();
            ends(&output, 0);
        }
    }
}

#[test]
fn every_command_says_what_its_exit_status_means() {
    for command in COMMANDS {
        let help = help(command, 80);
        assert!(notes(&help).contains("\nExit status: 0 "), "{command}");
    }
}
