//! Tables that the other side has instead of tables in the module: without the feature `idna`, the `URL` of JavaScript.
#![expect(unsafe_code, reason = "an import is a name that the other side gives")]

use crate::room::ROOM;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// The name in ASCII of a host, which the other side writes into the room, and its length; 0 for a host that no URL has.
    safe fn ascii(at: *const u8, length: usize) -> usize;
}

/// Lets the library ask `URL`. The room is free: an operation has taken its input from it.
pub(crate) fn install() {
    robots_policy::give_idna(|host| {
        let length = ascii(host.as_ptr(), host.len());
        let name = ROOM.take();
        (length > 0).then(|| String::from_utf8(name).ok()).flatten()
    });
}
