//! The client against a real server on loopback.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod bodies;
mod codings;
mod heads;
mod reach;
mod redirects;
mod robots;
mod secure;

use std::ops::ControlFlow;
use std::time::Duration;

use robots_policy::Timestamp;
use robots_policy::robots_txt::RobotsFetch;

use super::*;

/// A client whose timeouts do not end before a server has answered, however busy the machine is.
fn settings() -> ClientSettings {
    let long = Duration::from_mins(1);
    ClientSettings {
        connect: long,
        read: long,
        total: Some(long),
        addresses: Addresses::Any,
        ..ClientSettings::new("ExampleBot/1.0 (+https://example.com/bot)")
    }
}

/// A client with a short timeout for this part, and long ones for all others.
fn impatient(wait: Wait) -> HttpClient {
    let mut settings = settings();
    match wait {
        Wait::Connection => settings.connect = SOON,
        Wait::Bytes => settings.read = SOON,
        Wait::End => settings.total = Some(SOON),
    }
    client_of(settings)
}

/// The problem in which that ends.
fn timeout(wait: Wait) -> ProblemKind {
    ProblemKind::Timeout(wait, SOON)
}

const SOON: Duration = Duration::from_millis(600);

fn client() -> HttpClient {
    client_of(settings())
}

fn client_of(settings: ClientSettings) -> HttpClient {
    HttpClient::new(settings).unwrap()
}

/// The part of a body that was read, and how the reading ended.
fn read(response: Response) -> (Vec<u8>, Result<BodyEnd, ProblemKind>) {
    let mut body = Vec::new();
    let end = response.read(|piece| {
        assert!(!piece.is_empty() && piece.len() <= 16 * 1024);
        body.extend_from_slice(piece);
        ControlFlow::Continue(())
    });
    (body, end.map_err(|error| error.kind().clone()))
}

/// The answer, whose body is not read yet.
fn answered(client: &HttpClient, url: &str) -> Response {
    client.get(&Url::parse(url).unwrap()).unwrap()
}

fn get(client: &HttpClient, url: &str) -> (Vec<u8>, Result<BodyEnd, ProblemKind>) {
    read(answered(client, url))
}

/// Why there is no answer.
fn problem(client: &HttpClient, url: &str) -> Problem {
    let asked = client.get(&Url::parse(url).unwrap());
    asked.map(|_| ()).unwrap_err()
}

fn refused(client: &HttpClient, url: &str) -> ProblemKind {
    problem(client, url).kind().clone()
}

/// The robots.txt of a page, requested by a fetch without a copy.
fn robots_txt(client: &HttpClient, page: &str, most: usize) -> (RobotsAnswer, RobotsFetch) {
    let mut fetch = RobotsFetch::default();
    let request = RobotsRequest {
        copy: None,
        fields: &HeaderMap::new(),
        most,
        now: now(),
    };
    let answer = client.robots_txt(&Url::parse(page).unwrap(), &mut fetch, request);
    (answer, fetch)
}

fn now() -> Timestamp {
    Timestamp::from_unix(1_790_000_000)
}
