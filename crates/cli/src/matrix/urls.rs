//! URLs from a file.

use std::path::Path;

use robots_policy_input::names::shown;
use robots_policy_input::quote::{QUOTED, cut};
use robots_policy_input::read_input;
use robots_policy_input::values::target;

use crate::exit::{Exit, Failure};
use crate::say::{number, warn};

/// The URLs of a file, one a line.
#[derive(Default)]
pub(super) struct UrlList {
    pub(super) urls: Vec<String>,
    /// Lines that are not URLs.
    wrong: usize,
}

impl UrlList {
    /// Reads the file; empty lines and lines that begin with `#` are skipped. A line that is not a URL is reported; the
    /// other lines are answered.
    ///
    /// # Errors
    /// The file cannot be read, or it holds no line at all.
    pub(super) fn read(path: &Path) -> Result<UrlList, Failure> {
        let name = shown(path.as_os_str());
        let file = read_input::read(path)?;
        let mut list = UrlList::default();
        for (number, line) in read_input::lines(&file) {
            match url(line) {
                Ok(url) => list.urls.push(url),
                Err(why) => {
                    list.wrong += 1;
                    if list.wrong <= SHOWN {
                        warn(&Failure::Input(format!("{name}:{number}"), why));
                    }
                }
            }
        }
        if list.wrong > SHOWN {
            let others = number((list.wrong - SHOWN) as u64, "more line");
            warn(&format_args!("{name}: {others} cannot be read"));
        }
        if list.urls.is_empty() && list.wrong == 0 {
            let why = String::from("it has no URL; write one a line, as `/` or `/a?b`");
            return Err(Failure::Input(name, why));
        }
        Ok(list)
    }

    /// The exit status of the reading.
    pub(super) fn exit(&self) -> Exit {
        if self.wrong > 0 {
            Exit::Unreadable
        } else {
            Exit::Answered
        }
    }
}

fn url(line: &[u8]) -> Result<String, String> {
    let text = str::from_utf8(line)
        .map_err(|_| String::from("it is not UTF-8; write such bytes as %FF"))?;
    target(text).map_err(|why| cut(why, QUOTED, REASON))
}

/// The most wrong lines that are reported one by one.
const SHOWN: usize = 20;
/// The characters at the end of a message that are kept because they give the reason.
const REASON: usize = 64;
