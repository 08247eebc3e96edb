//! The way of a request through nginx: server, rewrites, location, access, files, error pages; again after each internal redirect.

use std::cell::Cell;
use std::collections::BTreeMap;

use super::known::HANDLERS;
use super::read::Nginx;
use super::rewrites::Flow;
use super::sent;
use super::values::Values;
use crate::files::{Entry, entry};
use crate::names::is_about_robots;
use crate::place::Place;
use crate::predicted::{Field, Predicted, Request, Unknown, Why};
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

pub(super) struct Walk<'c, 'r> {
    values: Values<'c, 'r>,
    /// The blocks that count now, from the outer to the inner one.
    chain: Vec<&'c [Statement]>,
    /// The status of the error whose page is searched for.
    error: Option<u16>,
    had_error_page: bool,
    is_internal: bool,
    /// The file that is sent.
    file: Option<String>,
    /// The text that is sent.
    text: Option<String>,
    /// The statement that chose it.
    by: Option<Place>,
}

impl Nginx {
    pub(crate) fn predict(&self, request: &Request<'_>) -> Predicted {
        let predicted = self.answer(request).unwrap_or_else(Predicted::unknown);
        predicted.where_named(self.names_fields)
    }

    fn answer(&self, request: &Request<'_>) -> Result<Predicted, Unknown> {
        let server = self.server(request)?;
        let target = uri::target(request.target);
        let values = Values {
            nginx: self,
            request,
            server,
            path: target.path,
            query: target.query,
            set: BTreeMap::new(),
            returned: None,
            steps: 0,
            rows: Cell::new(0),
            groups: Vec::new(),
        };
        let mut walk = Walk {
            values,
            chain: vec![&self.http, server.body()],
            error: None,
            had_error_page: false,
            is_internal: false,
            file: None,
            text: None,
            by: None,
        };
        walk.all()
    }
}

