//! Sessions: what people have in a folder and on sites, what they type, and the snapshot of what they see.
//!
//! A file of `sessions` has one step a line, done in order:
//!
//! | line | step |
//! |---|---|
//! | `# text` | says what is to be seen |
//! | `NAME : = text` | puts this text in the place of the name from now on |
//! | `name = bytes` | writes a file; a copy of another one, of the folder or of the repository, after `@` |
//! | `name/ = bytes` | makes a folder |
//! | `name -> other` | makes a symbolic link |
//! | `name + address = bytes` | adds a response to an archive |
//! | `name + crawl = seed count` | adds so many responses of a made crawl |
//! | `SITE/path = answer` | answers for a path of a site from now on, `FAR/path` of another one; `*` for every other path |
//! | `SITE/path then = answer` | answers so after the answer before |
//! | `- name` | removes a file or a folder |
//! | `$ words` | runs the program, and shows its output, its status and the requests that it made |
//! | `< text` | after a run: a line of its standard input |
//! | `% text` | lines of a shell, up to an empty one, which has the program by its name, and all that they write |
//! | `? name` | shows a file, or the names in a folder |
//!
//! Bytes are text with the escapes of [`bytes`], and words may have them too. An answer that begins with a status gets its
//! version and its length; one that begins with `HTTP/` is sent as it is, and the connection is closed after it, or what a word
//! before it says: `KEEP`, `CLOSE`, `RESET`, `SILENCE`, `DRIP{bytes}` and `FLOOD{bytes}`, which come for ever; any other is the
//! body of a 200, of HTML where it begins with `<`, or after `@` a file of which parts may be asked for: `@name field: a` has a
//! field, and `@name|9` breaks off after 9 bytes. `NAME=value` before the words is a variable, `IN=name` the folder of the run,
//! and ` < bytes` after them is the input, a file after `@`. After ` | ` there is a choice of the output, or of the file: the
//! values of JSON under pointers, the lines that have each `~text`, whether an `=text` is there, or nothing and no request
//! (`-`). LOCAL and INNER are other names of both sites, PORT and PORT2 the ports of SITE and FAR.
//!
//! In every run, whatever it shows, nothing steers a terminal, and text fits its COLUMNS.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use robots_policy_kit::crawl::{Numbers, Packing, Writer};
use robots_policy_kit::files::{files, root};
use robots_policy_kit::server::{Asked, Server, Then, answer, cut, file, ok};
use serde_json::Value;

use crate::scanning::{fed_by, folder, program};

macro_rules! sessions {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            Session::new(stringify!($name)).run();
        })*

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

sessions! {
    as_case
    as_engine
    asked
    askers
    check
    check_answers
    check_engines
    check_fail_on
    check_fetched
    check_lists
    check_owner
    check_reach
    check_requests
    check_robots
    check_unread
    check_uses
    echoed
    eval
    eval_batch
    eval_files
    engines
    eval_marks
    eval_records
    eval_saved
    export_croissant
    export_domains
    faults_archives
    faults_output
    faults_servers
    faults_store
    faults_tables
    lint
    lint_fix
    lint_formats
    lint_inputs
    lint_intent
    lint_part
    lint_server
    lint_sites
    matrix
    matrix_as
    proxies
    readings
    report
    report_cubes
    report_page
    robots_store
    saved_robots
    scan
    scan_addresses
    scan_again
    scan_as
    scan_cores
    scan_inputs
    scan_names
    scan_pages
    scan_records
    scan_time
    scan_uses
    text
    usage
    why
    wrong_files
}

#[test]
fn every_file_of_a_session_is_a_test() {
    let files = files(&place());
    let names = files.iter().filter_map(|path| {
        let is_session = path.extension()? == "session";
        is_session.then_some(path.file_stem()?.to_str()?)
    });
    let mut listed = NAMES.to_vec();
    listed.sort_unstable();
    assert_eq!(names.collect::<Vec<_>>(), listed);
}

fn place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions")
}

