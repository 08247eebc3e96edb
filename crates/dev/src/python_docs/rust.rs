//! Rust source with docstrings as the comments of what Python sees.

use super::Docstrings;

/// The source with the docstrings of what it defines for Python.
pub(super) fn documented(source: &str, docstrings: &Docstrings) -> String {
    let mut out: Vec<String> = Vec::new();
    // The lines of comments and attributes before an item.
    let mut head: Vec<&str> = Vec::new();
    let mut class = None;
    for line in source.lines() {
        if is_head(line, &head) {
            head.push(line);
            continue;
        }
        if line == "}" {
            class = None;
        }
        if let Some(item) = Item::of(line, &head, class.is_some()) {
            let docstring = item.docstring(class.as_deref(), docstrings);
            if let Item::Methods(name) = item {
                class = Some(python_class(source, name));
            }
            if let Some(docstring) = docstring {
                let indent = line.len() - line.trim_start().len();
                out.extend(comment(&docstring, indent));
                head.retain(|line| !line.trim_start().starts_with("///"));
            }
        }
        out.extend(head.drain(..).map(String::from));
        out.push(String::from(line));
    }
    out.extend(head.into_iter().map(String::from));
    out.join("\n") + "\n"
}

/// Whether a line is a comment or an attribute before an item, or a further line of an attribute.
fn is_head(line: &str, head: &[&str]) -> bool {
    let text = line.trim_start();
    let is_open = |head: &[&str]| {
        let attribute = head
            .iter()
            .rposition(|line| line.trim_start().starts_with("#["));
        let attribute = attribute.and_then(|at| head.get(at..));
        attribute.is_some_and(|lines| !lines.iter().any(|line| closes(line)))
    };
    // An attribute of an argument has the argument on its line.
    let is_of_argument = text.ends_with(',');
    text.starts_with("///") || text.starts_with("#[") && !is_of_argument || is_open(head)
}

fn closes(line: &str) -> bool {
    let line = line.split(" // ").next().unwrap_or(line);
    line.trim_end().ends_with(']')
}

/// An item that Python may see.
enum Item<'s> {
    /// The methods of a Rust type.
    Methods(&'s str),
    /// A class, by its name in Python.
    Class(String),
    /// A function or a method, likewise.
    Function(String),
}

impl<'s> Item<'s> {
    fn of(line: &'s str, head: &[&str], is_in_class: bool) -> Option<Item<'s>> {
        let has = |attribute: &str| {
            head.iter()
                .any(|line| line.trim_start().starts_with(attribute))
        };
        let text = line.trim_start();
        let text = text
            .strip_prefix("pub(crate) ")
            .or_else(|| text.strip_prefix("pub(super) "))
            .unwrap_or(text);
        let name = |rest: &'s str| {
            rest.split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
        };
        if has("#[pymethods") {
            return text.strip_prefix("impl ").and_then(name).map(Item::Methods);
        }
        if has("#[pyclass") {
            let name = text.strip_prefix("struct ").and_then(name)?;
            return Some(Item::Class(renamed(head).unwrap_or(name).to_owned()));
        }
        let is_method = is_in_class && line.starts_with("    ") && !line.starts_with("     ");
        if is_method && !has("#[new]") || has("#[pyfunction") {
            let name = text.strip_prefix("fn ").and_then(name)?;
            return Some(Item::Function(renamed(head).unwrap_or(name).to_owned()));
        }
        None
    }

    /// Its docstring. The arguments of a constructor are described with the class, where `help` shows them.
    fn docstring(&self, class: Option<&str>, docstrings: &Docstrings) -> Option<Vec<String>> {
        let of = |class: &str, name: &str| {
            docstrings
                .get(&(class.to_owned(), name.to_owned()))
                .cloned()
        };
        match self {
            Item::Methods(_) => None,
            Item::Class(name) => {
                let mut text = of(name, "")?;
                if let Some(more) = of(name, "__new__") {
                    text.push(String::new());
                    text.extend(more);
                }
                Some(text)
            }
            Item::Function(name) => of(class.unwrap_or_default(), name),
        }
    }
}

/// The name that an attribute gives in the place of that of Rust.
fn renamed<'s>(head: &[&'s str]) -> Option<&'s str> {
    let getter = head
        .iter()
        .find_map(|line| line.trim_start().strip_prefix("#[getter("));
    if let Some(name) = getter {
        return name.split(')').next();
    }
    let mut attributes = head
        .iter()
        .filter(|line| line.trim_start().starts_with("#[py"));
    let named = attributes.find_map(|line| line.split_once("name = \""));
    named.and_then(|(_, rest)| rest.split('"').next())
}

/// The name in Python of the class that a Rust type is.
fn python_class(source: &str, name: &str) -> String {
    let before = source.split(&format!("struct {name} ")).next();
    let before = before.and_then(|before| before.rsplit("\n}\n").next());
    let attribute = before.and_then(|before| before.rsplit("#[pyclass").next());
    let line = attribute
        .and_then(|text| text.lines().next())
        .unwrap_or_default();
    let given = line
        .split_once("name = \"")
        .and_then(|(_, rest)| rest.split('"').next());
    given.unwrap_or(name).to_owned()
}

fn comment(docstring: &[String], indent: usize) -> impl Iterator<Item = String> {
    docstring
        .iter()
        .map(move |line| format!("{:indent$}/// {line}", "").trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_those_of_the_stub() {
        let source = "/// Old.\n#[pyclass(frozen, name = \"B\")]\nstruct A {\n}\n\n#[pymethods]\nimpl A {\n    /// Old.\n    #[getter]\n    #[pyo3(\n        name = \"x\"\n    )]\n    fn a(&self) {\n        b();\n    }\n\n    #[getter]\n    fn c(&self) {}\n}\n\n#[pyfunction(name = \"d\")]\nfn e(\n    #[pyo3(from_py_with = g)] f: u8,\n) {\n}\n\nimpl F {\n    fn d() {}\n}\n";
        let mut docstrings = Docstrings::new();
        for (class, name) in [
            ("B", ""),
            ("B", "__new__"),
            ("B", "c"),
            ("", "d"),
            ("", "c"),
        ] {
            docstrings.insert(
                (class.into(), name.into()),
                vec![format!("{class} {name}."), String::new()],
            );
        }
        let new = documented(source, &docstrings);
        assert!(
            new.starts_with("/// B .\n///\n///\n/// B __new__.\n///\n#[pyclass"),
            "{new}"
        );
        assert!(
            new.contains("    /// Old.\n    #[getter]\n    #[pyo3("),
            "{new}"
        );
        assert!(
            new.contains("    /// B c.\n    ///\n    #[getter]\n    fn c"),
            "{new}"
        );
        assert!(
            new.contains("\n/// d.\n") || new.contains("\n///  d.\n///\n#[pyfunction"),
            "{new}"
        );
        assert!(new.ends_with("impl F {\n    fn d() {}\n}\n"), "{new}");
        assert_eq!(documented(&new, &docstrings), new);
    }
}
