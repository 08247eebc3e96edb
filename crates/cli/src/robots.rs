//! The given outcome of a fetch of robots.txt: a status, a body, or a saved response with both.

use std::borrow::Cow;
use std::path::Path;
use std::time::SystemTime;

use robots_policy::robots_txt::{Robots, RobotsTxtReader};
use robots_policy_archives::RobotsGiven;
use robots_policy_http::saved::{self, marks};

use crate::exit::Failure;
use crate::file_kind::FileKind;
use crate::names::shown;
use crate::read_input;
use crate::say::warn;
use crate::text::Input;

/// A robots.txt in a file: alone, or as `curl -si` writes its response.
pub(crate) struct SavedRobots {
    /// The name of the file, for messages.
    pub(crate) name: String,
    status: Option<u16>,
    body: Vec<u8>,
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
    ) -> Result<Option<SavedRobots>, Failure> {
        let saved = path.map(SavedRobots::read).transpose()?;
        let Some(status) = status else {
            return Ok(saved);
        };
        match saved {
            // An empty file would allow everything.
            None if matches!(status, 200..=299) => Err(Failure::Usage(format!(
                "--robots-status {status} is an answer with a file; name it with --robots"
            ))),
            None => Ok(Some(SavedRobots {
                name: String::from("robots.txt"),
                status: Some(status),
                body: Vec::new(),
                head: Vec::new(),
                is_decoded: false,
            })),
            Some(saved) => match saved.status {
                Some(own) if own != status => Err(Failure::Usage(format!(
                    "--robots-status is {status}, and the response in {} has the status {own}; leave the option out",
                    saved.name
                ))),
                _ => Ok(Some(SavedRobots {
                    status: Some(status),
                    ..saved
                })),
            },
        }
    }

    /// Reads the file of this name.
    ///
    /// # Errors
    /// The file cannot be read, is compressed or a store, or it is a response without the whole file: a redirect, a part, a body
    /// that is cut, coded or was not saved.
    pub(crate) fn read(path: &Path) -> Result<SavedRobots, Failure> {
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
            return Input {
                name: format!("{} (decoded)", self.name),
                bytes: Cow::Borrowed(&self.body),
                start: 0,
            };
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
        Input {
            name,
            bytes: Cow::Borrowed(&self.body),
            start: 0,
        }
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

    /// Whether its lines are the rules that decide.
    pub(crate) fn has_rules(&self) -> bool {
        self.outcome_without_body().rules().is_some()
    }

    /// The outcome as if the body were empty.
    fn outcome_without_body(&self) -> Robots {
        let now = SystemTime::now().into();
        let given = RobotsGiven {
            status: Some(self.status.unwrap_or(200)),
            body: Some(b""),
        };
        let fetch = given.fetch(RobotsTxtReader::new(), now);
        fetch.unwrap_or_default().outcome(now)
    }

    /// The sign that the file is not the robots.txt of a site: it names no crawler and no sitemap. An answer with a status may be
    /// empty.
    pub(crate) fn fault(&self, reader: &RobotsTxtReader) -> Option<String> {
        let name = &self.name;
        if self.body.is_empty() {
            return self.bare().filter(|_| self.status.is_none());
        }
        let now = SystemTime::now().into();
        let outcome = self.given().fetch(reader.clone(), now)?.outcome(now);
        let rules = outcome.rules()?;
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
        let status = self.status.unwrap_or(200);
        let follows = |what| match status {
            0 => format!("{}: it could not be fetched, so {what}", self.name),
            _ => format!("{}: the server answered {status}, so {what}", self.name),
        };
        match self.outcome_without_body() {
            Robots::Unavailable(_) => Some(follows("everything is allowed")),
            Robots::Unreachable { .. } => {
                Some(follows("nothing may be fetched until it answers otherwise"))
            }
            Robots::Unread { .. } => Some(follows("its rules are not known")),
            _ => {
                let follows = match self.status {
                    Some(_) => "so it forbids nothing",
                    None => "and no status says that the file is, so its rules are not known",
                };
                let is_empty = self.body.is_empty();
                is_empty.then(|| format!("{}: it is empty, {follows}", self.name))
            }
        }
    }
}
