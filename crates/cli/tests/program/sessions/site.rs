//! The requests that the sites of a session were asked.

use std::fmt::Write as _;

use robots_policy_kit::site::Site;

/// The requests that were not shown before, with the fields that a session is about.
pub(super) fn requests(name: &str, site: &mut Site) -> String {
    let mut text = String::new();
    for asked in site.asked() {
        let method = asked.head.split_inclusive(' ').next();
        let method = method.filter(|method| *method != "GET ");
        write!(text, "> {}{name}{}", method.unwrap_or_default(), asked.path).unwrap();
        // Every request has each of these once.
        let mut usual = vec!["host", "accept", "accept-encoding"];
        for line in asked.head.lines().skip(1) {
            let field = line.split(':').next().unwrap_or_default();
            match usual
                .iter()
                .position(|usual| field.eq_ignore_ascii_case(usual))
            {
                // The other name of a host is not usual.
                Some(at) if !line.contains(".invalid") => drop(usual.remove(at)),
                _ => write!(text, "  {line}").unwrap(),
            }
        }
        text.push('\n');
    }
    text
}
