//! Patterns of paths: `*`, `?` and sets, as `fnmatch` and Go read them.

/// Whether a pattern has more than letters.
pub(crate) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// Whether a text fits a pattern; with `in_path`, no sign of it stands for `/`.
pub(crate) fn fits(pattern: &str, text: &str, in_path: bool) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    // The places where the pattern may be after each letter of the text.
    let mut now = vec![false; pattern.len() + 1];
    if let Some(first) = now.first_mut() {
        *first = true;
    }
    spread(&pattern, &mut now);
    for c in text {
        let mut next = vec![false; pattern.len() + 1];
        for at in 0..pattern.len() {
            if !now.get(at).copied().unwrap_or_default() {
                continue;
            }
            let (fits, after) = step(&pattern, at, c, in_path);
            if fits && let Some(cell) = next.get_mut(after) {
                *cell = true;
            }
        }
        spread(&pattern, &mut next);
        now = next;
    }
    now.last().copied().unwrap_or_default()
}

/// A `*` may also stand for nothing.
fn spread(pattern: &[char], places: &mut [bool]) {
    for (at, c) in pattern.iter().enumerate() {
        if *c == '*'
            && places.get(at).copied().unwrap_or_default()
            && let Some(next) = places.get_mut(at + 1)
        {
            *next = true;
        }
    }
}

/// Whether the sign at a place fits a letter, and the place after it.
fn step(pattern: &[char], at: usize, c: char, in_path: bool) -> (bool, usize) {
    let free = !(in_path && c == '/');
    match pattern.get(at) {
        Some('*') => (free, at),
        Some('?') => (free, at + 1),
        Some('[') => {
            set(pattern, at, c).map_or((c == '[', at + 1), |(inside, end)| (inside && free, end))
        }
        Some('\\') => (pattern.get(at + 1) == Some(&c), at + 2),
        Some(sign) => (*sign == c, at + 1),
        None => (false, at),
    }
}

/// A set such as `[a-z]`: whether it has a letter, and the place after it.
fn set(pattern: &[char], at: usize, c: char) -> Option<(bool, usize)> {
    let is_not = matches!(pattern.get(at + 1), Some('!' | '^'));
    let first = at + 1 + usize::from(is_not);
    let length = pattern
        .iter()
        .skip(first + 1)
        .position(|sign| *sign == ']')?
        + 1;
    let signs = pattern.get(first..first + length)?;
    let mut inside = false;
    let mut place = 0;
    while let Some(low) = signs.get(place) {
        let high = signs
            .get(place + 2)
            .filter(|_| signs.get(place + 1) == Some(&'-'));
        inside |= (*low..=*high.unwrap_or(low)).contains(&c);
        place += if high.is_some() { 3 } else { 1 };
    }
    Some((inside != is_not, first + length + 1))
}