impl<'c> Walk<'c, '_> {
    fn all(&mut self) -> Result<Predicted, Unknown> {
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
                    let reason = format!(
                        "`{}` answers, and may set fields of its own",
                        handler.name()
                    );
                    let unknown = Unknown::new(handler.place, Why::Upstream, reason);
                    return Ok(self.fields(None, vec![unknown]));
                }
                Step::Closed => return Ok(Predicted::default()),
                Step::Redirect(path) => {
                    self.is_internal = true;
                    let target = path.split_once('?');
                    let (path, query) = target.unwrap_or((&path, ""));
                    self.values.path = uri::normal(path);
                    query.clone_into(&mut self.values.query);
                    self.at_server()?
                }
                Step::Named(name, at) => {
                    self.is_internal = true;
                    let Some(location) = Nginx::named_location(self.values.server.body(), name)
                    else {
                        let reason = format!("there is no location `{name}`");
                        return Err(Unknown::new(at.place, Why::Rewrite, reason));
                    };
                    self.chain.truncate(2);
                    self.chain.push(location.body());
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

    /// Finds the location of the path.
    fn located(&mut self) -> Result<(), Unknown> {
        self.chain.truncate(2);
        let server = self.values.server;
        let nginx = self.values.nginx;
        let found = nginx.locations(server.body(), &self.values.path)?;
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
                    self.by = Some(place);
                    self.text = text;
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
                    self.is_internal = true;
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
            self.by = rules.next().map(|rule| rule.place);
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
        let has = |block: &&&'c [Statement]| named(block, name).next().is_some();
        let block = self
            .chain
            .iter()
            .rev()
            .find(has)
            .copied()
            .unwrap_or_default();
        let name = name.to_owned();
        block
            .iter()
            .filter(move |statement| statement.name() == name)
    }

    fn access(&self) -> Result<Option<u16>, Unknown> {
        let satisfy_any = self
            .inherited("satisfy")
            .any(|satisfy| satisfy.word(1) == "any");
        let wants_password = self
            .inherited("auth_basic")
            .next()
            .filter(|basic| basic.word(1) != "off");
        let mut denied = None;
        let has_rules = |block: &&&[Statement]| {
            block
                .iter()
                .any(|rule| matches!(rule.name(), "allow" | "deny"))
        };
        let block = self
            .chain
            .iter()
            .rev()
            .find(has_rules)
            .copied()
            .unwrap_or_default();
        let mut rules = block
            .iter()
            .filter(|rule| matches!(rule.name(), "allow" | "deny"))
            .peekable();
        let first = rules.peek().copied();
        let ends_denied = rules
            .clone()
            .any(|rule| rule.name() == "deny" && rule.word(1) == "all");
        if let Some(first) = first {
            match (first.name(), first.word(1)) {
                ("deny", "all") => denied = Some(403),
                ("allow", "all") => {}
                _ if ends_denied => {
                    return Err(Unknown::new(
                        first.place,
                        Why::Access,
                        "who may have it depends on the address of the client",
                    ));
                }
                _ => {}
            }
        }
        match wants_password {
            Some(basic) if satisfy_any => Err(Unknown::new(
                basic.place,
                Why::Access,
                "one of several conditions is enough",
            )),
            Some(_) if denied.is_none() => Ok(Some(401)),
            _ => Ok(denied),
        }
    }

    fn try_files(&mut self, tried: &'c Statement) -> Result<Option<Step<'c>>, Unknown> {
        let last = tried.words.len() - 1;
        for word in tried.words.iter().take(last).skip(1) {
            let path = self.values.text(&word.text, tried)?;
            let absolute = if path.starts_with('/') {
                path
            } else {
                format!("/{path}")
            };
            // The slash says that a folder is meant, and is not of its path.
            let (wanted, absolute) = match absolute.strip_suffix('/') {
                Some(folder) if word.text.ends_with('/') => (Entry::Folder, folder),
                _ => (Entry::File, &*absolute),
            };
            if !(wanted == Entry::File && absolute.ends_with('/'))
                && self.entry(absolute)? == wanted
            {
                absolute.clone_into(&mut self.values.path);
                return Ok(None);
            }
        }
        let end = tried.word(last);
        self.by = Some(tried.place);
        if let Some(code) = end.strip_prefix('=') {
            let code = code.parse().unwrap_or(404);
            return Ok(Some(if code < 300 {
                Step::Sent(code)
            } else {
                Step::Special(code)
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
                    self.file = Some(path);
                    Step::Sent(200)
                }
                Entry::Folder => Step::Special(301),
                Entry::Missing => Step::Special(404),
            });
        }
        let own: Vec<&Statement> = self.inherited("index").collect();
        let mut names: Vec<(String, Option<&Statement>)> = vec![("index.html".to_owned(), None)];
        if !own.is_empty() {
            names.clear();
            for statement in own {
                for word in statement.arguments() {
                    names.push((self.values.text(word, statement)?, Some(statement)));
                }
            }
        }
        for (name, _) in names {
            if name.starts_with('/') {
                return Ok(Step::Redirect(name));
            }
            let file = format!("{path}{name}");
            if self.entry(&file)? == Entry::File {
                return Ok(Step::Redirect(file));
            }
        }
        let lists = self
            .inherited("autoindex")
            .any(|lists| lists.word(1) == "on");
        Ok(match self.entry(&path)? {
            Entry::Folder if lists => Step::Sent(200),
            Entry::Folder => Step::Special(403),
            _ => Step::Special(404),
        })
    }

    /// The entry of a path by the folder that counts here.
    fn entry(&self, path: &str) -> Result<Entry, Unknown> {
        let root_of = |blocks: &[&'c [Statement]]| {
            blocks
                .iter()
                .rev()
                .find_map(|block| named(block, "root").next())
        };
        let alias = self
            .chain
            .iter()
            .skip(2)
            .rev()
            .find_map(|block| named(block, "alias").next());
        let site = root_of(self.chain.get(..2).unwrap_or_default());
        let own = alias.or_else(|| root_of(&self.chain));
        let (Some(own), Some(files)) = (own, self.values.request.files) else {
            return Ok(entry(self.values.request.files, path));
        };
        let whole = |root: &Statement| root.word(1).trim_end_matches('/').to_owned();
        let site = site.map_or_else(|| self.site_root().unwrap_or_else(|| whole(own)), whole);
        let inside = whole(own);
        let below = inside
            .strip_prefix(&site)
            .filter(|below| below.is_empty() || below.starts_with('/'));
        let Some(below) = below.filter(|_| alias.is_none()) else {
            let reason = format!("the files of `{}` are not those of the site", own.word(1));
            return Err(Unknown::new(own.place, Why::Files, reason));
        };
        Ok(entry(Some(files), &format!("{below}{path}")))
    }

    /// The folder of the site where the server names none: that of `location /`.
    fn site_root(&self) -> Option<String> {
        let all = named(self.values.server.body(), "location")
            .find(|location| location.word(1) == "/")?;
        let root = named(all.body(), "root").next()?;
        Some(root.word(1).trim_end_matches('/').to_owned())
    }

    /// The error page of a status, if there is one.
    fn error_page(&mut self, status: u16) -> Result<Option<Step<'c>>, Unknown> {
        let again = self
            .inherited("recursive_error_pages")
            .any(|on| on.word(1) == "on");
        if self.had_error_page && !again {
            return Ok(None);
        }
        let code = status.to_string();
        let Some(page) = self
            .inherited("error_page")
            .find(|page| page.arguments().any(|word| word == code))
        else {
            return Ok(None);
        };
        let end = page.word(page.words.len() - 1);
        let instead = page.arguments().find_map(|word| word.strip_prefix('='));
        self.had_error_page = true;
        self.by = Some(page.place);
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
        let kept = self
            .error
            .filter(|code| matches!(code, 301 | 302 | 303 | 307 | 308));
        self.error = None;
        Ok(Some(Step::Sent(kept.unwrap_or(302))))
    }

    /// The fields of the blocks that count now.
    fn fields(&self, status: Option<u16>, mut unknown: Vec<Unknown>) -> Predicted {
        let mut fields = Vec::new();
        for header in sent::in_force(&self.chain) {
            let name = header.word(1);
            if !is_about_robots(name) {
                continue;
            }
            if !sent::is_always(header)
                && status.is_none_or(|status| !sent::is_sent(header, status))
            {
                continue;
            }
            match self.values.text(header.word(2), header) {
                Ok(value) if value.is_empty() => {}
                Ok(value) => fields.push(Field {
                    name: name.to_owned(),
                    value,
                    place: header.place,
                }),
                Err(variable) => unknown.push(variable),
            }
        }
        unknown.extend(sent::open(&self.chain));
        Predicted {
            status,
            file: self.file.clone(),
            text: self.text.clone(),
            by: self.by,
            fields,
            unknown,
        }
    }
}
