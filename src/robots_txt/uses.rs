//! AI-use preferences of a file: what its lines state for one client and one path.
//!
//! | file | job |
//! |---|---|
//! | `index` | the lines about AI use, read and sorted |
//! | `making` | makes the index, once a file |
//! | `file` | the file with its lazy index |
//! | `statements` | the answer, [`FileUses`] |
//! | `question` | the selection by client and path |
//!
//! **Rules.** Each vocabulary selects by its own. In `Content-Usage` the longest matching path of a group speaks alone,
//! and a line ends the run of user agents before it, so that its groups can differ from those of access. In
//! `Content-Signal` the longest path decides key by key, and lines before the first group fill the keys that the group does
//! not state. `DisallowAITraining` is a path rule of a group. A `License` of the group hides those before the first group.
//!
//! **Invariants.** Groups are selected as for access (`matching::select`). A file without such lines has one flag and
//! nothing else. A question compares its path through the same chain of heads as access does, once for each label that the
//! file has.

pub(crate) mod file;
mod index;
mod making;
pub(crate) mod question;
mod statements;

pub use self::statements::FileUses;
