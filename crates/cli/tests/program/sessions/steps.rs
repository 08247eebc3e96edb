//! The steps of a session.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use robots_policy_kit::bytes::bytes;
use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use robots_policy_kit::files::{files, root};
use robots_policy_kit::site::{Answer, Site};

use super::site::requests;
use super::text::{filtered, is_kind_to_terminals, without_times};
use crate::scanning::{fed_by, folder, program};

pub(crate) struct Session {
    name: &'static str,
    pub(crate) folder: PathBuf,
    sites: [(&'static str, Site); 2],
    archives: BTreeMap<String, Writer>,
    texts: Vec<(String, String)>,
    pub(crate) seen: String,
}

impl Session {
    pub(crate) fn new(name: &'static str) -> Session {
        Session {
            name,
            folder: folder(&format!("session-{name}")),
            sites: ["SITE", "FAR"].map(|name| {
                let site = Site::at("127.0.0.1:0");
                site.answers("/robots.txt", false, Answer::of(r"\e"));
                (name, site)
            }),
            archives: BTreeMap::new(),
            texts: Vec::new(),
            seen: String::new(),
        }
    }

    pub(crate) fn steps(&mut self, text: &str) {
        let mut lines = text.lines().peekable();
        while let Some(line) = lines.next() {
            if line.is_empty() {
                continue;
            }
            let mut input = String::new();
            while let Some(more) = lines.next_if(|line| line.starts_with("< ")) {
                writeln!(input, "{}", &more[2..]).unwrap();
            }
            match (line.split_at(2), line.split_once(" = ")) {
                (("# ", about), _) => {
                    let is_more = self
                        .seen
                        .lines()
                        .last()
                        .is_some_and(|line| line.starts_with("# "));
                    let space = if is_more { "" } else { "\n" };
                    writeln!(self.seen, "{space}# {about}").unwrap();
                }
                (("$ ", words), _) => self.types(words, input.as_bytes()),
                (("% ", first), _) => {
                    let mut script = vec![first];
                    while let Some(more) = lines.next_if(|line| line.starts_with("% ")) {
                        script.push(&more[2..]);
                    }
                    self.orders(&script);
                }
                (("- ", name), _) => {
                    let path = self.folder.join(name);
                    fs::remove_file(&path)
                        .or_else(|_| fs::remove_dir_all(path))
                        .unwrap();
                }
                (("? ", line), _) => {
                    let (name, shown) = line.split_once(" | ").unwrap_or((line, ""));
                    let filters: Vec<&str> = shown.split_whitespace().collect();
                    let text = self.held(&self.folder.join(name));
                    let text = format!("? {line}\n{}", self.shown(&text, &filters));
                    self.seen += &text;
                }
                (_, Some((name, text))) => self.has(name, text),
                (_, None) => match line.split_once(" -> ") {
                    Some((name, other)) => symlink(other, self.folder.join(name)).unwrap(),
                    None => panic!("{}: {line}", self.name),
                },
            }
        }
    }

    /// The text of a file, or the names of a folder.
    fn held(&self, path: &Path) -> String {
        if path.is_dir() {
            let names = files(path).into_iter().map(|path| {
                let name = path.strip_prefix(&self.folder).unwrap();
                format!("{}\n", name.display())
            });
            return names.collect();
        }
        let own = fs::read(path).unwrap();
        let parts = own.utf8_chunks();
        parts
            .map(|part| format!("{}{}", part.valid(), part.invalid().escape_ascii()))
            .collect()
    }

    /// A file, a response in an archive, or the answer of a site.
    fn has(&mut self, name: &str, text: &str) {
        let text = self.addressed(text);
        let name = &String::from_utf8(bytes(&self.worded(name))).unwrap();
        if let Some(name) = name.strip_suffix(" :") {
            self.texts.push((name.to_owned(), text));
            return;
        }
        if let Some((name, url)) = name.split_once(" + ") {
            let archive = self.archives.entry(name.to_owned());
            let packing = match archive.key() {
                key if key.ends_with("gz") => Packing::Gzip,
                key if key.ends_with("zst") => Packing::Zstd,
                _ => Packing::Plain,
            };
            let archive = archive.or_insert_with(|| Writer::new(packing));
            match text.split_once(' ') {
                Some((seed, count)) if url == "crawl" => {
                    let mut numbers = Numbers(seed.parse().unwrap());
                    archive.crawl(&mut numbers, count.parse().unwrap());
                }
                _ => {
                    archive.response(url, &bytes(&text));
                }
            }
            fs::write(self.folder.join(name), &archive.bytes).unwrap();
            return;
        }
        let site = self
            .sites
            .iter()
            .find_map(|(site, own)| Some((own, name.strip_prefix(site)?)));
        if let Some((site, path)) = site {
            let (path, how) = path.split_once(' ').unwrap_or((path, ""));
            let answer = match text.strip_prefix('@') {
                Some(named) => self.served(named),
                None => Answer::of(&text),
            };
            site.answers(path, how == "then", answer);
            return;
        }
        let path = self.folder.join(name);
        if name.ends_with('/') {
            fs::create_dir_all(path).unwrap();
            return;
        }
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, self.content(&text)).unwrap();
    }

    /// Bytes, or those of a file of the folder or of the repository after `@`.
    fn content(&self, text: &str) -> Vec<u8> {
        let Some(own) = text.strip_prefix('@') else {
            return bytes(text);
        };
        let own = [self.folder.join(own), root().join(own)];
        own.iter().find_map(|path| fs::read(path).ok()).unwrap()
    }

    /// The answer `name`, `name field: a` or `name|9`.
    fn served(&self, text: &str) -> Answer {
        let (name, fields) = text.split_once(' ').unwrap_or((text, ""));
        let (name, at) = name.split_once('|').unwrap_or((name, ""));
        let end = if fields.is_empty() { "" } else { "\r\n" };
        let bytes = fs::read(self.folder.join(name)).unwrap();
        Answer::File(bytes, format!("{fields}{end}"), at.parse().ok())
    }

    /// Runs lines of a shell.
    fn orders(&mut self, script: &[&str]) {
        let place = Path::new(env!("CARGO_BIN_EXE_robots-policy"));
        let place = place.parent().unwrap().display();
        let lines = self.addressed(&script.join("\n"));
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("PATH=\"{place}:$PATH\"; exec 2>&1\n{lines}")]);
        self.prepared(&mut shell);
        shell.env("LC_ALL", "C");
        let output = shell.current_dir(&self.folder).output().unwrap();
        let more = if script.len() > 1 { " …" } else { "" };
        writeln!(self.seen, "% {}{more}", script[0]).unwrap();
        // How far a run came that a shell ended is not the same in every run.
        self.requests();
        self.sees(&output, &[]);
    }

    /// The program in the folder.
    pub(crate) fn program(&self) -> Command {
        let mut program = program(&self.folder);
        self.prepared(&mut program);
        program
    }

    /// The header blocks of the requests that were not shown before.
    pub(crate) fn heads(&mut self) -> Vec<String> {
        let asked = self.sites.iter_mut().flat_map(|(_, site)| site.asked());
        asked.map(|asked| asked.head).collect()
    }

    /// A command that knows nothing of the terminal, the proxies and the caches of whoever tests.
    fn prepared(&self, command: &mut Command) {
        command.stdin(Stdio::null());
        for scheme in ["http", "https", "all", "no"] {
            let name = format!("{scheme}_proxy");
            command.env_remove(name.to_uppercase()).env_remove(name);
        }
        command
            .env_remove("COLUMNS")
            .env("XDG_CACHE_HOME", self.folder.join("caches"));
    }

    fn types(&mut self, line: &str, lines: &[u8]) {
        let whole = self.addressed(line);
        let (rest, input) = whole.split_once(" < ").unwrap_or((&whole, ""));
        let (words, shown) = rest.split_once(" | ").unwrap_or((rest, ""));
        let words = words
            .split_whitespace()
            .map(|word| String::from_utf8(bytes(word)).unwrap());
        let mut words = words.peekable();
        let mut program = self.program();
        let mut columns = usize::MAX;
        while let Some((name, value)) = words
            .next_if(|word| word.contains('=') && word.starts_with(char::is_alphabetic))
            .as_deref()
            .and_then(|word| word.split_once('='))
        {
            if name == "COLUMNS" {
                columns = value.parse().unwrap();
            }
            if name == "IN" {
                program.current_dir(self.folder.join(value));
            }
            program.env(name, value);
        }
        program.args(words);
        let input = [&self.content(input), lines].concat();
        // Without input there is no pipe, which is another matter than one that brings nothing.
        let output = if input.is_empty() && !line.contains(" < ") {
            program.output().unwrap()
        } else {
            fed_by(&mut program, &input)
        };
        let filters: Vec<&str> = shown.split_whitespace().collect();
        writeln!(self.seen, "$ {line}").unwrap();
        if !line.contains("--color always") {
            is_kind_to_terminals(line, &output, columns);
        }
        self.sees(&output, &filters);
    }

    /// Shows an output, the requests that were made for it, and its status.
    fn sees(&mut self, output: &Output, filters: &[&str]) {
        self.seen += &self.shown(&String::from_utf8_lossy(&output.stdout), filters);
        let said = String::from_utf8_lossy(&output.stderr);
        // Every error of usage ends with the same words.
        let said = ["\n\nUsage: ", "\n\nFor more information"]
            .iter()
            .fold(&*said, |said, end| {
                said.split(end).next().unwrap_or_default()
            });
        for said in self.shown(said, &[]).lines() {
            writeln!(self.seen, "! {said}").unwrap();
        }
        let requests = self.requests();
        if filters != ["-"] {
            let requests = self.shown(&requests, &[]);
            self.seen += &requests;
        }
        match output.status.code().unwrap() {
            0 => {}
            code => writeln!(self.seen, "exit {code}").unwrap(),
        }
    }

    /// The requests that were not shown before.
    fn requests(&mut self) -> String {
        let sites = self.sites.iter_mut();
        sites.map(|(name, site)| requests(name, site)).collect()
    }

    /// The ports of both sites; the longer name first.
    fn ports(&self) -> [(&'static str, String); 2] {
        let [site, far] = [0, 1].map(|at| self.sites[at].1.server.address().port());
        [("PORT2", far.to_string()), ("PORT", site.to_string())]
    }

    /// The names of addresses; two are other names of a site.
    fn addresses(&self) -> [(&'static str, String); 4] {
        let [site, far] = [0, 1].map(|at| self.sites[at].1.server.address());
        [
            ("SITE", site.to_string()),
            ("FAR", far.to_string()),
            ("INNER", format!("0.0.0.0:{}", far.port())),
            ("LOCAL", format!("localhost:{}", site.port())),
        ]
    }

    fn worded(&self, text: &str) -> String {
        let texts = self.texts.iter();
        texts.fold(text.to_owned(), |text, (name, own)| text.replace(name, own))
    }

    /// Text with what stands for names.
    pub(crate) fn addressed(&self, text: &str) -> String {
        let ports = self.ports();
        let text = self.worded(text);
        let text = ports
            .iter()
            .fold(text, |text, (name, port)| text.replace(name, port));
        self.addresses().iter().fold(text, |text, (name, address)| {
            text.replace(name, &format!("http://{address}"))
        })
    }

    /// Text without what differs in every run, and with nothing that a terminal obeys.
    fn shown(&self, text: &str, filters: &[&str]) -> String {
        let whether = filters.iter().filter_map(|filter| {
            let sought = String::from_utf8(bytes(filter.strip_prefix('=')?)).unwrap();
            let word = if text.contains(&sought) {
                "has"
            } else {
                "has no"
            };
            Some(format!("{word} {sought}\n"))
        });
        let whether: String = whether.collect();
        let lines = text.split_inclusive('\n');
        let mut text = if whether.is_empty() {
            lines.filter_map(|line| filtered(line, filters)).collect()
        } else {
            whether
        };
        for (name, address) in self.addresses() {
            text = text.replace(&format!("http://{address}"), name);
            text = text.replace(&address, name);
        }
        for (name, port) in self.ports() {
            text = text.replace(&format!(":{port}"), &format!(":{name}"));
        }
        text = text.replace(&self.folder.display().to_string(), ".");
        let text = without_times(text);
        let escaped = |c: char| match c {
            '\n' | '"' | '\'' | '\\' => c.to_string(),
            c => c.escape_debug().to_string(),
        };
        let text: String = text.chars().map(escaped).collect();
        if text.is_empty() || text.ends_with('\n') {
            return text;
        }
        text + "(no end of line)\n"
    }
}
