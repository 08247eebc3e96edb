//! A model of the state of a robots.txt, against `RobotsFetch`: from RFC 9309 §2.3 and §2.4, RFC 9111 §5.2.2, and the
//! decisions on redirects, 304 and `no-store`.

use proptest::prelude::*;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};
use robots_policy::robots_txt::{
    Age, AnswerFields, Ask, Fetched, Next, Robots, RobotsFetch, RobotsFetchSettings,
};
use robots_policy::{Client, Timestamp};

/// Two files; each forbids its own path.
const FILES: [&str; 2] = ["User-agent: *\nDisallow: /0", "User-agent: *\nDisallow: /1"];
const DAY: i64 = 86_400;

/// `Cache-Control`, for how many seconds an outcome is fresh, and whether it may be kept.
const CONTROLS: [(Option<&str>, i64, bool); 6] = [
    (None, DAY, true),
    (Some("max-age=900"), 900, true),
    (Some("private, MAX-AGE=\"60\", max-age=900"), 60, true),
    (Some("max-age=99999999999999999999"), DAY, true),
    (Some("no-cache"), 0, true),
    (Some("max-age=900, no-store"), 0, false),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Known {
    Nothing,
    File(usize),
    /// There is no robots.txt: everything is allowed.
    Unavailable,
    Unreachable(i64),
    /// The answer was not that of the file.
    Unread,
}

#[derive(Clone, Debug)]
enum FetchStep {
    Begin,
    Drop(usize),
    Wait(i64),
    /// The answer to a fetch: the status, whether there is a `Location`, the file, the number of the controls.
    Answer(usize, u16, bool, usize, usize),
    /// The failure of a fetch, without a response.
    Fail(usize, Fetched<'static>),
}

#[derive(Clone, Debug)]
struct Model {
    now: i64,
    known: Known,
    is_kept: bool,
    failing: Option<i64>,
    /// When the file was last known, and when it becomes stale.
    fresh: Option<(i64, i64)>,
    /// The redirects that each open fetch has followed.
    open: Vec<u32>,
}

impl Model {
    fn has_copy(&self) -> bool {
        matches!(self.known, Known::File(_)) && self.is_kept
    }

    fn know(&mut self, known: Known, control: usize) {
        let (_, lifetime, is_kept) = CONTROLS[control];
        (self.known, self.is_kept, self.failing) = (known, is_kept, None);
        self.fresh = Some((self.now, self.now + lifetime));
    }

    /// An answer that is not that of the file: another one is asked for as after a failure.
    fn know_nothing(&mut self, control: usize) {
        self.know(Known::Unread, control);
        self.fresh = None;
    }

    fn fail(&mut self) {
        self.failing.get_or_insert(self.now);
        if !self.is_kept {
            self.known = Known::Nothing;
        }
    }

    fn outcome(&self) -> Known {
        match (self.failing, self.known) {
            (None, known) | (Some(_), known @ Known::File(_)) => known,
            (Some(since), _) => Known::Unreachable(since),
        }
    }

    fn age(&self) -> Age {
        match (self.failing, self.fresh) {
            (Some(_), _) => Age::Unreachable,
            (None, None) if self.known == Known::Unread => Age::Unreachable,
            (None, None) => Age::Nothing,
            (None, Some((_, until))) if self.now < until => Age::Fresh,
            (None, Some(_)) => Age::Stale,
        }
    }
}

impl ReferenceStateMachine for Model {
    type State = Model;
    type Transition = FetchStep;

    fn init_state() -> BoxedStrategy<Model> {
        let fetch = Model {
            now: 1_790_000_000,
            known: Known::Nothing,
            is_kept: true,
            failing: None,
            fresh: None,
            open: Vec::new(),
        };
        Just(fetch).boxed()
    }

    fn transitions(_: &Model) -> BoxedStrategy<FetchStep> {
        let status = prop_oneof![
            4 => prop::sample::select(&[200_u16, 301, 302, 303, 307, 308, 304, 404, 429, 503][..]),
            1 => 0..700_u16,
        ];
        let answer = (
            0..2_usize,
            status,
            any::<bool>(),
            0..2_usize,
            0..CONTROLS.len(),
        );
        let failures = [
            Fetched::NetworkError,
            Fetched::Undecodable,
            Fetched::LeadsNowhere,
        ];
        prop_oneof![
            3 => Just(FetchStep::Begin),
            1 => (0..2_usize).prop_map(FetchStep::Drop),
            2 => (0..2 * DAY).prop_map(FetchStep::Wait),
            1 => (0..1000_i64).prop_map(FetchStep::Wait),
            // A chain, seen as one step after another.
            4 => (0..2_usize).prop_map(|which| FetchStep::Answer(which, 302, true, 0, 0)),
            6 => answer.prop_map(|(which, status, location, file, control)| {
                FetchStep::Answer(which, status, location, file, control)
            }),
            1 => (0..2_usize, prop::sample::select(failures.to_vec()))
                .prop_map(|(which, failure)| FetchStep::Fail(which, failure)),
        ]
        .boxed()
    }

    fn preconditions(model: &Model, step: &FetchStep) -> bool {
        match step {
            FetchStep::Begin => model.open.len() < 2,
            FetchStep::Wait(_) => true,
            FetchStep::Drop(which) | FetchStep::Answer(which, ..) | FetchStep::Fail(which, _) => {
                *which < model.open.len()
            }
        }
    }

    fn apply(mut model: Model, step: &FetchStep) -> Model {
        match *step {
            FetchStep::Begin => model.open.push(0),
            FetchStep::Wait(seconds) => model.now += seconds,
            FetchStep::Drop(which) => drop(model.open.remove(which)),
            FetchStep::Fail(which, _) => {
                model.open.remove(which);
                model.fail();
            }
            FetchStep::Answer(which, status, has_location, file, control) => {
                let followed = model.open.remove(which);
                match status {
                    301 | 302 | 303 | 307 | 308 if has_location && followed < 5 => {
                        model.open.insert(which, followed + 1);
                    }
                    301 | 302 | 303 | 307 | 308 if has_location => {
                        model.know(Known::Unavailable, control);
                    }
                    206 | 429 => model.fail(),
                    202 if model.has_copy() => model.fail(),
                    202 => model.know_nothing(control),
                    200..=299 => model.know(Known::File(file), control),
                    304 if model.has_copy() => model.know(model.known, control),
                    400..=499 => model.know(Known::Unavailable, control),
                    _ => model.fail(),
                }
            }
        }
        model
    }
}

struct TestedFetch {
    fetch: RobotsFetch,
    open: Vec<Ask>,
}

impl TestedFetch {
    /// Gives an answer to the fetch, and removes the fetch if it is over.
    fn answered(&mut self, which: usize, fetched: Fetched<'_>, now: Timestamp) {
        if self.fetch.answered(&mut self.open[which], fetched, now) == Next::Done {
            drop(self.open.remove(which));
        }
    }

    fn outcome(&self, now: Timestamp) -> Known {
        match self.fetch.outcome(now) {
            Robots::Unavailable(_) => Known::Unavailable,
            Robots::Unreachable { since, .. } => Known::Unreachable(since.as_unix()),
            Robots::Unread { .. } => Known::Unread,
            Robots::Rules(rules) => {
                let forbids = |path| !rules.access(&Client::anonymous(), path).is_allowed();
                Known::File(usize::from(forbids("/1")))
            }
            _ => Known::Nothing,
        }
    }
}

impl StateMachineTest for TestedFetch {
    type SystemUnderTest = TestedFetch;
    type Reference = Model;

    fn init_test(_: &Model) -> TestedFetch {
        TestedFetch {
            fetch: RobotsFetch::new(RobotsFetchSettings::new()),
            open: Vec::new(),
        }
    }

    fn apply(mut own: TestedFetch, model: &Model, step: FetchStep) -> TestedFetch {
        let now = Timestamp::from_unix(model.now);
        match step {
            FetchStep::Wait(_) => {}
            FetchStep::Begin => {
                let ask = own.fetch.begin();
                assert_eq!(ask.may_be_conditional(), model.has_copy());
                own.open.push(ask);
            }
            FetchStep::Drop(which) => drop(own.open.remove(which)),
            FetchStep::Fail(which, failure) => own.answered(which, failure, now),
            FetchStep::Answer(which, status, has_location, file, control) => {
                let fetched = Fetched::Response {
                    status,
                    fields: AnswerFields {
                        location: has_location.then(|| "/elsewhere".into()),
                        cache_control: CONTROLS[control].0.map(Into::into),
                        ..AnswerFields::default()
                    },
                    body: Some(FILES[file].as_bytes()),
                };
                own.answered(which, fetched, now);
            }
        }
        own
    }

    fn check_invariants(own: &TestedFetch, model: &Model) {
        let now = Timestamp::from_unix(model.now);
        assert_eq!(own.open.len(), model.open.len(), "fetches that go on");
        assert_eq!(own.outcome(now), model.outcome());
        assert_eq!(own.fetch.age(now), model.age());
        if model.age() == Age::Fresh {
            assert_eq!(
                own.fetch.ask(now),
                None,
                "no fetch begins while it is fresh"
            );
        }
        if model.age() == Age::Nothing {
            assert!(own.fetch.ask(now).is_some());
        }
    }
}

prop_state_machine! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn r_64_a_fetch_agrees_with_the_model_of_rfc_9309(sequential 1..40 => TestedFetch);
}
