//! One zstd frame after the other (RFC 8878), and the dictionary that may begin an archive (WARC with zstd, IIPC).

use std::io;

use robots_policy_input::{Damage, DamageCode};
use zstd::stream::raw::{DParameter, Decoder, Operation};

use super::source::StoredBytes;
use crate::memory::{Memory, Share, is_spare};

pub(super) struct Zstandard {
    /// `None` before the first frame, and while it waits for memory.
    decoder: Option<Decoder<'static>>,
    dictionary: Vec<u8>,
    /// The memory that dictionary and window take.
    share: Share,
    /// The damage to report for every frame, because the archive has a dictionary that cannot be used.
    unusable: Option<String>,
    /// The frame has no checksum.
    is_unproven: bool,
}

impl Zstandard {
    pub(super) fn new(memory: &Memory) -> Zstandard {
        Zstandard {
            decoder: None,
            dictionary: Vec::new(),
            share: memory.share(),
            unusable: None,
            is_unproven: false,
        }
    }

    /// Whether the frame has no checksum of its content (RFC 8878 §3.1.1.1.1).
    pub(super) fn is_unproven(&self) -> bool {
        self.is_unproven
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
        let header = source.peek(FRAME_HEADER)?;
        let descriptor = header.get(MAGIC.len()).copied().unwrap_or_default();
        self.is_unproven = descriptor & CHECKSUM == 0;
        let window = window(header);
        self.ready(position, window)?;
        Ok(Some(position))
    }

    fn dictionary(&mut self, source: &mut StoredBytes, size: u32) -> Result<(), Damage> {
        if size > MOST_DICTIONARY {
            self.unusable = Some(format!("it has {size} bytes"));
            return each(source, size, |_| ());
        }
        let here = source.position();
        let size_stored = size as usize;
        self.wait(3 * size_stored, here)?;
        let mut stored = Vec::new();
        each(source, size, |piece| stored.extend_from_slice(piece))?;
        let read = if stored.starts_with(MAGIC) {
            let most = MOST_DICTIONARY as usize;
            let unpacks_to = usize::try_from(window(&stored)).map_or(most, |size| size.min(most));
            // As it is stored, unpacked, and in the decoder.
            self.wait(size_stored + 2 * unpacks_to, here)?;
            unpacked(&stored)
        } else {
            Ok(stored)
        };
        match read.and_then(|dictionary| Ok((decoder(&dictionary)?, dictionary))) {
            Ok((decoder, dictionary)) => {
                (self.decoder, self.dictionary) = (Some(decoder), dictionary);
            }
            Err(error) => self.unusable = Some(error.to_string()),
        }
        self.share.shrink(self.taken(0));
        Ok(())
    }

    /// Bytes of memory for a window of this size, beside what each archive has.
    fn taken(&self, window: usize) -> usize {
        let dictionary = self.dictionary.len().saturating_mul(2);
        dictionary.saturating_add(window.saturating_sub(WINDOW_SET_ASIDE))
    }

    /// Waits for this much memory.
    fn wait(&mut self, bytes: usize, position: u64) -> Result<(), Damage> {
        self.share.wait(bytes).map_err(|most| {
            no_memory(position).because(format!(
                "zstd takes {} MiB for windows and dictionaries, and archives may have {} MiB together",
                bytes.div_ceil(1 << 20),
                most >> 20
            ))
        })
    }

    /// Makes the decoder ready for the frame at `position`.
    fn ready(&mut self, position: u64, window: u64) -> Result<(), Damage> {
        let damage = Damage::new(DamageCode::Dictionary, position);
        if let Some(why) = &self.unusable {
            return Err(damage.because(why));
        }
        // The decoder refuses larger ones itself.
        let window = usize::try_from(window)
            .ok()
            .filter(|w| *w <= 1 << WINDOW_LOG);
        let taken = self.taken(window.unwrap_or_default());
        if !self.share.grow(taken) {
            self.decoder = None;
            self.wait(taken, position)?;
        }
        if !is_spare(window.unwrap_or_default()) {
            return Err(no_memory(position).because("the machine has no more for it"));
        }
        let result = match &mut self.decoder {
            Some(decoder) => decoder.reinit(),
            none => decoder(&self.dictionary).map(|decoder| *none = Some(decoder)),
        };
        result.map_err(|error| damage.because(error))
    }

