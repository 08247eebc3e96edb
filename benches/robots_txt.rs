//! robots.txt: reading and asking, against the peers.
//!
//! `ONLY` is `corpus`, `growth`, `hostile` or `uses`; with `TIMES` it is `read`, `first-question`, `ask` or `uses`, or for the real
//! files in turn `real`, `real-robotxt` or `real-walk`.

mod counting;
mod harness;

use std::hint::black_box;
use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use bytes::Bytes;
use counting::{allocations, live};
use harness::{BenchSettings, Times, each, fixed, in_turns, row, table};
use robots_policy::robots_txt::RobotsTxtReader;
use robots_policy::uses::Activity;
use robots_policy::{Client, RobotsTxt};
use robotstxt::DefaultMatcher;
use texting_robots::Robot;

const AGENTS: [&str; 3] = ["Googlebot", "GPTBot", "SomeBot"];

/// One file, and the paths that its own rules suggest.
struct BenchFile {
    bytes: Bytes,
    text: String,
    paths: Vec<String>,
    /// An agent, made beforehand so that its allocations are not counted.
    client: Client,
}

/// How a crate reads a file and answers questions about it, and how often it was asked.
trait Peer {
    const NAME: &'static str;
    /// The form in which a crate keeps a file.
    type Read<'f>;

    fn read<'f>(file: &'f BenchFile, agent: &str) -> Self::Read<'f>;
    fn allows(read: &Self::Read<'_>, agent: &Client, path: &str) -> bool;
}

/// This crate, `ASKED` with the index that the first question builds.
struct Ours<const ASKED: bool>;

impl<const ASKED: bool> Peer for Ours<ASKED> {
    const NAME: &'static str = if ASKED {
        "robots-policy, asked"
    } else {
        "robots-policy, shared bytes"
    };
    type Read<'f> = RobotsTxt;

    fn read<'f>(file: &'f BenchFile, _: &str) -> RobotsTxt {
        let read = RobotsTxtReader::new().read_shared(&file.bytes).value;
        if ASKED {
            black_box(read.access(&file.client, "/").is_allowed());
        }
        read
    }

    fn allows(read: &RobotsTxt, agent: &Client, path: &str) -> bool {
        read.access(agent, path).is_allowed()
    }
}

impl Peer for robotxt::Robots {
    const NAME: &'static str = "robotxt";
    type Read<'f> = robotxt::Robots;

    fn read<'f>(file: &'f BenchFile, agent: &str) -> robotxt::Robots {
        robotxt::Robots::parse(&file.bytes, agent)
    }

    fn allows(read: &robotxt::Robots, _: &Client, path: &str) -> bool {
        read.is_allowed(path)
    }
}

impl Peer for Robot {
    const NAME: &'static str = "texting_robots";
    type Read<'f> = Option<Robot>;

    fn read<'f>(file: &'f BenchFile, agent: &str) -> Option<Robot> {
        Robot::new(agent, &file.bytes).ok()
    }

    fn allows(read: &Option<Robot>, _: &Client, path: &str) -> bool {
        read.as_ref().is_none_or(|robot| robot.allowed(path))
    }
}

impl Peer for robots_txt::Robots<'static> {
    const NAME: &'static str = "robots_txt (prefixes only)";
    type Read<'f> = robots_txt::Robots<'f>;

    fn read<'f>(file: &'f BenchFile, _: &str) -> robots_txt::Robots<'f> {
        robots_txt::Robots::from_str_lossy(&file.text)
    }

    fn allows(read: &robots_txt::Robots<'_>, agent: &Client, path: &str) -> bool {
        // It cuts a path at the length of a rule, and panics inside a character.
        if !path.is_ascii() {
            return true;
        }
        let section = read.choose_section(agent.tokens()[0].as_str());
        robots_txt::matcher::SimpleMatcher::new(&section.rules).check_path(path)
    }
}

/// Keeps nothing: each question reads the file. It panics on a `%` before a character of several octets.
impl Peer for DefaultMatcher<'_> {
    const NAME: &'static str = "robotstxt (reads each time)";
    type Read<'f> = &'f str;

    fn read<'f>(file: &'f BenchFile, agent: &str) -> &'f str {
        let ask = || DefaultMatcher::default().one_agent_allowed_by_robots(&file.text, agent, "/");
        black_box(catch_unwind(ask).unwrap_or(true));
        &file.text
    }

    fn allows(read: &&str, agent: &Client, path: &str) -> bool {
        let agent = agent.tokens()[0].as_str();
        let ask = || DefaultMatcher::default().one_agent_allowed_by_robots(read, agent, path);
        catch_unwind(ask).unwrap_or(true)
    }
}