/// An answer, and what becomes of the connection.
#[derive(Clone)]
enum Answer {
    Bytes(Vec<u8>, Then),
    /// These bytes, and then others again and again, after pauses of milliseconds; without others silence.
    Endless(Vec<u8>, Vec<u8>, u64),
    /// A file with these fields, and the byte after which it breaks off.
    File(Vec<u8>, String, Option<usize>),
}

/// A site on loopback, whose answers are those of the session so far: for each path in turn, the last one for ever.
struct Site {
    server: Server,
    answers: Arc<Mutex<BTreeMap<String, VecDeque<Answer>>>>,
    /// The number of requests that were shown.
    shown: usize,
}

impl Site {
    fn new() -> Site {
        let robots = VecDeque::from([Answer::Bytes(ok("", ""), Then::Keep)]);
        let answers = BTreeMap::from([("/robots.txt".to_owned(), robots)]);
        let answers = Arc::new(Mutex::new(answers));
        let own = Arc::clone(&answers);
        let server = Server::start(move |asked, stream| {
            let mut answers = own.lock().unwrap();
            let known = answers.contains_key(&asked.path);
            let path = if known { &*asked.path } else { "/*" };
            let answer = match answers.get_mut(path) {
                Some(turns) if turns.len() > 1 => turns.pop_front().unwrap(),
                Some(turns) => turns[0].clone(),
                None => Answer::Bytes(answer("404 Not Found", "", ""), Then::Keep),
            };
            drop(answers);
            let (bytes, then) = match answer {
                Answer::Bytes(bytes, then) => (bytes, then),
                Answer::Endless(first, again, pause) => {
                    let mut is_there = stream.write_all(&first).is_ok();
                    while is_there {
                        thread::sleep(Duration::from_millis(pause));
                        is_there = !again.is_empty() && stream.write_all(&again).is_ok();
                    }
                    (Vec::new(), Then::Close)
                }
                Answer::File(bytes, fields, Some(at)) if !asked.head.starts_with("HEAD ") => {
                    (cut(file(asked, &fields, &bytes), at), Then::Close)
                }
                Answer::File(bytes, fields, _) => (file(asked, &fields, &bytes), Then::Keep),
            };
            let _ = stream.write_all(&bytes);
            then
        });
        Site {
            server,
            answers,
            shown: 0,
        }
    }

