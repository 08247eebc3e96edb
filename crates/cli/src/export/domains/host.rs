//! The domain of a host: what someone registers.

use url::Host;

/// The domain of a host, in lower case and with the letters of DNS: the public suffix with one label before it. A host that is a
/// public suffix itself, and the address of a machine, is its own domain; `None` for a text that no host is.
///
/// A host is untrusted input. [`Host`] refuses blanks, controls and the signs of other parts of an address, so a domain has
/// letters, digits, `-`, `_`, `.` and few other signs of one octet.
pub(super) fn domain(host: &str) -> Option<String> {
    let host = Host::parse(host.strip_suffix('.').unwrap_or(host)).ok()?;
    Some(match host {
        Host::Domain(name) if name.is_empty() => return None,
        Host::Domain(name) => psl::domain_str(&name).unwrap_or(&name).to_owned(),
        address => address.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::domain;
    use robots_policy_kit::files::rows;

    #[test]
    fn hosts_have_domains() {
        let table = include_str!("../../../tests/rows/domains.jsonl");
        for (host, of) in rows::<(String, Option<String>)>(table) {
            assert_eq!(domain(&host), of, "{host:?}");
        }
    }

    #[test]
    fn a_domain_has_no_sign_that_a_terminal_acts_on() {
        for c in (0..=u32::from('\u{ffff}')).filter_map(char::from_u32) {
            let Some(domain) = domain(&format!("a{c}b.example")) else {
                continue;
            };
            assert!(
                domain.bytes().all(|it| it.is_ascii_graphic()),
                "{c:?}: {domain}"
            );
        }
    }
}
