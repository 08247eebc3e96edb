//! The columns of an index that say where a record is, by each of their names.

/// A fact about a record, and the names of the column that holds it: that of Common Crawl's columnar index, that of the tables
/// of `scan`, and the short one of CDX.
pub(super) struct Fact {
    what: &'static str,
    names: [&'static str; 3],
}

/// The facts that an index holds, in the order of [`Place`].
pub(super) const FACTS: [Fact; 3] = [
    Fact {
        what: "archive",
        names: ["warc_filename", "warc_file", "filename"],
    },
    Fact {
        what: "place of the record in it",
        names: ["warc_record_offset", "warc_offset", "offset"],
    },
    Fact {
        what: "number of bytes of the record",
        names: ["warc_record_length", "warc_length", "length"],
    },
];

/// A column of an index: its number, and its name.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) number: usize,
    pub(super) name: &'static str,
}

/// The columns of the archive, of the offset and of the length.
pub(super) struct Place {
    pub(super) file: Found,
    pub(super) offset: Found,
    pub(super) length: Found,
}

impl Place {
    /// The columns among all `names` of an index.
    ///
    /// # Errors
    /// A column that is not there, or that is there twice.
    pub(super) fn among(names: &[&[u8]]) -> Result<Place, String> {
        let [file, offset, length] = &FACTS;
        Ok(Place {
            file: file.among(names)?,
            offset: offset.among(names)?,
            length: length.among(names)?,
        })
    }
}

impl Fact {
    fn among(&self, names: &[&[u8]]) -> Result<Found, String> {
        let [first, second, third] = self.names;
        let mut found = names.iter().enumerate().filter_map(|(number, name)| {
            let mut known = self.names.into_iter();
            let name = known.find(|known| known.as_bytes() == *name)?;
            Some(Found { number, name })
        });
        match (found.next(), found.next()) {
            (Some(found), None) => Ok(found),
            (Some(one), Some(other)) => Err(format!(
                "it has two columns with the {}, `{}` and `{}`; leave one out",
                self.what, one.name, other.name
            )),
            (None, _) => Err(format!(
                "no column has the {}; name it `{first}`, `{second}` or `{third}`",
                self.what
            )),
        }
    }
}
