//! The docstrings of the fields of named tuples, as calls that give them.

/// A call of `_document` for each class of a module with fields that have a docstring below them.
pub(super) fn documented(module: &str) -> String {
    let mut calls = String::new();
    let mut class = "";
    let mut field = "";
    for line in module.lines() {
        if let Some(rest) = line.strip_prefix("class ") {
            class = rest.split('(').next().unwrap_or_default();
        } else if let Some((name, _)) = line.split_once(": ").filter(|_| is_field(line)) {
            field = name.trim_start();
        } else if let Some(text) = docstring(line).filter(|_| !field.is_empty()) {
            let head = format!("_document(\n    {class},\n");
            if !calls.contains(&head) {
                close(&mut calls);
                calls.push_str(&head);
            }
            calls.push_str(&format!("    {field}={},\n", quoted(text)));
            field = "";
        } else {
            field = "";
        }
    }
    close(&mut calls);
    calls
}

/// A text of Python, in the quotes that `ruff format` prefers.
fn quoted(text: &str) -> String {
    if text.contains('"') {
        format!("'{text}'")
    } else {
        format!("\"{text}\"")
    }
}

fn close(calls: &mut String) {
    if !calls.is_empty() {
        calls.push_str(")\n");
    }
}

fn is_field(line: &str) -> bool {
    let name = line
        .strip_prefix("    ")
        .and_then(|text| text.split(": ").next());
    name.is_some_and(|name| {
        name.chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    })
}

fn docstring(line: &str) -> Option<&str> {
    line.strip_prefix("    \"\"\"")?.strip_suffix("\"\"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_a_docstring_have_a_call() {
        let module = "class A(NamedTuple):\n    \"\"\"Class.\"\"\"\n\n    a: int\n    \"\"\"One.\"\"\"\n    b: int\n    c: str = \"x\"\n    \"\"\"``\"two\"``.\"\"\"\n";
        let calls = "_document(\n    A,\n    a=\"One.\",\n    c='``\"two\"``.',\n)\n";
        assert_eq!(documented(module), calls);
    }
}
