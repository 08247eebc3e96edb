//! Statements that take no effect, or not everywhere.

use crate::named;
use crate::names::is_about_robots;
use crate::place::ConfigPlace;
use crate::tree::{Statement, all};

named! {
    /// A kind of trap.
    #[non_exhaustive]
    pub enum TrapCode {
        /// An inner block with any statement of this kind takes the outer ones away, and does not repeat them.
        Replaced = "replaced";
        /// [`TrapCode::Replaced`] in a block whose pages a program or another server makes.
        ReplacedInMade = "replaced-in-made";
        /// It is not sent with errors.
        NotWithErrors = "not-with-errors";
        /// Two statements send the field twice in one answer.
        SentTwice = "sent-twice";
        /// A value that is empty, so that nothing is sent.
        Empty = "empty";
        /// A later statement replaces the value for every path of this one.
        Overwritten = "overwritten";
        /// It removes or edits a field that is in the other of two tables, or not yet there.
        WrongTable = "wrong-table";
        /// A rule or a line after the limit of the service.
        OverLimit = "over-limit";
        /// A rule without fields.
        NoFields = "no-fields";
        /// Its condition is about a module: without the module it is silent.
        IfModule = "if-module";
        /// Its condition is about a module by a name that the server does not know.
        NoModule = "no-module";
        /// The name of the field is near one that is read, and read by no client.
        NearName = "near-name";
        /// The pattern fits no path.
        FitsNothing = "fits-nothing";
        /// A field in a part of the file that sets none.
        Dropped = "dropped";
        /// The path is one alone, and that of a part of the site was probably meant. Its place is the path.
        PathExact = "path-exact";
        /// It sets the field on the request to another server, and on no answer.
        OnRequest = "on-request";
        /// A value without quotes: its second word is another text, and not a part of the value.
        Unquoted = "unquoted";
        /// Services that read this file read it in two ways.
        ServicesDiffer = "services-differ";
        /// Fields of a context of deployments, which the service does not document.
        InContext = "in-context";
    }
}

/// A statement that takes no effect, or not everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// Its kind.
    pub code: TrapCode,
    /// The field that it is about, in lower case.
    pub field: String,
    /// The statement.
    pub place: ConfigPlace,
    /// The statements that make it so.
    pub others: Vec<ConfigPlace>,
    /// The text to write instead, and nothing where it is not known.
    pub instead: String,
}

impl Trap {
    pub(crate) fn new(
        code: TrapCode,
        field: &str,
        place: ConfigPlace,
        others: Vec<ConfigPlace>,
    ) -> Trap {
        let field = field.to_ascii_lowercase();
        Trap {
            code,
            field,
            place,
            others,
            instead: String::new(),
        }
    }

    /// The trap with the text to write instead.
    pub(crate) fn instead(self, text: impl Into<String>) -> Trap {
        let instead = text.into();
        Trap { instead, ..self }
    }
}

/// Directives that set a field on the request.
const ON_REQUEST: &str = "proxy_set_header grpc_set_header requestheader request_header header_up";

/// The traps of statements that set a field about robots on the request.
pub(crate) fn on_request(body: &[Statement]) -> impl Iterator<Item = Trap> {
    let setting = all(body).into_iter().filter(|own| {
        let removes = own.last().is_empty() || own.word(1).eq_ignore_ascii_case("unset");
        ON_REQUEST.split(' ').any(|name| name == own.name()) && !removes
    });
    setting.filter_map(|own| {
        let mut names = own
            .arguments()
            .map(|word| word.trim_start_matches(['+', '?', '>']));
        let name = names.find(|name| is_about_robots(name))?;
        Some(Trap::new(TrapCode::OnRequest, name, own.place, Vec::new()))
    })
}