    /// Decodes some of the frame into `output`, which has space.
    pub(super) fn step(
        &mut self,
        source: &mut StoredBytes,
        output: &mut [u8],
    ) -> Result<(usize, bool), Damage> {
        let Some(decoder) = &mut self.decoder else {
            return Ok((0, true));
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
        Ok((status.bytes_written, status.remaining == 0))
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

/// The bytes of the window of the frame that begins with these (RFC 8878 §3.1.1.1).
fn window(frame: &[u8]) -> u64 {
    let Some((&[_, _, _, _, descriptor, size], rest)) = frame.split_first_chunk() else {
        return 0;
    };
    let is_single = descriptor & 0x20 != 0;
    if !is_single {
        let base = 1_u64 << (10 + (size >> 3));
        return base + base / 8 * u64::from(size & 7);
    }
    // Then the window is the content, whose size comes after the number of the dictionary.
    let dictionary = (1 << (descriptor & 3)) >> 1;
    let bytes = [size]
        .into_iter()
        .chain(rest.iter().copied())
        .skip(dictionary);
    let fields: [u8; 8] = std::array::from_fn({
        let mut bytes = bytes.take(1 << (descriptor >> 6));
        move |_| bytes.next().unwrap_or_default()
    });
    u64::from_le_bytes(fields) + if descriptor >> 6 == 1 { 256 } else { 0 }
}

fn no_memory(position: u64) -> Damage {
    Damage::new(DamageCode::NoMemory, position)
}

/// Whether bytes begin a frame that holds no data.
pub(super) fn begins_skippable(bytes: &[u8]) -> bool {
    matches!(bytes, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

/// The beginning of a frame.
pub(super) const MAGIC: &[u8] = b"\x28\xB5\x2F\xFD";
/// The bit of the descriptor of a frame that ends with a checksum.
const CHECKSUM: u8 = 4;
/// The first byte of a skippable frame that holds a dictionary.
const DICTIONARY: u8 = 0x5D;
/// The magic of a skippable frame, and its size.
const SKIPPABLE_HEADER: usize = 8;
/// The most bytes of the header of a frame.
const FRAME_HEADER: usize = 18;
/// The bytes of a window that are set aside for each archive.
const WINDOW_SET_ASIDE: usize = 2 << 20;
/// The most bytes of a dictionary; trained ones have about 100 KiB.
const MOST_DICTIONARY: u32 = 16 << 20;
/// The binary logarithm of the largest window: the limit that `zstd -d` has by default.
const WINDOW_LOG: u32 = 27;

#[cfg(test)]
#[allow(clippy::unwrap_used)] // a test fails by panicking
mod tests {
    use std::io::Write as _;

    use zstd::stream::Encoder;
    use zstd::stream::raw::CParameter;

    use super::*;

    #[test]
    fn the_window_of_a_frame_is_in_its_header() {
        let frame = |log: u32, size: Option<u64>| {
            let mut encoder = Encoder::new(Vec::new(), 1).unwrap();
            encoder.set_parameter(CParameter::WindowLog(log)).unwrap();
            encoder.set_pledged_src_size(size).unwrap();
            let text = vec![b'x'; usize::try_from(size.unwrap_or(5)).unwrap()];
            encoder.write_all(&text).unwrap();
            encoder.finish().unwrap()
        };
        for log in [10, 17, 23, 27] {
            assert_eq!(window(&frame(log, None)), 1 << log, "{log}");
        }
        // A frame whose content fits into one window states its size in 1, 2 or 4 bytes.
        for size in [0, 1, 200, 255, 256, 257, 65_000, 65_791, 65_792, 1_000_000] {
            assert_eq!(window(&frame(23, Some(size))), size, "{size}");
        }
        assert_eq!(window(&frame(17, Some(1_000_000))), 1 << 17);
        let mut dictionary = frame(23, Some(65_000));
        // The number of a dictionary comes before the size.
        if let Some(descriptor) = dictionary.get_mut(4) {
            *descriptor |= 2;
        }
        dictionary.splice(5..5, [7, 7]);
        assert_eq!(window(&dictionary), 65_000);
        // A mantissa, and frames that are cut.
        assert_eq!(
            window(&[0x28, 0xB5, 0x2F, 0xFD, 0, (3 << 3) | 5]),
            (1 << 13) / 8 * 13
        );
        assert_eq!(window(MAGIC), 0);
    }
}
