/** The functions of the package, over an instance that `load` gives. index.d.ts describes them. */

import { checked } from './answer.js';
import { moment, namesOf, recordText } from './given.js';
import { headReader } from './head-reader.js';

/** @param {() => object} load The core of core.js. */
export function api(load) {
  return {
    HeadReader: headReader(load),
    verdict(record, options) {
      return checked(load().verdict(recordText(record), moment(options)));
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
