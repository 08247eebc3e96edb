//! The memory into which the other side writes an input, or its answer to a question of the module.

use std::cell::RefCell;

thread_local! {
    pub(crate) static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}
