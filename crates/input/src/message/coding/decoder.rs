//! The decoders of content codings.

use std::io::{self, BufRead, Read};

use brotli_decompressor::{BrotliDecoderParameter, Decompressor};
use flate2::bufread::{DeflateDecoder, GzDecoder, ZlibDecoder};

use super::Coding;

/// A decoder for a source that has bytes.
///
/// # Errors
/// The source cannot be read.
pub fn decoder<'s>(
    coding: Coding,
    mut source: impl BufRead + 's,
) -> io::Result<Box<dyn Read + 's>> {
    Ok(match coding {
        Coding::Gzip => Box::new(GzipMembers(Some(GzDecoder::new(source)))),
        Coding::Deflate if begins_zlib(source.fill_buf()?) => Box::new(ZlibDecoder::new(source)),
        Coding::Deflate => Box::new(DeflateDecoder::new(source)),
        Coding::Brotli => {
            let mut decoder = Decompressor::new(source, READ_SIZE);
            let large = BrotliDecoderParameter::BROTLI_DECODER_PARAM_LARGE_WINDOW;
            decoder.set_parameter(large, 0);
            Box::new(Brotli(decoder))
        }
        Coding::Zstandard => {
            let mut decoder = zstd::stream::read::Decoder::with_buffer(source)?;
            decoder.window_log_max(WINDOW_LOG)?;
            Box::new(decoder)
        }
    })
}

/// The first byte of RFC 1950 says method and window; one of RFC 1951 that says the same would be a stored block of a
/// reserved type.
fn begins_zlib(bytes: &[u8]) -> bool {
    bytes
        .first()
        .is_some_and(|first| first & 0x0f == 8 && first >> 4 <= 7)
}

/// A brotli stream, which ends with its body. Bytes after that end show that the body has another format.
struct Brotli<S: Read>(Decompressor<S>);

impl<S: Read> Read for Brotli<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            // The decoder reports bytes after the end when it is read once more.
            0 => self.0.read(buffer),
            read => Ok(read),
        }
    }
}

/// Members one after the other; other bytes after them are ignored, as browsers do.
struct GzipMembers<S>(Option<GzDecoder<S>>);

impl<S: BufRead> Read for GzipMembers<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.0 {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            self.0 = self
                .0
                .take()
                .and_then(|member| next(member.into_inner()).transpose())
                .transpose()?;
        }
        Ok(0)
    }
}

/// The member that begins where another ended.
fn next<S: BufRead>(mut source: S) -> io::Result<Option<GzDecoder<S>>> {
    let is_member = source.fill_buf()?.first() == Some(&GZIP_MAGIC);
    Ok(is_member.then(|| GzDecoder::new(source)))
}

/// The binary logarithm of the largest window (RFC 9659).
const WINDOW_LOG: u32 = 23;
/// The first byte of a member.
const GZIP_MAGIC: u8 = 0x1f;
/// Bytes that the brotli decoder reads at once.
const READ_SIZE: usize = 16 * 1024;
