//! Saved responses: the output of `curl -i`, and files of field lines.

use robots_policy_archives::http::{coding, status};

/// A response as it was saved.
#[derive(Debug, Default)]
pub(crate) struct Saved {
    pub(crate) fields: Vec<(Vec<u8>, Vec<u8>)>,
    pub(crate) body: Vec<u8>,
}

impl Saved {
    /// Reads the last header block of a saved response and the body behind it: `curl -i` also saves interim responses,
    /// and with `-L` every redirect.
    ///
    /// # Errors
    /// Text that does not begin with a status line, and a header block that is cut off.
    pub(crate) fn read(bytes: &[u8]) -> Result<Saved, String> {
        let mut rest = bytes;
        loop {
            let (saved, status, behind) = block(rest)?;
            let more =
                behind.starts_with(b"HTTP/") && (status < 200 || (300..400).contains(&status));
            if !more {
                return Ok(Saved {
                    body: behind.to_vec(),
                    ..saved
                });
            }
            rest = behind;
        }
    }

    /// The content coding of a body that was saved as it was transferred, which hides its text.
    ///
    /// `curl --compressed -i` keeps the field and undoes the coding, so the body is looked at.
    pub(crate) fn hidden_by(&self) -> Option<String> {
        let is_it =
            |(name, _): &&(Vec<u8>, Vec<u8>)| name.eq_ignore_ascii_case(b"content-encoding");
        let (_, coding) = self.fields.iter().find(is_it)?;
        let is_hidden = !coding::begins_text(&self.body);
        is_hidden.then(|| String::from_utf8_lossy(coding).into_owned())
    }

    /// Reads field lines without a status line; an empty line ends them.
    ///
    /// # Errors
    /// A line without a colon.
    pub(crate) fn read_fields(bytes: &[u8]) -> Result<Saved, String> {
        if bytes.starts_with(b"HTTP/") {
            return Saved::read(bytes);
        }
        let mut saved = Saved::default();
        for (index, line) in bytes.split(|b| *b == b'\n').enumerate() {
            let line = line.trim_ascii();
            if line.is_empty() {
                break;
            }
            let Some(colon) = line.iter().position(|b| *b == b':') else {
                let shown = String::from_utf8_lossy(line);
                return Err(format!(
                    "line {} has no colon: `{}`; write `Name: value`",
                    index + 1,
                    shown.escape_debug()
                ));
            };
            let (name, value) = line.split_at(colon);
            let value = value.get(1..).unwrap_or_default().trim_ascii();
            saved
                .fields
                .push((name.trim_ascii_end().to_vec(), value.to_vec()));
        }
        Ok(saved)
    }
}

/// Reads one header block: its fields, its status and what stands behind it.
fn block(bytes: &[u8]) -> Result<(Saved, u16, &[u8]), String> {
    if !bytes.starts_with(b"HTTP/") {
        return Err(String::from(
            "no status line at its start; save the response with `curl -i`, or use --headers and --html",
        ));
    }
    // Versions that the reader of HTTP/1 does not know are told by the status line alone.
    let line_end = bytes
        .iter()
        .position(|b| *b == b'\n')
        .unwrap_or(bytes.len());
    let (status_line, behind) = bytes.split_at(line_end);
    let status = status(status_line).ok_or("its status line has no status")?;
    let mut room = FIELDS;
    loop {
        let mut headers = vec![httparse::EMPTY_HEADER; room];
        match httparse::parse_headers(behind.get(1..).unwrap_or_default(), &mut headers) {
            Ok(httparse::Status::Complete((len, fields))) => {
                let fields = fields
                    .iter()
                    .map(|field| (field.name.into(), field.value.into()))
                    .collect();
                let body = behind.get(1 + len..).unwrap_or_default();
                let saved = Saved {
                    fields,
                    body: Vec::new(),
                };
                return Ok((saved, status, body));
            }
            Ok(httparse::Status::Partial) => {
                return Err(String::from("no empty line ends its header block"));
            }
            Err(httparse::Error::TooManyHeaders) if room < MOST_FIELDS => room *= 2,
            Err(error) => return Err(format!("its header block is no HTTP: {error}")),
        }
    }
}

/// Field lines that are expected at first.
const FIELDS: usize = 128;

/// More field lines than any server sends.
const MOST_FIELDS: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_block_is_the_response() {
        let saved = Saved::read(
            b"HTTP/1.1 103 Early Hints\r\nX-Robots-Tag: a\r\n\r\nHTTP/1.1 301 Moved\r\nX-Robots-Tag: b\r\n\r\n\
              HTTP/2 200\nx-robots-tag: c\n\nHTTP/1.1 is a protocol\n",
        )
        .expect("a response");
        assert_eq!(saved.fields, [(b"x-robots-tag".to_vec(), b"c".to_vec())]);
        assert_eq!(saved.body, b"HTTP/1.1 is a protocol\n");
    }

    #[test]
    fn a_body_that_is_still_coded_is_known() {
        let hidden = |body: &[u8]| {
            let head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n";
            Saved::read(&[head, body].concat())
                .expect("a response")
                .hidden_by()
        };
        assert_eq!(
            hidden(b"\x1F\x8B\x08\0\0\0\0\0"),
            Some(String::from("gzip"))
        );
        assert_eq!(hidden(b"\r\n\t<title>decoded</title>"), None);
        assert_eq!(hidden(b"\xFF\xFE<\0p\0>\0"), None);
        assert_eq!(hidden(b""), None);
    }

    #[test]
    fn what_is_no_response_says_why() {
        for (text, why) in [
            ("<html>", "no status line"),
            ("HTTP/1.1\n\n", "no status"),
            ("HTTP/1.1 200 OK\r\nA: b\r\n", "no empty line"),
            ("HTTP/1.1 200 OK\r\nA\r\n\r\n", "no HTTP"),
        ] {
            let error = Saved::read(text.as_bytes()).expect_err(text);
            assert!(error.contains(why), "{error}");
        }
    }
}