    /// The requests that were not shown before.
    fn asked(&mut self) -> Vec<Asked> {
        let asked = self.server.asked().split_off(self.shown);
        self.shown += asked.len();
        asked
    }
}

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
            sites: [("SITE", Site::new()), ("FAR", Site::new())],
            archives: BTreeMap::new(),
            texts: Vec::new(),
            seen: String::new(),
        }
    }

    fn run(mut self) {
        let text = fs::read_to_string(place().join(self.name).with_extension("session")).unwrap();
        self.steps(&text);
        insta::with_settings!({
            snapshot_path => place(), prepend_module_to_snapshot => false, omit_expression => true,
        }, {
            insta::assert_snapshot!(self.name, self.seen);
        });
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
                    let path = self.folder.join(name);
                    let text: String = if path.is_dir() {
                        files(&path)
                            .iter()
                            .map(|path| {
                                format!("{}\n", path.strip_prefix(&self.folder).unwrap().display())
                            })
                            .collect()
                    } else {
                        let own = fs::read(path).unwrap();
                        let parts = own.utf8_chunks().map(|part| {
                            format!("{}{}", part.valid(), part.invalid().escape_ascii())
                        });
                        parts.collect()
                    };
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
            let mut answers = site.answers.lock().unwrap();
            let turns = answers.entry(path.to_owned()).or_default();
            if how != "then" {
                turns.clear();
            }
            turns.push_back(match text.strip_prefix('@') {
                Some(named) => self.served(named),
                None => answer_of(&text),
            });
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
        for line in script {
            writeln!(self.seen, "% {line}").unwrap();
        }
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
        for (before, after) in DIFFER {
            let mut parts = text.split(before);
            let first = parts.next().unwrap_or_default().to_owned();
            text = parts.fold(first, |text, rest| {
                let kept = rest.trim_start_matches(|c| "0123456789-:TZ. ".contains(c));
                if kept.len() < rest.len() && kept.starts_with(after) {
                    format!("{text}{before}…{kept}")
                } else {
                    text + before + rest
                }
            });
        }
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

/// The text around times, durations, versions and numbers of the system.
const DIFFER: [(&str, &str); 10] = [
    ("\"milliseconds\":", ""),
    ("\"answered_at\":\"", "\""),
    (" after ", "ms"),
    (", copy of ", "UTC"),
    (" at ", "UTC and asks"),
    (" until ", "UTC (Retry-After"),
    (" (os error ", ")"),
    (" program (", "/"),
    ("robots-policy/", ""),
    ("ureq/", ""),
];

/// Nothing of a text steers a terminal, and its lines fit these columns. An address and the line of an input are not broken.
fn is_kind_to_terminals(line: &str, output: &Output, columns: usize) {
    // What was typed is hidden from nobody.
    let steers = |c: char| {
        let is_hidden = "\u{200b}\u{2028}\u{202e}\u{feff}\u{e0041}".contains(c);
        (is_hidden || c.is_control() && c != '\n')
            && !line.contains(&*c.escape_unicode().to_string())
    };
    let is_data = line.contains("json") || line.contains("csv");
    let [out, said] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(is_data || !out.contains(steers), "{line}: {out:?}");
    assert!(!said.contains(steers), "{line}: {said:?}");
    let is_input = |own: &str| own.contains('^') || own.contains("://");
    let is_wide = |own: &&str| own.chars().count() > columns && !is_input(own);
    let wide: Vec<&str> = out.lines().filter(is_wide).collect();
    assert!(wide.is_empty(), "{line}: {wide:#?}");
}

/// The part of a line that is shown.
fn filtered(line: &str, filters: &[&str]) -> Option<String> {
    let mut shown = Vec::new();
    for filter in filters {
        if *filter == "-" {
            return None;
        }
        if let Some(text) = filter.strip_prefix('~') {
            if !line.contains(&String::from_utf8(bytes(text)).unwrap()) {
                return None;
            }
            continue;
        }
        let json: Value = serde_json::from_str(line).unwrap();
        shown.push(
            json.pointer(filter)
                .map_or("-".to_owned(), Value::to_string),
        );
    }
    if shown.is_empty() && line.contains(" rows/s") {
        let (said, _) = line.split_once(": ")?;
        return Some(format!("{said}: …\n"));
    }
    if shown.is_empty() {
        return Some(line.to_owned());
    }
    Some(shown.join("  ") + "\n")
}

/// The requests that were not shown before, with the fields that a session is about.
fn requests(name: &str, site: &mut Site) -> String {
    let mut text = String::new();
    for asked in site.asked() {
        let method = asked.head.split_inclusive(' ').next();
        let method = method.filter(|method| *method != "GET ");
        write!(text, "> {}{name}{}", method.unwrap_or_default(), asked.path).unwrap();
        // Every request has each of these once.
        let mut usual = vec!["host", "accept", "accept-encoding"];
        for line in asked.head.lines().skip(1) {
            let field = line.split(':').next().unwrap_or_default();
            match usual
                .iter()
                .position(|usual| field.eq_ignore_ascii_case(usual))
            {
                // The other name of a host is not usual.
                Some(at) if !line.contains(".invalid") => drop(usual.remove(at)),
                _ => write!(text, "  {line}").unwrap(),
            }
        }
        text.push('\n');
    }
    text
}

fn answer_of(text: &str) -> Answer {
    if let Some((word, sent)) = text.split_once(' ') {
        let (word, again) = word.split_once('{').unwrap_or((word, ""));
        let again = || bytes(again.trim_end_matches('}'));
        match word {
            "KEEP" => return Answer::Bytes(bytes(sent), Then::Keep),
            "CLOSE" => return Answer::Bytes(bytes(sent), Then::Close),
            "RESET" => return Answer::Bytes(bytes(sent), Then::Reset),
            "SILENCE" => return Answer::Endless(bytes(sent), Vec::new(), 5000),
            "DRIP" => return Answer::Endless(bytes(sent), again(), 100),
            "FLOOD" => return Answer::Endless(bytes(sent), again().repeat(4096), 0),
            _ => {}
        }
    }
    if text.starts_with("HTTP/") {
        return Answer::Bytes(bytes(text), Then::Close);
    }
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        let html = if text.starts_with('<') {
            "Content-Type: text/html\r\n"
        } else {
            ""
        };
        return Answer::Bytes(ok(html, bytes(text)), Then::Keep);
    }
    let (head, body) = text.split_once(r"\r\n\r\n").unwrap_or((text, ""));
    let (status, fields) = head.split_once(r"\r\n").unwrap_or((head, ""));
    let mut fields = String::from_utf8(bytes(fields)).unwrap();
    if !fields.is_empty() {
        fields += "\r\n";
    }
    Answer::Bytes(answer(status, &fields, bytes(body)), Then::Keep)
}

