//! The keys of `robots-policy.toml`. `cargo run -p robots-policy-dev -- generate` writes them, of `configuration/keys.toml`.

use super::shape::{Key, Table};
use super::shapes::Shape;

/// All tables, that of the file itself first.
#[rustfmt::skip]
pub(super) static TABLES: [Table; 5] = [
    Table { name: "", keys: &[
        Key { name: "environments", shape: Shape::Names, is_required: false },
        Key { name: "assume_absent", shape: Shape::Sources, is_required: false },
        Key { name: "levels", shape: Shape::Levels, is_required: false },
        Key { name: "map", shape: Shape::Map, is_required: false },
        Key { name: "expect", shape: Shape::Tables, is_required: false },
        Key { name: "ignore", shape: Shape::Tables, is_required: false },
        Key { name: "twins", shape: Shape::Table, is_required: false },
        Key { name: "lock", shape: Shape::Table, is_required: false },
    ] },
    Table { name: "expect", keys: &[
        Key { name: "url", shape: Shape::Addresses, is_required: true },
        Key { name: "agents", shape: Shape::Agents, is_required: false },
        Key { name: "environments", shape: Shape::Environments, is_required: false },
        Key { name: "fetch", shape: Shape::Allowed, is_required: false },
        Key { name: "index", shape: Shape::Allowed, is_required: false },
        Key { name: "follow", shape: Shape::Allowed, is_required: false },
        Key { name: "archive", shape: Shape::Allowed, is_required: false },
        Key { name: "snippet", shape: Shape::Allowed, is_required: false },
        Key { name: "train", shape: Shape::Stated, is_required: false },
        Key { name: "input", shape: Shape::Stated, is_required: false },
        Key { name: "search", shape: Shape::Stated, is_required: false },
    ] },
    Table { name: "ignore", keys: &[
        Key { name: "code", shape: Shape::Code, is_required: true },
        Key { name: "reason", shape: Shape::Text, is_required: true },
        Key { name: "url", shape: Shape::Addresses, is_required: false },
        Key { name: "input", shape: Shape::Inputs, is_required: false },
        Key { name: "until", shape: Shape::Moment, is_required: false },
        Key { name: "environments", shape: Shape::Environments, is_required: false },
    ] },
    Table { name: "twins", keys: &[
        Key { name: "urls", shape: Shape::Sites, is_required: true },
        Key { name: "agents", shape: Shape::Agents, is_required: false },
        Key { name: "fetch", shape: Shape::Allowed, is_required: false },
        Key { name: "index", shape: Shape::Allowed, is_required: false },
        Key { name: "snippet", shape: Shape::Allowed, is_required: false },
    ] },
    Table { name: "lock", keys: &[
        Key { name: "urls", shape: Shape::Addresses, is_required: false },
        Key { name: "agents", shape: Shape::Agents, is_required: false },
    ] },
];
