//! Patterns that match no known address, and would in another case.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use robots_policy::RobotsTxt;
use robots_policy::robots_txt::Rule;

use super::{Draft, RobotsVariant, Site, SiteRobots, path};
use crate::askers::rules_of;
use crate::code::Code;
use crate::effect::Compared;
use crate::excerpt::shown;
use crate::finding::{Edit, Finding};
use crate::place::{Place, Source};
use crate::rule::rules;

rules! {
    CaseDiffers: Warning, [RobotsTxt, Site], "RFC 9309 §2.2.2",
        title: "a pattern in another case than the addresses of the site",
        consequence: "Paths are compared letter by letter, so that the rule matches no address that is known.",
        advice: "Write the pattern in the case of the addresses.";
}

pub(super) fn drafts(site: &Site) -> Vec<Draft<RobotsVariant>> {
    let drafts = site.held.iter().filter_map(|held| {
        let rules = held.robots.rules()?;
        let paths = Paths::of(site, held);
        of_file(held, rules, &paths)
    });
    drafts.collect()
}

/// The finding about the rules of one file.
fn of_file(
    held: &SiteRobots,
    rules: &RobotsTxt,
    paths: &Paths<'_>,
) -> Option<Draft<RobotsVariant>> {
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    for rule in rules_of(rules).take(MOST_RULES) {
        let pattern = normal(&rule.path());
        let is_new = known.insert(pattern.clone());
        let has_letter = pattern.bytes().any(|byte| byte.is_ascii_alphabetic());
        if !is_new || !has_letter || paths.has(&pattern) {
            continue;
        }
        if let Some(known) = paths.in_another_case(&pattern) {
            found.push((rule, pattern, known));
        }
    }
    let (rule, _, (address, place)) = found.first()?;
    let mut message = format!(
        "`{}` matches no known address, and would match `{}` in its case",
        shown(&rule.text()),
        shown(path(address))
    );
    match found.len() - 1 {
        0 => {}
        1 => message += "; another rule is alike",
        more => {
            let _ = write!(message, "; {more} more rules are alike");
        }
    }
    let mut finding = Finding::new(Code::CaseDiffers, held.place(rule), message);
    finding.count = found.len();
    for (rule, ..) in found.iter().skip(1).take(MOST_PLACES) {
        finding = finding.and(held.place(rule), "and this line");
    }
    finding = finding.and((*place).clone(), "has the other case");
    let edits: Vec<Edit> = found
        .iter()
        .filter_map(|(rule, pattern, (address, _))| edit(held, rule, pattern, address))
        .collect();
    let targets = found.iter().take(MOST_PLACES);
    let targets = targets.map(|(.., (address, _))| (*address).to_owned());
    let second = held.changed(Compared::AsMeant, &edits, targets.collect());
    Some(Draft {
        finding,
        second: second.filter(|_| !edits.is_empty()),
    })
}

/// The change of a rule to the case of an address, if its pattern is the start of that.
fn edit(held: &SiteRobots, rule: &Rule<'_>, pattern: &str, address: &str) -> Option<Edit> {
    let plain = pattern.strip_suffix('$').unwrap_or(pattern);
    if plain.contains('*') {
        return None;
    }
    let text = Source::new("", held.robots.rules()?.as_bytes());
    let line = text.line(rule.line());
    let written = std::str::from_utf8(text.bytes().get(line.clone())?).ok()?;
    let own = rule.path();
    let at = line.start + written.rfind(&*own)?;
    let mut meant = path(address).get(..plain.len())?.to_owned();
    if plain.len() < pattern.len() {
        meant.push('$');
    }
    Some(Edit {
        start: at,
        end: at + own.len(),
        text: meant,
    })
}

/// The paths of a site that are known: each in lower case and as it is, with its address and the place of that.
struct Paths<'s>(Vec<(String, String, (&'s str, &'s Place))>);

impl<'s> Paths<'s> {
    /// The paths that came while this robots.txt was at hand.
    fn of(site: &'s Site, held: &Arc<SiteRobots>) -> Paths<'s> {
        let is_own = |robots: &Option<Arc<SiteRobots>>| {
            let robots = robots.as_ref();
            robots.is_some_and(|own| Arc::ptr_eq(own, held))
        };
        let sitemaps = site.sitemaps.iter();
        let sitemaps = sitemaps.filter(|sitemap| is_own(&sitemap.robots));
        let listed = sitemaps.flat_map(|sitemap| {
            let places = sitemap.addresses.iter();
            places.map(|place| (place.text.as_str(), place))
        });
        let pages = site.pages.values().filter(|page| is_own(&page.robots));
        let pages = pages.map(|page| (page.url.as_str(), &page.place));
        let all = listed.chain(pages).map(|(address, place)| {
            let path = normal(path(address));
            (path.to_ascii_lowercase(), path, (address, place))
        });
        let mut paths: Vec<_> = all.collect();
        paths.sort_by(|one, other| one.0.cmp(&other.0));
        Paths(paths)
    }

    /// Whether a pattern matches one of them.
    fn has(&self, pattern: &str) -> bool {
        self.near(&pattern.to_ascii_lowercase())
            .any(|(_, path, _)| matches(pattern, path))
    }

    /// The first address that a pattern matches in another case.
    fn in_another_case(&self, pattern: &str) -> Option<(&'s str, &'s Place)> {
        let lower = pattern.to_ascii_lowercase();
        let mut near = self.near(&lower);
        let found = near.find(|(own, ..)| matches(&lower, own));
        found.map(|(.., known)| *known)
    }

    /// Those that begin as a pattern in lower case does, up to its first star.
    fn near(&self, lower: &str) -> impl Iterator<Item = &(String, String, (&'s str, &'s Place))> {
        let start = lower.split(['*', '$']).next();
        let start = start.unwrap_or_default().to_owned();
        let from = self.0.partition_point(|(own, ..)| *own < start);
        let rest = self.0.get(from..).unwrap_or_default().iter();
        rest.take_while(move |(own, ..)| own.starts_with(&start))
    }
}

/// Whether a pattern matches a path (RFC 9309 §2.2.3), both in one form.
fn matches(pattern: &str, path: &str) -> bool {
    let (pattern, is_end) = match pattern.strip_suffix('$') {
        Some(pattern) => (pattern, true),
        None => (pattern, false),
    };
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = path.strip_prefix(first) else {
        return false;
    };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, between)) = pieces.split_last() else {
        return !is_end || rest.is_empty();
    };
    for piece in between {
        match rest.split_once(piece) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    if is_end {
        rest.ends_with(last)
    } else {
        rest.contains(last)
    }
}

/// A path whose octets that are written as `%c3` are written as `%C3`.
fn normal(path: &str) -> String {
    let mut left = 0_u8;
    let letters = path.chars().map(|letter| {
        if letter == '%' {
            left = 2;
            return letter;
        }
        let is_digit = left > 0;
        left = left.saturating_sub(1);
        if is_digit {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    });
    letters.collect()
}

/// The rules of one file that are looked at.
const MOST_RULES: usize = 2000;

/// The further lines that one finding names.
const MOST_PLACES: usize = 8;
