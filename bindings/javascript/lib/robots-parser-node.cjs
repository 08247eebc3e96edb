'use strict';
const { dropIn } = require('../dist/cjs/drop-in.cjs');
const { load } = require('./load.cjs');

module.exports = dropIn(load);
