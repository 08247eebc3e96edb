/** The functions of the package, over an instance that `load` gives. index.d.ts describes them. */

import { checked, moment } from './answer.js';
import { headReader } from './head-reader.js';

/** @param {() => object} load The core of core.js. */
export function api(load) {
  return {
    HeadReader: headReader(load),
    verdict(record, options) {
      return checked(load().verdict(record, moment(options)));
    },
    verdicts(record, engines, options) {
      return load()
        .verdicts(record, [...engines], moment(options))
        .map(checked);
    },
    engines() {
      return load().engines();
    },
  };
}
