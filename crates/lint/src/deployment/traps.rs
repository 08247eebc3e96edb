//! Statements of a configuration that take no effect, or not everywhere, as findings.

use robots_policy_servers::TrapCode;

use super::ServedSite;
use super::server::{Server, Trapped};
use crate::code::Code;
use crate::excerpt::shown;
use crate::finding::Finding;
use crate::level::Level;
use crate::linter::Linter;
use crate::place::Place;
use crate::rule::rules;

rules! {
    ServerHeaderLost: Error, [Site], "https://nginx.org/en/docs/http/ngx_http_headers_module.html",
        title: "nginx: a field that an inner `add_header` takes away",
        consequence: "One `add_header` in a block takes all of the blocks around it away, so that the paths of the block have no such field.",
        advice: "Repeat the field in the block, or write `add_header_inherit merge` from nginx 1.29.3 on.";
    ServerHeaderErrors: Info, [Site], "https://nginx.org/en/docs/http/ngx_http_headers_module.html, https://httpd.apache.org/docs/2.4/mod/mod_headers.html",
        title: "a field that is not sent with errors",
        consequence: "A page of 404 or 500 has no such field.",
        advice: "Write `always`, if errors are meant too; with a page of `ErrorDocument` Apache sends the field.";
    ServerHeaderTwice: Info, [Site], "https://httpd.apache.org/docs/2.4/mod/mod_headers.html",
        title: "a field that is sent twice in one answer",
        consequence: "Readers join the lines, and some read one of them.",
        advice: "Leave one of the statements out.";
    ServerHeaderEmpty: Info, [Site], "https://nginx.org/en/docs/http/ngx_http_headers_module.html",
        title: "a field without a value",
        consequence: "It is not sent.",
        advice: "Leave it out, or write a value.";
    ServerHeaderReplaced: Error, [Site], "the documentation of the server",
        title: "a field that a later statement replaces everywhere",
        consequence: "The earlier value is never sent.",
        advice: "Put the special statement after the general one; in a Caddyfile write `>X-Robots-Tag`.";
    ServerHeaderKept: Warning, [Site], "https://httpd.apache.org/docs/2.4/mod/mod_headers.html",
        title: "Apache: `unset` or `edit` of a field that is in the other table",
        consequence: "The field is sent as before.",
        advice: "Write `always` in both statements, or in none.";
    ServerLimit: Error, [Site], "https://developers.cloudflare.com/pages/configuration/headers/",
        title: "Cloudflare: a line or a rule after the limit",
        consequence: "It is not read.",
        advice: "Write fewer rules, or shorter lines.";
    ServerRuleEmpty: Warning, [Site], "https://developers.cloudflare.com/pages/configuration/headers/",
        title: "a rule of a path without a field",
        consequence: "The lines below it are of the last path alone.",
        advice: "Repeat the fields below each path.";
    ServerIfModule: Info, [Site], "https://httpd.apache.org/docs/2.4/mod/core.html#ifmodule",
        title: "Apache: a field in the condition of a module",
        consequence: "Without the module the field is missing, and no message says so.",
        advice: "Leave the condition out, so that a server without the module does not start.";
    ServerRuleDead: Error, [Site], "the documentation of the server",
        title: "a statement whose field no answer has",
        consequence: "Its field is never sent.",
        advice: "Write it as its server reads it; a path of Cloudflare has one `*` at most, and a path of Netlify no host.";
    ServerPathExact: Warning, [Site], "https://caddyserver.com/docs/caddyfile/matchers#path-matchers, https://vercel.com/docs/project-configuration#headers",
        title: "a path that leaves out pages that were probably meant",
        consequence: "These pages have no such field.",
        advice: "Write `/*` after the path in a Caddyfile, and `/(.*)` for all paths in `vercel.json`.";
    ServerServicesDiffer: Warning, [Site], "https://docs.netlify.com/manage/routing/headers/, https://developers.cloudflare.com/pages/configuration/headers/",
        title: "`_headers` that Netlify and Cloudflare read in two ways",
        consequence: "Netlify sends the value of the last rule, Cloudflare all values.",
        advice: "Name the service with `--server-kind`, or write each field in one rule for a path.";
    ServerContext: Warning, [Site], "https://docs.netlify.com/build/configure-builds/file-based-configuration/#headers",
        title: "Netlify: fields of a context of deployments",
        consequence: "Netlify documents that fields are for all contexts, wherever the file has them, so that those of one may be sent everywhere or nowhere.",
        advice: "Write `_headers` in the build of that context.";
    ServerHeaderUnused: Info, [Site], "the documentation of the server",
        title: "a field that is sent with no file of the folder",
        consequence: "Its path, or its host, is none of this site; or nginx leaves its block for another location, which answers.",
        advice: "Look at the path, the order of the rules and the host; in nginx write the field where the request ends.";
}

/// The findings about the traps of a configuration, without those that pages have shown already.
pub(super) fn findings(server: &Server<'_>, linter: &Linter) -> Vec<Finding> {
    let trapped = server.trapped.iter();
    let found = trapped.filter_map(|trapped| {
        let place = server.place(trapped.trap.place)?;
        let row = row(trapped.trap.code)?;
        let is_known = row.code == Code::FieldNameNear && linter.has(row.code, &place);
        let is_meant = trapped.trap.code == TrapCode::PathExact && trapped.count == 0;
        (!is_known && !is_meant).then(|| finding(server, trapped, &row, place))
    });
    found.collect()
}

