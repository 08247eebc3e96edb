//! Parts of files, each in a request of its own.

use robots_policy_kit::server::{answer, cut};

use super::*;

#[test]
fn ranges_come_over_one_connection() {
    let server = right();
    let remote = remote(&server);
    for (offset, length) in [(0, 1), (100, 900), (2999, 1), (0, 3000), (1500, 0)] {
        let end = usize::try_from(offset + length).unwrap();
        let expected = bytes(1)[end - usize::try_from(length).unwrap()..end].to_vec();
        assert_eq!(range(&remote, offset, length), Ok(expected));
    }
    let ranges = ranges(&server);
    let ranges: Vec<&str> = ranges.iter().flatten().map(String::as_str).collect();
    assert_eq!(
        ranges,
        [
            "bytes=0-0",
            "bytes=100-999",
            "bytes=2999-2999",
            "bytes=0-2999"
        ]
    );
    assert!(server.asked().iter().all(|asked| asked.connection == 1));
}

#[test]
fn a_reader_that_stops_at_the_last_byte_leaves_the_connection() {
    let server = right();
    let remote = remote(&server);
    for offset in 0..50 {
        let mut part = remote.range(offset, 100).unwrap();
        part.read_exact(&mut [0; 100]).unwrap();
    }
    assert!(server.asked().iter().all(|asked| asked.connection == 1));
}

#[test]
fn a_range_that_breaks_is_resumed() {
    for place in [0, 1, 512, 600, 899] {
        let server = server(move |count, asked| {
            let answer = file(asked, ETAG, &bytes(1));
            if count == 0 {
                (cut(answer, place), Then::Close)
            } else {
                (answer, Then::Keep)
            }
        });
        assert_eq!(
            range(&remote(&server), 100, 900),
            Ok(bytes(1)[100..1000].to_vec())
        );
        let from = 100 + place.saturating_sub(512);
        assert_eq!(ranges(&server)[1], Some(format!("bytes={from}-999")));
    }
    let server = server(|_, _| (answer("503 Service Unavailable", "", ""), Then::Keep));
    let why = range(&remote(&server), 100, 900).unwrap_err();
    assert_eq!(
        why,
        "the server answered 503 Service Unavailable; tried 6 times"
    );
    let throttled = super::server(|count, asked| {
        let answer = match count {
            0 => answer("429 Too Many Requests", "Retry-After: 0\r\n", ""),
            _ => file(asked, "", &bytes(1)),
        };
        (answer, Then::Keep)
    });
    assert_eq!(
        range(&remote(&throttled), 100, 1),
        Ok(bytes(1)[100..101].to_vec())
    );
}

#[test]
fn a_server_without_ranges_is_reported() {
    let server = server(|_, _| (ok("", bytes(1)), Then::Keep));
    let remote = remote(&server);
    for (offset, length) in [(0, 2999), (1, 2999), (100, 900)] {
        let why = range(&remote, offset, length).unwrap_err();
        assert!(why.starts_with("the server does not serve ranges: it sent the whole file"));
    }
    // This range is the file.
    assert!(range(&remote, 0, 3000) == Ok(bytes(1)));
}

#[test]
fn a_range_past_the_end_names_the_file_and_its_length() {
    let server = right();
    let url = server.url("/file");
    for (offset, length) in [(3000, 1), (2999, 2), (0, 3001), (9000, 9)] {
        // Asked first, and after another range.
        let remote = remote(&server);
        for _ in 0..2 {
            let why = format!("{length} bytes from {offset} on are not in {url}, which has 3000");
            assert_eq!(range(&remote, offset, length), Err(why));
            assert_eq!(range(&remote, 5, 1), Ok(vec![bytes(1)[5]]));
        }
    }
    let why = range(&remote(&server), u64::MAX, 2).unwrap_err();
    assert!(why.starts_with(&url), "{why}");
    let silent = super::server(|_, _| (answer("416 Range Not Satisfiable", "", ""), Then::Keep));
    let why = range(&remote(&silent), 7, 2).unwrap_err();
    assert!(
        why.starts_with("2 bytes from 7 on are not in http://")
            && why.ends_with(", which has fewer"),
        "{why}"
    );
}

#[test]
fn ranges_of_two_files_are_not_mixed() {
    let server = server(|count, asked| {
        let fields = if count < 2 { ETAG } else { "ETag: \"b\"\r\n" };
        (file(asked, fields, &bytes(1)), Then::Keep)
    });
    let remote = remote(&server);
    assert!(range(&remote, 100, 100).is_ok() && range(&remote, 300, 100).is_ok());
    assert_eq!(range(&remote, 500, 100), Err(String::from(CHANGED)));
}

#[test]
fn a_range_that_is_not_the_requested_one_is_reported() {
    for (place, why) in [
        (
            "bytes 99-199/3000",
            "the server sent bytes from 99 on, and the request was for those from 100 on",
        ),
        (
            "bytes 100-198/3000",
            "the server sent bytes up to 198, and the request was for those up to 199",
        ),
        (
            "bytes 100-200/*",
            "the server sent bytes up to 200, and the request was for those up to 199",
        ),
    ] {
        let server = server(move |_, _| {
            let fields = format!("Content-Range: {place}\r\n");
            (answer("206 Partial Content", &fields, [7; 100]), Then::Keep)
        });
        assert_eq!(range(&remote(&server), 100, 100), Err(why.to_owned()));
        assert_eq!(server.asked().len(), 1);
    }
}

#[test]
fn several_workers_read_ranges_of_one_file() {
    let server = right();
    let remote = remote(&server);
    std::thread::scope(|scope| {
        for worker in 0..8 {
            let remote = &remote;
            scope.spawn(move || {
                for step in 0..20 {
                    let offset = worker * 300 + step;
                    let expected = bytes(1)[offset..offset + 200].to_vec();
                    assert_eq!(range(remote, offset as u64, 200), Ok(expected));
                }
            });
        }
    });
}
