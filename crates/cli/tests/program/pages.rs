//! Man pages and completions, which follow from the definitions of the command line.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::help::commands;
use crate::scanning::{fed, run};
use robots_policy_kit::output::{ends, said};

fn page(command: &str) -> String {
    ends(&run(Path::new("."), &format!("man {command}")), 0)
}

/// The messages of a tool on this input; none if the tool is missing.
fn output_of(tool: &str, words: &[&str], input: &str) -> Option<String> {
    let mut command = Command::new(tool);
    command.args(words).stdin(Stdio::null());
    if command.output().is_err() {
        eprintln!("{tool} is missing, skipped");
        return None;
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("page-of-{tool}"));
    std::fs::write(&file, input).unwrap();
    Some(said(&command.arg(file).output().unwrap()))
}

#[test]
fn every_command_has_a_page_with_its_examples_as_they_are() {
    for command in commands() {
        let page = page(&command);
        let name = format!("robots-policy-{}", command.replace(' ', "-"));
        assert!(page.contains(&format!(".TH {name} 1 ")), "{page}");
        for section in [
            "NAME",
            "SYNOPSIS",
            "DESCRIPTION",
            "OPTIONS",
            "EXAMPLES",
            "EXIT STATUS",
        ] {
            let heading = page
                .lines()
                .filter(|line| line.trim_start_matches(".SH ").trim_matches('"') == section);
            assert_eq!(heading.count(), 1, "{section} of {command}");
        }
        let plain = page.replace("\\-", "-").replace("\\e", "\\");
        let help = ends(&run(Path::new("."), &format!("{command} --help")), 0);
        let (_, notes) = help.split_once("\nExamples:\n").unwrap();
        for line in notes
            .lines()
            .filter(|line| !line.starts_with("Exit status"))
        {
            assert!(
                plain.contains(&format!("{}\n", line.trim_end())),
                "{command}: {line}"
            );
        }
        if let Some(warned) = output_of("groff", &["-man", "-ww", "-z", "-Kutf8"], &page) {
            assert_eq!(warned, "", "{command}");
        }
    }
}

#[test]
fn the_page_of_the_program_names_every_command() {
    let program = page("");
    for command in commands() {
        let first = command.split(' ').next().unwrap().replace('-', "\\-");
        assert!(
            program.contains(&format!("robots\\-policy\\-{first}(1)")),
            "{program}"
        );
    }
}

#[test]
fn every_shell_completes_every_command() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = ends(&run(Path::new("."), &format!("completions {shell}")), 0);
        for word in commands().iter().flat_map(|command| command.split(' ')) {
            assert!(script.contains(word), "{shell}: {word}");
        }
        assert!(script.contains("fast-skip"), "{shell}");
        let complaint = match shell {
            "bash" | "zsh" | "fish" => output_of(shell, &["-n"], &script),
            _ => None,
        };
        assert_eq!(complaint.unwrap_or_default(), "", "{shell}");
    }
}

#[test]
fn every_command_prints_the_version() {
    let version = |words: &str| ends(&run(Path::new("."), words), 0);
    let own = version("--version");
    let number = own.trim_end().strip_prefix("robots-policy ").unwrap();
    assert!(number.starts_with(env!("CARGO_PKG_VERSION")), "{own}");
    for command in commands() {
        let reported = version(&format!("{command} --version"));
        assert!(reported.ends_with(&format!(" {number}\n")), "{reported}");
    }
    let output = fed(Path::new("."), ["man"], b"");
    assert!(ends(&output, 0).contains(number));
}
