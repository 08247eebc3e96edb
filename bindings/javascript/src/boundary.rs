//! W1. The exports of the module, and the memory of both sides.
//!
//! A call has up to three steps. `room(length)` gives the address of that many bytes, into which the other side writes the
//! input. The operation takes these bytes, which are freed when it returns, and gives the address of its answer, JSON in
//! UTF-8. `answer_length()` is its length; the answer stays until the next operation, and other exports do not move it.
//!
//! A question about a robots.txt is asked millions of times, so it has neither JSON nor an allocation: its text is in the room
//! of `question_room(length)`, which stays until that is called again, and its answer is a number.
//!
//! **Invariant.** An address is only given out for memory that a `static` of this file owns, and no reference to that memory
//! lives while the other side runs. So the bytes may change between two calls, and Rust reads them only within one. The
//! module has one thread. `unsafe` is only the names of the exports, which no other object of the module has; no address is
//! read here. An operation takes its input out of `ROOM` first, so that the other side may use `room` when it is asked within one
//! (`host`). If an operation kept a reference to `ROOM`, the other side would write into memory in use; `bindings/javascript/test` and the tests below notice a wrong length or a value that was left.
//!
//! A panic traps (`panic = "abort"`): the memory may hold half of a change, and the other side makes a new instance.
#![expect(unsafe_code, reason = "an export has a name that the linker keeps")]

use std::cell::RefCell;
use std::io;

use robots_policy::{Client, Timestamp};
use robots_policy_input::{
    Clock, RecordDefaults, Rest, StreamedRecord, answer_record, answers_to_record, engine_names,
};
#[cfg(feature = "lint")]
use robots_policy_lint::json as lint;
use serde::Serialize;

use crate::engines;
use crate::handles::Handles;
use crate::robots::{RobotsFile, client};
use crate::room::ROOM;
#[cfg(feature = "saved")]
use crate::saved;

thread_local! {
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static QUESTION: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static CLIENT: RefCell<Option<(Box<[u8]>, Client)>> = const { RefCell::new(None) };
    static HEADS: RefCell<Handles<StreamedRecord>> = const { RefCell::new(Handles::new()) };
    static FILES: RefCell<Handles<RobotsFile>> = const { RefCell::new(Handles::new()) };
}

/// Gives room for an input of this length.
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        *room = vec![0; length];
        room.as_mut_ptr()
    })
}

/// Gives room for questions of up to this length; it stays, and the one before is freed.
#[unsafe(no_mangle)]
extern "C" fn question_room(length: usize) -> *mut u8 {
    QUESTION.with_borrow_mut(|room| {
        *room = vec![0; length];
        room.as_mut_ptr()
    })
}

/// Whether a client may fetch a target: [`RobotsFile::ask`]. The question room has its name in this length, and the target
/// up to this end. [`NO_ANSWER`] where the name is not a product token, or the room or the number has nothing.
#[unsafe(no_mangle)]
extern "C" fn robots_ask(number: usize, name: usize, end: usize) -> u32 {
    let answer = QUESTION.with_borrow(|room| {
        let (name, target) = room.get(..end)?.split_at_checked(name)?;
        let target = str::from_utf8(target).ok()?;
        CLIENT.with_borrow_mut(|last| {
            let client = match last {
                Some((own, client)) if **own == *name => client,
                last => {
                    let client = client(str::from_utf8(name).ok()?).ok()?;
                    &mut last.insert((name.into(), client)).1
                }
            };
            FILES.with_borrow_mut(|files| Some(files.get_mut(number)?.ask(client, target)))
        })
    });
    answer.unwrap_or(NO_ANSWER)
}

/// A number that no question has as its answer.
const NO_ANSWER: u32 = u32::MAX;

/// The length of the last answer.
#[unsafe(no_mangle)]
extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}

