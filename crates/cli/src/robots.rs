//! The given outcome of a fetch of robots.txt: a status, a body, or a saved response with both.

use std::borrow::Cow;
use std::path::Path;

use robots_policy::robots_txt::{Robots, RobotsFetch, RobotsTxtReader};
use robots_policy::{RobotsTxt, Timestamp};
use robots_policy_input::names::shown;
use robots_policy_input::saved::{self, marks};
use robots_policy_input::{RobotsGiven, read_input};
use robots_policy_show::Input;

use crate::exit::Failure;
use crate::file_kind::FileKind;
use crate::say::warn;

/// A robots.txt in a file: alone, or as `curl -si` writes its response.
#[derive(Default)]
pub(crate) struct SavedRobots {
    /// The name of the file, for messages.
    pub(crate) name: String,
    status: Option<u16>,
    body: Vec<u8>,
    /// The fetch that ended so, and its outcome.
    fetch: RobotsFetch,
    outcome: Robots,
    /// The bytes before the body in the file, for a response whose body was saved without codings.
    head: Vec<u8>,
    /// Whether codings of the body were undone, in which case its bytes are not in the file.
    is_decoded: bool,
}

impl SavedRobots {
    /// The robots.txt in the file of this name, with the status of the answer to the request for it, or the status alone.
    ///
    /// # Errors
    /// Those of [`SavedRobots::read`]; a status that needs the file, or that differs from the file's own.
    pub(crate) fn of(
        path: Option<&Path>,
        status: Option<u16>,
        reader: &RobotsTxtReader,
        now: Timestamp,
    ) -> Result<Option<SavedRobots>, Failure> {
        let saved = path.map(SavedRobots::opened).transpose()?;
        let saved = match (saved, status) {
            (saved, None) => saved,
            // An empty file would allow everything.
            (None, Some(status @ 200..=299)) => {
                return Err(Failure::Usage(format!(
                    "--robots-status {status} is an answer with a file; name it with --robots"
                )));
            }
            (None, status) => Some(SavedRobots {
                name: String::from("robots.txt"),
                status,
                ..SavedRobots::default()
            }),
            (Some(saved), Some(status)) => match saved.status {
                Some(own) if own != status => {
                    return Err(Failure::Usage(format!(
                        "--robots-status is {status}, and the response in {} has the status {own}; leave the option out",
                        saved.name
                    )));
                }
                _ => Some(SavedRobots {
                    status: Some(status),
                    ..saved
                }),
            },
        };
        Ok(saved.map(|saved| saved.fetched(reader, now)))
    }

    /// Reads the file of this name, as one that was fetched now.
    ///
    /// # Errors
    /// The file cannot be read, is compressed or a store, or it is a response without the whole file: a redirect, a part, a body
    /// that is cut, coded or was not saved.
    pub(crate) fn read(
        path: &Path,
        reader: &RobotsTxtReader,
        now: Timestamp,
    ) -> Result<SavedRobots, Failure> {
        Ok(SavedRobots::opened(path)?.fetched(reader, now))
    }

    /// It with the fetch that ended so.
    fn fetched(self, reader: &RobotsTxtReader, now: Timestamp) -> SavedRobots {
        let fetch = self.given().fetch(reader.clone(), now).unwrap_or_default();
        SavedRobots {
            outcome: fetch.outcome(now),
            fetch,
            ..self
        }
    }

    fn opened(path: &Path) -> Result<SavedRobots, Failure> {
        let mut name = shown(path.as_os_str());
        let mut file = read_input::read(path)?;
        let unread = |name: &str, why| Failure::Input(name.to_owned(), why);
        if let Some((undone, notice)) = marks::undo(&file).map_err(|why| unread(&name, why))? {
            warn(&format_args!("{name}: {notice}"));
            if undone.has_marks() {
                name += " (undone)";
            }
            file = undone.bytes;
        }
        let kind = FileKind::of(&file);
        if let FileKind::Mhtml | FileKind::Har | FileKind::File(_) | FileKind::Other(_) = kind {
            let why = kind.sentence().unwrap_or_default();
            return Err(unread(&name, why.to_owned()));
        }
        let (status, body) = saved::robots(&file).map_err(|why| unread(&name, why))?;
        let head = file.strip_suffix(body.as_slice()).map(<[u8]>::to_vec);
        Ok(SavedRobots {
            name,
            status,
            is_decoded: head.is_none(),
            head: head.unwrap_or_default(),
            body,
            ..SavedRobots::default()
        })
    }

