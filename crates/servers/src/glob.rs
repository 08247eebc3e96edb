//! Patterns of paths: `*`, `?` and sets, as `fnmatch` and Go read them.

/// Whether a pattern has more than letters.
pub(crate) fn is_pattern(text: &str) -> bool {
    text.contains(['*', '?', '['])
}

/// Whether a text fits a pattern; with `in_path`, no sign of it stands for `/`.
pub(crate) fn fits(pattern: &str, text: &str, in_path: bool) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let step = |at, c| step(&pattern, at, c, in_path);
    fits_signs(&pattern, text.chars(), |sign| *sign == '*', step)
}

/// Whether letters fit the signs of a pattern: a star may stand for nothing too, and a step gives the place after the sign at a place
/// that stands for a letter.
pub fn fits_signs<S, L: Copy>(
    signs: &[S],
    letters: impl Iterator<Item = L>,
    is_star: impl Fn(&S) -> bool,
    step: impl Fn(usize, L) -> Option<usize>,
) -> bool {
    let spread = |places: &mut [bool]| {
        for (at, sign) in signs.iter().enumerate() {
            if is_star(sign)
                && places.get(at).copied().unwrap_or_default()
                && let Some(next) = places.get_mut(at + 1)
            {
                *next = true;
            }
        }
    };
    // The places where the pattern may be after each letter.
    let mut now = vec![false; signs.len() + 1];
    if let Some(first) = now.first_mut() {
        *first = true;
    }
    spread(&mut now);
    for letter in letters {
        let mut next = vec![false; signs.len() + 1];
        let open = now.iter().enumerate().filter(|(_, is_open)| **is_open);
        for after in open.filter_map(|(at, _)| step(at, letter)) {
            if let Some(cell) = next.get_mut(after) {
                *cell = true;
            }
        }
        if !next.contains(&true) {
            return false;
        }
        spread(&mut next);
        now = next;
    }
    now.last().copied().unwrap_or_default()
}

/// The place after the sign at a place, if it stands for a letter.
fn step(pattern: &[char], at: usize, c: char, in_path: bool) -> Option<usize> {
    let free = !(in_path && c == '/');
    let (fits, after) = match pattern.get(at)? {
        '*' => (free, at),
        '?' => (free, at + 1),
        '[' => {
            set(pattern, at, c).map_or((c == '[', at + 1), |(inside, end)| (inside && free, end))
        }
        '\\' => (pattern.get(at + 1) == Some(&c), at + 2),
        sign => (*sign == c, at + 1),
    };
    fits.then_some(after)
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
