//! An allocator that counts the memory that the running thread takes and holds.
#![allow(unsafe_code)] // an allocator that counts cannot be written without

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The allocator, for `#[global_allocator]`.
#[derive(Debug)]
pub struct Counting;

thread_local! {
    static LIVE: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

/// The memory that some work took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// The most bytes that it held at once.
    pub peak: usize,
    pub allocations: usize,
}

/// The result of `work`, and the memory that it took.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, Taken) {
    let (held, allocations) = (LIVE.get(), ALLOCATIONS.get());
    PEAK.set(held);
    let value = work();
    let taken = Taken {
        peak: PEAK.get() - held,
        allocations: ALLOCATIONS.get() - allocations,
    };
    (value, taken)
}

fn take(bytes: usize) {
    LIVE.set(LIVE.get() + bytes);
    PEAK.set(PEAK.get().max(LIVE.get()));
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
}

/// This thread may free memory that another thread took.
fn give_back(bytes: usize) {
    LIVE.set(LIVE.get().saturating_sub(bytes));
}

// SAFETY: every call is handed on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give_back(layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        take(size);
        give_back(layout.size());
        unsafe { System.realloc(pointer, layout, size) }
    }
}
