//! The sections of a module of WebAssembly, as octets.

pub(crate) const CUSTOM: u8 = 0;
pub(crate) const IMPORTS: u8 = 2;
pub(crate) const CODE: u8 = 10;
pub(crate) const DATA: u8 = 11;

/// A section of a module.
pub(crate) struct Section<'m> {
    pub(crate) id: u8,
    pub(crate) content: &'m [u8],
    /// The content with what is before it.
    pub(crate) whole: &'m [u8],
}

impl<'m> Section<'m> {
    /// The section that the octets begin with, and what follows it.
    fn first(octets: &'m [u8]) -> Option<(Section<'m>, &'m [u8])> {
        let (id, sized) = octets.split_first()?;
        let (content, after) = sized_part(sized)?;
        let (whole, _) = octets.split_at_checked(octets.len() - after.len())?;
        Some((
            Section {
                id: *id,
                content,
                whole,
            },
            after,
        ))
    }

    /// Whether a custom section has the names of functions.
    pub(crate) fn is_names(&self) -> bool {
        sized_part(self.content).is_some_and(|(name, _)| name == b"name")
    }
}

/// The sections of a module; `None` where it is not one.
pub(crate) fn all(module: &[u8]) -> Option<Vec<Section<'_>>> {
    let (_, mut rest) = module.split_at_checked(8)?;
    let mut sections = Vec::new();
    while !rest.is_empty() {
        let (section, after) = Section::first(rest)?;
        sections.push(section);
        rest = after;
    }
    Some(sections)
}

/// The bodies of the functions.
pub(crate) fn bodies(code: &[u8]) -> Option<Vec<&[u8]>> {
    let (count, mut rest) = number(code)?;
    (0..count)
        .map(|_| {
            let (body, after) = sized_part(rest)?;
            rest = after;
            Some(body)
        })
        .collect()
}

/// The segments of data, each with its address.
pub(crate) fn segments(data: &[u8]) -> Option<Vec<(usize, &[u8])>> {
    let (count, mut rest) = number(data)?;
    (0..count)
        .map(|_| {
            // An active segment of the first memory, at a constant: `i32.const`, the address, `end`.
            let (address, sized) = number(rest.strip_prefix(&[0, 0x41])?)?;
            let (octets, after) = sized_part(sized.strip_prefix(&[0x0b])?)?;
            rest = after;
            Some((address, octets))
        })
        .collect()
}

/// A part with its length before it, and what follows.
pub(crate) fn sized_part(octets: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = number(octets)?;
    rest.split_at_checked(length)
}

/// The number (LEB128) that the octets begin with, and what follows.
pub(crate) fn number(octets: &[u8]) -> Option<(usize, &[u8])> {
    let length = octets.iter().position(|octet| octet & 0x80 == 0)? + 1;
    let (own, rest) = octets.split_at_checked(length)?;
    let digits = own.iter().rev().map(|octet| usize::from(octet & 0x7f));
    Some((digits.fold(0, |value, digit| (value << 7) | digit), rest))
}

/// A number as LEB128.
pub(crate) fn leb(mut value: usize) -> Vec<u8> {
    let mut octets = Vec::new();
    loop {
        let [octet, ..] = (value & 0x7f).to_le_bytes();
        value >>= 7;
        if value == 0 {
            octets.push(octet);
            return octets;
        }
        octets.push(octet | 0x80);
    }
}

/// A part with its length before it.
pub(crate) fn sized(part: &[u8]) -> Vec<u8> {
    [&leb(part.len()), part].concat()
}