fn finding(server: &Server<'_>, trapped: &Trapped, row: &Row, place: Place) -> Finding {
    let trap = &trapped.trap;
    let text = shown(&server.text(trap.place));
    let mut finding = Finding::new(row.code, place, row.message.replace("{}", &text));
    if !trap.instead.is_empty() {
        finding.message.extend(["; write `", &trap.instead, "`"]);
    }
    if trap.code == TrapCode::OnRequest {
        finding.level = Level::Warning;
    }
    for other in trap.others.iter().take(MOST_OTHERS) {
        if let Some(place) = server.place(*other) {
            finding = finding.and(place, row.label);
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

/// The finding about a kind of trap.
struct Row {
    code: Code,
    /// The message, with `{}` for the text of the statement.
    message: &'static str,
    /// What the other statements of the trap do.
    label: &'static str,
}

/// The row of each kind of trap.
macro_rules! traps {
    ($($trap:ident: $code:ident, $message:literal, $label:literal;)*) => {
        fn row(trap: TrapCode) -> Option<Row> {
            let (code, message, label) = match trap {
                $(TrapCode::$trap => (Code::$code, $message, $label),)*
                _ => return None,
            };
            Some(Row { code, message, label })
        }
    };
}

traps! {
    Replaced: ServerHeaderLost, "`{}` is lost in an inner block, which has an `add_header` of its own and does not repeat it", "takes it away";
    ReplacedInMade: ServerHeaderLost, "the pages that a program such as PHP makes lose `{}`: their block has an `add_header` of its own and does not repeat it", "takes it away";
    NotWithErrors: ServerHeaderErrors, "`{}` is not sent with errors, such as the page of 404", "and this one";
    SentTwice: ServerHeaderTwice, "`{}` is one of two statements that send the field in one answer", "sends it too";
    Empty: ServerHeaderEmpty, "`{}` has no value, so the field is not sent", "and this one";
    Overwritten: ServerHeaderReplaced, "`{}` is replaced by a later statement wherever it is for", "replaces it";
    WrongTable: ServerHeaderKept, "`{}` changes nothing: Apache has a table with `always` and one without, and the field is in the other", "sets the field";
    OverLimit: ServerLimit, "`{}` is not read: Cloudflare reads 100 rules, and 2,000 characters of a line", "and this one";
    NoFields: ServerRuleEmpty, "the rule `{}` has no field: the lines below it are of the next path alone", "and this one";
    IfModule: ServerIfModule, "`{}` is silent on a server without the module", "the condition";
    NoModule: ServerRuleDead, "`{}` is sent by no server, because Apache knows no module by the name in its condition", "the condition";
    NearName: FieldNameNear, "the field of `{}` has a name that no reader knows", "and this one";
    FitsNothing: ServerRuleDead, "the rule `{}` is for no path", "and this one";
    Dropped: ServerRuleDead, "`{}` is dropped, because the fields of a rule are in a table of their own", "and this one";
    OnRequest: ServerRuleDead, "`{}` sets the field on the request to another server, and not on the answer; write `add_header` (nginx), `Header` (Apache) or `header` (Caddy)", "and this one";
    Unquoted: ServerRuleDead, "Caddy takes the last word of `{}` for another text, and not for a part of the value", "and this one";
    PathExact: ServerPathExact, "`{}` leaves pages out that were probably meant", "the field";
    ServicesDiffer: ServerServicesDiffer, "Netlify and Cloudflare read `{}` in two ways: one replaces, the other joins", "and this one";
    InContext: ServerContext, "fields of a context: Netlify documents that fields are for all contexts, so that these may be sent everywhere or nowhere", "and this one";
}

/// Statements that set no field of a file of the folder, without those that a trap is about.
pub(super) fn unused(server: &Server<'_>, site: &ServedSite) -> Vec<Finding> {
    let mut found = Vec::new();
    if server.asked == 0 {
        return found;
    }
    let at = match &site.host {
        Some(host) => format!(" at {}", shown(host)),
        None => String::new(),
    };
    for field in server.unheard() {
        let is_trap = |own: &Trapped| {
            let is_its = own.trap.place == field.place && SAID.contains(&own.trap.code);
            is_its || own.count > 0 && own.trap.others.contains(&field.place)
        };
        if server.trapped.iter().any(is_trap) {
            continue;
        }
        if let Some(place) = server.place(field.place) {
            let text = shown(&server.text(field.place));
            let message = format!("`{text}` is sent with no file of the folder{at}");
            let mut finding = Finding::new(Code::ServerHeaderUnused, place, message);
            if let Some(location) = server.left.get(&field.place) {
                finding.level = Level::Warning;
                finding.message += ": nginx leaves its block by `try_files`, `rewrite`, `error_page` or `index`, and another one answers";
                if let Some(place) = location.and_then(|location| server.place(location)) {
                    finding = finding.and(place, "answers");
                }
            }
            found.push(finding);
        }
    }
    found.truncate(MOST_UNUSED);
    found
}

/// The traps that say of a statement that it sets no field.
const SAID: [TrapCode; 6] = [
    TrapCode::Replaced,
    TrapCode::ReplacedInMade,
    TrapCode::NoModule,
    TrapCode::Overwritten,
    TrapCode::Empty,
    TrapCode::OverLimit,
];

/// The places of a finding beside its own.
const MOST_OTHERS: usize = 5;
/// The statements without a file that are named.
const MOST_UNUSED: usize = 50;
