//! The askers of a matrix, clients or engines, and the cells of their answers.

use robots_policy::engines::{Kind, Profile};
use robots_policy::robots_txt::{Access, Rule};
use robots_policy::uses::{Activity, Uses};
use robots_policy_input::Asker;
use robots_policy_show::{self as show, Answer, GridCell, GridColumn};

use super::Matrix;
use super::lines::{self, DecidingLines};

impl<'m> Matrix<'m> {
    /// The askers, in the order of their options.
    pub(super) fn all(&self) -> Vec<Asker<'m>> {
        let clients = self.askers.iter().map(Asker::Client);
        let engines = self.engines.iter().copied().map(Asker::Engine);
        clients.chain(engines).collect()
    }

    /// The columns of one asker and one URL: whether it may be fetched, under this title, and what else is asked.
    pub(super) fn columns(&self, title: &str) -> Vec<GridColumn> {
        let cell = CELL + self.digits();
        let is_token = |engine: &Profile| engine.kind() == Kind::Token;
        let of_token = if self.uses.is_empty() && self.engines.iter().any(is_token) {
            OF_TOKEN
        } else {
            0
        };
        let mut columns = vec![GridColumn::new(title, cell + of_token)];
        let uses = self.uses.iter();
        columns.extend(uses.map(|activity| GridColumn::new(activity.name(), cell)));
        if self.is_heard() {
            columns.push(GridColumn::new(LISTENS, 0));
        }
        columns
    }

    /// Whether the table says if owners of engines listen.
    fn is_heard(&self) -> bool {
        !self.engines.is_empty() && self.uses_of_engines().next().is_some()
    }

    /// The digits of the last line that may decide.
    fn digits(&self) -> usize {
        let rules = self.robots.rules();
        let last = rules.and_then(|rules| rules.records().last());
        last.map_or(0, |record| record.line().to_string().len())
    }

    /// The answers to an asker about a URL, in the order of the columns, and the group that binds an engine, in words; notes the lines that
    /// decide.
    pub(super) fn answered(
        &self,
        asker: Asker<'m>,
        url: &str,
        lines: &mut DecidingLines,
    ) -> (Vec<GridCell>, String) {
        match asker {
            Asker::Client(client) => {
                let access = self.robots.access(client, url);
                let mut cells = vec![fetch(&access, lines)];
                let stated = self.uses_of(client, url);
                let stated = stated.iter();
                cells.extend(stated.flat_map(|stated| self.stated(stated, lines)));
                (cells, String::new())
            }
            Asker::Engine(engine) => self.of_engine(engine, url, lines),
        }
    }

    fn of_engine(
        &self,
        engine: Profile,
        url: &str,
        lines: &mut DecidingLines,
    ) -> (Vec<GridCell>, String) {
        let answer = self.engine_answer(engine, url);
        let uses = answer.verdict.uses();
        let mut cells = Vec::new();
        cells.push(match answer.governed() {
            // The columns of uses have it.
            Some(_) if !self.uses.is_empty() => GridCell::new(Answer::Stated, None),
            Some((activity, is_allowed)) => {
                let line = lines.note(answer.rule());
                let own = Answer::from(Some(is_allowed));
                GridCell::said(own, &format!("{activity} {}", own.shown()), line)
            }
            None if engine.kind() == Kind::Token => GridCell::new(Answer::Unread, None),
            None => fetch(answer.access(), lines),
        });
        cells.extend(self.stated(&uses, lines));
        if self.is_heard() {
            let asked: Vec<Activity> = self.uses_of_engines().collect();
            cells.push(GridCell::new(show::listens(&uses, &asked), None));
        }
        (cells, answer.words())
    }

    /// The answers about uses.
    fn stated(&self, stated: &Uses, lines: &mut DecidingLines) -> Vec<GridCell> {
        let uses = self.uses.iter();
        let cells = uses.map(|activity| {
            let line = lines.note(lines::of_use_in_words(stated, *activity));
            GridCell::new(show::asked(stated, *activity), line)
        });
        cells.collect()
    }
}

/// Whether a client may fetch, and the rule that decides, if one does.
fn fetch(access: &Access<'_>, lines: &mut DecidingLines) -> GridCell {
    let rule = access.rule();
    let line = rule.map(|rule: Rule<'_>| (rule.line(), rule.text().into_owned()));
    GridCell::new(Answer::from(access.allowed()), lines.note(line))
}

/// The column of what owners of engines say.
const LISTENS: &str = "listens";
/// The width of an answer, without the digits of its line.
const CELL: usize = 4;
/// The width of the name of a use before the answer for a token.
const OF_TOKEN: usize = 6;
