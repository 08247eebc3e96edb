//! Bytes as the files of tests write them.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};
use zstd::stream::raw::CParameter;

/// The bytes of a text with these escapes:
///
/// | escape | bytes |
/// |---|---|
/// | `\r`, `\n`, `\t`, `\\`, `\xFF`, `\u{2028}` | as in Rust |
/// | `\e` | none |
/// | `\GZIP{A}`, `\ZSTD{A}`, `\ZLIB{A}`, `\DEFLATE{A}`, `\BROTLI{A}` | A in this coding |
/// | `\STORED{A}`, `\GZIP6{A}`, `\WRONG{A}` | A in gzip without compression, of level 6, and with a wrong checksum |
/// | `\HALF{A}`, `\CUT{9 A}`, `\AFTER{9 A}` | the first half of A, A without its last 9 bytes, and without its first 9 |
/// | `\WIDE{A}` | A in Zstandard with the largest window |
/// | `\UTF16{A}` | A in UTF-16 of the little end first |
/// | `\TIMES{9 A}` | A so many times |
/// | `\EACH{9 A}` | A so many times, with a number from 0 in the place of each `@` |
/// | `\NOISE{1 9}`, `\LETTERS{1 9}` | so many bytes, or letters from a to h, without repetition near each other, of this seed |
/// | `\RECORD{kind fields \| A}`, `\PAGE{name A}` | a record of WARC 1.0 of this block, a response for `http://name/` of this page |
pub fn bytes(text: &str) -> Vec<u8> {
    let Some((plain, rest)) = text.split_once('\\') else {
        return text.as_bytes().to_vec();
    };
    let mut found = plain.as_bytes().to_vec();
    let (sign, mut rest) = rest.split_at(1);
    match sign {
        "r" => found.push(b'\r'),
        "n" => found.push(b'\n'),
        "t" => found.push(b'\t'),
        "\\" => found.push(b'\\'),
        "e" => {}
        "x" => {
            let (number, after) = rest.split_at(2);
            found.push(u8::from_str_radix(number, 16).unwrap());
            rest = after;
        }
        _ => {
            let (name, after) = rest.split_once('{').unwrap();
            let end = closed(after);
            found.extend(made(&format!("{sign}{name}"), &after[..end]));
            rest = &after[end + 1..];
        }
    }
    found.extend(bytes(rest));
    found
}

