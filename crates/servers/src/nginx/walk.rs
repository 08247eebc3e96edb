//! The way of a request through nginx: server, rewrites, location, access, files, error pages; again after each internal redirect.

use super::fields;
use super::read::Nginx;
use super::rewrites::Flow;
use super::values::Values;
use super::words::HANDLERS;
use crate::files::{Entry, entry};
use crate::names::is_about_robots;
use crate::prediction::{Prediction, Request, Unknown, Why};
use crate::tree::{Statement, named};
use crate::uri;

/// The most internal redirects and rewrites of nginx.
const MOST_CYCLES: usize = 10;

/// How a way through the locations ended.
enum Step<'c> {
    /// A handler answers with a status, which the status of an error may replace.
    Sent(u16),
    /// The page of a status, or its error page.
    Special(u16),
    /// Another path, searched for from the beginning.
    Redirect(String),
    /// A location by its name.
    Named(&'c str, &'c Statement),
    /// Another server or a program.
    Foreign(&'c Statement),
    Closed,
}

pub(super) struct NginxWalk<'c, 'r> {
    values: Values<'c, 'r>,
    /// The blocks that count now, from the outer to the inner one.
    chain: Vec<&'c [Statement]>,
    /// The status of the error whose page is searched for.
    error: Option<u16>,
    had_error_page: bool,
    is_internal: bool,
    /// What is known of the answer: its file, its text, and the statement that chose it.
    sent: Prediction,
}

/// The answer to a request.
pub(super) fn answer(nginx: &Nginx, request: &Request<'_>) -> Result<Prediction, Unknown> {
    let server = nginx.server(request)?;
    let values = Values::new(nginx, request, server);
    let mut walk = NginxWalk {
        values,
        chain: vec![&nginx.http, server.body()],
        error: None,
        had_error_page: false,
        is_internal: false,
        sent: Prediction::default(),
    };
    walk.all()
}

