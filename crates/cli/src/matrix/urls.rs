//! URLs from a file.

use std::path::Path;

use robots_policy_input::names::shown;
use robots_policy_input::quote::{QUOTED, cut};
use robots_policy_input::read_input;
use robots_policy_input::values::target;

use crate::exit::{Exit, Failure};
use crate::say::{number, warn};

/// The URLs of a file, one a line, and the exit status of the reading; empty lines and lines that begin with `#` are skipped. A line
/// that is not a URL is reported; the other lines are answered.
///
/// # Errors
/// The file cannot be read, or it holds no line at all.
pub(super) fn read(path: &Path) -> Result<(Vec<String>, Exit), Failure> {
    let name = shown(path.as_os_str());
    let file = read_input::read(path)?;
    let (mut urls, mut wrong) = (Vec::new(), 0);
    for (number, line) in read_input::lines(&file) {
        match url(line) {
            Ok(url) => urls.push(url),
            Err(why) => {
                wrong += 1;
                if wrong <= SHOWN {
                    warn(&Failure::Input(format!("{name}:{number}"), why));
                }
            }
        }
    }
    if wrong > SHOWN {
        let others = number(wrong - SHOWN, "more line");
        warn(&format_args!("{name}: {others} cannot be read"));
    }
    match (urls.is_empty(), wrong) {
        (true, 0) => {
            let why = String::from("it has no URL; write one a line, as `/` or `/a?b`");
            Err(Failure::Input(name, why))
        }
        (_, 0) => Ok((urls, Exit::Answered)),
        _ => Ok((urls, Exit::Unreadable)),
    }
}

fn url(line: &[u8]) -> Result<String, String> {
    let text = str::from_utf8(line)
        .map_err(|_| String::from("it is not UTF-8; write such bytes as %FF"))?;
    target(text).map_err(|why| cut(why, QUOTED, REASON))
}

/// The most wrong lines that are reported one by one.
const SHOWN: u64 = 20;
/// The characters at the end of a message that are kept because they give the reason.
const REASON: usize = 64;
