//! Every pair of elements, opened and closed in every order, in every place: the cost of reading them grows no faster than
//! their number.

use std::process::{Command, ExitCode};

use robots_policy::MetaExtractor;
use robots_policy::meta::{MetaRules, Placement};

use crate::counter::work;
use crate::likeness;

/// Reads one half of the pairs, or all.
pub(crate) fn search(part: usize, parts: usize) -> ExitCode {
    let elements: Vec<&str> = ELEMENTS.split(' ').collect();
    let classes = likeness::classes(&elements);
    let firsts: Vec<&str> = classes.iter().map(|class| class[0]).collect();
    let mut faults = 0;
    let mut pairs = (0, 0);
    for (at, one) in firsts.iter().enumerate() {
        for (other_at, other) in firsts.iter().enumerate() {
            if (at + other_at) % parts != part {
                continue;
            }
            pairs.0 += 1;
            pairs.1 += classes[at].len() * classes[other_at].len();
            for place in PLACES {
                for shape in SHAPES {
                    faults += usize::from(grows(place, *shape, one, other));
                }
            }
        }
    }
    println!(
        "part {part} of {parts}: {} pairs of elements read, which represent {} of {}; {faults} faults",
        pairs.0,
        pairs.1,
        elements.len() * elements.len()
    );
    if faults == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Starts a search for each part, so that two processors count side by side.
pub(crate) fn start(parts: usize) -> Vec<std::process::Child> {
    let own = std::env::current_exe().expect("the path of this program");
    let started = (0..parts).map(|part| {
        let mut search = Command::new(&own);
        search.args(["pairs", &part.to_string(), &parts.to_string()]);
        search.env("LOOKS_A_BYTE", "8");
        search.spawn().expect("a process")
    });
    started.collect()
}

/// Whether four times as many of these elements cost more than four times as much: few, and many too, since looks that
/// are charged grow with the square up to their allowance.
fn grows(
    place: &ElementPlace,
    (name, text): (&str, fn(&str, &str, usize) -> String),
    one: &str,
    other: &str,
) -> bool {
    FEW.iter().all(|few| {
        let sizes = [*few, TIMES * few];
        let [small, large] = sizes.map(|times| cost(place, &text(one, other, times)));
        let grows = large > TIMES as u64 * small.max(FLOOR) * GROWTH / 100;
        if grows && Some(few) == FEW.last() {
            eprintln!(
                "{}: {}, {one} and {other}: {small} steps for {few}, {large} for {}",
                place.name,
                name,
                TIMES * few
            );
        }
        grows
    })
}

fn cost(place: &ElementPlace, middle: &str) -> u64 {
    let text = format!("{}{middle}{}", place.before, place.after);
    let before = work();
    read(place, &text);
    work() - before
}

fn read(place: &ElementPlace, text: &str) {
    let mut rules = MetaRules::new();
    if place.is_body {
        rules = rules.with_placements(Placement::ALL.iter().copied());
    }
    let mut metas = MetaExtractor::new()
        .with_content_type("text/html; charset=utf-8")
        .with_rules(rules);
    let _ = metas.feed(text.as_bytes());
    let _ = std::hint::black_box(metas.finish());
}

/// How many of each element there are in the smaller document; the larger has [`TIMES`] as many. A reading
/// that grows faster is repeated with more.
const FEW: [usize; 2] = [96, 1536];
const TIMES: usize = 4;

/// How much of [`TIMES`] the cost the larger document may cost, in hundredths: a vector may have doubled.
const GROWTH: u64 = 110;

/// The budget of any reading.
const FLOOR: u64 = 50_000;

/// The place of the elements.
struct ElementPlace {
    name: &'static str,
    before: &'static str,
    after: &'static str,
    /// Whether it is read only where the body counts.
    is_body: bool,
}

const fn place(name: &'static str, before: &'static str, after: &'static str) -> ElementPlace {
    ElementPlace {
        name,
        before,
        after,
        is_body: false,
    }
}

const PLACES: &[ElementPlace] = &[
    place("in the head", "<head>", ""),
    place("in a template", "<template>", "</template>"),
    place("in a noscript", "<noscript>", "</noscript>"),
    ElementPlace {
        is_body: true,
        ..place("in the body", "<body>", "")
    },
    ElementPlace {
        is_body: true,
        ..place("in a table", "<body><table>", "")
    },
];

/// In which order two elements are opened and closed: in words, and as the text of so many.
const SHAPES: &[(&str, fn(&str, &str, usize) -> String)] = &[
    (
        "the one opened, then the other opened and closed",
        |one, other, n| {
            let [open, pair] = [format!("<{one}>"), format!("<{other}></{other}>")];
            open.repeat(n) + &pair.repeat(n)
        },
    ),
    (
        "both opened in turn",
        |one, other, n| format!("<{one}><{other}>").repeat(n),
    ),
    (
        "both opened in turn and closed in the wrong order",
        |one, other, n| format!("<{one}><{other}></{one}></{other}>").repeat(n),
    ),
    (
        "the other left open in the one, then formatting",
        |one, other, n| {
            let left = format!("<{one}><{other}></{one}>");
            left.repeat(n) + &"<i></i>".repeat(n)
        },
    ),
    (
        "the one opened, then the other, then the one closed",
        |one, other, n| {
            let tags = [
                format!("<{one}>"),
                format!("<{other}>"),
                format!("</{one}>"),
            ];
            tags.map(|tag| tag.repeat(n)).concat()
        },
    ),
];

/// The elements of HTML, those that it had, those of SVG and MathML that the tree builder knows, and one unknown element.
const ELEMENTS: &str = "\
    html head body frameset frame noframes title base basefont bgsound link meta style script noscript template slot \
    address article aside footer header h1 h2 h3 h4 h5 h6 hgroup main nav section search blockquote dd div dl dt \
    figcaption figure hr li menu ol p pre listing plaintext xmp ul dir center a b big code em font i nobr s small \
    strike strong tt u abbr acronym bdi bdo blink br cite data dfn kbd mark q rb rp rt rtc ruby samp span sub sup time \
    var wbr del ins area audio canvas embed iframe img image map noembed object applet marquee param picture source \
    track video table caption col colgroup tbody td tfoot th thead tr button datalist fieldset form input isindex \
    keygen label legend meter optgroup option output progress select selectedcontent textarea details dialog summary \
    svg foreignobject desc g math mi mo mn ms mtext mglyph malignmark annotation-xml x-unknown";