/// The measurements of one crate.
struct Method {
    name: &'static str,
    read: fn(&[BenchFile]) -> Duration,
    ask: fn(&[BenchFile]) -> Duration,
    /// The bytes that are kept, and the allocations of a file on average.
    space: fn(&[BenchFile]) -> (usize, f64),
    /// The time for the paths of one file that is already read, measured over `times` repetitions.
    again: fn(&BenchFile, usize) -> Duration,
}

fn method<P: Peer>() -> Method {
    Method {
        name: P::NAME,
        read: read_all::<P>,
        ask: ask_all::<P>,
        space: space::<P>,
        again: again::<P>,
    }
}

/// Reads every file for one of the agents.
fn read_all<P: Peer>(files: &[BenchFile]) -> Duration {
    each(1, || {
        for (file, agent) in files.iter().zip(AGENTS.iter().cycle()) {
            black_box(P::read(black_box(file), agent));
        }
    })
}

/// Asks every file every question; only the questions are timed.
fn ask_all<P: Peer>(files: &[BenchFile]) -> Duration {
    let clients = AGENTS.map(|agent| Client::new(agent).unwrap());
    let mut time = Duration::ZERO;
    for file in files {
        for (agent, client) in AGENTS.iter().zip(&clients) {
            let read = P::read(file, agent);
            black_box(P::allows(&read, client, "/"));
            let start = Instant::now();
            for path in &file.paths {
                black_box(P::allows(&read, client, black_box(path)));
            }
            time += start.elapsed();
        }
    }
    time
}

fn space<P: Peer>(files: &[BenchFile]) -> (usize, f64) {
    let (mut kept, mut made) = (0, 0.0);
    for (file, agent) in files.iter().zip(AGENTS.iter().cycle()) {
        let before = live();
        let (read, own) = allocations(|| P::read(file, agent));
        kept += live() - before;
        made += own as f64 / files.len() as f64;
        drop(read);
    }
    (kept, made)
}

fn again<P: Peer>(file: &BenchFile, times: usize) -> Duration {
    let client = Client::new(AGENTS[2]).unwrap();
    let read = P::read(file, AGENTS[2]);
    black_box(P::allows(&read, &client, "/"));
    each(times, || {
        for path in &file.paths {
            black_box(P::allows(&read, &client, black_box(path)));
        }
    })
}

impl BenchFile {
    fn new(bytes: Vec<u8>) -> BenchFile {
        let bytes = Bytes::from(bytes);
        let robots = RobotsTxt::parse(&bytes).value;
        let rules = robots
            .groups()
            .flat_map(robots_policy::robots_txt::Group::rules);
        let path = |rule: robots_policy::robots_txt::Rule<'_>| {
            let path = rule.path().replace('*', "x1").replace('$', "");
            [path.clone(), format!("{path}more/page.html?a=b")]
        };
        let paths = rules
            .filter(|rule| rule.path().starts_with('/'))
            .flat_map(path);
        let mut paths: Vec<_> = paths.take(MOST_PATHS - 2).collect();
        paths.extend(["/".into(), "/news/2026/11/a-page.html".into()]);
        BenchFile {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            // An `Arc` that exists already, so that a further clone costs no allocation.
            bytes: bytes.clone(),
            paths,
            client: Client::new(AGENTS[0]).unwrap(),
        }
    }
}

fn files() -> Vec<BenchFile> {
    let bytes = harness::corpus("robots", |path| path.ends_with("robots.txt"));
    bytes.into_iter().map(BenchFile::new).collect()
}

/// The times of each method's work, the methods in turns.
fn timed(rounds: usize, methods: &[Method], work: impl Fn(&Method) -> Duration) -> Times {
    let work = &work;
    let mut works: Vec<_> = methods.iter().map(|method| move || work(method)).collect();
    let mut works: Vec<_> = works.iter_mut().map(|work| work as _).collect();
    in_turns(rounds, &mut works)
}

