//! The columns of an index that say where a record is, by each of their names.

/// The facts about a record that an index holds, each with the names of its column: that of Common Crawl's columnar index, that of
/// the tables of `scan`, and the short one of CDX.
const FACTS: [(&str, [&str; 3]); 3] = [
    ("archive", ["warc_filename", "warc_file", "filename"]),
    (
        "place of the record in it",
        ["warc_record_offset", "warc_offset", "offset"],
    ),
    (
        "number of bytes of the record",
        ["warc_record_length", "warc_length", "length"],
    ),
];

/// A column of an index: its number, and its name.
#[derive(Clone, Copy)]
pub(super) struct IndexColumn {
    pub(super) number: usize,
    pub(super) name: &'static str,
}

/// The columns of the archive, of the offset and of the length among all `names` of an index.
///
/// # Errors
/// A column that is not there, or that is there twice.
pub(super) fn columns_among(names: &[&[u8]]) -> Result<[IndexColumn; 3], String> {
    let [file, offset, length] = FACTS.map(|(what, own)| column_among(names, what, own));
    Ok([file?, offset?, length?])
}

fn column_among(
    names: &[&[u8]],
    what: &str,
    own: [&'static str; 3],
) -> Result<IndexColumn, String> {
    let mut found = names.iter().enumerate().filter_map(|(number, name)| {
        let mut known = own.into_iter();
        let name = known.find(|known| known.as_bytes() == *name)?;
        Some(IndexColumn { number, name })
    });
    match (found.next(), found.next()) {
        (Some(found), None) => Ok(found),
        (Some(one), Some(other)) => Err(format!(
            "it has two columns with the {what}, `{}` and `{}`; leave one out",
            one.name, other.name
        )),
        (None, _) => {
            let [first, second, third] = own;
            Err(format!(
                "no column has the {what}; name it `{first}`, `{second}` or `{third}`"
            ))
        }
    }
}
