//! Requests and answers, as files beside the clients write them down.
//!
//! A file has one step a line, and below it what is told of it ([`robots_policy_kit::told`]); a long text is shown by its name:
//!
//! | line | step |
//! |---|---|
//! | `# text` | begins anew, with new sites and clients |
//! | `SITE/path = answer` | answers for a path of a site ([`Answer::of`]); `SITE/path then = answer` after that, `then 5` five times |
//! | `SITE/path = @ fields \| 9 \| bytes` | answers with a file of which parts may be asked for, which breaks off after 9 bytes |
//! | `host NAME = 127.0.0.1, 127.0.0.2 \| 127.0.0.3` | gives a name addresses, and others at the second question |
//! | `with name=value` | is how the clients are set up |
//! | `get URL`, `take 3 URL`, `drop URL` | reads an answer, three pieces of it, or nothing |
//! | `walk URL` | follows redirects from a page that the user named |
//! | `robots URL`, `robots URL with fields` | asks for the robots.txt of a page, with a copy that came with these fields |
//! | `open URL`, `reads URL` | reads a file, and shows the requests or hides them |
//! | `range URL 0 9`, `seek URL 9 0`, `version URL` | reads a range of a file, all from 0 on after 9 bytes, and its version |
//! | `left SITE` | waits until a client has left an answer that comes for ever |
//! | `head` | shows the header block of the last request |
//!
//! SITE is at 127.0.0.1, FAR at 127.0.0.2 and INNER at 127.0.0.3; the clients take these for a public, a loopback and a private
//! address. `@SITE` is its port. Of a request its connection is shown if it is not the first one of the site.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)] // a test fails by panicking

use std::fmt::Write as _;
use std::io::{self, Read, Seek as _, SeekFrom};
use std::path::Path;
use std::time::Duration;

use robots_policy_kit::bytes::bytes;
use robots_policy_kit::server::Asked;
use robots_policy_kit::site::{Answer, Site};
use robots_policy_kit::told::assert_told;

use crate::{Interrupt, StoredBody};
use http::{HeaderMap, HeaderName, HeaderValue};
use robots_policy::Timestamp;
use robots_policy::robots_txt::{Robots, RobotsFetch};
use ureq::Proxy;
use url::Url;

use crate::fetch::tests::{Zone, settings};
use crate::fetch::{
    Addresses, BodyEnd, ClientSettings, Hop, HttpClient, ProblemKind, Proxies, Response,
    RobotsAnswer, RobotsEnd, RobotsRequest, RobotsResponse, Validators, Vary, Wait, Walk, ends_if,
};
use crate::remote::{Remote, Version, Web};

#[test]
fn of_pages() {
    for file in ["bodies", "codings", "heads", "reach", "redirects", "robots"] {
        assert_exchanges(&format!("fetch/tests/{file}.txt"));
    }
}

#[test]
fn of_files() {
    for file in ["ranges", "streams", "trust"] {
        assert_exchanges(&format!("remote/tests/{file}.txt"));
    }
}

fn assert_exchanges(file: &str) {
    let mut exchanges = Exchanges::new();
    assert_told(Path::new("crates/live/src").join(file), |step, names| {
        exchanges.told(step, names)
    });
}

