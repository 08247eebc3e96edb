//! The input of a case, as readers get it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use robots_policy_kit::case::form::Tokens;
use robots_policy_kit::case::{Ask, Case, NOW};

use super::form::{Feature, FetchAnswer, Input, Kind};

/// Text, or bytes that are none in base64.
fn text_or_base64(octets: Option<&[u8]>) -> (Option<String>, Option<String>) {
    let is_plain = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t');
    match octets.map(|octets| (octets, str::from_utf8(octets))) {
        None => (None, None),
        Some((_, Ok(text))) if text.chars().all(is_plain) => (Some(text.to_owned()), None),
        Some((octets, _)) => (None, Some(STANDARD.encode(octets))),
    }
}

/// The facts that a question of this kind is about, and what a reader needs for them.
pub(super) fn input(case: &Case, ask: &Ask, kind: Kind) -> (Input, Vec<Feature>) {
    let mut input = Input {
        url: url(ask.url()),
        agents: agents(ask),
        now: now(ask),
        ..Input::default()
    };
    if matches!(kind, Kind::Access | Kind::Status | Kind::Uses) {
        let file = text_or_base64(case.robots_txt.as_deref());
        (input.robots_txt, input.robots_txt_b64) = file;
    }
    if kind == Kind::Status {
        input.robots_answers = Some(answers(case, ask));
    }
    if !matches!(kind, Kind::Access | Kind::Status) {
        fields(&mut input, &case.fields);
    }
    if matches!(kind, Kind::Meta | Kind::Union | Kind::Uses) {
        (input.html, input.html_b64) = text_or_base64(case.document.as_deref());
    }
    if kind == Kind::Uses {
        let text = |octets: &Vec<u8>| String::from_utf8_lossy(octets).into_owned();
        input.tdmrep = case.tdmrep.as_ref().map(text);
    }
    let features = features(&input, kind);
    (input, features)
}

/// The moment of the question, where the answer depends on it.
fn now(ask: &Ask) -> Option<String> {
    let is_dated = !ask.value["expect"]["directives"]["unavailable_after"].is_null();
    let default = || is_dated.then(|| NOW.to_owned());
    ask.now.clone().or_else(default)
}

fn url(text: &str) -> String {
    if text.contains("://") && !text.starts_with('/') {
        text.to_owned()
    } else {
        format!("https://example.com{text}")
    }
}

fn agents(ask: &Ask) -> Vec<String> {
    let named = match &ask.agent {
        None => Vec::new(),
        Some(Tokens::One(token)) => vec![token.clone()],
        Some(Tokens::Several(tokens)) => tokens.clone(),
    };
    named.into_iter().filter(|token| token != "*").collect()
}

fn fields(input: &mut Input, lines: &[(Vec<u8>, Vec<u8>)]) {
    let name = |octets: &Vec<u8>| String::from_utf8_lossy(octets).into_owned();
    let is_ascii = |(_, value): &(Vec<u8>, Vec<u8>)| value.iter().all(|b| matches!(b, b' '..=b'~'));
    if lines.iter().all(is_ascii) {
        let lines = lines.iter().map(|(own, value)| (name(own), name(value)));
        input.headers = Some(lines.collect());
    } else {
        let lines = lines.iter();
        let lines = lines.map(|(own, value)| (name(own), STANDARD.encode(value)));
        input.headers_b64 = Some(lines.collect());
    }
}

/// The answers to the request for robots.txt.
fn answers(case: &Case, ask: &Ask) -> Vec<FetchAnswer> {
    let status = ask.robots_status;
    let given = case.robots_txt.as_ref().map(|_| 200);
    match &ask.fetches {
        None => vec![FetchAnswer {
            status: status.or(given).unwrap_or(0),
            location: None,
        }],
        Some(steps) => {
            let steps = steps.iter();
            let steps = steps.map(|step| FetchAnswer {
                status: step.status.unwrap_or(0),
                location: step.location.clone(),
            });
            steps.collect()
        }
    }
}

fn features(input: &Input, kind: Kind) -> Vec<Feature> {
    let is_uses = kind == Kind::Uses;
    let has_robots = input.robots_txt.is_some() || input.robots_txt_b64.is_some();
    let has = |name: &str| {
        let named = |(own, _): &(String, String)| own.eq_ignore_ascii_case(name);
        let lines = input.headers.as_ref().or(input.headers_b64.as_ref());
        lines.is_some_and(|lines| lines.iter().any(named))
    };
    let is_xhtml = |(_, value): &(String, String)| value.contains("xhtml");
    let all = [
        (input.agents.is_empty(), Feature::Anonymous),
        (input.agents.len() > 1, Feature::SeveralTokens),
        (input.now.is_some(), Feature::Clock),
        (
            input.robots_txt_b64.is_some()
                || input.html_b64.is_some()
                || input.headers_b64.is_some(),
            Feature::Bytes,
        ),
        (!input.url.is_ascii(), Feature::RawUrl),
        (
            input
                .robots_answers
                .as_ref()
                .is_some_and(|all| all.len() > 1),
            Feature::Redirects,
        ),
        (has("robots-tag"), Feature::RobotsTag),
        (input.headers.iter().flatten().any(is_xhtml), Feature::Xhtml),
        (is_uses && has_robots, Feature::RobotsRecords),
        (is_uses && input.tdmrep.is_some(), Feature::TdmrepFile),
        (
            is_uses && (input.html.is_some() || input.html_b64.is_some()),
            Feature::Page,
        ),
    ];
    let needed = all.into_iter().filter(|(needs, _)| *needs);
    needed.map(|(_, feature)| feature).collect()
}
