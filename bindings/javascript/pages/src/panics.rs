//! Panics without words.
//!
//! A module has no place for the message of a panic: it traps. The compiler makes the message all the same, with the place and the
//! code that formats it. Here the functions that report a panic become the trap itself, `wasm-opt` removes what only they used,
//! and the places of panics, which nothing reads then, become zeros. No answer changes: a panic traps as before.

use crate::section::{self, CODE, DATA, IMPORTS, Section, number, sized, sized_part};

/// Functions that only report a fault of the program and do not return, as parts of their mangled names.
const REPORTS: &[&str] = &[
    "4core9panicking",
    "4core6option13unwrap_failed",
    "4core6option13expect_failed",
    "4core6result13unwrap_failed",
    "15slice_error_fail",
    "19slice_error_fail_rt",
    "16slice_index_fail",
    "17len_mismatch_fail",
    "13assert_failed",
    "22panic_already_borrowed",
    "30panic_already_mutably_borrowed",
    "22panic_on_ord_violation",
    "14panic_poisoned",
    "18panic_access_error",
    "17capacity_overflow",
    "7raw_vec12handle_error",
    "18handle_alloc_error",
    "17rust_begin_unwind",
    "3std9panicking",
    "8rust_oom",
];

/// A body that traps: no locals, `unreachable`, `end`.
const TRAP: &[u8] = &[0, 0, 0x0b];

/// The module, in which each function that reports a panic is a trap; `None` where it is not as the compiler writes it.
pub(crate) fn silent(module: &[u8]) -> Option<Vec<u8>> {
    let sections = section::all(module)?;
    let names = names(&sections)?;
    let imports = sections.iter().find(|section| section.id == IMPORTS);
    let imported = imports.map_or(Some(0), |section| Some(number(section.content)?.0))?;
    let is_report = |function: usize| {
        let found = names.iter().find(|(own, _)| *own == function + imported);
        found.is_some_and(|(_, name)| REPORTS.iter().any(|part| contains(name, part.as_bytes())))
    };
    let mut silent = module.get(..8)?.to_vec();
    for section in &sections {
        if section.id != CODE {
            silent.extend_from_slice(section.whole);
            continue;
        }
        let bodies = section::bodies(section.content)?;
        let mut code = section::leb(bodies.len());
        for (function, body) in bodies.iter().enumerate() {
            code.extend(sized(if is_report(function) { TRAP } else { body }));
        }
        silent.push(CODE);
        silent.extend(sized(&code));
    }
    Some(silent)
}

/// The module, in which the places of panics are zeros; `None` where it is not as the compiler writes it.
///
/// A place is the address and the length of the name of a file, a line and a column (`core::panic::Location`). The names are those
/// of sources, by which nothing else in a module is called.
pub(crate) fn without_places(module: &[u8]) -> Option<Vec<u8>> {
    let mut cleared = module.to_vec();
    let sections = section::all(module)?;
    let data = sections.iter().find(|section| section.id == DATA)?;
    let segments = section::segments(data.content)?;
    let at = |part: &[u8]| (part.as_ptr() as usize).checked_sub(module.as_ptr() as usize);
    for (address, octets) in &segments {
        let start = address.next_multiple_of(4) - address;
        for words in octets
            .get(start..)
            .unwrap_or_default()
            .windows(16)
            .step_by(4)
        {
            let Some(name) = file_of(words, &segments) else {
                continue;
            };
            for part in [words, name] {
                let from = at(part)?;
                cleared.get_mut(from..from + part.len())?.fill(0);
            }
        }
    }
    Some(cleared)
}

/// The name of the file if these words are a place.
fn file_of<'m>(words: &[u8], segments: &[(usize, &'m [u8])]) -> Option<&'m [u8]> {
    let mut numbers = words.chunks_exact(4).map(|word| {
        let word: [u8; 4] = word.try_into().unwrap_or_default();
        usize::try_from(u32::from_le_bytes(word)).unwrap_or(0)
    });
    let (address, length) = (numbers.next()?, numbers.next()?);
    let (line, column) = (numbers.next()?, numbers.next()?);
    let is_place = (1..MOST_LINES).contains(&line) && (1..MOST_COLUMNS).contains(&column);
    let name = segments.iter().find_map(|(own, octets)| {
        let from = address.checked_sub(*own)?;
        octets.get(from..from.checked_add(length)?)
    })?;
    let is_source = SOURCES.iter().any(|start| name.starts_with(start)) && name.ends_with(b".rs");
    (is_place && is_source).then_some(name)
}

