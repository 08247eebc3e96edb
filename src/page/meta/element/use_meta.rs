//! The names of metas about AI use.

/// A meta about AI use, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UseMeta {
    /// A TDM reservation (`TDMRep`, HTML).
    TdmReservation,
    /// The policy of a TDM reservation.
    TdmPolicy,
    /// The name of a field that is not defined as a meta.
    Field,
}

/// The names that [`UseMeta`] is read from.
const USE_METAS: [(&[u8], UseMeta); 4] = [
    (b"tdm-reservation", UseMeta::TdmReservation),
    (b"tdm-policy", UseMeta::TdmPolicy),
    (b"content-usage", UseMeta::Field),
    (b"content-signal", UseMeta::Field),
];

impl UseMeta {
    /// The one of this name, in any case; `None` for nearly all names.
    #[inline]
    pub(super) fn of(name: &[u8]) -> Option<UseMeta> {
        // Every meta of a document is asked, and nearly all have another length or another first letter.
        const LENGTHS: u32 = 1 << 10 | 1 << 13 | 1 << 14 | 1 << 15;
        let has_length = name.len() < 32 && LENGTHS >> name.len() & 1 == 1;
        if !has_length || !matches!(name, [b't' | b'T' | b'c' | b'C', ..]) {
            return None;
        }
        UseMeta::among(name)
    }

    #[cold]
    fn among(name: &[u8]) -> Option<UseMeta> {
        let is_it = |(known, _): &&(&[u8], UseMeta)| known.eq_ignore_ascii_case(name);
        USE_METAS.iter().find(is_it).map(|(_, meta)| *meta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found() {
        for (name, meta) in USE_METAS {
            assert_eq!(UseMeta::of(name), Some(meta));
            assert_eq!(UseMeta::of(&name.to_ascii_uppercase()), Some(meta));
        }
        assert_eq!(UseMeta::of(b"tdm-reservations"), None);
    }
}
