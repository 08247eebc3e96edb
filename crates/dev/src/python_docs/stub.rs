//! The docstrings of a stub, line by line.

use super::Docstrings;

/// The docstrings of the classes, methods, properties and functions of a stub. The first of several overloads counts.
pub(super) fn docstrings(stub: &str) -> Docstrings {
    let mut found = Docstrings::new();
    let mut class = String::new();
    let mut lines = stub.lines();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        let name = |keyword: &str| {
            let rest = line.trim_start().strip_prefix(keyword)?;
            rest.split(['(', ':', '[']).next().map(String::from)
        };
        let function = name("def ");
        match name("class ") {
            Some(name) => class = name,
            None if function.is_none() => continue,
            None if indent == 0 => class.clear(),
            None => {}
        }
        let key = (class.clone(), function.unwrap_or_default());
        if !ends_signature(line) {
            // A signature of several lines.
            let _ = lines.find(|line| ends_signature(line));
        }
        let mut rest = lines.clone();
        if let Some(text) = docstring(&mut rest) {
            lines = rest;
            found.entry(key).or_insert(text);
        }
    }
    found
}

fn ends_signature(line: &str) -> bool {
    line.ends_with(':') || line.ends_with("...")
}

/// The docstring that the next lines are, without its indentation.
fn docstring<'s>(lines: &mut impl Iterator<Item = &'s str>) -> Option<Vec<String>> {
    let first = lines.next()?;
    let indent = first.len() - first.trim_start().len();
    let first = first.trim_start();
    let first = first
        .strip_prefix("r\"\"\"")
        .or_else(|| first.strip_prefix("\"\"\""))?;
    if let Some(only) = first.strip_suffix("\"\"\"") {
        return Some(vec![String::from(only)]);
    }
    let mut text = vec![String::from(first)];
    for line in lines {
        if line.trim() == "\"\"\"" {
            break;
        }
        text.push(String::from(line.get(indent..).unwrap_or_default()));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overloads_properties_and_long_signatures_have_their_docstrings() {
        let stub = "class A:\n    \"\"\"One.\n\n    Two.\n    \"\"\"\n\n    @property\n    def b(self) -> int: ...\n    def c(\n        self,\n    ) -> int:\n        \"\"\"C.\"\"\"\n\n@overload\ndef d(a: int) -> int:\n    \"\"\"D.\"\"\"\n\n@overload\ndef d(a: str) -> int: ...\n";
        let key = |class: &str, name: &str| (String::from(class), String::from(name));
        let found = docstrings(stub);
        assert_eq!(
            found.get(&key("A", "")),
            Some(&vec!["One.".into(), String::new(), "Two.".into()])
        );
        assert_eq!(found.get(&key("A", "c")), Some(&vec!["C.".into()]));
        assert_eq!(found.get(&key("", "d")), Some(&vec!["D.".into()]));
        assert_eq!(found.len(), 3);
    }
}
