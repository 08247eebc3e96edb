//! Servers that lie, and files that change: nothing is mixed.

use robots_policy_kit::server::{answer, cut};

use super::*;

/// A file of which the first answer breaks off after 1,000 bytes; `answer` is the one to the next request.
fn broken(
    fields: &'static str,
    answer: impl Fn(&Asked) -> Vec<u8> + Send + Sync + 'static,
) -> Server {
    server(move |count, asked| {
        if count == 0 {
            return (cut(file(asked, fields, &bytes(1)), 1000), Then::Close);
        }
        (answer(asked), Then::Keep)
    })
}

const BEGAN: &str = "after 1,000 of 3,000 bytes: ";

#[track_caller]
fn fails(server: &Server, why: &str) {
    assert_eq!(whole(server), Err(format!("{BEGAN}{why}")));
    assert_eq!(server.asked().len(), 2);
}

/// A part of the file under these fields, from `first` on; the request is for 488 and on.
fn part(fields: &str, first: usize) -> Vec<u8> {
    answer("206 Partial Content", fields, &bytes(1)[first..])
}

#[test]
fn a_file_that_changes_is_not_read_on() {
    for (then, now) in [
        (ETAG, "ETag: \"b\"\r\n"),
        (ETAG, ""),
        ("", ETAG),
        (ETAG, "ETag: W/\"a\"\r\n"),
        (
            "Last-Modified: Wed, 25 Nov 2026 15:00:00 GMT\r\n",
            "Last-Modified: Wed, 25 Nov 2026 15:00:01 GMT\r\n",
        ),
    ] {
        // With and without an eye for `If-Range`.
        fails(
            &broken(then, move |asked| file(asked, now, &bytes(1))),
            CHANGED,
        );
        fails(&broken(then, move |_| ok(now, bytes(1))), CHANGED);
        let fields = format!("{now}Content-Range: bytes 488-2999/3000\r\n");
        fails(&broken(then, move |_| part(&fields, 488)), CHANGED);
    }
    fails(
        &broken("", |asked| file(asked, "", &bytes(1)[..2999])),
        CHANGED,
    );
    fails(
        &broken("", |asked| file(asked, "", &bytes(1)[..200])),
        CHANGED,
    );
    fails(&broken("", |_| ok("", &bytes(1)[..999])), CHANGED);
}

#[test]
fn another_file_of_the_same_length_is_noticed() {
    for fields in ["", ETAG] {
        let why = "the server sent other bytes than before; run again";
        fails(
            &broken(fields, move |asked| file(asked, fields, &bytes(2))),
            why,
        );
        fails(&broken(fields, move |_| ok(fields, bytes(2))), why);
    }
}

#[test]
fn a_part_that_is_not_the_requested_one_is_noticed() {
    for first in [0, 489] {
        let fields = format!("Content-Range: bytes {first}-2999/3000\r\n");
        let why = format!(
            "the server sent bytes from {first} on, and the request was for those from 488 on"
        );
        fails(&broken("", move |_| part(&fields, first)), &why);
    }
    let other = "the server sent other bytes than before; run again";
    let unsaid = "the server sent a part of the file, and its Content-Range does not say which";
    for (fields, first, why) in [
        // The bytes of another place under the right name.
        ("Content-Range: bytes 488-2999/3000\r\n", 489, other),
        ("Content-Range: bytes 488-2999/3001\r\n", 488, CHANGED),
        ("", 488, unsaid),
        ("Content-Range: bytes 488-3000/3000\r\n", 488, unsaid),
    ] {
        fails(&broken("", move |_| part(fields, first)), why);
    }
}

#[test]
fn a_part_that_ends_early_is_continued() {
    let server = server(|count, asked| {
        let end = [1000, 1600, 2200, 3000][count];
        let from = from(asked);
        if count == 0 {
            return (cut(ok("", bytes(1)), end), Then::Close);
        }
        let fields = format!("Content-Range: bytes {from}-{}/3000\r\n", end - 1);
        (
            answer("206 Partial Content", &fields, &bytes(1)[from..end]),
            Then::Keep,
        )
    });
    assert!(whole(&server) == Ok(bytes(1)));
}

/// Reads 2,000 bytes, then from 100 on; the second request has this answer.
fn sought(answer: impl Fn(&Asked) -> Vec<u8> + Send + Sync + 'static) -> Result<Vec<u8>, String> {
    let server = server(move |count, asked| {
        if count == 0 {
            return (file(asked, "", &bytes(1)), Then::Keep);
        }
        (answer(asked), Then::Keep)
    });
    let mut opened = remote(&server).open().unwrap();
    opened.read_exact(&mut [0; 2000]).unwrap();
    assert_eq!(opened.stream_position().unwrap(), 2000);
    opened
        .seek(SeekFrom::Start(100))
        .map_err(|error| error.to_string())?;
    assert_eq!(ranges(&server), [None, Some(String::from("bytes=100-"))]);
    let mut rest = Vec::new();
    let read = opened.read_to_end(&mut rest);
    read.map(|_| rest).map_err(|error| error.to_string())
}

#[test]
fn a_file_is_read_again_from_any_place() {
    let rest = bytes(1)[100..].to_vec();
    assert!(sought(|asked| file(asked, "", &bytes(1))) == Ok(rest.clone()));
    assert!(sought(|_| ok("", bytes(1))) == Ok(rest));
    assert_eq!(
        sought(|asked| file(asked, ETAG, &bytes(1))).unwrap_err(),
        format!("after 100 of 3,000 bytes: {CHANGED}")
    );
    let changed = sought(|asked| file(asked, "", &bytes(2))).unwrap_err();
    assert!(
        changed.ends_with(" bytes: the server sent other bytes than before; run again"),
        "{changed}"
    );
}

#[test]
fn the_version_of_a_file_is_asked_without_its_bytes() {
    let modified = "Last-Modified: Wed, 25 Nov 2026 15:00:00 GMT\r\n";
    for (fields, validator) in [
        (ETAG.to_owned(), Some("\"a\"")),
        (
            format!("ETag: W/\"a\"\r\n{modified}"),
            Some("Wed, 25 Nov 2026 15:00:00 GMT"),
        ),
        (format!("{ETAG}{modified}"), Some("\"a\"")),
        (String::from("ETag: W/\"a\"\r\n"), None),
        (String::new(), None),
    ] {
        for refusal in [None, Some("405 Method Not Allowed"), Some("403 Forbidden")] {
            let fields = fields.clone();
            let server = server(move |_, asked| {
                let refusal = refusal.filter(|_| asked.head.starts_with("HEAD "));
                let refused = refusal.map(|status| answer(status, "", ""));
                (
                    refused.unwrap_or_else(|| file(asked, &fields, &bytes(1))),
                    Then::Keep,
                )
            });
            let version = remote(&server).version().unwrap();
            assert_eq!(version.length, Some(3000));
            assert_eq!(version.validator.as_deref(), validator);
            assert_eq!(server.asked().len(), 1 + usize::from(refusal.is_some()));
        }
    }
    let gone = server(|_, _| (answer("404 Not Found", "", ""), Then::Keep));
    let error = remote(&gone).version().unwrap_err().to_string();
    assert_eq!(error, "the server answered 404 Not Found");
}