struct Exchanges {
    sites: [(&'static str, Site); 3],
    names: Vec<(String, String)>,
    settings: ClientSettings,
    zone: Zone,
    most_robots: usize,
    client: Option<HttpClient>,
    remote: Option<Remote>,
    last: Option<Asked>,
}

impl Exchanges {
    fn new() -> Exchanges {
        Exchanges {
            sites: [("SITE", 1), ("FAR", 2), ("INNER", 3)]
                .map(|(name, number)| (name, Site::at(&format!("127.0.0.{number}:0")))),
            names: Vec::new(),
            settings: settings(),
            zone: Zone::default(),
            most_robots: 1000,
            client: None,
            remote: None,
            last: None,
        }
    }

    fn told(&mut self, step: &str, names: &[(String, String)]) -> String {
        if step.starts_with("# ") {
            *self = Exchanges::new();
            return String::new();
        }
        self.names = names.to_vec();
        let step = self.addressed(step);
        if let Some((name, text)) = step.split_once(" = ") {
            self.has(name, text);
            return String::new();
        }
        let (word, rest) = step.split_once(' ').unwrap_or((&step, ""));
        let told = match word {
            "with" => self.with(rest),
            "get" => self.get(rest, usize::MAX),
            "take" => {
                let (count, url) = rest.split_once(' ').unwrap();
                self.get(url, count.parse().unwrap())
            }
            "drop" => self.get(rest, 0),
            "walk" => self.walk(&url(rest)),
            "robots" => self.robots(rest),
            "url" => crate::fetch::url(rest).map_or_else(|why| why, String::from),
            "left" => {
                let site = self
                    .sites
                    .iter()
                    .find(|(_, site)| site.server.url("") == rest);
                String::from(if site.unwrap().1.is_left() {
                    "left"
                } else {
                    "still there"
                })
            }
            "reads" => {
                let told = self.file("open", rest);
                self.requests();
                told
            }
            "head" => self.last.as_ref().unwrap().head.clone(),
            _ => self.file(word, rest),
        };
        let told = [told, self.requests()].join("\n");
        self.shown(&told)
    }

    /// Text with what stands for names.
    fn addressed(&self, text: &str) -> String {
        let sites = self.sites.iter();
        sites.fold(text.to_owned(), |text, (name, site)| {
            let port = site.server.address().port().to_string();
            text.replace(&format!("@{name}"), &port)
                .replace(name, &site.server.url(""))
        })
    }

    /// Text with the names of what is not the same in every run.
    fn shown(&self, text: &str) -> String {
        self.sites
            .iter()
            .fold(text.to_owned(), |text, (name, site)| {
                let address = site.server.address();
                text.replace(&site.server.url(""), name)
                    .replace(&address.to_string(), name)
                    .replace(&format!(":{}", address.port()), &format!(":@{name}"))
            })
    }

    fn has(&mut self, name: &str, text: &str) {
        if let Some(host) = name.strip_prefix("host ") {
            return self.zone.add(host, text);
        }
        let mut sites = self.sites.iter();
        let (site, path) = sites
            .find_map(|(_, site)| Some((site, name.strip_prefix(&site.server.url(""))?)))
            .unwrap();
        let (path, how) = path.split_once(" then").unwrap_or((path, "-"));
        let count = how.trim().parse().unwrap_or(1);
        for _ in 0..count {
            site.answers(path, how != "-", answer_of(text));
        }
    }

    fn with(&mut self, settings: &str) -> String {
        self.client = None;
        let own = &mut self.settings;
        for setting in settings.split(' ') {
            let (name, value) = setting.split_once('=').unwrap();
            let number = value.parse::<usize>().unwrap_or_default();
            let time = Duration::from_millis(number as u64);
            match name {
                "redirects" => own.redirects = number,
                "header" => own.most_header = number,
                "body" => own.most_body = number as u64,
                "robots" => self.most_robots = number,
                "read" => own.read = time,
                "total" => own.total = Some(time),
                "proxy" => own.proxies = Some(Proxies::all(Proxy::new(value).unwrap())),
                "addresses" => {
                    own.addresses = match value {
                        "any" => Addresses::Any,
                        "public" => Addresses::Public,
                        _ => Addresses::OfPage,
                    };
                    own.names = self.zone.names();
                }
                _ => panic!("{name}"),
            }
        }
        String::new()
    }

    fn client(&mut self) -> &HttpClient {
        let settings = &self.settings;
        let made = || HttpClient::new(settings.clone()).unwrap();
        self.client.get_or_insert_with(made)
    }

    /// Reads an answer as far as these pieces, or leaves it.
    fn get(&mut self, place: &str, most: usize) -> String {
        let client = self.client();
        let answer = match client.get(&url(place)) {
            Err(problem) => return format!("! {problem}"),
            Ok(answer) => answer,
        };
        let notices = client.take_notices().join("\n");
        let head = head(&answer);
        if most == 0 {
            drop(answer);
            return head;
        }
        [format!("{head} | {}", self.body(answer, most)), notices].join("\n")
    }

    /// The body of an answer, and how the reading of it ends.
    fn body(&self, answer: Response, most: usize) -> String {
        let (mut body, mut pieces) = (Vec::new(), 0);
        let end = answer.read(|piece| {
            assert!(!piece.is_empty() && piece.len() <= 16 * 1024);
            body.extend_from_slice(piece);
            pieces += 1;
            ends_if(pieces == most)
        });
        match end {
            Ok(BodyEnd::Whole) => self.named(&body),
            Ok(BodyEnd::Stopped) => format!("stopped after {pieces}"),
            Err(problem) => {
                let read = match problem.kind() {
                    ProblemKind::Timeout(Wait::End, _) if pieces > 0 => String::from("some"),
                    ProblemKind::Undecodable(..) | ProblemKind::Timeout(..) => {
                        self.named(&body).split('[').next().unwrap().to_owned()
                    }
                    _ => self.named(&body),
                };
                format!("{read} | ! {}", problem.kind())
            }
        }
    }

    /// Bytes as the text that they are a part of, or as they are.
    fn named(&self, found: &[u8]) -> String {
        for (name, text) in &self.names {
            let whole = bytes(text);
            if whole == found && found.len() > 20 {
                return name.clone();
            }
            if let Some(at) = memchr::memmem::find(&whole, found).filter(|_| found.len() > 50) {
                return format!("{name}[{at}..{}]", at + found.len());
            }
        }
        match found {
            [first, ..] if found.len() > 100 => {
                format!("\"{}… {} bytes", first.escape_ascii(), found.len())
            }
            _ => format!("\"{}\"", found.escape_ascii()),
        }
    }

    fn walk(&mut self, page: &Url) -> String {
        let client = self.client();
        client.enter(page);
        let mut walk = Walk::new(client, page);
        let end = loop {
            let response = match client.get(walk.at()) {
                Ok(response) => response,
                Err(problem) => break Err(problem),
            };
            match walk.follow(&response) {
                Ok(true) => {}
                Ok(false) => break Ok(response),
                Err(problem) => break Err(problem),
            }
        };
        let end = match end {
            Ok(response) => format!("{} | {}", head(&response), self.body(response, usize::MAX)),
            Err(problem) => format!("! {problem}"),
        };
        hops(walk.hops()) + &end
    }

    fn robots(&mut self, rest: &str) -> String {
        let (page, fields) = rest.split_once(" with ").unwrap_or((rest, ""));
        let page = url(page);
        let place = page.join("/robots.txt").unwrap();
        let copy = Validators::of(&place, &fields_of(fields));
        let mut fetch = RobotsFetch::default();
        if copy.is_some() {
            held().replay(&mut fetch, now());
        }
        let mut again = fetch.clone();
        let request = RobotsRequest {
            copy: copy.as_ref(),
            fields: &HeaderMap::new(),
            most: self.most_robots,
            now: now(),
        };
        let client = self.client();
        client.enter(&page);
        let answer = client.robots_txt(&page, &mut fetch, request);
        let outcome = outcome(&fetch);
        // The answer in a cache is that of the server; a 304 alone is none.
        let kept = serde_json::to_string(&answer.end).unwrap();
        let kept: RobotsEnd = serde_json::from_str(&kept).unwrap();
        assert_eq!(kept, answer.end);
        if kept.answered() != Some(304) || outcome != "rules" {
            kept.replay(&mut again, now());
            assert_eq!(self::outcome(&again), outcome, "{:?}", answer.end);
        }
        let RobotsAnswer { hops, end, problem } = answer;
        let problem = problem.map_or_else(String::new, |problem| format!("\n! {problem}"));
        format!(
            "{}{}\n{outcome}{problem}",
            self::hops(&hops),
            self.ended(end)
        )
    }

    fn ended(&self, end: RobotsEnd) -> String {
        let RobotsEnd::Response(own) = end else {
            return format!("{end:?}");
        };
        let (status, body) = (own.status, own.body);
        let mut told = format!("{status} | {}", self.named(&body));
        if body.is_cut() && (200..300).contains(&status) {
            let all = if body.is_all_seen() { "all" } else { "some" };
            write!(told, " | cut, {all} of {}", body.seen()).unwrap();
        }
        let vary = (own.vary != Vary::Nothing).then(|| format!("{:?}", own.vary));
        for (name, value) in [
            ("location", own.location),
            ("cache-control", own.cache_control),
            ("retry-after", own.retry_after),
            ("challenge", own.is_challenge.then(String::new)),
            ("validators", own.validators.map(|_| String::new())),
            ("vary", vary),
        ] {
            if let Some(value) = value {
                write!(told, " | {name} {value}").unwrap();
            }
        }
        told
    }

    /// A step about a file at an address.
    fn file(&mut self, word: &str, rest: &str) -> String {
        let mut words = rest.split(' ');
        let url = url(words.next().unwrap());
        let numbers: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
        let web = Web::hasty(
            ClientSettings::new("test"),
            self.settings.read,
            Duration::from_millis(1),
        );
        let fresh = Remote::new(&web, url, &Interrupt::default());
        let (start, read) = match word {
            "version" => {
                let version = fresh.version();
                return version.map_or_else(
                    |error| format!("! {error}"),
                    |Version { length, validator }| {
                        format!("{}, {}", bytes_of(length), validator.unwrap_or_default())
                    },
                );
            }
            "range" => {
                let remote = self.remote.get_or_insert(fresh);
                (String::new(), read(remote.range(numbers[0], numbers[1])))
            }
            _ => match fresh.open() {
                Err(error) => (String::new(), Err(error)),
                Ok(mut file) => {
                    let opening = file.opening();
                    let ranges = if opening.serves_ranges {
                        "serves ranges"
                    } else {
                        "whole"
                    };
                    let start = format!("{}, {ranges} | ", bytes_of(opening.length));
                    if let [first, from] = numbers[..] {
                        io::copy(&mut Read::by_ref(&mut file).take(first), &mut io::sink())
                            .unwrap();
                        assert_eq!(file.stream_position().unwrap(), first);
                        let sought = file.seek(SeekFrom::Start(from));
                        (start, read(sought.map(|_| file)))
                    } else {
                        (start, read(Ok(file)))
                    }
                }
            },
        };
        match read {
            Ok(bytes) => start + &self.named(&bytes),
            Err(error) => format!("! {error}"),
        }
    }

    /// The requests that were not shown before, with the fields that steps are about.
    fn requests(&mut self) -> String {
        let mut told = String::new();
        for (name, site) in &mut self.sites {
            for asked in site.asked() {
                let method = asked
                    .head
                    .split(' ')
                    .next()
                    .filter(|method| *method != "GET");
                let method = method.map_or_else(String::new, |method| format!("{method} "));
                let space = if asked.path.starts_with('/') { "" } else { " " };
                write!(told, "> {method}{name}{space}{}", asked.path).unwrap();
                for field in ["Range", "If-Range", "If-None-Match", "If-Modified-Since"] {
                    if let Some(value) = asked.field(field) {
                        write!(told, "  {field}: {value}").unwrap();
                    }
                }
                if asked.connection > 1 {
                    write!(told, "  (connection {})", asked.connection).unwrap();
                }
                told.push('\n');
                self.last = Some(asked);
            }
        }
        told
    }
}

/// An answer, or after `@` a file.
fn answer_of(text: &str) -> Answer {
    let Some(file) = text.strip_prefix('@') else {
        return Answer::of(text);
    };
    let (fields, rest) = file.split_once(" | ").unwrap();
    let (at, content) = rest.split_once(" | ").unwrap_or(("", rest));
    let mut fields = fields.trim().replace(r"\r\n", "\r\n");
    if !fields.is_empty() {
        fields += "\r\n";
    }
    Answer::File(bytes(content), fields, at.parse().ok())
}

fn bytes_of(length: Option<u64>) -> String {
    length.map_or_else(|| String::from("bytes"), |length| format!("{length} bytes"))
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

fn now() -> Timestamp {
    Timestamp::from_unix(1_790_000_000)
}

/// The status and the fields of an answer.
fn head(answer: &Response) -> String {
    let framing = [
        "content-length",
        "transfer-encoding",
        "content-encoding",
        "connection",
    ];
    let fields = answer.headers().iter();
    let fields = fields.filter(|(name, _)| !framing.contains(&name.as_str()));
    let fields: Vec<String> = fields
        .map(|(name, value)| format!(" | {name}: {}", value.as_bytes().escape_ascii()))
        .collect();
    let status = answer.status().as_u16();
    match &fields[..] {
        [.., last] if fields.len() > 5 => format!("{status} | {} fields{last}", fields.len()),
        _ => format!("{status}{}", fields.concat()),
    }
}

fn hops(hops: &[Hop]) -> String {
    let lines: Vec<String> = hops.iter().map(|hop| format!("{hop}\n")).collect();
    lines.concat()
}

fn fields_of(text: &str) -> HeaderMap {
    let lines = text.split(r"\r\n").filter_map(|line| line.split_once(": "));
    let fields = lines.map(|(name, value)| {
        let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
        (name, HeaderValue::from_str(value).unwrap())
    });
    fields.collect()
}

/// The copy that a fetch holds.
fn held() -> RobotsEnd {
    RobotsEnd::Response(RobotsResponse {
        status: 200,
        body: StoredBody::whole(b"Disallow: /p".to_vec()),
        ..RobotsResponse::default()
    })
}

fn outcome(fetch: &RobotsFetch) -> String {
    let mut told = match fetch.outcome(now()) {
        Robots::Unavailable(cause) => format!("unavailable: {cause}"),
        Robots::Unreachable { cause, .. } => format!("unreachable: {cause}"),
        _ => String::from("rules"),
    };
    if let Some((since, cause)) = fetch.unreachable() {
        assert_eq!(since, now());
        write!(told, " | last fetch: {cause}").unwrap();
    }
    if let Some(why) = fetch.instead() {
        write!(told, " | not robots.txt: {}", why.name()).unwrap();
    }
    told
}

fn read(opened: io::Result<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    opened?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
