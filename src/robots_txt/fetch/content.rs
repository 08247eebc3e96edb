//! The content of an answer for robots.txt: the file, or something in its place, and what follows from that.
//!
//! Every answer that is final comes through [`RobotsFetchSettings::find`], whoever asked for it: no caller decides by a status, a
//! content coding, markup or a challenge. It names what it recognises in the place of the file ([`Why`]) also where that changes no outcome. The
//! outcomes are one `match`, so another consequence is another line of it. `tests/all/robots_txt_answers.rs` has the table.

use super::fields::{AnswerFields, not_a_file};
use super::outcome::Cause;
use super::settings::{Conclusion, RobotsFetchSettings};
use crate::diagnostic::{Diagnostic, DiagnosticCode, Parsed};
use crate::robots_txt::reader::RobotsTxt;
use crate::why::Why;

/// The content of a final answer.
pub(super) struct AnswerContent {
    /// The thing in the place of the file: the first of challenge, content-coding, status and markup that applies.
    pub(super) instead: Option<Why>,
    /// The file, as far as its lines count; or what follows from an answer without one.
    pub(super) file: Result<Parsed<RobotsTxt>, Conclusion>,
}

impl AnswerContent {
    /// A fetch that ended without a response that can be read.
    pub(super) fn failed(cause: Cause) -> AnswerContent {
        AnswerContent {
            instead: Some(cause.instead()),
            file: Err(Conclusion::Unreachable(cause)),
        }
    }
}

impl AnswerContent {
    /// An answer whose body is not at hand.
    pub(super) fn unread(why: Why) -> AnswerContent {
        AnswerContent {
            instead: Some(why),
            file: Err(Conclusion::Unread(why)),
        }
    }
}

impl RobotsFetchSettings {
    /// The content of an answer that confirms no copy and is not followed. Without a body its codings cannot be undone.
    pub(super) fn find(
        &self,
        status: u16,
        fields: &AnswerFields<'_>,
        body: Option<&[u8]>,
    ) -> AnswerContent {
        // A 206 is a part of the file, although the whole was asked for.
        let is_file = matches!(status, 200..=299) && status != 206;
        let is_coded = is_file && body.is_none_or(|body| fields.leave_coded(body));
        let instead = match status {
            _ if fields.is_challenge => Some(Why::Challenge),
            _ if is_coded => Some(Why::ContentCoding),
            202 => Some(Why::Status),
            _ if is_file => None,
            429 => Some(Why::Status),
            400..=499 => None,
            _ => Some(Why::Status),
        };
        let without_a_file = match status {
            _ if fields.lead_on(status) => Some(self.too_many_redirects()),
            _ if is_coded => Some(Conclusion::Unreachable(Cause::Undecodable)),
            _ if is_file => None,
            _ => Some(self.conclude(status)),
        };
        let other = instead.filter(|why| matches!(why, Why::Challenge | Why::Status));
        let without_a_file = match (without_a_file, other) {
            // What is in the place of the file says nothing about the file: neither its rules nor that there is none.
            (None | Some(Conclusion::Unavailable(_)), Some(why))
                if !fields.lead_on(status) && status != 429 =>
            {
                Some(Conclusion::Unread(why))
            }
            (conclusion, _) => conclusion,
        };
        if let Some(conclusion) = without_a_file {
            let file = Err(conclusion);
            return AnswerContent { instead, file };
        }
        let body = body.unwrap_or_default();
        let read = if fields.is_cut {
            self.reader.read_cut(body)
        } else {
            self.reader.read(body)
        };
        if let Some(why) = not_a_file(body, &read.value) {
            return AnswerContent {
                instead: Some(why),
                file: Err(Conclusion::of_octets(why)),
            };
        }
        let mut codes = read.diagnostics.iter().map(Diagnostic::code);
        let is_markup = codes.any(|code| code == DiagnosticCode::HtmlInstead);
        AnswerContent {
            instead: instead.or(is_markup.then_some(Why::Markup)),
            file: Ok(read),
        }
    }
}