    /// The status, if the file is a response.
    pub(crate) fn status(&self) -> Option<u16> {
        self.status
    }

    /// The end of the fetch.
    pub(crate) fn given(&self) -> RobotsGiven<'_> {
        RobotsGiven {
            status: self.status,
            body: Some(&self.body),
        }
    }

    /// The file, for the places in text.
    pub(crate) fn input(&self) -> Input<'_> {
        if self.is_decoded {
            let name = format!("{} (decoded)", self.name);
            return Input::new(name, &self.body);
        }
        Input {
            name: self.name.clone(),
            bytes: if self.head.is_empty() {
                Cow::Borrowed(&self.body)
            } else {
                Cow::Owned([self.head.as_slice(), &self.body].concat())
            },
            start: self.head.len(),
        }
    }

    /// The body, for the places in text, which are lines of the rules.
    pub(crate) fn body_input(&self) -> Input<'_> {
        let name = if self.head.is_empty() {
            self.input().name
        } else {
            format!("{} (body)", self.name)
        };
        Input::new(name, &self.body)
    }

    /// The answer without rules, which each engine takes in its own way.
    pub(crate) fn unread(&self) -> Option<String> {
        let name = &self.name;
        Some(match self.status? {
            0 => format!(
                "{name}: it could not be fetched; each engine has a rule of its own for that"
            ),
            status => format!(
                "{name}: the server answered {status}; each engine has a rule of its own for that"
            ),
        })
    }

    /// The fetch that ended so.
    pub(crate) fn fetch(&self) -> &RobotsFetch {
        &self.fetch
    }

    /// The rules of its lines, if they decide.
    pub(crate) fn rules(&self) -> Option<&RobotsTxt> {
        self.outcome.rules()
    }

    /// The sign that the file is not the robots.txt of a site: it names no crawler and no sitemap. An answer with a status may be
    /// empty.
    pub(crate) fn fault(&self) -> Option<String> {
        let name = &self.name;
        if self.body.is_empty() {
            return self.bare().filter(|_| self.status.is_none());
        }
        let rules = self.rules()?;
        if rules.groups().next().is_some() || rules.sitemaps().next().is_some() {
            return None;
        }
        Some(match FileKind::of(&self.body) {
            FileKind::Page => format!(
                "{name}: it is an HTML page, in which no line names a crawler; save the robots.txt of the site with `curl -si`"
            ),
            _ => format!(
                "{name}: no line of it names a crawler, so it forbids nothing; is it the robots.txt of the site?"
            ),
        })
    }

    /// The consequence of an answer without rules, or of an empty file; `None` for other answers.
    pub(crate) fn bare(&self) -> Option<String> {
        let name = &self.name;
        let is_empty = self.body.is_empty();
        let what = match self.outcome {
            _ if is_empty && self.status.is_none() => {
                return Some(format!(
                    "{name}: it is empty, and no status says that the file is, so its rules are not known"
                ));
            }
            Robots::Unavailable(_) => "everything is allowed",
            Robots::Unreachable { .. } => "nothing may be fetched until it answers otherwise",
            Robots::Unread { .. } => "its rules are not known",
            _ => return is_empty.then(|| format!("{name}: it is empty, so it forbids nothing")),
        };
        Some(match self.status.unwrap_or(200) {
            0 => format!("{name}: it could not be fetched, so {what}"),
            status => format!("{name}: the server answered {status}, so {what}"),
        })
    }
}
