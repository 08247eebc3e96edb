//! Code that only spares time, and where it is left out.
//!
//! **What it is.** A module of WebAssembly has a bound on its size, and reads a page or asks a file now and then. So each second way to an
//! answer, which is there because it is faster, is taken only where [`SHORTCUTS`] says so. `--cfg small` leaves them out on any processor.
//!
//! **Invariant.** No answer depends on it. **What breaks if touched.** The smaller module of npm exceeds its limit, or a way is
//! left out that is the only one. **Which test notices.** All tests with `RUSTFLAGS="--cfg small"`; the size of the module in
//! the tests of the npm package.

/// Whether faster ways are built in.
pub(crate) const SHORTCUTS: bool = !cfg!(any(target_family = "wasm", small));
