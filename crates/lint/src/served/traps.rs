//! Statements of a configuration that take no effect, or not everywhere, as findings.

use robots_policy_servers::{Trap, TrapCode};

use super::Site;
use super::server::{Server, Trapped};
use crate::code::Code;
use crate::finding::Finding;
use crate::level::Level;
use crate::linter::Linter;
use crate::place::Place;
use crate::shown::shown;

/// The findings about the traps of a configuration, without those that pages have shown already.
pub(super) fn findings(server: &Server<'_>, linter: &Linter) -> Vec<Finding> {
    let trapped = server.trapped.iter();
    let found = trapped.filter_map(|trapped| {
        let place = server.place(trapped.trap.place)?;
        let code = code_of(trapped.trap.code)?;
        let is_known = code == Code::FieldNameNear && linter.has(code, &place);
        (!is_known).then(|| finding(server, trapped, code, place))
    });
    found.collect()
}

fn finding(server: &Server<'_>, trapped: &Trapped, code: Code, place: Place) -> Finding {
    let trap = &trapped.trap;
    let text = shown(&server.text(trap.place));
    let mut finding = Finding::new(code, place, message(trap, &text));
    for other in trap.others.iter().take(MOST_OTHERS) {
        if let Some(place) = server.place(*other) {
            finding = finding.and(place, label(trap.code));
        }
    }
    finding.effect.clone_from(&trapped.effect);
    if trapped.count > 0 {
        finding.count = trapped.count;
        finding.inputs.clone_from(&trapped.inputs);
    } else if trapped.second.is_some() && server.asked > 0 {
        finding.level = finding.level.min(Level::Warning);
        finding.message += "; no file of the folder is concerned";
    }
    finding
}

fn code_of(code: TrapCode) -> Option<Code> {
    Some(match code {
        TrapCode::Replaced => Code::ServerHeaderLost,
        TrapCode::NotWithErrors => Code::ServerHeaderErrors,
        TrapCode::SentTwice => Code::ServerHeaderTwice,
        TrapCode::Empty => Code::ServerHeaderEmpty,
        TrapCode::Overwritten => Code::ServerHeaderReplaced,
        TrapCode::WrongTable => Code::ServerHeaderKept,
        TrapCode::OverLimit => Code::ServerLimit,
        TrapCode::NoFields => Code::ServerRuleEmpty,
        TrapCode::IfModule => Code::ServerIfModule,
        TrapCode::NearName => Code::FieldNameNear,
        TrapCode::FitsNothing => Code::ServerRuleDead,
        TrapCode::ServicesDiffer => Code::ServerServicesDiffer,
        TrapCode::InContext => Code::ServerContext,
        _ => return None,
    })
}

fn message(trap: &Trap, text: &str) -> String {
    match trap.code {
        TrapCode::Replaced => format!(
            "`{text}` is lost in an inner block, which has an `add_header` of its own and does not repeat it"
        ),
        TrapCode::NotWithErrors => {
            format!("`{text}` is not sent with errors, such as the page of 404")
        }
        TrapCode::SentTwice => {
            format!("`{text}` is one of two statements that send the field in one answer")
        }
        TrapCode::Empty => format!("`{text}` has no value, so the field is not sent"),
        TrapCode::Overwritten => {
            format!("`{text}` is replaced by a later statement wherever it is for")
        }
        TrapCode::WrongTable => format!(
            "`{text}` changes nothing: Apache has a table with `always` and one without, and the field is in the other"
        ),
        TrapCode::OverLimit => {
            format!(
                "`{text}` is not read: Cloudflare reads 100 rules, and 2,000 characters of a line"
            )
        }
        TrapCode::NoFields => {
            format!("the rule `{text}` has no field: the lines below it are of the next path alone")
        }
        TrapCode::IfModule => format!("`{text}` is silent on a server without the module"),
        TrapCode::NearName => format!("the field of `{text}` has a name that no reader knows"),
        TrapCode::InContext => String::from(
            "fields of a context: Netlify documents that fields are for all contexts, so that these may be sent everywhere or nowhere",
        ),
        TrapCode::FitsNothing => format!("the rule `{text}` is for no path"),
        _ => format!(
            "Netlify and Cloudflare read `{text}` in two ways: one replaces, the other joins"
        ),
    }
}

fn label(code: TrapCode) -> &'static str {
    match code {
        TrapCode::Replaced => "takes it away",
        TrapCode::SentTwice => "sends it too",
        TrapCode::Overwritten => "replaces it",
        TrapCode::WrongTable => "sets the field",
        TrapCode::IfModule => "the condition",
        _ => "and this one",
    }
}

/// Statements that set no field of a file of the folder, without those that a trap is about.
pub(super) fn unused(server: &Server<'_>, site: &Site) -> Vec<Finding> {
    let mut found = Vec::new();
    if server.asked == 0 {
        return found;
    }
    let at = match &site.host {
        Some(host) => format!(" at {}", shown(host)),
        None => String::new(),
    };
    for field in server.unheard() {
        let is_trap = |trapped: &Trapped| {
            trapped.trap.place == field.place
                && matches!(
                    trapped.trap.code,
                    TrapCode::Replaced
                        | TrapCode::Overwritten
                        | TrapCode::Empty
                        | TrapCode::OverLimit
                )
        };
        if server.trapped.iter().any(is_trap) {
            continue;
        }
        if let Some(place) = server.place(field.place) {
            let text = shown(&server.text(field.place));
            let message = format!("`{text}` is sent with no file of the folder{at}");
            found.push(Finding::new(Code::ServerHeaderUnused, place, message));
        }
    }
    found.truncate(MOST_UNUSED);
    found
}

/// The places of a finding beside its own.
const MOST_OTHERS: usize = 5;
/// The statements without a file that are named.
const MOST_UNUSED: usize = 50;
