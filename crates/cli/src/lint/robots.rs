//! A robots.txt, alone or with the answer that brought it.

use std::path::{Path, PathBuf};

use robots_policy::Timestamp;
use robots_policy::robots_txt::{self, Fetched, Next, RobotsFetch};
use robots_policy_input::read_input::read;
use robots_policy_input::{Message, saved};
use robots_policy_lint::{Place, RobotsAnswer, Source};

use super::local::Local;
use super::look::{self, Look};
use crate::file_kind::FileKind;

/// A robots.txt in a file.
pub(super) struct Robots {
    body: Vec<u8>,
    /// The status of the answer that brought it, and the file that has it.
    answer: Option<(u16, Vec<u8>)>,
    /// The file, if its bytes are those of the robots.txt.
    path: Option<PathBuf>,
}

impl Robots {
    /// Reads the robots.txt of this file.
    pub(super) fn in_file(path: &Path) -> Result<Robots, String> {
        let file = read(path).map_err(look::why)?;
        Ok(Robots::of(&file)?.at(path, &file))
    }

    /// The robots.txt of this file with these bytes.
    pub(super) fn at(mut self, path: &Path, file: &[u8]) -> Robots {
        let is_whole = self.answer.is_none() && self.body == file;
        self.path = is_whole.then(|| path.to_owned());
        self
    }

    /// Reads a robots.txt, alone or as `curl -si` writes its answer.
    pub(super) fn of(file: &[u8]) -> Result<Robots, String> {
        if let kind @ (FileKind::Packed | FileKind::Har) = FileKind::of(file) {
            return Err(kind.sentence().unwrap_or_default().to_owned());
        }
        let undone = saved::marks::undo(file)?;
        let file = undone.as_ref().map_or(file, |(undone, _)| &undone.bytes);
        let (status, body) = saved::robots(file)?;
        Ok(Robots {
            body,
            answer: status.map(|status| (status, file.to_vec())),
            path: None,
        })
    }

    /// The status and the body of a response, as far as a robots.txt is read.
    pub(super) fn in_response(kind: FileKind, file: &[u8]) -> Option<(u16, Vec<u8>)> {
        let is_response = matches!(kind, FileKind::Response | FileKind::Marked);
        let robots = is_response.then(|| Robots::of(file).ok()).flatten()?;
        Some((robots.answer?.0, robots.body))
    }

    /// Looks at it; it is for the pages that follow.
    pub(super) fn look_at(&self, name: &str, look: &mut Look) {
        let Some((status, saved)) = &self.answer else {
            look.seen(name);
            if let Some(path) = &self.path {
                look.local.insert(name.to_owned(), Local::robots(path));
            }
            return look.linter.robots(&Source::new(name, &self.body));
        };
        let source = Source::new(name, saved);
        let (mut rest, mut memory) = (saved.as_slice(), Vec::new());
        let message = match saved::response(&mut rest, &mut memory) {
            Ok(message) => message,
            Err(why) => return look.not_looked_at(name, &why),
        };
        let at = message.block_at();
        let block = saved.get(at..).unwrap_or_default();
        let end = block.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
        RobotsResponse {
            name,
            status: *status,
            body: &self.body,
            place: source.place(at..at + end.unwrap_or(block.len())),
            media_type: media_type(&message, &source),
            addresses: redirects(saved.get(..at).unwrap_or_default()),
        }
        .look_at(look);
    }
}

/// An answer to a request for robots.txt.
pub(super) struct RobotsResponse<'a> {
    pub(super) name: &'a str,
    pub(super) status: u16,
    pub(super) body: &'a [u8],
    /// The bytes that show the status.
    pub(super) place: Place,
    pub(super) media_type: Option<(String, Place)>,
    /// The address that was requested, if it is known, and those of its redirects.
    pub(super) addresses: Vec<String>,
}

impl RobotsResponse<'_> {
    /// Looks at it; it is for the pages that follow.
    pub(super) fn look_at(self, look: &mut Look) {
        let outcome = match self.outcome(look.now) {
            Ok(outcome) => outcome,
            Err(why) => {
                look.linter.without_robots();
                return look.not_looked_at(self.name, &why);
            }
        };
        look.seen(self.name);
        look.linter.robots_answer(&RobotsAnswer {
            outcome,
            place: self.place,
            addresses: self.addresses,
            media_type: self.media_type,
            file: Some(&Source::new(&format!("{} (body)", self.name), self.body)),
        });
    }

    /// The outcome of the request.
    fn outcome(&self, now: Timestamp) -> Result<robots_txt::Robots, String> {
        let mut fetch = RobotsFetch::default();
        let fetched = Fetched::of(self.status, self.body);
        let is_done = fetch.answered(&mut fetch.begin(), fetched, now) == Next::Done;
        let outcome = fetch.outcome(now).clone();
        let is_unread = matches!(outcome, robots_txt::Robots::Unread { .. });
        if !is_done || is_unread || matches!(self.status, ..200 | 300..400) {
            return Err(format!(
                "the server answered {}, which says nothing about its lines",
                self.status
            ));
        }
        Ok(outcome)
    }
}

fn media_type(message: &Message<'_>, source: &Source<'_>) -> Option<(String, Place)> {
    let mut fields = message.fields_at();
    let (at, _, value) = fields.find(|(_, name, _)| name.eq_ignore_ascii_case(b"Content-Type"))?;
    let place = source.place(at..at + value.len());
    Some((String::from_utf8_lossy(value).into_owned(), place))
}

/// The references of the redirects in the bytes before a response, the first one first.
fn redirects(before: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    saved::before(before, |message| {
        let mut fields = message.fields();
        let location = fields.find(|(name, _)| name.eq_ignore_ascii_case(b"Location"));
        if let (Some(300..=399), Some((_, place))) = (message.status(), location) {
            found.push(String::from_utf8_lossy(place).into_owned());
        }
    });
    found.reverse();
    found
}
