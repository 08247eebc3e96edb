//! The doors of the program that read local files: `eval` in its three ways, and `matrix`.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::path::Path;
use std::process::Output;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::question::{Question, flags, now};
use super::wire::Wire;
use super::{DoorAnswer, by_group};
use crate::scanning::{fed, json_lines};

pub(crate) fn words(line: &str) -> Vec<String> {
    line.split(' ').map(str::to_owned).collect()
}

pub(crate) fn lines(output: &Output) -> Vec<Value> {
    json_lines(str::from_utf8(&output.stdout).unwrap())
}

/// The words for the robots.txt of a question; its file is written to the folder.
fn robots(folder: &Path, question: &Question<'_>) -> Result<Vec<String>, &'static str> {
    let mut words = vec![format!("--url={}", question.typed().url())];
    words.extend(question.word_of_the_caller());
    if question.robots.is_some() {
        words.push(format!("--robots={}", robots_file(folder, question)?));
    }
    let name = question.case.name.replace('/', "-");
    if let Some(file) = &question.case.tdmrep {
        fs::write(folder.join(format!("{name}.json")), file).unwrap();
        words.push(format!("--tdmrep={name}.json"));
    }
    let address = question.typed().license_url.as_ref();
    if let Some((url, file)) = address.zip(question.case.license.as_ref()) {
        fs::write(folder.join(format!("{name}.xml")), file).unwrap();
        words.push(format!("--license={url}={name}.xml"));
    }
    Ok(words)
}

/// The file of a robots.txt: its text, or the response if that has more.
fn robots_file(folder: &Path, question: &Question<'_>) -> Result<String, &'static str> {
    let bytes = match &question.robots {
        Some((0, _)) => return Err("a file holds no answer that was not given"),
        Some((200, wire)) if wire.body.is_empty() && !wire.is_cut => {
            return Err("for an empty body it is not known whether it was saved");
        }
        Some((200, wire)) if wire.bytes() == Wire::robots(200, &wire.body).bytes() => {
            wire.body.clone()
        }
        Some((200..=299, wire)) if wire.body.is_empty() && !wire.is_cut => {
            return Err("for an empty body it is not known whether it was saved");
        }
        Some((_, wire)) => wire.bytes(),
        None => return Err("there is no robots.txt"),
    };
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let name = format!("{:x}.robots", hasher.finish());
    fs::write(folder.join(&name), bytes).unwrap();
    Ok(name)
}

/// `eval FILE…`: responses as `curl -i` writes them.
pub(crate) fn saved(folder: &Path, questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    eval_files(folder, questions, |question| {
        let wire = question.wire.clone().unwrap_or_else(Wire::empty);
        Ok(wire.bytes())
    })
}

/// `eval FILE…`: responses as `curl -v` writes them.
pub(crate) fn curl(folder: &Path, questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    eval_files(folder, questions, |question| {
        let (head, body) = marked(question, b"< ")?;
        let own = format!("{{ [{} bytes data]\n", body.len());
        let end = b"* Connection #0 to host a.example left intact\n";
        let parts = [
            &b"* Trying\n> GET / HTTP/1.1\r\n> \r\n"[..],
            &head,
            b"< \r\n",
        ];
        Ok([&parts.concat(), own.as_bytes(), &body, end].concat())
    })
}

/// `eval FILE…`: responses as `wget -qS` writes them.
pub(crate) fn wget(folder: &Path, questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    eval_files(folder, questions, |question| {
        let (head, body) = marked(question, b"  ")?;
        if body.starts_with(b" ") {
            return Err("no empty line is before the page, so a blank there is not certain");
        }
        Ok([head, body].concat())
    })
}

/// The header block with a mark before each line, and the page, whose length the block states.
fn marked(question: &Question<'_>, mark: &[u8]) -> Result<(Vec<u8>, Vec<u8>), &'static str> {
    let Some(wire) = question.wire.as_ref().filter(|wire| !wire.body.is_empty()) else {
        return Err("without a page the file is refused");
    };
    if wire.raw.is_some() || wire.is_cut {
        return Err("the client that saved it wrote other marks");
    }
    let mut wire = wire.clone();
    wire.set("Content-Length", &wire.body.len().to_string());
    let head = [&wire.status, &b"\n"[..], &wire.fields()].concat();
    let lines = head.split_inclusive(|b| *b == b'\n');
    let lines: Vec<_> = lines.map(|line| [mark, line].concat()).collect();
    Ok((lines.concat(), wire.body))
}

fn eval_files(
    folder: &Path,
    questions: &[Question<'_>],
    save: impl Fn(&Question<'_>) -> Result<Vec<u8>, &'static str>,
) -> Vec<DoorAnswer> {
    let group = |question: &Question<'_>| {
        let ask = question.ask();
        question.is_not_coded()?;
        save(question)?;
        let mut group = words("eval --format=json");
        group.extend(flags(question.typed())?);
        group.push(now(ask));
        group.extend(robots(folder, question)?);
        Ok(group)
    };
    by_group(questions, group, |group, questions| {
        let mut group = group.to_vec();
        // With two inputs or more each answer has the name of its own.
        fs::write(folder.join("other"), Wire::empty().bytes()).unwrap();
        group.push(String::from("other"));
        for (index, question) in questions.iter().enumerate() {
            let name = format!("{index}.http");
            fs::write(folder.join(&name), save(question).unwrap()).unwrap();
            group.push(name);
        }
        let output = fed(folder, &group, b"");
        let reported = lines(&output).into_iter();
        let mut reported: BTreeMap<String, Value> = reported
            .map(|answer| (answer["id"].as_str().unwrap().to_owned(), answer))
            .collect();
        let complaints = String::from_utf8_lossy(&output.stderr);
        let mut of_names = BTreeMap::new();
        for line in complaints.lines() {
            for word in line.split([' ', ':']) {
                of_names.entry(word).or_insert(line);
            }
        }
        let of = |index| {
            let name = format!("{index}.http");
            match reported.remove(&name) {
                Some(answer) => DoorAnswer::Said(answer),
                // Without a robots.txt nothing is answered, and the message is about that.
                None => DoorAnswer::Refused(
                    of_names
                        .get(&*name)
                        .map_or(&*complaints, |line| line)
                        .to_owned(),
                ),
            }
        };
        (0..questions.len()).map(of).collect()
    })
}

/// `eval --headers FILE --html FILE --robots FILE`.
pub(crate) fn parts(folder: &Path, questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    let one = |(index, question): (usize, &Question<'_>)| {
        let ask = question.ask();
        let mut words = words("eval --format=json");
        let is_said = question
            .is_not_coded()
            .and_then(|()| flags(question.typed()));
        match is_said.and_then(|flags| Ok((flags, robots(folder, question)?))) {
            Ok((flags, robots)) => words.extend(flags.into_iter().chain(robots)),
            Err(why) => return DoorAnswer::Cannot(why),
        }
        words.push(now(ask));
        let wire = question.wire.clone().unwrap_or_else(Wire::empty);
        if question.case.is_response {
            return DoorAnswer::Cannot(
                "the file of --html is a document; a response may not be one",
            );
        }
        let mut fields = wire.fields();
        // An empty file is one that a client could not fill.
        if fields.is_empty() {
            fields = b"Server: a\n".to_vec();
        }
        fs::write(folder.join(format!("{index}.fields")), fields).unwrap();
        words.push(format!("--headers={index}.fields"));
        if question.case.document.is_some() {
            fs::write(folder.join(format!("{index}.html")), &wire.body).unwrap();
            words.push(format!("--html={index}.html"));
        }
        let output = fed(folder, &words, b"");
        match lines(&output).pop() {
            Some(answer) => DoorAnswer::Said(answer),
            None => DoorAnswer::Refused(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    };
    questions.iter().enumerate().map(one).collect()
}

/// `eval --jsonl`, the documents as bytes.
pub(crate) fn records(folder: &Path, questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    batch(folder, questions, octets)
}

/// The document of a record as bytes.
#[expect(
    clippy::unnecessary_wraps,
    reason = "other forms of a document have errors"
)]
pub(crate) fn octets(question: &Question<'_>, wire: &Wire) -> DocumentKeys {
    let html = || json!({"html_base64": BASE64_STANDARD.encode(&wire.body)});
    Ok(question.case.document.is_some().then(html))
}

/// `eval --jsonl`, the documents as characters.
pub(crate) fn characters(folder: &Path, questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    batch(folder, questions, |question, wire| {
        if question.case.document.is_none() {
            return Err("there is no document");
        }
        characters_of(question, wire)
    })
}

/// The document of a record as characters, if there is one.
pub(crate) fn characters_of(question: &Question<'_>, wire: &Wire) -> DocumentKeys {
    if question.case.document.is_none() {
        return Ok(None);
    }
    if question.case.name.starts_with("encoding/") || wire.body.contains(&0) {
        return Err("the case is about octets");
    }
    let text = str::from_utf8(&wire.body).map_err(|_| "the document is not UTF-8")?;
    if text.starts_with('\u{feff}') || !text.is_ascii() {
        return Err("its characters are found by their declaration");
    }
    Ok(Some(json!({"html": text})))
}

pub(crate) type DocumentKeys = Result<Option<Value>, &'static str>;

/// The record of a question, with the keys of its document.
pub(crate) fn record(
    question: &Question<'_>,
    document: impl Fn(&Question<'_>, &Wire) -> DocumentKeys,
) -> Result<Value, &'static str> {
    if question.typed().is_of_the_library() {
        return Err("only the library has this option");
    }
    let mut record = json!({"now": "2026-11-20T00:00:00Z"});
    if let Some(wire) = &question.wire {
        if question.case.is_cut {
            return Err("a record has no word for a document that was cut");
        }
        if question.case.is_response && !wire.has("Content-Type") {
            return Err(
                "the document of a record is a document; a response without a type may not be one",
            );
        }
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec());
        let lines = wire
            .lines
            .iter()
            .map(|(name, value)| Ok(json!([text(name)?, text(value)?])));
        let lines: Result<Vec<Value>, std::string::FromUtf8Error> = lines.collect();
        record["headers"] = lines.map_err(|_| "a field is not text")?.into();
        if let Some(status) = question.case.status {
            record["status"] = status.into();
        }
        for (key, value) in document(question, wire)?
            .iter()
            .filter_map(Value::as_object)
            .flatten()
        {
            record[key] = value.clone();
        }
    }
    if let Some((status, wire)) = &question.robots {
        if *status > 599 {
            return Err("a record has a status of HTTP");
        }
        record["robots_status"] = (*status).into();
        if question.case.robots_txt.is_some() || matches!(status, 200..=299) {
            record["robots_txt_base64"] = BASE64_STANDARD.encode(&wire.body).into();
        }
    }
    for (key, value) in question.typed().of_a_record() {
        record[key] = value.clone();
    }
    if let Some(file) = &question.case.tdmrep {
        record["tdmrep_base64"] = BASE64_STANDARD.encode(file).into();
    }
    let address = question.typed().license_url.as_ref();
    if let Some((url, file)) = address.zip(question.case.license.as_ref()) {
        let body = BASE64_STANDARD.encode(file);
        record["licenses"] = json!([{"url": url, "body_base64": body}]);
    }
    Ok(record)
}

fn batch(
    folder: &Path,
    questions: &[Question<'_>],
    document: impl Fn(&Question<'_>, &Wire) -> DocumentKeys,
) -> Vec<DoorAnswer> {
    let records: Vec<_> = questions
        .iter()
        .map(|question| record(question, &document))
        .collect();
    let input: String = records
        .iter()
        .flatten()
        .map(|record| format!("{record}\n"))
        .collect();
    let output = fed(folder, words("eval --jsonl"), input.as_bytes());
    let mut reported = lines(&output).into_iter();
    let answers = records.iter().map(|record| match record {
        Err(why) => DoorAnswer::Cannot(why),
        Ok(_) => match reported.next().unwrap() {
            refusal if refusal["error"].is_object() => {
                DoorAnswer::Refused(refusal["error"].to_string())
            }
            answer => DoorAnswer::Said(answer),
        },
    });
    let answers = answers.collect();
    assert_eq!(reported.next(), None);
    answers
}

/// `matrix FILE`: the access of each client to each path, and the line that decides it.
pub(crate) fn matrix(folder: &Path, questions: &[Question<'_>]) -> Vec<DoorAnswer> {
    let group = |question: &Question<'_>| {
        let ask = question.ask();
        let others = [
            "signature_agent",
            "page_agent",
            "obeys_global",
            "policy_tokens",
        ];
        if others.iter().any(|key| !ask[key].is_null()) {
            return Err("matrix knows an asker by its product tokens and purposes");
        }
        let flags = flags(question.typed())?;
        let mut options = ask["options"].as_object().into_iter().flatten();
        if options.any(|(name, _)| name != "google_compat") {
            return Err("matrix reads robots.txt alone");
        }
        let case = question.case;
        let is_of_page = !case.fields.is_empty() || case.document.is_some();
        let is_of_others = is_of_page || question.has_no_documents().is_err();
        if !ask["expect"]["uses"].is_null() && is_of_others {
            return Err("matrix reads robots.txt alone");
        }
        let uses = "matrix --format=json --use=train,train-other,input,ai-index,search,mine";
        let mut group = words(uses);
        group.push(robots_file(folder, question)?);
        group.extend(flags);
        if ask["agent"].is_null() {
            group.push(String::from("--agent=*"));
        }
        Ok(group)
    };
    by_group(questions, group, |group, questions| {
        let mut group = group.to_vec();
        let urls = questions.iter().map(|question| question.typed().url());
        group.extend(urls.map(ToOwned::to_owned));
        let output = fed(folder, &group, b"");
        let Some(reported) = lines(&output).pop() else {
            let why = String::from_utf8_lossy(&output.stderr);
            let refused = questions
                .iter()
                .map(|_| DoorAnswer::Refused(why.to_string()));
            return refused.collect();
        };
        let rows = reported["rows"].as_array().unwrap();
        assert_eq!(rows.len(), questions.len());
        let rows = rows.iter().zip(questions).map(|(row, question)| {
            assert_eq!(row["url"], question.typed().url());
            DoorAnswer::Said(json!({"access": row, "uses": row["uses"]}))
        });
        rows.collect()
    })
}
