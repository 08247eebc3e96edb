//! The questions of `fixtures/ledger.json` as live sites, each with its files at an address of its own.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::net::Ipv4Addr;

use serde_json::Value;

use super::doors::process::words;
use super::doors::wire::Wire;
use crate::ledger::{answers_of, place, questions, unread_of};
use crate::ledger_archive::{file, page};
use crate::scanning::{fed, folder, json_lines};
use robots_policy_kit::server::{Server, Then};

/// Whether a client reads a response with these fields: it refuses one whose length is not one number (RFC 9112 §6.3).
fn is_read(record: &Value) -> bool {
    let lines = record["headers"].as_array().into_iter().flatten();
    let lengths = lines.filter(|line| line[0] == "Content-Length");
    let lengths: Vec<&str> = lengths.filter_map(|line| line[1].as_str()).collect();
    let is_number = |text: &&str| !text.starts_with('+') && text.parse::<u64>().is_ok();
    lengths.len() < 2 && lengths.iter().all(is_number)
}

/// The files of the site of a question, by path; `None` where no site is like it.
fn site(question: &Value) -> Option<BTreeMap<&'static str, Wire>> {
    let record = &question["record"];
    let robots = file(record, ["robots_txt", "robots_status"]).ok()??;
    let tdmrep = file(record, ["tdmrep", "tdmrep_status"]).ok()??;
    let page = page(question).filter(|_| record["assume_absent"].is_null());
    Some(BTreeMap::from([
        ("/robots.txt", robots),
        ("/.well-known/tdmrep.json", tdmrep),
        (PAGE, page?),
    ]))
}

/// The page, at whatever path.
const PAGE: &str = "page";

#[test]
fn live_sites_answer_the_questions() {
    let questions = questions();
    let asked = questions.iter().filter(|question| {
        let record = &question["record"];
        // These are about the words of a caller.
        record["options"].is_null() && record["status"].as_u64() != Some(304) && is_read(record)
    });
    let sites = asked.filter_map(|question| Some((question, site(question)?)));
    let sites: Vec<(&Value, BTreeMap<&str, Wire>)> = sites.collect();
    let first = u32::from(Ipv4Addr::new(127, 2, 0, 1));
    let hosts: Vec<String> = (first..)
        .take(sites.len())
        .map(|host| Ipv4Addr::from(host).to_string())
        .collect();
    let answers: BTreeMap<String, BTreeMap<&str, Vec<u8>>> = hosts
        .iter()
        .zip(&sites)
        .map(|(host, (_, files))| {
            let sent = |wire: &Wire| match wire.body.len() {
                0 => wire.sent(),
                // The end of the connection is its end, as far as no field says more.
                _ => wire.bytes(),
            };
            let files = files.iter().map(|(path, wire)| (*path, sent(wire)));
            (host.clone(), files.collect())
        })
        .collect();
    let server = Server::start_at("0.0.0.0:0", move |asked, stream| {
        let host = asked.field("host").unwrap_or_default();
        let host = host.split(':').next().unwrap_or_default();
        let files = &answers[host];
        let _ = stream.write_all(files.get(asked.path.as_str()).unwrap_or(&files[PAGE]));
        Then::Close
    });
    let port = server.address().port();
    let mut words = words("check --format=json --no-cache --timeout=5 --agent=ExampleBot");
    let urls = hosts.iter().zip(&sites);
    words.extend(
        urls.map(|(host, (question, _))| format!("http://{host}:{port}{}", place(question).1)),
    );
    let output = fed(&folder("ledger-live"), &words, b"");
    let records = json_lines(str::from_utf8(&output.stdout).unwrap());
    assert_eq!(records.len(), sites.len());
    let mut wrong = String::new();
    for ((question, _), answer) in sites.iter().zip(&records) {
        let about = &question["about"];
        if answer["error"].is_object() {
            writeln!(wrong, "{about}: {}", answer["error"]).unwrap();
            continue;
        }
        let mut got = [answers_of(answer), unread_of(answer)];
        let mut expected = ["answers", "unread"].map(|key| question[key].clone());
        if let Some(unread) = got[1].as_array_mut()
            && !matches!(
                question["record"]["status"].as_u64(),
                None | Some(200 | 201 | 203..=299)
            )
        {
            // `tdmrep.json` is not requested where there is no page.
            unread.retain(|one| one["source"] != "tdmrep.json");
        }
        if question["answers"]["access"] != true {
            // The page is not requested.
            [got, expected] =
                [got, expected].map(|[answers, _]| [answers["access"].clone(), Value::Null]);
        }
        if got != expected {
            writeln!(wrong, "{about}:\n  {got:?}\n  and not\n  {expected:?}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(sites.len() > 40, "{}", sites.len());
}
