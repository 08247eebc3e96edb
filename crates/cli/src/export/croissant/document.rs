//! The document: what is said about the data set as a whole.

use std::collections::BTreeSet;
use std::fs;

use robots_policy::Timestamp;
use robots_policy_report::Written;
use robots_policy_scan::folder::RunFile;
use serde::Serialize;

use super::Facts;
use super::context::Context;
use super::sets::{Distributed, RecordSet, Sets};
use crate::say::number;

/// A data set.
#[derive(Serialize)]
pub(super) struct Dataset<'s> {
    #[serde(rename = "@context")]
    context: Context,
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "conformsTo")]
    conforms_to: [&'static str; 2],
    name: String,
    description: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    license: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    creator: Vec<Organization>,
    #[serde(rename = "datePublished", skip_serializing_if = "Option::is_none")]
    published: Option<String>,
    #[serde(rename = "citeAs", skip_serializing_if = "Option::is_none")]
    cite_as: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(rename = "dateCreated", skip_serializing_if = "Option::is_none")]
    created: Option<String>,
    #[serde(rename = "prov:wasGeneratedBy", skip_serializing_if = "Vec::is_empty")]
    generated_by: Vec<Activity>,
    #[serde(rename = "rai:dataCollectionRawData")]
    raw_data: &'static str,
    #[serde(
        rename = "rai:machineAnnotationTools",
        skip_serializing_if = "Vec::is_empty"
    )]
    tools: Vec<String>,
    #[serde(
        rename = "rai:dataAnnotationProtocol",
        skip_serializing_if = "Vec::is_empty"
    )]
    protocol: Vec<String>,
    #[serde(rename = "rai:dataLimitations")]
    limitations: [&'static str; 2],
    distribution: Vec<Distributed<'s>>,
    #[serde(rename = "recordSet")]
    record_sets: Vec<RecordSet>,
}

#[derive(Serialize)]
struct Organization {
    #[serde(rename = "@type")]
    kind: &'static str,
    name: String,
}

/// A scan.
#[derive(Serialize)]
struct Activity {
    #[serde(rename = "@type")]
    kind: &'static str,
    #[serde(rename = "prov:label")]
    label: String,
    #[serde(rename = "prov:startedAtTime")]
    started: String,
}

impl<'s> Dataset<'s> {
    pub(super) fn of(facts: &Facts, folders: &[Written], sets: &'s Sets) -> Dataset<'s> {
        let scans: Vec<RunFile> = folders.iter().filter_map(run).collect();
        let creators = facts.creators.iter();
        let creators = creators.map(|name| Organization {
            kind: "sc:Organization",
            name: name.clone(),
        });
        let described = facts.description.clone();
        Dataset {
            context: Context,
            kind: "sc:Dataset",
            conforms_to: [
                "http://mlcommons.org/croissant/1.1",
                "http://mlcommons.org/croissant/RAI/1.0",
            ],
            name: facts.name.clone().unwrap_or_else(|| name(folders)),
            description: described.unwrap_or_else(|| description(sets)),
            license: facts.license.clone(),
            url: facts.url.clone(),
            creator: creators.collect(),
            published: facts.published.clone(),
            cite_as: facts.cite_as.clone(),
            version: facts.version.clone().or_else(|| version(&scans)),
            created: scans.iter().map(|scan| scan.began).min().map(time),
            generated_by: scans.iter().map(Activity::of).collect(),
            raw_data: "Responses in web archives (WARC); the columns warc_file and warc_offset name the record of each row.",
            tools: once(scans.iter().map(program)),
            protocol: once(scans.iter().flat_map(protocol)),
            limitations: LIMITATIONS,
            distribution: sets.distribution(),
            record_sets: sets.record_sets(),
        }
    }
}

impl Activity {
    fn of(scan: &RunFile) -> Activity {
        Activity {
            kind: "prov:Activity",
            label: format!("{} scan", program(scan)),
            started: time(scan.began),
        }
    }
}

/// The names of the folders.
fn name(folders: &[Written]) -> String {
    let names = folders.iter().map(|folder| {
        let place = fs::canonicalize(&folder.folder);
        let place = place.unwrap_or_else(|_| folder.folder.clone());
        let name = place
            .file_name()
            .map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_default()
    });
    names.collect::<Vec<_>>().join(" + ")
}

fn description(sets: &Sets) -> String {
    let whose = if sets.is_about_engines() {
        "what each engine does with it by what its owner documents, and "
    } else {
        ""
    };
    format!(
        "What the responses of a web crawl state about their use, in {}: for each response {whose}whether it may be fetched, indexed, excerpted, stored and used for artificial intelligence, with the statements that decide.",
        number(sets.tables(), "table")
    )
}

/// The version of the tables, which has a new number where columns mean something else.
fn version(scans: &[RunFile]) -> Option<String> {
    let versions = scans.iter().map(|scan| scan.settings.get("table"));
    let versions: BTreeSet<_> = versions.collect();
    let [Some(version)] = Vec::from_iter(versions)[..] else {
        return None;
    };
    Some(format!("{version}.0.0"))
}

fn program(scan: &RunFile) -> String {
    match scan.settings.get("program") {
        Some(version) => format!("robots-policy {version}"),
        None => String::from("robots-policy"),
    }
}

/// The run of a folder, if the folder says it.
fn run(folder: &Written) -> Option<RunFile> {
    let text = fs::read(folder.folder.join("scan.json")).ok()?;
    serde_json::from_slice(&text).ok()
}

/// The settings of a scan in words, and the inputs that responses are judged by. Names of files stay where they are.
fn protocol(scan: &RunFile) -> Vec<String> {
    let settings = scan.settings.iter();
    let settings = settings.filter(|(name, _)| !ELSEWHERE.contains(&name.as_str()));
    let settings = settings.map(|(name, value)| match name.as_str() {
        "robots" => String::from("robots.txt: answers of a store"),
        "records" => String::from("records: those of an index"),
        name => format!("{name}: {value}"),
    });
    let settings: Vec<String> = settings.collect();
    let mut said = vec![format!(
        "Each response was judged with these settings of `robots-policy scan`: {}.",
        settings.join("; ")
    )];
    if let Some(clock) = &scan.clock {
        said.push(format!("Deadlines were compared with {clock}."));
    }
    if !scan.specifications.is_empty() {
        let specifications = scan.specifications.join("; ");
        said.push(format!(
            "Statements were read by these texts: {specifications}."
        ));
    }
    let store = scan.store.as_ref();
    if let Some(sha256) = store.map(|store| &store.sha256) {
        said.push(format!(
            "The answers for robots.txt are the rows of a store with the SHA-256 {sha256}."
        ));
    }
    said
}

/// Each text once, in their order.
fn once(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut all = Vec::new();
    for text in texts {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

fn time(seconds: i64) -> String {
    Timestamp::from_unix(seconds).to_string()
}

/// Settings that are said in another place.
const ELSEWHERE: [&str; 4] = ["format", "program", "sha256", "table"];

const LIMITATIONS: [&str; 2] = [
    "A row says what was stated when its response was archived, and nothing about later statements.",
    "Null is an answer that is not known, neither silence nor a yes; the column `unread` has the reasons.",
];
