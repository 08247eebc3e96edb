//! Names and classes of the test's own: all servers are on loopback, and each has the class that the test gives its address.

use std::collections::HashMap;
use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use robots_policy::robots_txt::Robots;
use ureq::Proxy;
use ureq::config::Config;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};

use super::*;
use crate::fetch::reach::Names;
use robots_policy_kit::server::{Server, Then, ok, redirect};

const PUBLIC: &str = "127.0.0.1";
const LOOPBACK: &str = "127.0.0.2";
const PRIVATE: &str = "127.0.0.3";
/// A public address at which no test listens, at any port: two addresses may be given the same port by chance.
const SILENT: &str = "127.0.0.4";

fn class(address: IpAddr) -> Class {
    match address.to_string().as_str() {
        PUBLIC | SILENT => Class::Public,
        LOOPBACK => Class::Loopback,
        PRIVATE => Class::Private,
        other => panic!("{other} is not of the test"),
    }
}

/// The addresses of each name, one answer after the other, the last again and again.
#[derive(Debug)]
struct Zone(Mutex<HashMap<&'static str, Vec<Vec<&'static str>>>>);

impl Resolver for Zone {
    fn resolve(
        &self,
        uri: &http::Uri,
        _: &Config,
        _: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let host = uri.host().unwrap();
        let mut zone = self.0.lock().unwrap();
        let answer = match zone.get_mut(host) {
            Some(answers) if answers.len() > 1 => answers.remove(0),
            Some(answers) => answers[0].clone(),
            None => vec![host],
        };
        let mut found = self.empty();
        for address in answer {
            let address: IpAddr = address.parse().unwrap_or_else(|_| panic!("{host}"));
            found.push(SocketAddr::new(address, uri.port_u16().unwrap()));
        }
        Ok(found)
    }
}

/// A client that knows these names, by default.
fn guarded(zone: &[(&'static str, &[&[&'static str]])]) -> ClientSettings {
    let zone = zone.iter().map(|(name, answers)| {
        let answers = answers.iter().map(|answer| answer.to_vec());
        (*name, answers.collect())
    });
    ClientSettings {
        addresses: Addresses::OfPage,
        names: Names {
            lookup: Arc::new(Zone(Mutex::new(zone.collect()))),
            class,
        },
        ..settings()
    }
}

/// A server at this address, whose every path but `/to` is a page; that one redirects.
fn at(address: &str, to: &str) -> Server {
    let to = to.to_owned();
    Server::start_at(&format!("{address}:0"), move |asked, stream| {
        let bytes = match asked.path.as_str() {
            "/to" => redirect(302, &to),
            _ => ok("", "page"),
        };
        let _ = stream.write_all(&bytes);
        Then::Keep
    })
}

fn port(server: &Server) -> u16 {
    server.address().port()
}

/// Where the redirects of a page that the user named end.
fn end(client: &HttpClient, page: &str) -> Result<Vec<u8>, String> {
    let page = Url::parse(page).unwrap();
    client.enter(&page);
    let mut walk = Walk::new(client, &page);
    loop {
        let response = client
            .get(walk.at())
            .map_err(|own| own.kind().to_string())?;
        if !walk.follow(&response).unwrap() {
            return Ok(read(response).0);
        }
    }
}

fn refused(page: &str, address: &str, class: &str) -> Result<Vec<u8>, String> {
    Err(format!(
        "not requested: its address {address} is {class}, and that of the page is {page}; --allow-private requests it"
    ))
}

fn page() -> Vec<u8> {
    b"page".to_vec()
}

#[test]
fn a_page_leads_to_addresses_of_its_class_and_to_the_web() {
    let rows = [
        (PUBLIC, PUBLIC, Ok(page())),
        (PUBLIC, PRIVATE, refused("public", PRIVATE, "private")),
        (PUBLIC, LOOPBACK, refused("public", LOOPBACK, "loopback")),
        (PRIVATE, PUBLIC, Ok(page())),
        (PRIVATE, PRIVATE, Ok(page())),
        (PRIVATE, LOOPBACK, refused("private", LOOPBACK, "loopback")),
        (LOOPBACK, PUBLIC, Ok(page())),
        (LOOPBACK, PRIVATE, refused("loopback", PRIVATE, "private")),
        (LOOPBACK, LOOPBACK, Ok(page())),
    ];
    for (from, to, wanted) in rows {
        let there = at(to, "");
        let here = at(from, &there.url("/"));
        let client = client_of(guarded(&[]));
        assert_eq!(end(&client, &here.url("/to")), wanted, "{from} to {to}");
        assert_eq!(there.paths().len(), usize::from(wanted.is_ok()));
        // By names, the same.
        let there_named = format!("http://there.test:{}/", port(&there));
        let here = at(from, &there_named);
        let client = client_of(guarded(&[
            ("here.test", &[&[from]]),
            ("there.test", &[&[to]]),
        ]));
        let named = format!("http://here.test:{}/to", port(&here));
        assert_eq!(end(&client, &named), wanted, "{from} to {to}");
        let any = ClientSettings {
            addresses: Addresses::Any,
            ..guarded(&[("there.test", &[&[to]])])
        };
        assert_eq!(end(&client_of(any), &here.url("/to")), Ok(page()));
    }
}