/// The first folders of sources, as the flags of the compiler leave them (`module`), and those of the standard library.
const SOURCES: [&[u8]; 5] = [b"/rustc/", b"cargo/", b"src/", b"crates/", b"bindings/"];

/// More lines and columns than a source has.
const MOST_LINES: usize = 100_000;
const MOST_COLUMNS: usize = 1000;

/// The functions by their numbers, with their names.
fn names<'m>(sections: &[Section<'m>]) -> Option<Vec<(usize, &'m [u8])>> {
    let own = sections.iter().find(|section| section.is_names())?;
    let (_, mut parts) = sized_part(own.content)?;
    while let Some((kind, rest)) = parts.split_first() {
        let (part, after) = sized_part(rest)?;
        parts = after;
        if *kind != FUNCTIONS {
            continue;
        }
        let (count, mut rest) = number(part)?;
        let named = (0..count).map(|_| {
            let (function, named) = number(rest)?;
            let (name, after) = sized_part(named)?;
            rest = after;
            Some((function, name))
        });
        return named.collect();
    }
    None
}

/// The part of the section of names that has those of functions.
const FUNCTIONS: u8 = 1;

fn contains(name: &[u8], part: &[u8]) -> bool {
    name.windows(part.len()).any(|own| own == part)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;
    use crate::section::leb;

    /// A section.
    fn of(id: u8, content: &[u8]) -> Vec<u8> {
        [&[id][..], &sized(content)].concat()
    }

    /// A module of two functions with these names.
    fn module(names: [&str; 2]) -> Vec<u8> {
        let body = sized(&[0, 0x41, 7, 0x1a, 0x0b]);
        let code = [&[2][..], &body, &body].concat();
        let mut map = vec![2];
        for (function, name) in names.iter().enumerate() {
            map.extend(leb(function));
            map.extend(sized(name.as_bytes()));
        }
        let names = [&sized(b"name")[..], &of(FUNCTIONS, &map)].concat();
        [&b"\0asm\x01\0\0\0"[..], &of(CODE, &code), &of(0, &names)].concat()
    }

    #[test]
    fn a_function_that_reports_a_panic_is_a_trap() {
        let panics = "_RNvNtCsgXGp5Oqx2Ny_4core9panicking9panic_fmt";
        let silent = silent(&module(["answer", panics])).unwrap();
        let sections = section::all(&silent).unwrap();
        let bodies = section::bodies(sections.first().unwrap().content).unwrap();
        assert_eq!(bodies, [&[0, 0x41, 7, 0x1a, 0x0b][..], TRAP]);
        assert_eq!(super::silent(&silent).as_deref(), Some(&silent[..]));
        assert!(super::silent(b"\0asm\x01\0\0").is_none());
    }

    #[test]
    fn places_of_panics_are_zeros_and_nothing_else() {
        let place = |length: u8, line: u8| [0, 1, 0, 0, length, 0, 0, 0, line, 0, 0, 0, 5, 0, 0, 0];
        let data = |places: [[u8; 16]; 2], name: &[u8]| {
            let octets = [name, &places.concat()].concat();
            let segment = [&[1, 0, 0x41, 0x80, 0x02, 0x0b][..], &sized(&octets)].concat();
            [&b"\0asm\x01\0\0\0"[..], &of(DATA, &segment)].concat()
        };
        for (name, is_source) in [(b"src/ab.rs\0\0\0", true), (b"a text.rs\0\0\0", false)] {
            let module = data([place(9, 3), place(8, 3)], name);
            let expected = if is_source {
                data([[0; 16], place(8, 3)], &[0; 12])
            } else {
                module.clone()
            };
            assert_eq!(without_places(&module).unwrap(), expected);
        }
        let no_line = data([place(9, 0), place(9, 0)], b"src/ab.rs\0\0\0");
        assert_eq!(without_places(&no_line).unwrap(), no_line);
    }
}
