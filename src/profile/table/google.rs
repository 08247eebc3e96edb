//! Google.

use std::time::Duration;

use crate::directive::Directive;
use crate::profile::behaviour::{Everybody, Honour, Honours, Kind, Listed};
use crate::profile::cell::{Cell, Grade};
use crate::profile::row::Row;
use crate::profile::source::{G_META, G_RTX};
use crate::robots_file::Dialect;

const GOOGLE: Row = Row {
    operator: "Google",
    dialect: Cell::known(Dialect::Google, &G_RTX, Grade::Vendor),
    ..Row::UNDOCUMENTED
};

pub(super) const ROWS: &[Row] = &[Row {
    name: "googlebot",
    kind: Kind::Search,
    tokens: Cell::known(&["Googlebot"], &G_RTX, Grade::Vendor),
    ..GOOGLE
}];