/// The exports that answer: the input comes from the room, the answer goes to its place.
macro_rules! operations {
    ($($(#[doc = $doc:literal])+ fn $name:ident($input:ident $(, $argument:ident: $type:ty)*) $body:block)+) => {$(
        $(#[doc = $doc])+
        #[unsafe(no_mangle)]
        extern "C" fn $name($($argument: $type),*) -> *const u8 {
            #[cfg(not(feature = "idna"))]
            crate::host::install();
            let $input = ROOM.take();
            let written: io::Result<Vec<u8>> = $body;
            // What cannot be written is not an answer: the other side finds no JSON.
            let answer = written.unwrap_or_default();
            ANSWER.with_borrow_mut(|place| {
                *place = answer;
                place.as_ptr()
            })
        }
    )+};
}

operations! {
    /// The answer to a record, where `now` has milliseconds since 1970 for a record without a clock.
    fn verdict(input, now: f64) {
        let mut answer = Vec::new();
        let defaults = RecordDefaults::new(clock(now));
        answer_record(&input, &defaults, &mut answer).map(|_| answer)
    }

    /// The answers to a record for several askers: the first `names` bytes are an array of names of engines and nulls, or null for
    /// the askers of the record, and the record follows.
    fn verdicts(input, names: usize, now: f64) {
        let (names, record) = input.split_at_checked(names).unwrap_or_default();
        let names = engine_names(names).ok_or_else(|| io::ErrorKind::InvalidInput.into());
        names.and_then(|names| {
            let names = names.as_ref();
            let names = names.map(|names| names.iter().map(Option::as_deref).collect::<Vec<_>>());
            let mut answers = Vec::new();
            let defaults = RecordDefaults::new(clock(now));
            answers_to_record(record, names.as_deref(), &defaults, &mut answers).map(|()| answers)
        })
    }

    /// The list of engines.
    fn engines(_input) {
        json(&engines::engines().collect::<Vec<_>>())
    }

    /// Begins a record whose document comes in pieces: its number, or why it has none.
    fn head(input, now: f64) {
        match StreamedRecord::new(input, clock(now)) {
            Ok(head) => json(&HEADS.with_borrow_mut(|heads| heads.hold(head))),
            Err(answer) => Ok(answer),
        }
    }

    /// Takes the next piece of the document: whether the head is over.
    fn head_feed(input, number: usize) {
        json(&HEADS.with_borrow_mut(|heads| heads.get_mut(number).map(|head| head.feed(&input))))
    }

    /// The answer, once; the number is free then. Of the octets that were not fed, `rest` says that there are some (1) or none (2).
    fn head_finish(_input, number: usize, rest: usize) {
        let rest = match rest {
            1 => Rest::Cut,
            2 => Rest::None,
            _ => Rest::Unsaid,
        };
        match HEADS.with_borrow_mut(|heads| heads.take(number)) {
            Some(head) => head.finish(rest),
            None => json(&()),
        }
    }

    /// Frees the number.
    fn head_free(_input, number: usize) {
        json(&HEADS.with_borrow_mut(|heads| heads.take(number).is_some()))
    }

    /// Reads a robots.txt: its number.
    fn robots(input) {
        json(&FILES.with_borrow_mut(|files| files.hold(RobotsFile::read(&input))))
    }

    /// The addresses of sitemaps.
    fn robots_sitemaps(_input, number: usize) {
        of_file(number, |file| json(&file.sitemaps()))
    }

    /// The preferred host, or null.
    fn robots_host(_input, number: usize) {
        of_file(number, |file| json(&file.host()))
    }

    /// Every line with a known key.
    fn robots_records(_input, number: usize) {
        of_file(number, |file| json(&file.records()))
    }

    /// Frees the number.
    fn robots_free(_input, number: usize) {
        json(&FILES.with_borrow_mut(|files| files.take(number).is_some()))
    }
}

#[cfg(feature = "saved")]
operations! {
    /// Opens a saved response, for the page: `saved::Opened`, or why not.
    fn saved_response(input) {
        opened(saved::response(input))
    }

    /// Opens a saved robots.txt, for the page: `saved::OpenedRobots`, or why not.
    fn saved_robots(input) {
        opened(saved::robots(&input))
    }

    /// Reads fields that are typed, for the page: `saved::Typed`.
    fn typed_fields(input) {
        saved::typed(&input).map_err(io::Error::from)
    }
}

#[cfg(feature = "lint")]
operations! {
    /// The findings about inputs, or an error with the reason; `now` has milliseconds since 1970.
    fn lint(input, now: f64) {
        match lint::findings(&input, timestamp(now)) {
            Ok(answer) => Ok(answer),
            Err(why) => json(&serde_json::json!({ "error": why })),
        }
    }

    /// The rules of `lint`, for the page.
    fn lint_rules(_input) {
        lint::rules().map_err(io::Error::from)
    }
}

/// The answer about a robots.txt; null if there is none of this number.
fn of_file(
    number: usize,
    ask: impl FnOnce(&RobotsFile) -> io::Result<Vec<u8>>,
) -> io::Result<Vec<u8>> {
    FILES.with_borrow_mut(|files| match files.get_mut(number) {
        Some(file) => ask(file),
        None => json(&()),
    })
}

/// The answer about a file that was opened, or an error with the reason.
#[cfg(feature = "saved")]
fn opened(opened: Result<impl Serialize, String>) -> io::Result<Vec<u8>> {
    match opened {
        Ok(opened) => json(&opened),
        Err(why) => json(&serde_json::json!({ "error": why })),
    }
}

fn json(value: &impl Serialize) -> io::Result<Vec<u8>> {
    Ok(serde_json::to_vec(value)?)
}

/// The clock of the other side, in milliseconds since 1970.
fn clock(now: f64) -> Clock {
    Clock::At(timestamp(now))
}

fn timestamp(now: f64) -> Timestamp {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a clock beyond the range is the last moment"
    )]
    let seconds = (now / 1000.0).floor() as i64;
    Timestamp::from_unix(seconds)
}

