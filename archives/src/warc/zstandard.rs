//! One zstd frame after the other (RFC 8878), and the dictionary that may begin an archive (WARC with zstd, IIPC).

use std::io;

use zstd::stream::raw::{DParameter, Decoder, Operation};

use super::source::StoredBytes;
use super::step::Step;
use crate::damage::{Damage, DamageCode};

pub(super) struct Zstandard {
    /// `None` before the first frame.
    decoder: Option<Decoder<'static>>,
    /// The damage to report for every frame, because the archive has a dictionary that cannot be used.
    unusable: Option<String>,
}

impl Zstandard {
    pub(super) fn new() -> Zstandard {
        Zstandard {
            decoder: None,
            unusable: None,
        }
    }

    /// Begins a frame after skipping skippable ones, and returns its offset; `None` at the end of the source.
    pub(super) fn begin(&mut self, source: &mut StoredBytes) -> Result<Option<u64>, Damage> {
        let mut position;
        loop {
            position = source.position();
            let start = source.peek(SKIPPABLE_HEADER)?;
            if start.is_empty() {
                return Ok(None);
            }
            if start.starts_with(MAGIC) {
                break;
            }
            if !begins_skippable(start) {
                return Err(Damage::new(DamageCode::NoRecord, position));
            }
            let Some((&[kind, _, _, _, a, b, c, d], _)) = start.split_first_chunk() else {
                return Err(Damage::new(DamageCode::TruncatedMember, position));
            };
            source.consume(SKIPPABLE_HEADER);
            let size = u32::from_le_bytes([a, b, c, d]);
            if kind == DICTIONARY && position == 0 {
                self.dictionary(source, size)?;
            } else {
                each(source, size, |_| ())?;
            }
        }
        self.ready(position)?;
        Ok(Some(position))
    }

    fn dictionary(&mut self, source: &mut StoredBytes, size: u32) -> Result<(), Damage> {
        if size > MOST_DICTIONARY {
            self.unusable = Some(format!("it has {size} bytes"));
            return each(source, size, |_| ());
        }
        let mut stored = Vec::new();
        each(source, size, |piece| stored.extend_from_slice(piece))?;
        let read = if stored.starts_with(MAGIC) {
            unpacked(&stored)
        } else {
            Ok(stored)
        };
        match read.and_then(|dictionary| decoder(&dictionary)) {
            Ok(decoder) => self.decoder = Some(decoder),
            Err(error) => self.unusable = Some(error.to_string()),
        }
        Ok(())
    }

    /// Makes the decoder ready for the frame at `position`.
    fn ready(&mut self, position: u64) -> Result<(), Damage> {
        let damage = Damage::new(DamageCode::Dictionary, position);
        if let Some(why) = &self.unusable {
            return Err(damage.because(why));
        }
        let result = match &mut self.decoder {
            Some(decoder) => decoder.reinit(),
            none => decoder(&[]).map(|decoder| *none = Some(decoder)),
        };
        result.map_err(|error| damage.because(error))
    }

    /// Decodes some of the frame into `output`, which has space.
    pub(super) fn step(
        &mut self,
        source: &mut StoredBytes,
        output: &mut [u8],
    ) -> Result<Step, Damage> {
        let Some(decoder) = &mut self.decoder else {
            return Ok(Step::END);
        };
        let input = source.peek(1)?;
        let is_end = input.is_empty();
        let result = decoder.run_on_buffers(input, output);
        let position = source.position();
        let status = result
            .map_err(|error| Damage::new(DamageCode::CorruptMember, position).because(error))?;
        source.consume(status.bytes_read);
        if is_end && status.bytes_written == 0 && status.remaining > 0 {
            return Err(Damage::new(DamageCode::TruncatedMember, position));
        }
        Ok(Step {
            written: status.bytes_written,
            is_end: status.remaining == 0,
        })
    }
}

fn decoder(dictionary: &[u8]) -> io::Result<Decoder<'static>> {
    let mut decoder = Decoder::with_dictionary(dictionary)?;
    decoder.set_parameter(DParameter::WindowLogMax(WINDOW_LOG))?;
    Ok(decoder)
}

/// A dictionary that is compressed itself.
fn unpacked(stored: &[u8]) -> io::Result<Vec<u8>> {
    let mut dictionary = Vec::new();
    let most = u64::from(MOST_DICTIONARY);
    let decoder = zstd::stream::read::Decoder::with_buffer(stored)?;
    io::copy(&mut io::Read::take(decoder, most + 1), &mut dictionary)?;
    if dictionary.len() as u64 > most {
        return Err(io::Error::other(format!("it has more than {most} bytes")));
    }
    Ok(dictionary)
}

/// Consumes `size` bytes, piece by piece.
fn each(source: &mut StoredBytes, size: u32, mut take: impl FnMut(&[u8])) -> Result<(), Damage> {
    let mut left = size as usize;
    while left > 0 {
        let piece = source.peek(1)?;
        let piece = piece.get(..left).unwrap_or(piece);
        if piece.is_empty() {
            return Err(Damage::new(DamageCode::TruncatedMember, source.position()));
        }
        take(piece);
        let taken = piece.len();
        source.consume(taken);
        left -= taken;
    }
    Ok(())
}

/// Whether bytes begin a frame that holds no data.
pub(super) fn begins_skippable(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

/// The beginning of a frame.
pub(super) const MAGIC: &[u8] = b"\x28\xB5\x2F\xFD";
/// The first byte of a skippable frame that holds a dictionary.
const DICTIONARY: u8 = 0x5D;
/// The magic of a skippable frame, and its size.
const SKIPPABLE_HEADER: usize = 8;
/// The most bytes of a dictionary; trained ones have about 100 KiB.
const MOST_DICTIONARY: u32 = 16 << 20;
/// The binary logarithm of the largest window: the limit that `zstd -d` has by default.
const WINDOW_LOG: u32 = 27;
