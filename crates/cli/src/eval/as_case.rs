//! `eval --as-case`: the inputs and the options of a run as a case of `fixtures/`, whose expectation a person writes.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use robots_policy::ledger::Assumed;
use robots_policy::{Client, ProductToken, Timestamp};
use robots_policy_input::read_input::{is_without_input, read};
use robots_policy_input::saved::{self, SavedAs};
use robots_policy_input::{ReadingOptions, RobotsGiven};
use serde_json::{Map, Value, json};

use super::{Beside, EvalSettings, report_failure, saved_as};
use crate::args::eval::EvalArgs;
use crate::exit::{Exit, Failure};

/// A file of the case and its bytes.
type CaseFile = (&'static str, Vec<u8>);

/// Writes the case.
///
/// # Errors
/// An input cannot be read, the inputs are not those of one response, or the folder exists.
pub(super) fn write(folder: &Path, args: &EvalSettings, beside: &Beside) -> Result<Exit, Failure> {
    let robots = beside.robots();
    let has_robots = robots.status.is_some() || robots.body.is_some();
    let mut files = response(&args.given, has_robots)?;
    // An answer without rules is its status.
    let body = robots
        .body
        .filter(|body| robots.status.is_none() || !body.is_empty());
    files.extend(body.map(|body| ("robots.txt", body.to_vec())));
    let uses = &beside.uses;
    files.extend(
        uses.tdmrep
            .iter()
            .map(|file| ("tdmrep.json", file.bytes.to_vec())),
    );
    files.extend(
        uses.licenses
            .first()
            .map(|(_, file)| ("license.xml", file.bytes.to_vec())),
    );
    let is_bare_page =
        files.iter().any(|(name, _)| *name == "page.html") && !has(&files, "headers.http");
    let asks = args.askers.clients().iter();
    let asks = asks.map(|asker| question(args, asker, robots));
    // A case has all that its response has, unless the run says otherwise.
    let named = args.stated.assumed;
    let named: Vec<String> = named.to_string().split(", ").map(str::to_owned).collect();
    let absent = if args.stated.assumed.is_empty() {
        json!(Assumed::REST)
    } else {
        json!(named)
    };
    let ask = json!({
        "about": "",
        "basis": "",
        "type": is_bare_page.then_some("text/html"),
        "assume_absent": absent,
        "asks": asks.collect::<Vec<_>>(),
    });
    let ask = without_null(ask);
    let text = serde_json::to_string_pretty(&ask).map_err(io::Error::from)?;
    files.push(("ask.json", format!("{text}\n").into_bytes()));
    place(folder, &files)?;
    let exit = report_second(&args.given, &files);
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{}: fill in `about`, `basis` and `expect`; fixtures/README.md says how",
        folder.join("ask.json").display()
    )?;
    out.flush()?;
    Ok(exit)
}

/// Reports that the file of the response holds a second one, which is not part of the case.
fn report_second(given: &EvalArgs, files: &[CaseFile]) -> Exit {
    let path = given.headers.as_ref().or(given.inputs.first());
    let response = files.iter().find(|(name, _)| *name == RESPONSE);
    let name = path.map_or(Path::new("-"), PathBuf::as_path);
    let name = name.display().to_string();
    let second = response.and_then(|(_, bytes)| {
        let (mut saved, mut memory) = (bytes.as_slice(), Vec::new());
        let message = saved::response(&mut saved, &mut memory);
        message.ok()?.second()
    });
    second.map_or(Exit::Answered, |at| {
        let why = saved::second(at, "counts");
        report_failure(&Failure::Input(name, why))
    })
}

fn has(files: &[CaseFile], name: &str) -> bool {
    files.iter().any(|(own, _)| *own == name)
}

/// The file of a saved response, or its page, without the marks of a client.
fn saved(path: &Path) -> Result<CaseFile, Failure> {
    let name = path.display().to_string();
    Ok(match saved_as(&name, read(path)?)? {
        SavedAs::Response(bytes) => (RESPONSE, bytes),
        SavedAs::Undone(undone, _) => (RESPONSE, undone.bytes),
        SavedAs::Page(bytes) => ("page.html", bytes),
        SavedAs::Copy(_) => {
            let why = "it is a page in MHTML, and a case has all that its response has; save the response with `curl -si URL > page.http`";
            return Err(Failure::Input(name, why.to_owned()));
        }
    })
}

