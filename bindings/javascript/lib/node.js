// One instance for both module systems of Node: an error of one is an instance of the class of the other.
import policy from './node.cjs';

export const { HeadReader, RecordError, engines, init, lint, parts, recordOf, verdict, verdicts } = policy;
