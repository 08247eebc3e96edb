//! The document: what is said about the data set as a whole.

use std::collections::BTreeSet;
use std::fs;

use robots_policy::Timestamp;
use robots_policy_archives::folder::RunFile;
use robots_policy_report::ScanFolder;

use super::CroissantArgs;
use super::node::Node;
use super::sets::Sets;
use crate::say::number;

/// The data set of these tables.
pub(super) fn dataset(facts: &CroissantArgs, folders: &[ScanFolder], sets: &Sets) -> Node {
    let scans: Vec<RunFile> = folders.iter().filter_map(run).collect();
    let creators = facts.creator.iter().map(|name| {
        Node::object([
            ("@type", "sc:Organization".into()),
            ("name", name.as_str().into()),
        ])
    });
    let own_name = facts.name.clone().unwrap_or_else(|| name(folders));
    let described = facts.description.clone();
    let described = described.unwrap_or_else(|| description(sets));
    let version = facts.data_version.clone().or_else(|| version(&scans));
    let created = scans.iter().map(|scan| scan.began).min();
    let activities = scans.iter().map(activity);
    let tools = once(scans.iter().map(program));
    let protocol = once(scans.iter().flat_map(protocol));
    Node::object([
        ("@context", context()),
        ("@type", "sc:Dataset".into()),
        ("conformsTo", CONFORMS_TO.to_vec().into()),
        ("name", own_name.into()),
        ("description", described.into()),
        ("license", facts.license.clone().into()),
        ("url", facts.url.clone().into()),
        ("creator", Node::some(creators)),
        ("datePublished", facts.published.clone().into()),
        ("citeAs", facts.cite_as.clone().into()),
        ("version", version.into()),
        ("dateCreated", created.map(time).into()),
        ("prov:wasGeneratedBy", Node::some(activities)),
        ("rai:dataCollectionRawData", RAW_DATA.into()),
        ("rai:machineAnnotationTools", Node::some(tools)),
        ("rai:dataAnnotationProtocol", Node::some(protocol)),
        ("rai:dataLimitations", LIMITATIONS.to_vec().into()),
        ("distribution", sets.distribution().into()),
        ("recordSet", sets.record_sets().into()),
    ])
}

/// The context as `mlcroissant` compares it, with the indentation that it has in a document.
fn context() -> Node {
    let context = serde_json::from_str(include_str!("context.json"));
    context.map_or(Node::Absent, Node::Raw)
}

/// A scan.
fn activity(scan: &RunFile) -> Node {
    Node::object([
        ("@type", "prov:Activity".into()),
        ("prov:label", format!("{} scan", program(scan)).into()),
        ("prov:startedAtTime", time(scan.began).into()),
    ])
}

/// The names of the folders.
fn name(folders: &[ScanFolder]) -> String {
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
fn run(folder: &ScanFolder) -> Option<RunFile> {
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

const CONFORMS_TO: [&str; 2] = [
    "http://mlcommons.org/croissant/1.1",
    "http://mlcommons.org/croissant/RAI/1.0",
];

const RAW_DATA: &str = "Responses in web archives (WARC); the columns warc_file and warc_offset name the record of each row.";

const LIMITATIONS: [&str; 2] = [
    "A row says what was stated when its response was archived, and nothing about later statements.",
    "Null is an answer that is not known, neither silence nor a yes; the column `unread` has the reasons.",
];
