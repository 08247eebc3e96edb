//! JSON whose keys stay in the order in which they are written.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

/// A value.
#[derive(Clone, Serialize)]
#[serde(untagged)]
pub(super) enum Node {
    /// That of a key which an object does not have.
    Absent,
    Flag(bool),
    Text(String),
    List(Vec<Node>),
    Object(#[serde(serialize_with = "members")] Vec<(&'static str, Node)>),
    Raw(&'static RawValue),
}

impl Node {
    /// An object with these keys, but for those that are absent.
    pub(super) fn object<const KEYS: usize>(members: [(&'static str, Node); KEYS]) -> Node {
        Node::Object(members.into())
    }

    /// A list, or absent if nothing is in it.
    pub(super) fn some(list: impl IntoIterator<Item = impl Into<Node>>) -> Node {
        let list: Vec<Node> = list.into_iter().map(Into::into).collect();
        Some(list).filter(|list| !list.is_empty()).into()
    }
}

fn members<S: Serializer>(all: &[(&'static str, Node)], serializer: S) -> Result<S::Ok, S::Error> {
    let present = all
        .iter()
        .filter(|(_, value)| !matches!(value, Node::Absent));
    serializer.collect_map(present.map(|(name, value)| (name, value)))
}

impl From<&str> for Node {
    fn from(text: &str) -> Node {
        Node::Text(text.to_owned())
    }
}

impl From<String> for Node {
    fn from(text: String) -> Node {
        Node::Text(text)
    }
}

impl<T: Into<Node>> From<Vec<T>> for Node {
    fn from(list: Vec<T>) -> Node {
        Node::List(list.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Node>> From<Option<T>> for Node {
    fn from(value: Option<T>) -> Node {
        value.map_or(Node::Absent, Into::into)
    }
}
