//! Names and classes of a test's own: all servers are on loopback, and each has the class that the test gives its address.

use std::collections::{HashMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use ureq::config::Config;
use ureq::unversioned::resolver::{ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

use crate::fetch::reach::{Class, HostNames};

/// The addresses of each name, one answer after the other, the last again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Zone(Arc<Mutex<HashMap<String, VecDeque<Vec<IpAddr>>>>>);

impl Zone {
    /// Gives a name these answers, as in `127.0.0.1, 127.0.0.2 | 127.0.0.3`.
    pub(crate) fn add(&self, host: &str, answers: &str) {
        let addresses = |answer: &str| answer.split(", ").map(|it| it.parse().unwrap()).collect();
        let answers = answers.split(" | ").map(addresses);
        let mut zone = self.0.lock().unwrap();
        zone.insert(host.to_owned(), answers.collect());
    }

    /// The names of a client. 127.0.0.1 is a public address, and so is 127.0.0.4, at which no server is; 127.0.0.2 is a loopback
    /// address, and 127.0.0.3 a private one.
    pub(crate) fn names(&self) -> HostNames {
        let class = |address: IpAddr| match address.to_string().as_str() {
            "127.0.0.1" | "127.0.0.4" => Class::Public,
            "127.0.0.2" => Class::Loopback,
            "127.0.0.3" => Class::Private,
            other => panic!("{other} is not of the test"),
        };
        let lookup = Arc::new(self.clone());
        HostNames { lookup, class }
    }
}

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
            Some(answers) if answers.len() > 1 => answers.pop_front().unwrap(),
            Some(answers) => answers[0].clone(),
            None => vec![host.parse().unwrap_or_else(|_| panic!("{host}"))],
        };
        let mut found = self.empty();
        for address in answer {
            found.push(SocketAddr::new(address, uri.port_u16().unwrap()));
        }
        Ok(found)
    }
}
