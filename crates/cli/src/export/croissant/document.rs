//! The document: what is said about the data set as a whole.

use std::collections::BTreeSet;

use robots_policy::Timestamp;
use robots_policy_report::Written;
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
    #[serde(rename = "prov:startedAtTime", skip_serializing_if = "Option::is_none")]
    started: Option<String>,
}

impl<'s> Dataset<'s> {
    pub(super) fn of(facts: &Facts, folders: &[Written], sets: &'s Sets) -> Dataset<'s> {
        let scans = folders.iter().filter(|folder| !folder.settings.is_empty());
        let scans: Vec<&Written> = scans.collect();
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
            created: scans.iter().filter_map(|scan| scan.began).min().map(time),
            generated_by: scans.iter().map(|scan| Activity::of(scan)).collect(),
            raw_data: "Responses in web archives (WARC); the columns warc_file and warc_offset name the record of each row.",
            tools: once(scans.iter().map(|scan| program(scan))),
            protocol: once(scans.iter().map(|scan| protocol(scan))),
            limitations: LIMITATIONS,
            distribution: sets.distribution(),
            record_sets: sets.record_sets(),
        }
    }
}

impl Activity {
    fn of(scan: &Written) -> Activity {
        Activity {
            kind: "prov:Activity",
            label: format!("{} scan", program(scan)),
            started: scan.began.map(time),
        }
    }
}

/// The names of the folders.
fn name(folders: &[Written]) -> String {
    let names = folders.iter().map(|folder| {
        let place = std::fs::canonicalize(&folder.folder);
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
fn version(scans: &[&Written]) -> Option<String> {
    let versions = scans.iter().map(|scan| scan.settings.get("table"));
    let versions: BTreeSet<_> = versions.collect();
    let [Some(version)] = Vec::from_iter(versions)[..] else {
        return None;
    };
    Some(format!("{version}.0.0"))
}

fn program(scan: &Written) -> String {
    match scan.settings.get("program") {
        Some(version) => format!("robots-policy {version}"),
        None => String::from("robots-policy"),
    }
}

/// The settings of a scan in words. Names of files stay where they are.
fn protocol(scan: &Written) -> String {
    let settings = scan.settings.iter();
    let settings = settings.filter(|(name, _)| !ELSEWHERE.contains(&name.as_str()));
    let settings = settings.map(|(name, value)| match name.as_str() {
        "robots" => String::from("robots.txt: answers of a store"),
        "records" => String::from("records: those of an index"),
        name => format!("{name}: {value}"),
    });
    let settings: Vec<String> = settings.collect();
    format!(
        "Each response was judged with these settings of `robots-policy scan`: {}.",
        settings.join("; ")
    )
}

/// Each text once, in the order of their names.
fn once(texts: impl Iterator<Item = String>) -> Vec<String> {
    texts.collect::<BTreeSet<_>>().into_iter().collect()
}

fn time(time: Timestamp) -> String {
    time.to_string()
}

/// Settings that are said in another place.
const ELSEWHERE: [&str; 3] = ["format", "program", "table"];

const LIMITATIONS: [&str; 2] = [
    "A row says what was stated when its response was archived, and nothing about later statements.",
    "Null is an answer that is not known, neither silence nor a yes; the column `unread` has the reasons.",
];
