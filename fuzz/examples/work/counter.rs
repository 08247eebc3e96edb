//! Counts the work of instrumented code: what `-Cpasses=sancov-module` calls at every edge, and the copies that are not
//! instrumented.

use std::sync::atomic::{AtomicU64, Ordering};

static EDGES: AtomicU64 = AtomicU64::new(0);
static COPIED: AtomicU64 = AtomicU64::new(0);

/// The work done so far: edges of the control flow that were taken, and one for each block of bytes copied or compared.
pub(crate) fn work() -> u64 {
    EDGES.load(Ordering::Relaxed) + COPIED.load(Ordering::Relaxed) / AT_ONCE
}

/// Whether any edge was counted; false if the compiler left the counters out.
pub(crate) fn counts() -> bool {
    EDGES.load(Ordering::Relaxed) > 0
}

/// The number of bytes that a processor moves at once.
const AT_ONCE: u64 = 16;

/// Adds without a lock: one thread works.
#[inline(always)]
fn add(count: &AtomicU64, more: u64) {
    count.store(count.load(Ordering::Relaxed) + more, Ordering::Relaxed);
}

/// Called at every edge. The pass leaves out functions whose names begin like this.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_trace_pc() {
    add(&EDGES, 1);
}

/// Wraps a function of the C library, as the linker's `--wrap` requires.
macro_rules! wrap {
    ($wrap:ident, $real:ident, $one:ty, $other:ty, $back:ty) => {
        unsafe extern "C" {
            fn $real(one: $one, other: $other, len: usize) -> $back;
        }

        // SAFETY: the arguments are handed on as they are.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $wrap(one: $one, other: $other, len: usize) -> $back {
            add(&COPIED, len as u64);
            unsafe { $real(one, other, len) }
        }
    };
}

wrap!(__wrap_memcpy, __real_memcpy, *mut u8, *const u8, *mut u8);
wrap!(__wrap_memmove, __real_memmove, *mut u8, *const u8, *mut u8);
wrap!(__wrap_memset, __real_memset, *mut u8, i32, *mut u8);
wrap!(__wrap_memcmp, __real_memcmp, *const u8, *const u8, i32);
wrap!(__wrap_bcmp, __real_bcmp, *const u8, *const u8, i32);
