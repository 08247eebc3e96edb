//! The URLs of a run: those of the command line, of standard input, and of a list.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};
use std::path::Path;

use robots_policy_input::names::shown;
use robots_policy_input::read_input;
use robots_policy_live::fetch;
use url::Url;

use crate::exit::Failure;
use crate::say::number;

/// A word of the command line.
#[derive(Clone)]
pub(crate) enum UrlWord {
    Url(Url),
    /// `-`: a URL a line of standard input.
    StandardInput,
}

/// Reads a word of the command line. The error is the message of a value parser.
pub(crate) fn url_word(text: &str) -> Result<UrlWord, String> {
    if text == STANDARD_INPUT {
        return Ok(UrlWord::StandardInput);
    }
    typed(text).map(UrlWord::Url)
}

/// Reads a URL as people type it: a name without a scheme is asked by https.
fn typed(text: &str) -> Result<Url, String> {
    let Some(bare) = with_scheme(text) else {
        let is_with_port = text.rsplit_once(':').is_some_and(|(name, port)| {
            let is_word = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
            is_word && !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit())
        });
        let hint = if is_with_port {
            "; a host is written https://"
        } else {
            ""
        };
        let host = if is_with_port { text } else { "" };
        return fetch::url(text).map_err(|why| format!("{why}{hint}{host}"));
    };
    if Path::new(text).is_file() {
        return Err(format!(
            "`{}` is a file, and `check` asks sites; `eval` and `matrix` read files",
            text.escape_debug()
        ));
    }
    fetch::url(&bare)
}

/// The URL of a text that begins with a host: `example.org/page`, `localhost:8080`. A name without a dot may be a scheme, as in
/// `javascript:1`.
fn with_scheme(text: &str) -> Option<String> {
    let host = text.split(['/', '?', '#']).next()?;
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    let is_host = name.contains('.') || name == "localhost" || name.starts_with('[');
    let is_name = !name.is_empty() && !name.contains(['@', ' ', '\\']);
    (is_port && is_host && is_name).then(|| format!("https://{text}"))
}

/// The URLs of a command line in their order, those of the list last.
///
/// # Errors
/// A list that cannot be read, lines that are not URLs, and no URL at all. A run without URLs would end with the
/// status of pages without restrictions, and a run that skips lines with the status of the others.
pub(super) fn urls(words: &[UrlWord], list: Option<&Path>) -> Result<Vec<Url>, Failure> {
    let mut urls = Vec::new();
    let stdin = Path::new(STANDARD_INPUT);
    let mut has_read_stdin = false;
    for word in words {
        match word {
            UrlWord::Url(url) => urls.push(url.clone()),
            UrlWord::StandardInput if has_read_stdin => {}
            UrlWord::StandardInput => {
                has_read_stdin = true;
                urls.extend(listed(stdin)?);
            }
        }
    }
    match list {
        Some(list) if list == stdin && has_read_stdin => {}
        Some(list) => urls.extend(listed(list)?),
        None => {}
    }
    if urls.is_empty() {
        return Err(Failure::Usage(String::from(
            "no URL was named; name URLs, --list FILE, or - for standard input",
        )));
    }
    Ok(urls)
}

/// The URLs of a file, one a line.
fn listed(list: &Path) -> Result<Vec<Url>, Failure> {
    let is_stdin = list == Path::new(STANDARD_INPUT);
    if is_stdin && io::stdin().is_terminal() {
        return Err(Failure::Usage(String::from(
            "nothing to read: standard input is a terminal; pipe URLs in, or name them (see --help)",
        )));
    }
    let name = if is_stdin {
        String::from("standard input")
    } else {
        shown(list.as_os_str())
    };
    let text = read_input::read(list)?;
    let (mut urls, mut wrong) = (Vec::new(), Vec::new());
    for (number, line) in read_input::lines(&text) {
        let read = match std::str::from_utf8(line) {
            Ok(line) => typed(line),
            Err(_) => Err(String::from("the line is not UTF-8")),
        };
        match read {
            Ok(url) => urls.push(url),
            Err(why) => wrong.push(format!("{name}:{number}: {why}")),
        }
    }
    if wrong.is_empty() {
        return Ok(urls);
    }
    Err(Failure::Usage(all(&wrong)))
}

/// The messages about wrong lines; if there are many, only the first ones.
fn all(wrong: &[String]) -> String {
    let mut message = wrong
        .iter()
        .take(MOST_SHOWN)
        .fold(String::new(), |all, one| {
            if all.is_empty() {
                one.clone()
            } else {
                format!("{all}\n{one}")
            }
        });
    let more = wrong.len().saturating_sub(MOST_SHOWN);
    if more > 0 {
        let _ = write!(message, "\nand {}", number(more as u64, "more line"));
    }
    message + "\nno site was asked"
}

const STANDARD_INPUT: &str = "-";
/// The most lines that a message names.
const MOST_SHOWN: usize = 10;