impl<'c> NginxWalk<'c, '_> {
    fn all(&mut self) -> Result<Prediction, Unknown> {
        let mut step = self.at_server()?;
        for _ in 0..MOST_CYCLES {
            step = match step {
                Step::Sent(status) => {
                    return Ok(self.fields(Some(self.error.unwrap_or(status)), Vec::new()));
                }
                Step::Special(status) => match self.error_page(status)? {
                    Some(next) => next,
                    None => return Ok(self.fields(Some(status), Vec::new())),
                },
                Step::Foreign(handler) => {
                    return Ok(self.fields(None, vec![handler.foreign()]));
                }
                Step::Closed => return Ok(Prediction::default()),
                Step::Redirect(path) => {
                    self.leave();
                    let target = path.split_once('?');
                    let (path, query) = target.unwrap_or((&path, ""));
                    self.values.path = uri::normal(path);
                    query.clone_into(&mut self.values.query);
                    self.at_server()?
                }
                Step::Named(name, at) => {
                    self.leave();
                    let mut locations = named(self.values.server.body(), "location");
                    let Some(location) = locations.find(|own| own.word(1) == name) else {
                        let reason = format!("there is no location `{name}`");
                        return Err(at.unknown(Why::Rewrite, reason));
                    };
                    self.chain.truncate(2);
                    self.chain.push(location.body());
                    self.sent.location = Some(location.head());
                    self.in_location(true)?
                }
            };
        }
        self.chain.truncate(2);
        Ok(self.fields(Some(500), Vec::new()))
    }

    fn at_server(&mut self) -> Result<Step<'c>, Unknown> {
        self.chain.truncate(2);
        let server = self.values.server;
        match self.values.run(server.body())? {
            Flow::Answer(code, is_text, within) => return Ok(self.answered(code, is_text, within)),
            Flow::Closed => return Ok(Step::Closed),
            Flow::Continue(_) | Flow::Break(_) => {}
        }
        self.located()?;
        self.in_location(false)
    }

    /// Leaves the blocks that count now for those of another path.
    fn leave(&mut self) {
        self.is_internal = true;
        let headers = fields::in_force(&self.chain).into_iter();
        let own = headers.filter(|header| is_about_robots(header.word(1)));
        self.sent.left.extend(own.map(|header| header.place));
    }

    /// Finds the location of the path.
    fn located(&mut self) -> Result<(), Unknown> {
        self.chain.truncate(2);
        let server = self.values.server;
        let nginx = self.values.nginx;
        let found = nginx.locations(server.body(), &self.values.path)?;
        self.sent.location = found.last().map(|location| location.head());
        self.chain
            .extend(found.iter().map(|location| location.body()));
        Ok(())
    }

    fn answered(&mut self, code: u16, is_text: bool, within: Option<&'c Statement>) -> Step<'c> {
        self.chain.extend(within.map(Statement::body));
        match code {
            // A redirect is the page of its status.
            300..400 => Step::Special(code),
            _ if is_text => {
                if let Some((place, text)) = self.values.returned.take() {
                    self.sent.by = Some(place);
                    self.sent.text = text;
                }
                Step::Sent(code)
            }
            _ => Step::Special(code),
        }
    }

    /// Rewrites of the location, until the path stays.
    fn in_location(&mut self, is_named: bool) -> Result<Step<'c>, Unknown> {
        for _ in 0..=MOST_CYCLES {
            if self.chain.len() == 2 && !is_named {
                break;
            }
            let before = self.values.path.clone();
            let Some(block) = self.chain.last().copied() else {
                break;
            };
            match self.values.run(block)? {
                Flow::Answer(code, is_text, within) => {
                    return Ok(self.answered(code, is_text, within));
                }
                Flow::Closed => return Ok(Step::Closed),
                Flow::Break(within) => {
                    self.chain.extend(within.map(Statement::body));
                    return self.content(block);
                }
                Flow::Continue(within) if before == self.values.path => {
                    self.chain.extend(within.map(Statement::body));
                    return self.content(block);
                }
                Flow::Continue(_) => {
                    self.leave();
                    self.located()?;
                }
            }
        }
        if self.chain.len() > 2 {
            return Ok(Step::Special(500));
        }
        let server = self.values.server;
        self.content(server.body())
    }

    /// Access, `try_files`, and who answers. The block of the location is given, which may not be the innermost.
    fn content(&mut self, location: &'c [Statement]) -> Result<Step<'c>, Unknown> {
        if !self.is_internal && named(location, "internal").next().is_some() {
            return Ok(Step::Special(404));
        }
        if let Some(status) = self.access()? {
            let mut rules = self.inherited("deny").chain(self.inherited("auth_basic"));
            self.sent.by = rules.next().map(|rule| rule.place);
            return Ok(Step::Special(status));
        }
        let is_inner = self
            .chain
            .last()
            .is_some_and(|inner| std::ptr::eq(*inner, location));
        // A true `if` takes `try_files` away from its location.
        let tried = named(location, "try_files").next().filter(|_| is_inner);
        if let Some(tried) = tried
            && let Some(step) = self.try_files(tried)?
        {
            return Ok(step);
        }
        let inner = self.chain.last().copied().unwrap_or_default();
        let handler = inner
            .iter()
            .chain(location)
            .find(|statement| HANDLERS.contains(&statement.name()));
        if let Some(handler) = handler {
            return Ok(Step::Foreign(handler));
        }
        self.file()
    }

    /// The innermost block with a directive has it for all.
    fn inherited(&self, name: &str) -> impl Iterator<Item = &'c Statement> + use<'c> {
        self.innermost(&[name]).into_iter()
    }

    /// The directives of these names in the innermost block that has one.
    fn innermost(&self, names: &[&str]) -> Vec<&'c Statement> {
        let is_one = |statement: &&Statement| names.contains(&statement.name());
        let own = |block: &&'c [Statement]| block.iter().filter(is_one).collect();
        let mut blocks = self.chain.iter().rev().map(own);
        let block = blocks.find(|own: &Vec<_>| !own.is_empty());
        block.unwrap_or_default()
    }

    fn has(&self, name: &str, value: &str) -> bool {
        self.inherited(name).any(|own| own.word(1) == value)
    }

    fn access(&self) -> Result<Option<u16>, Unknown> {
        let rules = self.innermost(&["allow", "deny"]);
        let is_of_all = |rule: &Statement, name: &str| rule.name() == name && rule.word(1) == "all";
        let denied = match rules.first() {
            Some(first) if is_of_all(first, "deny") => Some(403),
            Some(first) if is_of_all(first, "allow") => None,
            Some(first) if rules.iter().any(|rule| is_of_all(rule, "deny")) => {
                let reason = "who may have it depends on the address of the client";
                return Err(first.unknown(Why::Access, reason));
            }
            _ => None,
        };
        let basic = self.inherited("auth_basic").next();
        match basic.filter(|basic| basic.word(1) != "off") {
            Some(basic) if self.has("satisfy", "any") => {
                Err(basic.unknown(Why::Access, "one of several conditions is enough"))
            }
            Some(_) if denied.is_none() => Ok(Some(401)),
            _ => Ok(denied),
        }
    }

    fn try_files(&mut self, tried: &'c Statement) -> Result<Option<Step<'c>>, Unknown> {
        let last = tried.words.len() - 1;
        for word in tried.texts().take(last).skip(1) {
            let mut absolute = self.values.text(word, tried)?;
            if !absolute.starts_with('/') {
                absolute.insert(0, '/');
            }
            // The slash says that a folder is meant, and is not of its path.
            let (wanted, absolute) = match absolute.strip_suffix('/') {
                Some(folder) if word.ends_with('/') => (Entry::Folder, folder),
                _ => (Entry::File, &*absolute),
            };
            let is_file = wanted == Entry::File;
            if !(is_file && absolute.ends_with('/')) && self.entry(absolute)? == wanted {
                absolute.clone_into(&mut self.values.path);
                return Ok(None);
            }
        }
        let end = tried.last();
        self.sent.by = Some(tried.place);
        if let Some(code) = end.strip_prefix('=') {
            let code = code.parse().unwrap_or(404);
            let is_error = code >= 300;
            return Ok(Some(if is_error {
                Step::Special(code)
            } else {
                Step::Sent(code)
            }));
        }
        if end.starts_with('@') {
            return Ok(Some(Step::Named(end, tried)));
        }
        Ok(Some(Step::Redirect(self.values.text(end, tried)?)))
    }

    /// Static files: an index, a file, a folder that is redirected.
    fn file(&mut self) -> Result<Step<'c>, Unknown> {
        let path = self.values.path.clone();
        if !path.ends_with('/') {
            return Ok(match self.entry(&path)? {
                Entry::File => {
                    self.sent.file = Some(path);
                    Step::Sent(200)
                }
                Entry::Folder => Step::Special(301),
                Entry::Missing => Step::Special(404),
            });
        }
        let mut names = Vec::new();
        for statement in self.inherited("index") {
            for word in statement.arguments() {
                names.push(self.values.text(word, statement)?);
            }
        }
        if self.inherited("index").next().is_none() {
            names.push("index.html".to_owned());
        }
        for name in names {
            if name.starts_with('/') {
                return Ok(Step::Redirect(name));
            }
            let file = format!("{path}{name}");
            if self.entry(&file)? == Entry::File {
                return Ok(Step::Redirect(file));
            }
        }
        Ok(match self.entry(&path)? {
            Entry::Folder if self.has("autoindex", "on") => Step::Sent(200),
            Entry::Folder => Step::Special(403),
            _ => Step::Special(404),
        })
    }

    /// The entry of a path by the folder that counts here.
    fn entry(&self, path: &str) -> Result<Entry, Unknown> {
        let innermost = |blocks: &[&'c [Statement]], name: &str| {
            let mut blocks = blocks.iter().rev();
            blocks.find_map(|block| named(block, name).next())
        };
        let alias = innermost(self.chain.get(2..).unwrap_or_default(), "alias");
        let site = innermost(self.chain.get(..2).unwrap_or_default(), "root");
        let own = alias.or_else(|| innermost(&self.chain, "root"));
        let (Some(own), Some(files)) = (own, self.values.request.files) else {
            return Ok(entry(self.values.request.files, path));
        };
        // Where the server names no folder, that of the site is the one of `location /`.
        let of_all = || {
            let mut all = named(self.values.server.body(), "location");
            named(all.find(|own| own.word(1) == "/")?.body(), "root").next()
        };
        let site = site.or_else(of_all).unwrap_or(own);
        let folder = own.word(1).trim_end_matches('/');
        let below = folder.strip_prefix(site.word(1).trim_end_matches('/'));
        let below = below.filter(|below| below.is_empty() || below.starts_with('/'));
        let Some(below) = below.filter(|_| alias.is_none()) else {
            let reason = format!("the files of `{}` are not those of the site", own.word(1));
            return Err(own.unknown(Why::Files, reason));
        };
        Ok(entry(Some(files), &format!("{below}{path}")))
    }

    /// The error page of a status, if there is one.
    fn error_page(&mut self, status: u16) -> Result<Option<Step<'c>>, Unknown> {
        if self.had_error_page && !self.has("recursive_error_pages", "on") {
            return Ok(None);
        }
        let code = status.to_string();
        let is_its = |page: &&Statement| page.arguments().any(|word| word == code);
        let Some(page) = self.inherited("error_page").find(is_its) else {
            return Ok(None);
        };
        let end = page.last();
        let instead = page.arguments().find_map(|word| word.strip_prefix('='));
        self.had_error_page = true;
        self.sent.by = Some(page.place);
        self.error = match instead {
            Some("") => None,
            Some(code) => code.parse().ok(),
            None => Some(status),
        };
        if end.starts_with('@') {
            return Ok(Some(Step::Named(end, page)));
        }
        let target = self.values.text(end, page)?;
        if target.starts_with('/') {
            return Ok(Some(Step::Redirect(target)));
        }
        let error = self.error.take();
        let kept = error.filter(|code| matches!(code, 301 | 302 | 303 | 307 | 308));
        Ok(Some(Step::Sent(kept.unwrap_or(302))))
    }

    /// The fields of the blocks that count now.
    fn fields(&self, status: Option<u16>, mut unknown: Vec<Unknown>) -> Prediction {
        let mut fields = Vec::new();
        let counts = |header: &&Statement| {
            let is_sent = |status| fields::is_sent(header, status);
            is_about_robots(header.word(1)) && status.map_or(fields::is_always(header), is_sent)
        };
        for header in fields::in_force(&self.chain).into_iter().filter(counts) {
            match self.values.text(header.word(2), header) {
                Ok(value) if value.is_empty() => {}
                Ok(value) => fields.push(fields::field(header, &value)),
                Err(variable) => unknown.push(variable),
            }
        }
        unknown.extend(fields::open(&self.chain));
        Prediction {
            status,
            fields,
            unknown,
            ..self.sent.clone()
        }
    }
}