/// The files of the one response of the run, byte for byte; none if the question is about robots.txt alone.
fn response(given: &EvalArgs, has_robots: bool) -> Result<Vec<CaseFile>, Failure> {
    if given.headers.is_none() && given.html.is_none() {
        return match given.inputs.as_slice() {
            [] if has_robots && is_without_input() => Ok(Vec::new()),
            [] => Ok(vec![saved(Path::new("-"))?]),
            [path] => Ok(vec![saved(path)?]),
            paths => Err(Failure::Usage(format!(
                "a case is about one response, and these are {}; write a case for each",
                paths.len()
            ))),
        };
    }
    let mut files = Vec::new();
    if let Some(path) = &given.headers {
        let bytes = read(path)?;
        let is_response = bytes.starts_with(b"HTTP/");
        if is_response && given.html.is_some() {
            return Err(Failure::Usage(format!(
                "{} is a whole response; give its field lines alone beside --html",
                path.display()
            )));
        }
        let name = if is_response {
            RESPONSE
        } else {
            "headers.http"
        };
        files.push((name, bytes));
    }
    if let Some(path) = &given.html {
        files.push(("page.html", read(path)?));
    }
    Ok(files)
}

/// The options of the run as keys of an ask; options that are not given are left out.
fn question(args: &EvalSettings, client: &Client, robots: RobotsGiven<'_>) -> Value {
    let pages = client.page_tokens();
    let url = args.given.url.as_str();
    without_null(json!({
        "id": id(client),
        "agent": tokens(client.tokens()),
        "page_agent": (pages != client.tokens()).then(|| words(pages)),
        "obeys_global": (!client.obeys_global()).then_some(false),
        "purposes": tokens(client.purposes()).map(|_| words(client.purposes())),
        "signature_agent": signature(client),
        "url": (url != "/").then_some(url),
        "now": args.given.now.and_then(written),
        "robots_status": robots.status,
        "options": options(&args.given.reading),
        "expect": {},
    }))
}

fn without_null(mut object: Value) -> Value {
    if let Some(keys) = object.as_object_mut() {
        keys.retain(|_, value| !value.is_null());
    }
    object
}

/// The name of the asker in lower case.
fn id(client: &Client) -> String {
    let own = client
        .tokens()
        .first()
        .map_or("anybody", ProductToken::as_str);
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    let own = own.to_ascii_lowercase();
    own.chars()
        .map(|c| if is_word(c) { c } else { '-' })
        .collect()
}

fn words(tokens: &[ProductToken]) -> Vec<&str> {
    tokens.iter().map(ProductToken::as_str).collect()
}

/// One token, several, or null where there are none.
fn tokens(tokens: &[ProductToken]) -> Option<Value> {
    match tokens {
        [] => None,
        [one] => Some(one.as_str().into()),
        several => Some(words(several).into()),
    }
}

/// A value of `Signature-Agent` that names the same hosts.
fn signature(client: &Client) -> Option<String> {
    let hosts: Vec<&str> = client.signature_hosts().collect();
    match hosts.as_slice() {
        [] => None,
        [host] => Some((*host).to_owned()),
        hosts => {
            let hosts = hosts.iter().enumerate();
            let members = hosts.map(|(index, host)| format!("sig{index}=\"https://{host}\""));
            Some(members.collect::<Vec<_>>().join(", "))
        }
    }
}

/// As in RFC 3339; `None` beyond the years that it can write.
fn written(moment: Timestamp) -> Option<String> {
    let moment = jiff::Timestamp::from_second(moment.as_unix()).ok()?;
    Some(moment.to_string())
}

/// The options that are not at their defaults.
fn options(reading: &ReadingOptions) -> Option<Map<String, Value>> {
    let (Ok(Value::Object(mut own)), Ok(defaults)) = (
        serde_json::to_value(reading),
        serde_json::to_value(ReadingOptions::of_library()),
    ) else {
        return None;
    };
    own.retain(|key, value| defaults.get(key) != Some(value));
    (!own.is_empty()).then_some(own)
}

fn place(folder: &Path, files: &[CaseFile]) -> Result<(), Failure> {
    let failed = |path: &Path, why: String| Failure::File(path.display().to_string(), why);
    if let Some(parent) = folder.parent() {
        fs::create_dir_all(parent).map_err(|error| failed(parent, error.to_string()))?;
    }
    fs::create_dir(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => failed(
            folder,
            String::from("it exists; name a new folder, or delete this one first"),
        ),
        _ => failed(folder, error.to_string()),
    })?;
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::write(&path, bytes).map_err(|error| failed(&path, error.to_string()))?;
    }
    Ok(())
}

/// The file of a response with its status line.
const RESPONSE: &str = "response.http";