#[test]
fn public_only_holds_for_the_page_too() {
    for (address, is_open) in [(PUBLIC, true), (PRIVATE, false), (LOOPBACK, false)] {
        let server = at(address, "");
        let client = client_of(ClientSettings {
            addresses: Addresses::Public,
            ..guarded(&[])
        });
        let found = end(&client, &server.url("/"));
        assert_eq!(found.is_ok(), is_open, "{found:?}");
        assert_eq!(server.paths().len(), usize::from(is_open));
    }
}

/// A name that has another address at each resolution: the first is public, and so is the class of the page.
#[test]
fn a_second_answer_for_a_name_leads_nowhere() {
    let inner = at(LOOPBACK, "");
    let zone: &[&[&str]] = &[&[PUBLIC], &[LOOPBACK]];
    let client = client_of(guarded(&[("rebinding.test", zone)]));
    let found = end(&client, &format!("http://rebinding.test:{}/", port(&inner)));
    assert_eq!(found, refused("public", LOOPBACK, "loopback"));
    assert_eq!(inner.paths(), [""; 0]);
}

#[test]
fn of_several_addresses_only_the_allowed_are_tried() {
    for addresses in [&[SILENT, LOOPBACK], &[LOOPBACK, SILENT]] {
        // A client whose first connection fails would try the next one.
        let inner = at(LOOPBACK, "");
        let client = client_of(guarded(&[("both.test", &[addresses])]));
        let found = end(&client, &format!("http://both.test:{}/", port(&inner)));
        assert!(found.unwrap_err().contains("no connection"));
        assert_eq!(inner.paths(), [""; 0]);
    }
}

/// The name leads to loopback while the user names it, and to the web when a public page does.
#[test]
fn a_connection_that_is_kept_serves_no_page_that_could_not_have_made_it() {
    let inner = at(LOOPBACK, "");
    let named = format!("http://turning.test:{}/", port(&inner));
    let site = at(PUBLIC, &named);
    let zone: &[&[&str]] = &[&[LOOPBACK], &[LOOPBACK], &[SILENT]];
    let client = client_of(guarded(&[("turning.test", zone)]));
    assert_eq!(end(&client, &named), Ok(page()));
    let found = end(&client, &site.url("/to"));
    assert!(found.unwrap_err().contains("no connection"));
    assert_eq!(inner.paths(), ["/"]);
}

#[test]
fn connections_are_kept_for_pages_of_one_class() {
    let server = at(LOOPBACK, "");
    let client = client_of(guarded(&[]));
    for _ in 0..3 {
        assert_eq!(end(&client, &server.url("/")), Ok(page()));
    }
    assert!(server.asked().iter().all(|asked| asked.connection == 1));
}

#[test]
fn the_rules_of_a_robots_txt_that_is_not_requested_are_unknown() {
    let inner = at(LOOPBACK, "");
    let to = inner.url("/robots.txt");
    let site = Server::start_at(&format!("{PUBLIC}:0"), move |_, stream| {
        stream.write_all(&redirect(301, &to)).unwrap();
        Then::Keep
    });
    let client = client_of(guarded(&[]));
    client.enter(&Url::parse(&site.url("/")).unwrap());
    let (answer, fetch) = robots_txt(&client, &site.url("/"), 1000);
    assert_eq!(answer.problem.unwrap().kind().code(), "refused-address");
    assert!(matches!(fetch.outcome(now()), Robots::Unreachable { .. }));
    assert_eq!(inner.paths(), [""; 0]);
}

/// The user names the proxy, which may be on loopback. What it is asked for is compared where it is written as an address.
#[test]
fn a_proxy_is_not_an_address_of_the_page() {
    let proxy = Server::start_at(&format!("{LOOPBACK}:0"), |asked, stream| {
        let bytes = match (asked.head.starts_with("CONNECT "), asked.path.as_str()) {
            (true, _) => b"HTTP/1.1 200 OK\r\n\r\n".to_vec(),
            (_, "/to") => redirect(302, "http://127.0.0.2:9/"),
            _ => ok("", "page"),
        };
        let _ = stream.write_all(&bytes);
        Then::Keep
    });
    let client = client_of(ClientSettings {
        proxies: Some(Proxies::all(Proxy::new(&proxy.url("/")).unwrap())),
        ..guarded(&[])
    });
    assert_eq!(end(&client, "http://far.test:80/"), Ok(page()));
    assert_eq!(end(&client, "http://127.0.0.2:9/to"), Ok(page()));
    let asked = proxy.paths().len();
    let found = end(&client, "http://far.test:80/to");
    assert_eq!(found, refused("public", LOOPBACK, "loopback"));
    assert_eq!(proxy.paths().len(), asked + 2);
}