/// The place of the brace that closes the one before the text.
fn closed(text: &str) -> usize {
    let mut depth = 1;
    let end = text.find(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    end.unwrap()
}

/// The bytes of an escape with this name.
fn made(name: &str, inner: &str) -> Vec<u8> {
    let counted = || {
        let (count, text) = inner.split_once(' ').unwrap();
        (count.parse::<usize>().unwrap(), text)
    };
    if let Some(coded) = coded(name, inner) {
        return coded;
    }
    match name {
        "u" => {
            let c = char::from_u32(u32::from_str_radix(inner, 16).unwrap());
            c.unwrap().to_string().into_bytes()
        }
        "HALF" => {
            let mut whole = bytes(inner);
            whole.truncate(whole.len() / 2);
            whole
        }
        "CUT" => {
            let (count, text) = counted();
            let mut whole = bytes(text);
            whole.truncate(whole.len() - count);
            whole
        }
        "AFTER" => {
            let (count, text) = counted();
            bytes(text)[count..].to_vec()
        }
        "EACH" => {
            let (count, text) = counted();
            let one = |number: usize| bytes(&text.replace('@', &number.to_string()));
            (0..count).flat_map(one).collect()
        }
        "UTF16" => {
            let text = String::from_utf8(bytes(inner)).unwrap();
            text.encode_utf16().flat_map(u16::to_le_bytes).collect()
        }
        "RECORD" => {
            let (head, block) = inner.split_once(" | ").unwrap();
            let (kind, fields) = head.split_once(' ').unwrap_or((head, ""));
            record(kind, bytes(fields), &bytes(block))
        }
        "PAGE" => {
            let (name, html) = inner.split_once(' ').unwrap_or((inner, ""));
            page(name, bytes(html))
        }
        "NOISE" | "LETTERS" => {
            let (seed, count) = counted();
            let made = noise(seed, count.parse().unwrap());
            if name == "NOISE" {
                return made;
            }
            made.iter().map(|byte| b'a' + byte % 8).collect()
        }
        "TIMES" => {
            let (count, text) = counted();
            bytes(text).repeat(count)
        }
        _ => panic!("no escape is called {name}"),
    }
}

/// The text in the coding of this name, if it is one.
fn coded(name: &str, inner: &str) -> Option<Vec<u8>> {
    let plain = || bytes(inner);
    Some(match name {
        "GZIP" => gzip(&plain()),
        "GZIP6" => packed(&plain(), Compression::default()),
        "STORED" => packed(&plain(), Compression::none()),
        "ZSTD" => zstd::bulk::compress(&plain(), 3).unwrap(),
        "WIDE" => {
            let mut frame = zstd::stream::Encoder::new(Vec::new(), 1).unwrap();
            frame.set_parameter(CParameter::WindowLog(27)).unwrap();
            frame.write_all(&bytes(inner)).unwrap();
            frame.finish().unwrap()
        }
        "ZLIB" => zlib(&plain()),
        "DEFLATE" => deflate(&plain()),
        "BROTLI" => [brotli_begun(&plain()), vec![0b11]].concat(),
        "WRONG" => {
            let mut packed = gzip(&plain());
            let sum = packed.len() - 8;
            packed[sum] ^= 1;
            packed
        }
        _ => return None,
    })
}

fn noise(seed: usize, count: usize) -> Vec<u8> {
    let mut state = u32::try_from(seed).unwrap();
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..count).map(|_| next()).collect()
}

/// A record of WARC 1.0.
pub fn record(kind: &str, fields: impl AsRef<[u8]>, block: &[u8]) -> Vec<u8> {
    let start = format!("WARC/1.0\r\nWARC-Type: {kind}\r\n");
    let length = format!("Content-Length: {}\r\n\r\n", block.len());
    [
        start.as_bytes(),
        fields.as_ref(),
        length.as_bytes(),
        block,
        b"\r\n\r\n",
    ]
    .concat()
}

/// A response that is named by its target.
pub fn page(name: &str, html: impl AsRef<[u8]>) -> Vec<u8> {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let target = format!("WARC-Target-URI: http://{name}/\r\n");
    record("response", target, &[head, html.as_ref()].concat())
}

/// The bytes as a member of gzip.
pub fn gzip(text: &[u8]) -> Vec<u8> {
    packed(text, Compression::fast())
}

/// The bytes as a member of gzip of this level.
pub fn packed(text: &[u8], level: Compression) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), level);
    gzip.write_all(text).unwrap();
    gzip.finish().unwrap()
}

/// The bytes in the coding `deflate`, as its name has it (RFC 1950).
pub fn zlib(text: &[u8]) -> Vec<u8> {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::fast());
    zlib.write_all(text).unwrap();
    zlib.finish().unwrap()
}

/// The bytes in the coding `deflate`, as some servers have it (RFC 1951).
pub fn deflate(text: &[u8]) -> Vec<u8> {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::fast());
    deflate.write_all(text).unwrap();
    deflate.finish().unwrap()
}

/// Stored blocks of brotli (RFC 7932), at most 64 KiB each, in a window of 64 KiB, without an end.
pub fn brotli_begun(bytes: &[u8]) -> Vec<u8> {
    let mut coded = Vec::new();
    for (index, block) in bytes.chunks(1 << 16).enumerate() {
        // From the lowest bit: WBITS in the first block (0), ISLAST (0), MNIBBLES (00), MLEN - 1 (16), ISUNCOMPRESSED (1).
        let begin = u32::from(index == 0);
        let bits = (u32::try_from(block.len()).unwrap() - 1) << (3 + begin) | 1 << (19 + begin);
        coded.extend_from_slice(&bits.to_le_bytes()[..3]);
        coded.extend_from_slice(block);
    }
    coded
}