/// The bytes of a text with these escapes: `\r`, `\n`, `\t`, `\\`, `\e` (nothing), `\xFF`, `\u{2028}`, and of other texts `\GZIP{A}`,
/// `\ZSTD{A}`, `\HALF{A}` (the first half of its bytes), `\WRONG{A}` (in gzip with a wrong checksum), `\UTF16{A}` (of the little end
/// first), `\TIMES{9 A}`, and `\EACH{9 A}` with a number from 0 in the place of each `@`.
pub(crate) fn bytes(text: &str) -> Vec<u8> {
    let Some((plain, rest)) = text.split_once('\\') else {
        return text.as_bytes().to_vec();
    };
    let mut bytes_of = plain.as_bytes().to_vec();
    let (sign, mut rest) = rest.split_at(1);
    match sign {
        "r" => bytes_of.push(b'\r'),
        "n" => bytes_of.push(b'\n'),
        "t" => bytes_of.push(b'\t'),
        "\\" => bytes_of.push(b'\\'),
        "e" => {}
        "x" => {
            let (number, after) = rest.split_at(2);
            bytes_of.push(u8::from_str_radix(number, 16).unwrap());
            rest = after;
        }
        _ => {
            let (name, after) = rest.split_once('{').unwrap();
            let depth = |depth: &mut i32, c: char| {
                *depth += i32::from(c == '{') - i32::from(c == '}');
                Some(*depth)
            };
            let depths = after.chars().scan(1, depth);
            let end: usize = after
                .chars()
                .zip(depths)
                .take_while(|(_, depth)| *depth > 0)
                .map(|(c, _)| c.len_utf8())
                .sum();
            let inner = &after[..end];
            bytes_of.extend(match (sign, name) {
                ("u", _) => {
                    let c = char::from_u32(u32::from_str_radix(inner, 16).unwrap());
                    c.unwrap().to_string().into_bytes()
                }
                ("G", _) => gzip(&bytes(inner)),
                ("Z", _) => zstd::bulk::compress(&bytes(inner), 3).unwrap(),
                ("H", _) => {
                    let whole = bytes(inner);
                    whole[..whole.len() / 2].to_vec()
                }
                ("W", _) => {
                    let mut packed = gzip(&bytes(inner));
                    let sum = packed.len() - 8;
                    packed[sum] ^= 1;
                    packed
                }
                ("E", _) => {
                    let (times, text) = inner.split_once(' ').unwrap();
                    let numbers = 0..times.parse().unwrap();
                    numbers
                        .flat_map(|n: usize| bytes(&text.replace('@', &n.to_string())))
                        .collect()
                }
                ("U", _) => {
                    let text = String::from_utf8(bytes(inner)).unwrap();
                    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
                }
                _ => {
                    let (times, text) = inner.split_once(' ').unwrap();
                    bytes(text).repeat(times.parse().unwrap())
                }
            });
            rest = &after[end + 1..];
        }
    }
    bytes_of.extend(bytes(rest));
    bytes_of
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text).unwrap();
    gzip.finish().unwrap()
}
