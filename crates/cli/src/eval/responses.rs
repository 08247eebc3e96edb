//! Files of responses, one after the other: each is a response, or a HAR with many.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use robots_policy_input::read_input::read;
use robots_policy_input::saved;

use super::entries;
use super::files::ResponseFiles;
use super::judge::Judge;
use super::{Beside, EvalSettings, report_failure, saved_as};
use crate::exit::{Exit, Failure};
use crate::file_kind::FileKind;

/// Judges every response; an unreadable one is reported and does not stop the others.
pub(super) fn judge(args: &EvalSettings, beside: &Beside) -> Result<Exit, Failure> {
    let files = args.given.inputs.as_slice();
    let standard_input = [Path::new("-").to_owned()];
    let inputs = match files {
        [] => &standard_input[..],
        files => files,
    };
    let begun = inputs.iter();
    let begun: Vec<_> = begun
        .map(|path| (path.display().to_string(), read_ahead(path)))
        .collect();
    let named = begun.iter();
    let named = named.flat_map(|(name, ahead)| names(name, ahead.as_ref(), begun.len()));
    let named: Vec<String> = named.collect();
    let may_be_empty = !files.is_empty() || !beside.is_given();
    let is_alone = begun.len() == 1;
    let mut judge = Judge::new(args, beside, &named);
    let mut exit = Exit::Answered;
    for (path, (name, ahead)) in inputs.iter().zip(begun) {
        let file = ahead.unwrap_or_else(|| read(path));
        let judged = file.and_then(|file| match FileKind::of(&file) {
            FileKind::Har => entries::judge(&mut judge, &name, &file, is_alone),
            _ => response(&mut judge, &name, file, may_be_empty),
        });
        exit = exit.max(match judged {
            Ok(exit) => exit,
            Err(failure @ Failure::Input(..)) => {
                judge.unreadable();
                report_failure(&failure)
            }
            Err(failure) => return Err(failure),
        });
    }
    judge.end()?;
    Ok(exit)
}

/// The bytes of an input that are read before its turn, since its answers have to be named before the first of them is written: of
/// standard input, and of a HAR.
fn read_ahead(path: &Path) -> Option<Result<Vec<u8>, Failure>> {
    let is_ahead = path == Path::new("-") || begins_as_har(path);
    is_ahead.then(|| read(path))
}

/// The names of the answers of an input of this name; `inputs` is the number of inputs.
fn names(name: &str, ahead: Option<&Result<Vec<u8>, Failure>>, inputs: usize) -> Vec<String> {
    let own = vec![name.to_owned()];
    let Some(Ok(file)) = ahead else {
        return own;
    };
    let is_among_others = inputs > 1;
    let of_entries = match FileKind::of(file) {
        FileKind::Har => entries::names(file, is_among_others.then_some(name)),
        _ => return own,
    };
    if of_entries.is_empty() && is_among_others {
        own
    } else {
        of_entries
    }
}

/// Whether the start of a file is JSON, as that of a HAR.
fn begins_as_har(path: &Path) -> bool {
    let mut start = Vec::new();
    let file = File::open(path)
        .ok()
        .filter(|file| file.metadata().is_ok_and(|of| of.is_file()));
    let read = file.map(|file| file.take(LOOKED_AT).read_to_end(&mut start));
    read.is_some_and(|read| read.is_ok())
        && saved::text(&start).trim_ascii_start().starts_with(b"{")
}

/// The number of bytes in which the start of a text must be.
const LOOKED_AT: u64 = 4096;

/// Judges the response in a file.
fn response(
    judge: &mut Judge<'_>,
    name: &str,
    file: Vec<u8>,
    may_be_empty: bool,
) -> Result<Exit, Failure> {
    if file.is_empty() && !may_be_empty {
        return Err(Failure::Input(name.to_owned(), String::from(EMPTY_INPUT)));
    }
    let saved = saved_as(name, file)?;
    judge.response(ResponseFiles::of(&saved, name))
}

/// The error for an empty input, with the way to ask without a response: the failure of the command before the pipe must
/// not look like such a question.
const EMPTY_INPUT: &str = "it is empty; pipe a response in, as `curl -si URL` writes it, or ask robots.txt alone with `< /dev/null`";
