//! The bytes of robots.txt, `tdmrep.json` and licences out of the store.

use robots_policy::Timestamp;
use robots_policy::robots_txt::authority;
use robots_policy_archives::store::{Digest, Observation, Store};
use robots_policy_archives::table::TableRow;
use robots_policy_archives::{document_at, robots_at};
use serde_json::Value;
use url::Url;

use super::evidence::{Agreement, Evidence, Facts, Stated, lines};

/// The answers that a row was judged by, as far as they are at hand.
pub(super) fn of(store: Option<&Store>, row: &TableRow) -> Vec<Evidence> {
    let stated = Stated::of(row);
    let from = |source: &str| -> Vec<Stated> {
        let own = stated.iter().filter(|stated| stated.source == source);
        own.cloned().collect()
    };
    let mut all = vec![
        Evidence::new("robots.txt", facts(row, "robots"), from("robots.txt")),
        Evidence::new("tdmrep.json", facts(row, "tdmrep"), from("tdmrep.json")),
    ];
    let licenses = row.get("license_answers").and_then(Value::as_array);
    all.extend(licenses.into_iter().flatten().map(|license| {
        // A row does not say in which licence a statement is: that with the text in its line.
        Evidence::new("licenses", of_license(license), from("rsl"))
    }));
    for one in &mut all {
        if row.get("robots_url").is_none() {
            let note = "the table is of an earlier version, which does not name it; scan again, or with `scan --again`";
            one.agree(Agreement::NotAtHand, note);
        } else if one.facts == Facts::default() {
            let note = "the row was judged without it";
            one.agree(Agreement::NotGiven, note);
        } else if let Some(store) = store {
            compare(store, one);
        }
    }
    all
}

/// The facts in the columns of these names.
fn facts(row: &TableRow, group: &str) -> Facts {
    let status = row.number(&format!("{group}_status"));
    facts_of(status, &|name| row.text(&format!("{group}_{name}")))
}

fn of_license(license: &Value) -> Facts {
    let text = |name: &str| license.get(name)?.as_str();
    let own = facts_of(license.get("status").and_then(Value::as_u64), &text);
    let answered = text("answered").map(str::to_owned);
    Facts {
        url: answered.or(own.url),
        ..own
    }
}

/// The facts with this status, and these texts by their names.
fn facts_of<'t>(status: Option<u64>, text: &dyn Fn(&str) -> Option<&'t str>) -> Facts {
    let text = |name| text(name).map(str::to_owned);
    Facts {
        url: text("url"),
        status,
        fetched: text("fetched"),
        digest: text("sha256").map(|digits| format!("{SHA256}{digits}")),
        record_id: text("record_id"),
    }
}

/// Compares an answer with the store.
fn compare(store: &Store, one: &mut Evidence) {
    let wrong = match (observation(store, &one.facts), digest(&one.facts)) {
        (Err(why), _) => why,
        (Ok(None), _) => String::from(
            "the store has no such answer: it is of another crawl, or the table was changed",
        ),
        (Ok(Some(seen)), None) => {
            one.agree(Agreement::NotCompared, format!("{seen}; it has no body"));
            return;
        }
        (Ok(Some(seen)), Some(digest)) => match store.body(&digest) {
            Ok(Some(bytes)) => {
                one.agree(Agreement::Agrees, seen);
                let lines = lines(&bytes);
                if one.source == "licenses" {
                    one.statements
                        .retain(|stated| stated.line_in(&lines).is_some());
                }
                one.look_up(&lines);
                return;
            }
            Ok(None) => String::from("the store has no body with this digest"),
            Err(error) => error.why,
        },
    };
    one.agree(Agreement::Differs, wrong);
}

fn digest(facts: &Facts) -> Option<Digest> {
    facts.digest.as_deref()?.strip_prefix(SHA256)?.parse().ok()
}

/// Where the store has the answer; `None` if it has not.
fn observation(store: &Store, facts: &Facts) -> Result<Option<String>, String> {
    let url = facts.url.as_deref().unwrap_or_default();
    let Ok(parsed) = Url::parse(url) else {
        return Ok(None);
    };
    let keys = [
        authority(url),
        robots_at(parsed.clone()),
        document_at(parsed),
    ];
    for key in keys.into_iter().flatten() {
        let all = store.observations(&key).map_err(|error| error.why)?;
        if let Some(found) = all.iter().position(|one| is_it(one, facts)) {
            let (number, of) = (found + 1, all.len());
            return Ok(Some(format!(
                "observation {number} of {of} in the store for {key}"
            )));
        }
    }
    Ok(None)
}

fn is_it(one: &Observation, facts: &Facts) -> bool {
    let at = Timestamp::from_unix(one.at).to_string();
    let digest = one.body.map(|body| format!("{SHA256}{}", body.digest));
    Some(at) == facts.fetched
        && Some(u64::from(one.status)) == facts.status
        && digest == facts.digest
        && one.record_id == facts.record_id
}

const SHA256: &str = "sha256:";
