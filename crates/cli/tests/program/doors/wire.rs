//! A response as it is sent or stored: the blocks before it, its lines, its body, and the fields of its archive record.

use robots_policy_kit::case::Case;

/// A response, not yet bytes.
#[derive(Clone, PartialEq)]
pub(crate) struct Wire {
    /// The bytes as a client saved them, while nothing wraps them.
    pub(crate) raw: Option<Vec<u8>>,
    /// Whole header blocks before the response.
    pub(crate) front: Vec<u8>,
    pub(crate) status: Vec<u8>,
    pub(crate) lines: Vec<(Vec<u8>, Vec<u8>)>,
    pub(crate) end: &'static str,
    pub(crate) body: Vec<u8>,
    /// The body is in chunks, whatever the fields say.
    pub(crate) is_chunked: bool,
    /// The bytes ended before the document did.
    pub(crate) is_cut: bool,
    /// Fields of the record that an archive keeps it in.
    pub(crate) record: &'static str,
}

impl Wire {
    /// The response of a case; none if it has neither fields nor a document.
    pub(crate) fn of(case: &Case) -> Option<Wire> {
        if case.fields.is_empty() && case.document.is_none() {
            return None;
        }
        let mut wire = Wire {
            raw: case.response.clone(),
            lines: case.fields.clone(),
            body: case.document.clone().unwrap_or_default(),
            is_cut: case.is_cut,
            ..Wire::empty()
        };
        if let Some(response) = &case.response {
            let end = response.iter().position(|b| *b == b'\n').unwrap();
            wire.status = response[..end].trim_ascii().to_vec();
        } else if case.document.is_some() && case.content_type().is_none() {
            // The name of a file `page.html` gives its type; a saved response has only this field.
            wire.lines.push(line("Content-Type", "text/html"));
        }
        if !wire.body.is_empty() && !wire.is_cut && !wire.has("Transfer-Encoding") {
            // A document that ends inside a tag is whole only if its length is stated.
            let length = wire.body.len().to_string();
            if !wire.has("Content-Length") {
                wire.set("Content-Length", &length);
            }
        }
        Some(wire)
    }

    /// A response without rules.
    pub(crate) fn empty() -> Wire {
        Wire {
            raw: None,
            front: Vec::new(),
            status: b"HTTP/1.1 200 OK".to_vec(),
            lines: Vec::new(),
            end: "\r\n",
            body: Vec::new(),
            is_chunked: false,
            is_cut: false,
            record: "",
        }
    }

    /// A robots.txt that was answered with this status.
    pub(crate) fn robots(status: u64, body: &[u8]) -> Wire {
        Wire {
            status: format!("HTTP/1.1 {status} Status").into_bytes(),
            lines: vec![line("Content-Type", "text/plain; charset=utf-8")],
            body: body.to_vec(),
            ..Wire::empty()
        }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        if let Some(raw) = &self.raw {
            return raw.clone();
        }
        let mut bytes = self.front.clone();
        bytes.extend(&self.status);
        bytes.extend(self.end.as_bytes());
        bytes.extend(self.fields());
        bytes.extend(self.end.as_bytes());
        bytes.extend(&self.body);
        bytes
    }

    /// The field lines alone.
    pub(crate) fn fields(&self) -> Vec<u8> {
        let lines = self.lines.iter();
        let lines =
            lines.map(|(name, value)| [name, &b": "[..], value, self.end.as_bytes()].concat());
        lines.collect::<Vec<_>>().concat()
    }

    /// As a server would send it: with the length that the body has, if it is not chunked.
    pub(crate) fn sent(&self) -> Vec<u8> {
        let mut sent = self.clone();
        sent.raw = None;
        if !self.is_chunked {
            sent.remove("Transfer-Encoding");
            if !self.is_cut {
                sent.set("Content-Length", &sent.body.len().to_string());
            }
        }
        // HTTP/1.0 has no chunks, and HTTP/2 no text.
        let code = self.status.split(|b| *b == b' ').nth(1).unwrap();
        sent.status = [b"HTTP/1.1 ", code, b" Status"].concat();
        sent.bytes()
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.lines
            .iter()
            .any(|(own, _)| own.eq_ignore_ascii_case(name.as_bytes()))
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.lines
            .retain(|(own, _)| !own.eq_ignore_ascii_case(name.as_bytes()));
    }

    /// Sets a field that the response has once.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.remove(name);
        self.lines.push(line(name, value));
    }

    /// Gives it another body, and its `Content-Length` if it has one.
    pub(crate) fn put(&mut self, body: Vec<u8>) {
        if self.has("Content-Length") {
            self.set("Content-Length", &body.len().to_string());
        }
        self.body = body;
    }
}

pub(crate) fn line(name: &str, value: &str) -> (Vec<u8>, Vec<u8>) {
    (name.as_bytes().to_vec(), value.as_bytes().to_vec())
}
