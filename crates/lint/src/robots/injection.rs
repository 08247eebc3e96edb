//! Blocks that a network before the site adds to a robots.txt, between comments that say so.

use super::{RobotsDraft, RobotsFile, path_of};
use crate::askers::rules_of;
use crate::code::Code;
use crate::excerpt::shown;
use crate::finding::{Edit, Finding};
use crate::place::Source;
use crate::rule::rules;

rules! {
    InjectedGroup: Info, [RobotsTxt], "RFC 9309 §2.2.1",
        title: "rules that a network before the site adds",
        consequence: "They count with the rules of the owner's file, and close or open more than it says; the file in the repository is not the one that is served.",
        advice: "Look at the setting of the network that manages them, and lint the file that is served.";
}

/// A draft for each managed block.
pub(super) fn drafts(file: &RobotsFile, text: &Source<'_>) -> Vec<RobotsDraft> {
    let mut drafts = Vec::new();
    let mut begun: Option<(usize, usize)> = None;
    let mut start = 0;
    for (number, line) in (1..).zip(text.bytes().split_inclusive(|byte| *byte == b'\n')) {
        let end = start + line.len();
        match (mark(line), begun) {
            (Some("begin"), None) => begun = Some((number, start)),
            (Some("end"), Some((first, from))) => {
                drafts.push(draft(file, text, first..number, from..end));
                begun = None;
            }
            _ => {}
        }
        start = end;
    }
    drafts
}

fn draft(
    file: &RobotsFile,
    text: &Source<'_>,
    lines: std::ops::Range<usize>,
    bytes: std::ops::Range<usize>,
) -> RobotsDraft {
    let rules: Vec<_> = rules_of(&file.rules)
        .filter(|rule| lines.contains(&rule.line()))
        .collect();
    let own = text.bytes().get(text.line(lines.start)).unwrap_or_default();
    let own = String::from_utf8_lossy(own.trim_ascii()).into_owned();
    let message = format!(
        "`{}`: the lines up to line {}, with {}, are added to the file of the owner, and count with its rules",
        shown(&own),
        lines.end,
        match rules.len() {
            1 => String::from("1 rule"),
            count => format!("{count} rules"),
        }
    );
    let first = text.line(lines.start);
    let place = text.place(first.start..first.start + own.len());
    let mut draft = RobotsDraft::new(Finding::new(Code::InjectedGroup, place, message));
    draft.targets = rules.iter().take(4).map(path_of).collect();
    draft.without(vec![Edit::without(bytes)])
}

/// `begin` or `end`, if a line is a comment that begins or ends a managed block, such as `# BEGIN Cloudflare Managed content`.
fn mark(line: &[u8]) -> Option<&'static str> {
    let comment = line.trim_ascii().strip_prefix(b"#")?;
    let comment = str::from_utf8(comment.get(..comment.len().min(LONGEST))?).ok()?;
    let comment = comment.trim_start_matches('#').to_ascii_lowercase();
    let mut words = comment.split_ascii_whitespace();
    let first = words.next()?;
    if !words.any(|word| word == "managed") {
        return None;
    }
    ["begin", "end"].into_iter().find(|own| *own == first)
}

/// The bytes of a comment that are looked at.
const LONGEST: usize = 120;