#[cfg(test)]
#[expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The answer of an operation to an input, as the other side reads it.
    fn answered(input: &[u8], operation: impl FnOnce() -> *const u8) -> Value {
        assert!(!room(input.len()).is_null());
        ROOM.with_borrow_mut(|room| room.copy_from_slice(input));
        let at = operation();
        ANSWER.with_borrow(|answer| {
            assert_eq!((at, answer_length()), (answer.as_ptr(), answer.len()));
            serde_json::from_slice(answer).unwrap()
        })
    }

    /// The answer of a robots.txt to a question, as the other side asks it.
    fn asked(number: usize, name: &str, target: &str) -> u32 {
        let text = [name, target].concat();
        assert!(!question_room(text.len()).is_null());
        QUESTION.with_borrow_mut(|room| room.copy_from_slice(text.as_bytes()));
        robots_ask(number, name.len(), text.len())
    }

    /// The answers are compared in `bindings/javascript/test`, whose side uses no number after it was freed.
    #[test]
    fn a_number_that_is_free_and_a_length_past_an_end_have_no_answer() {
        let held = |value: Value| usize::try_from(value.as_u64().unwrap()).unwrap();
        let record = br#"{"headers": [["Content-Type", "text/html; charset=utf-8"]]}"#;
        let at = held(answered(record, || head(0.0)));
        assert_eq!(answered(b"<body>", || head_feed(at)), true);
        assert_eq!(answered(b"", || head_finish(at, 1))["index"], true);
        assert_eq!(answered(b"", || head_finish(at, 0)), Value::Null);
        assert_eq!(answered(b"x", || head_feed(at)), Value::Null);
        assert_eq!(held(answered(record, || head(0.0))), at);
        assert_eq!(answered(b"", || head_free(at)), true);
        assert_eq!(answered(b"", || head_free(at)), false);

        let at = held(answered(b"User-agent: a\nDisallow: /x", || robots()));
        let other = held(answered(b"User-agent: *\nDisallow: /x", || robots()));
        let for_all = 2;
        assert_eq!(asked(at, "A", "/xy?z"), 2 << 2);
        assert_eq!(asked(other, "A", "/xy?z"), (2 << 2) | for_all);
        for wrong in ["a b", "", "\u{e9}"] {
            assert_eq!(asked(at, wrong, "/"), NO_ANSWER);
        }
        assert_eq!(robots_ask(at, 0, 1 << 20), NO_ANSWER);
        assert_eq!(robots_ask(at, 2, 1), NO_ANSWER);
        assert_eq!(answered(b"", || robots_free(at)), true);
        assert_eq!(asked(at, "a", "/x"), NO_ANSWER);
        assert_eq!(answered(b"", || robots_host(at)), Value::Null);
    }
}
