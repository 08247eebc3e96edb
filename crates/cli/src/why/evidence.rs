//! A source of a row: its facts, the comparison with its bytes, and its statements.

use robots_policy_archives::table::TableRow;
use serde::Serialize;
use serde_json::Value;

/// A source, and what is at hand of it.
#[derive(Debug, Serialize)]
pub(super) struct Evidence {
    /// The name of the source in the ledger, or `page`.
    pub(super) source: &'static str,
    /// The facts of the row about it.
    #[serde(flatten)]
    pub(super) facts: Facts,
    pub(super) agreement: Agreement,
    /// The place of the bytes, or why there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
    /// The statements of the row that are in it.
    pub(super) statements: Vec<Stated>,
}

/// The facts of a row about a source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Facts {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fetched: Option<String>,
    /// The digest of its bytes, with its kind before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) record_id: Option<String>,
}

/// Whether the bytes are those that the row names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Agreement {
    /// They have the digest, and the statements are in them.
    Agrees,
    /// They have another digest, lack a statement, or are damaged.
    Differs,
    /// They are there, and the row has no digest that can be compared.
    NotCompared,
    /// They are not at hand.
    NotAtHand,
    /// The row was judged without it.
    NotGiven,
}

/// A statement of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Stated {
    /// The directive, the label, or `disallow`.
    pub(super) what: String,
    /// The clients that it addresses.
    pub(super) scope: Option<String>,
    /// The input.
    pub(super) source: String,
    /// Its line: of a document or a header block that of the bytes at hand.
    pub(super) line: Option<u64>,
    /// Its bytes as text.
    pub(super) text: String,
    /// The whole line, where the bytes are at hand.
    pub(super) bytes: Option<String>,
}

impl Evidence {
    /// A source with these facts, whose bytes are not at hand.
    pub(super) fn new(source: &'static str, facts: Facts, statements: Vec<Stated>) -> Evidence {
        Evidence {
            source,
            facts,
            agreement: Agreement::NotAtHand,
            note: None,
            statements,
        }
    }

    /// Whether something is not as the row says.
    pub(super) fn is_wrong(&self) -> bool {
        self.agreement == Agreement::Differs
    }

    pub(super) fn agree(&mut self, agreement: Agreement, note: impl Into<String>) {
        self.agreement = agreement;
        self.note = Some(note.into());
    }

    /// Looks each statement up in the lines of its bytes; those with a line must be there.
    pub(super) fn look_up(&mut self, lines: &[String]) {
        for stated in &mut self.statements {
            stated.bytes = stated.line_in(lines).cloned();
            if stated.bytes.is_some() {
                continue;
            }
            if stated.line.is_some() || !stated.text.is_empty() {
                let line = stated.line.map(|line| format!(" in line {line}"));
                let text = &stated.text;
                self.agreement = Agreement::Differs;
                self.note = Some(format!(
                    "`{text}` is not{} of its bytes",
                    line.unwrap_or_default()
                ));
            }
        }
    }
}

impl Stated {
    /// Its line among these, if the text is in it.
    pub(super) fn line_in<'l>(&self, lines: &'l [String]) -> Option<&'l String> {
        let line = usize::try_from(self.line?).ok()?;
        let own = lines.get(line.checked_sub(1)?)?;
        own.contains(&self.text).then_some(own)
    }

    /// The statements of a row, in its order.
    pub(super) fn of(row: &TableRow) -> Vec<Stated> {
        let text = |value: &Value, name: &str| value.get(name)?.as_str().map(str::to_owned);
        let reasons = row.get("reasons").and_then(Value::as_array);
        let each = reasons.into_iter().flatten().map(|reason| {
            let what = text(reason, "use").or_else(|| text(reason, "directive"));
            Stated {
                what: what.unwrap_or_default(),
                scope: text(reason, "scope"),
                source: text(reason, "source").unwrap_or_default(),
                line: reason.get("line").and_then(Value::as_u64),
                text: text(reason, "text").unwrap_or_default(),
                bytes: None,
            }
        });
        each.collect()
    }
}

/// The lines of a text, however they end.
pub(super) fn lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    text.split(['\n', '\r']).map(str::to_owned).collect()
}

/// The note about bytes that only a store has.
pub(super) const NO_STORE: &str =
    "its bytes are in the store of the scan; name it with --robots-store";
