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

    #[test]
    fn hosts_have_domains() {
        for (host, of) in [
            ("www.example.com", Some("example.com")),
            ("WWW.Example.COM.", Some("example.com")),
            ("example.com", Some("example.com")),
            ("a.b.example.co.uk", Some("example.co.uk")),
            ("co.uk", Some("co.uk")),
            ("alice.github.io", Some("alice.github.io")),
            ("news.example", Some("news.example")),
            ("www.食狮.公司.cn", Some("xn--85x722f.xn--55qx5d.cn")),
            (
                "www.xn--85x722f.xn--55qx5d.cn",
                Some("xn--85x722f.xn--55qx5d.cn"),
            ),
            ("localhost", Some("localhost")),
            ("127.0.0.1", Some("127.0.0.1")),
            ("[2001:DB8::1]", Some("[2001:db8::1]")),
            ("", None),
            (".", None),
            ("a b.example", None),
            ("a\u{1b}[31m.example", None),
            ("a,b\n.example", None),
            ("%0a.example", None),
        ] {
            assert_eq!(domain(host).as_deref(), of, "{host:?}");
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
