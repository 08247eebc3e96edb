import robotsParser from './robots-parser-node.cjs';

export default robotsParser;