fn corpus(files: &[BenchFile], rounds: usize) {
    let methods = [
        method::<Ours<false>>(),
        method::<Ours<true>>(),
        method::<robotxt::Robots>(),
        method::<Robot>(),
        method::<robots_txt::Robots<'static>>(),
        method::<DefaultMatcher>(),
    ];
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let paths: usize = files.iter().map(|file| file.paths.len()).sum();
    let questions = (paths * AGENTS.len()) as f64;
    let reads = timed(rounds, &methods, |method| (method.read)(files));
    // One that reads each time would take minutes; its question is its reading.
    let fast = methods.len() - 1;
    let asks = timed(rounds, &methods[..fast], |method| (method.ask)(files));
    let widths = table(
        &format!(
            "{} files, {bytes} bytes, {questions} questions",
            files.len()
        ),
        "method | MB/s | ratio | ns/ask | ratio | kept/B | allocs",
    );
    for (index, method) in methods.iter().enumerate() {
        let (ask, ask_ratio) = if index < fast {
            (asks.of(index) / questions, asks.ratio(index, 0))
        } else {
            let ask = reads.of(index) / files.len() as f64;
            (ask, ask / (asks.of(0) / questions))
        };
        let (kept, made) = (method.space)(files);
        row(
            widths,
            [
                &method.name,
                &fixed(bytes as f64 / reads.of(index) / 1e6, 0),
                &fixed(reads.ratio(index, 0), 2),
                &fixed(ask * 1e9, 0),
                &fixed(ask_ratio, 2),
                &fixed(kept as f64 / bytes as f64, 3),
                &fixed(made, 1),
            ],
        );
    }
}

/// A group of `rules` rules: three in four are prefixes, every fourth has a star.
fn group(rules: usize) -> BenchFile {
    let mut text = String::from("User-agent: *\n");
    for rule in 0..rules {
        let key = if rule % 5 == 0 { "Allow" } else { "Disallow" };
        let (shelf, item) = (rule % 97, rule);
        text += &match rule % 8 {
            3 => format!("{key}: /shelf{shelf}/*/item{item}\n"),
            7 => format!("{key}: /*?sort{item}=\n"),
            _ => format!("{key}: /shelf{shelf}/item{item}\n"),
        };
    }
    let mut file = BenchFile::new(text.into_bytes());
    let last = rules.saturating_sub(1);
    file.paths = (0..16)
        .map(|at| at * last / 15)
        .flat_map(|item| {
            let shelf = item % 97;
            [
                format!("/shelf{shelf}/item{item}/page"),
                format!("/shelf{shelf}/a/item{item}"),
                format!("/other/page?sort{item}=up"),
                format!("/nothing/of/this/{item}"),
            ]
        })
        .collect();
    file
}

fn growth(rounds: usize) {
    let methods = [
        method::<Ours<false>>(),
        method::<robotxt::Robots>(),
        method::<Robot>(),
        method::<robots_txt::Robots<'static>>(),
    ];
    let widths = table(
        "a question in a group of `n` rules, every eighth `/*?…`, every eighth `/…/*/…`: ns, and the peers in times ours",
        "rules | ours, ns | robotxt | texting_robots | robots_txt",
    );
    for rules in [10, 100, 1_000, 10_000] {
        let file = &group(rules);
        let calls = (20_000 / rules).clamp(2, 200);
        let times = timed(rounds, &methods, |method| (method.again)(file, calls));
        row(
            widths,
            [
                &rules,
                &fixed(times.of(0) * 1e9 / file.paths.len() as f64, 0),
                &fixed(times.ratio(1, 0), 1),
                &fixed(times.ratio(2, 0), 1),
                &fixed(times.ratio(3, 0), 1),
            ],
        );
    }
}

fn hostile(rounds: usize) {
    let methods = [
        method::<Ours<false>>(),
        method::<robotxt::Robots>(),
        method::<Robot>(),
    ];
    let widths = table(
        "µs a question: `/*a*a…*ab` against a path of `a`",
        "end | stars | path | ours | robotxt | texting_robots",
    );
    for (stars, length) in [
        (4, 2_000),
        (16, 2_000),
        (64, 2_000),
        (256, 2_000),
        (1_000, 2_000),
        (256, 20_000),
        (256, 200_000),
    ] {
        for end in ["b", "b$"] {
            let pattern = format!("User-agent: *\nDisallow: /{}{end}\n", "*a".repeat(stars));
            let mut file = BenchFile::new(pattern.into_bytes());
            file.paths = vec![format!("/{}", "a".repeat(length))];
            let times = timed(rounds.min(5), &methods, |method| (method.again)(&file, 20));
            let micros = |method| fixed(times.of(method) * 1e6, 2);
            row(
                widths,
                [&end, &stars, &length, &micros(0), &micros(1), &micros(2)],
            );
        }
    }
}

