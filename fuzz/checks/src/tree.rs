//! The metas of a document as a full parse into a tree has them.

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use robots_policy::meta::Placement;

/// (name, content, placement) of every meta of the tree with both attributes.
pub type Metas = Vec<(String, String, Placement)>;

/// Reads the document.
pub fn metas(html: &str) -> Metas {
    // The mark at the start is dropped with the bytes; the parser reads text.
    let html = html.strip_prefix('\u{feff}').unwrap_or(html);
    // A dropped tree drops its nodes for every holder.
    let dom = tree(html, true);
    let mut metas = Vec::new();
    let mut open = vec![(dom.document.clone(), Placement::Body)];
    while let Some((node, place)) = open.pop() {
        if let Some((name, content)) = meta(&node) {
            metas.push((name, content, place));
        }
        if is_html(&node, "noscript") {
            metas.extend(in_noscript(&node));
            continue;
        }
        // A template's content is not among its children.
        let place = if is_html(&node, "head") {
            Placement::Head
        } else {
            Placement::Body
        };
        let children = node.children.borrow();
        open.extend(children.iter().rev().map(|child| (child.clone(), place)));
    }
    metas
}

fn tree(html: &str, scripting_enabled: bool) -> RcDom {
    let mut options = ParseOpts::default();
    options.tokenizer.discard_bom = false;
    options.tree_builder.scripting_enabled = scripting_enabled;
    parse_document(RcDom::default(), options).one(html)
}

/// The metas in the text of a noscript, as a client without scripting sees them.
fn in_noscript(noscript: &Handle) -> Metas {
    let mut text = String::new();
    for child in noscript.children.borrow().iter() {
        if let NodeData::Text { contents } = &child.data {
            text.push_str(&contents.borrow());
        }
    }
    let dom = tree(&text, false);
    let mut metas = Vec::new();
    let mut open = vec![dom.document.clone()];
    while let Some(node) = open.pop() {
        if let Some((name, content)) = meta(&node) {
            metas.push((name, content, Placement::Noscript));
        }
        open.extend(node.children.borrow().iter().rev().cloned());
    }
    metas
}

fn is_html(node: &Handle, local: &str) -> bool {
    let NodeData::Element { name, .. } = &node.data else {
        return false;
    };
    &*name.ns == "http://www.w3.org/1999/xhtml" && &*name.local == local
}

fn meta(node: &Handle) -> Option<(String, String)> {
    let NodeData::Element { attrs, .. } = &node.data else {
        return None;
    };
    if !is_html(node, "meta") {
        return None;
    }
    let attrs = attrs.borrow();
    let value = |name: &str| {
        let found = attrs.iter().find(|a| &*a.name.local == name)?;
        Some(found.value.to_string())
    };
    Some((value("name")?, value("content")?))
}
