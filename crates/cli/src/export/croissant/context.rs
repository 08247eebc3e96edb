//! The JSON-LD context of Croissant 1.1, as `mlcroissant` compares it: it warns about another one.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap as _, Serializer};

/// The context of a document.
pub(super) struct Context;

impl Serialize for Context {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (name, value) in PREFIXES {
            map.serialize_entry(name, value)?;
        }
        for name in TERMS {
            map.serialize_entry(name, &format!("cr:{name}"))?;
        }
        for (name, shape) in SHAPED {
            let shape: BTreeMap<_, _> = shape.iter().copied().collect();
            map.serialize_entry(name, &shape)?;
        }
        map.end()
    }
}

/// Vocabularies, and a term that is of another one than Croissant.
const PREFIXES: [(&str, &str); 8] = [
    ("@language", "en"),
    ("@vocab", "https://schema.org/"),
    ("sc", "https://schema.org/"),
    ("cr", "http://mlcommons.org/croissant/"),
    ("rai", "http://mlcommons.org/croissant/RAI/"),
    ("dct", "http://purl.org/dc/terms/"),
    ("prov", "http://www.w3.org/ns/prov#"),
    ("conformsTo", "dct:conformsTo"),
];

/// Terms of Croissant.
const TERMS: [&str; 35] = [
    "annotation",
    "arrayShape",
    "citeAs",
    "column",
    "containedIn",
    "equivalentProperty",
    "excludes",
    "extract",
    "field",
    "fileObject",
    "fileProperty",
    "fileSet",
    "format",
    "includes",
    "isArray",
    "isLiveDataset",
    "jsonPath",
    "key",
    "md5",
    "parentField",
    "path",
    "readLines",
    "recordSet",
    "references",
    "regex",
    "repeated",
    "replace",
    "samplingRate",
    "sdVersion",
    "separator",
    "source",
    "subField",
    "transform",
    "unArchive",
    "value",
];

/// Terms whose values have a shape of their own: their names, and the shape.
const SHAPED: [(&str, &[(&str, &str)]); 5] = [
    ("data", &[("@id", "cr:data"), ("@type", "@json")]),
    ("dataType", &[("@id", "cr:dataType"), ("@type", "@vocab")]),
    ("examples", &[("@id", "cr:examples"), ("@type", "@json")]),
    ("name", &[("@container", "@language")]),
    ("description", &[("@container", "@language")]),
];