/// A question about access, and the same question with the answers about all uses.
fn uses(rounds: usize) {
    let widths = table(
        "a question about access, and one about access and all uses: ns",
        "file | access | with uses | ratio",
    );
    for (name, file) in [
        ("no preference, 100 rules", group(100)),
        (
            "managed file as it is served",
            BenchFile::new(SERVED.to_vec()),
        ),
        ("managed block alone", with_uses(MANAGED, 0)),
        ("managed block, 100 rules", with_uses(MANAGED, 100)),
        ("managed block, 10,000 rules", with_uses(MANAGED, 10_000)),
        (
            "Content-Usage, 100 rules",
            with_uses("Content-Usage: train-ai=n\n", 100),
        ),
        (
            "100 paths of Content-Usage, 100 rules",
            with_uses(&own_paths(), 100),
        ),
    ] {
        let client = Client::new(AGENTS[2]).unwrap();
        let read = Ours::<false>::read(&file, AGENTS[2]);
        let each_path = |ask: &dyn Fn(&str)| {
            each(200, || {
                for path in &file.paths {
                    ask(black_box(path));
                }
            })
        };
        let access = |path: &str| _ = black_box(read.access(&client, path).is_allowed());
        let answers = |path: &str| all_uses(&read, &client, path);
        let times = in_turns(
            rounds,
            &mut [&mut || each_path(&access), &mut || each_path(&answers)],
        );
        let nanos = |way| fixed(times.of(way) * 1e9 / file.paths.len() as f64, 0);
        row(
            widths,
            [
                &name,
                &nanos(0),
                &nanos(1),
                &fixed(times.ratio(1, 0), 2),
            ],
        );
    }
}

/// The answers about access and all uses.
fn all_uses(read: &RobotsTxt, client: &Client, path: &str) {
    let access = read.access(client, path);
    black_box(access.is_allowed());
    let uses = read.uses_after(&access, client, path);
    for activity in Activity::ALL {
        black_box(uses.of(*activity));
    }
}

/// A line of `Content-Usage` for each of 100 paths.
fn own_paths() -> String {
    (0..100)
        .map(|rule| format!("Content-Usage: /shelf{rule}/ train-ai=n\n"))
        .collect()
}

/// A group as of [`group`] that states preferences.
fn with_uses(stated: &str, rules: usize) -> BenchFile {
    let plain = group(rules);
    let text = plain.text.replacen('\n', &format!("\n{stated}"), 1);
    BenchFile {
        paths: plain.paths,
        ..BenchFile::new(text.into_bytes())
    }
}

/// A managed robots.txt, whose groups are those of real ones.
const SERVED: &[u8] = include_bytes!("../fixtures/uses/r-235-r-303-managed-file/robots.txt");
/// The group for every client of Cloudflare's managed robots.txt.
const MANAGED: &str = "Content-Signal: search=yes,ai-train=no,use=reference\nAllow: /\n";

/// The number of questions that one file gives.
const MOST_PATHS: usize = 200;

/// The limit of a reader of lines: the places of the ends of lines and of their first colons, counted.
fn walk(bytes: &[u8]) -> usize {
    let (mut rest, mut found) = (bytes, 0);
    while let Some(end) = memchr::memchr(b'\n', rest) {
        let (line, after) = rest.split_at(end);
        found += usize::from(memchr::memchr(b':', line).is_some());
        rest = &after[1..];
    }
    found
}

/// Runs one operation `times` times, on a generated file of 100 rules or the real ones, for a tool that counts instructions.
fn repeated(path: &str, times: usize) {
    let files = match path {
        "real" | "real-robotxt" | "real-walk" => files(),
        "uses" => vec![with_uses(MANAGED, 100)],
        _ => vec![group(100)],
    };
    let client = Client::new(AGENTS[2]).unwrap();
    let read = Ours::<true>::read(&files[0], AGENTS[2]);
    for (time, file) in (0..times).zip(black_box(&files).iter().cycle()) {
        let asked = &file.paths[time % file.paths.len()];
        match path {
            "read" | "real" => _ = black_box(Ours::<false>::read(file, AGENTS[2])),
            "real-robotxt" => _ = black_box(<robotxt::Robots as Peer>::read(file, AGENTS[2])),
            "real-walk" => _ = black_box(walk(&file.bytes)),
            "first-question" => _ = black_box(Ours::<true>::read(file, AGENTS[2])),
            "uses" => all_uses(&read, &client, asked),
            _ => _ = black_box(Ours::<true>::allows(&read, &client, asked)),
        }
    }
}

fn main() {
    // Two files make robotstxt panic, which is caught.
    std::panic::set_hook(Box::new(|_| {}));
    let asked = BenchSettings::read();
    if let Some((only, times)) = asked.repeated() {
        return repeated(only, times);
    }
    let files = files();
    let rounds = asked.rounds(15);
    if asked.wants("corpus") {
        corpus(&files, rounds);
    }
    if asked.wants("growth") {
        growth(rounds);
    }
    if asked.wants("hostile") {
        hostile(rounds);
    }
    if asked.wants("uses") {
        uses(rounds);
    }
}
