/** The functions of the package, over an instance that `load` gives. index.d.ts describes them. */

import { checked } from './answer.js';
import { besideOf, isMessage, isResponse, moment, namesOf, plain, recordText } from './given.js';
import { headReader } from './head-reader.js';
import { linter } from './lint.js';
import { recordOf } from './response.js';

/** @param {() => object} load The core of core.js. */
export function api(load) {
  const judged = (record, options) => checked(load().verdict(recordText(record), moment(options)));

  /** The verdict on a response that must be read first. Its clock is a fact, in each form that records and options have. */
  async function judgedResponse(response, facts) {
    const { now, ...record } = await recordOf(response, facts);
    return typeof now === 'string' ? judged({ ...record, now }) : judged(record, now == null ? {} : { now });
  }

  return {
    HeadReader: headReader(load),
    lint: linter(load),
    recordOf,
    verdict(record, beside, array) {
      const given = besideOf(record, beside, array);
      return isResponse(record) || isMessage(record) ? judgedResponse(record, given) : judged(record, given);
    },
    parts(record, beside, array) {
      plain('a record', record);
      return judged({ ...record, parts: true }, besideOf(record, beside, array)).parts;
    },
    verdicts(record, engines, options) {
      return load()
        .verdicts(recordText(record), namesOf(engines), moment(options))
        .map(checked);
    },
    engines() {
      return load().engines();
    },
  };
}
