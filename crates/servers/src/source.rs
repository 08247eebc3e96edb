//! Files of a configuration.

/// A file of a configuration.
#[derive(Clone, Copy, Debug)]
pub struct ConfigText<'s> {
    /// Its path: that of an included file as the directive names it, that of `.htaccess` below the folder of the site.
    pub name: &'s str,
    /// Its text.
    pub text: &'s str,
}

impl ConfigText<'_> {
    /// Its name without its folders.
    pub(crate) fn file(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }
}

/// The largest file that is read: 4 MiB.
pub(crate) const MOST_BYTES: usize = 4 << 20;

/// The files whose names an include means: a path, its last parts, or a pattern with one `*`.
pub(crate) fn included(sources: &[ConfigText<'_>], wanted: &str) -> Vec<usize> {
    let wanted = wanted.trim_start_matches("./");
    let means = |name: &str| {
        let name = name.trim_start_matches("./");
        match wanted.split_once('*') {
            None => is_tail(name, wanted) || is_tail(wanted, name),
            Some((before, after)) => {
                let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
                let wanted_folder = before.rsplit_once('/').map_or("", |(folder, _)| folder);
                let stem = before.rsplit('/').next().unwrap_or_default();
                let file = name.rsplit('/').next().unwrap_or_default();
                let fits = file.starts_with(stem) && file.ends_with(after);
                fits && (is_tail(folder, wanted_folder) || is_tail(wanted_folder, folder))
                    && file.len() >= stem.len() + after.len()
            }
        }
    };
    let fitting = sources.iter().enumerate().skip(1);
    fitting
        .filter(|(_, source)| means(source.name))
        .map(|(at, _)| at)
        .collect()
}

/// Whether a path ends with all parts of another.
fn is_tail(path: &str, tail: &str) -> bool {
    if tail.is_empty() {
        return path.is_empty();
    }
    let before = path.strip_suffix(tail);
    before.is_some_and(|before| before.is_empty() || before.ends_with('/') || tail.starts_with('/'))
}
