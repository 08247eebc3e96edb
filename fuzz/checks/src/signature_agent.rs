//! A `Signature-Agent` field: the hosts that it names work in a question, and can be named again.

use robots_policy::Client;
use robots_policy::header::SignatureAgent;
use robots_policy::robots_txt::RobotsTxtReader;

pub(crate) fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(agent) = SignatureAgent::parse(&text) else {
        return;
    };
    for host in agent.hosts() {
        assert!(
            !host.is_empty() && !host.contains(char::is_whitespace),
            "{host:?}"
        );
        let alone = SignatureAgent::parse(host).expect("a host");
        assert!(alone.hosts().eq([host]), "{host:?}");
    }
    let asker = Client::anonymous().with_verified_signature(&agent);
    let _ = RobotsTxtReader::new().read(data).value.access(&asker, "/");
    // A group for a host binds the clients that the host signs for.
    if let Some(host) = agent.hosts().next() {
        let file = format!("Signature-agent: {host}\nDisallow: /");
        let read = RobotsTxtReader::new().read(file.as_bytes()).value;
        assert!(!read.access(&asker, "/").is_allowed(), "{host:?}");
    }
}
