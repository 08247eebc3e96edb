/** Ratios within one run: both sides are measured in turn by the time of a processor, so that other work of the machine counts little. */

const ROUNDS = 10;
/** Rounds that do not count: compilers run in them. */
const WARM = 3;

/**
 * The median over rounds of the time of theirs by the time of ours: above 1, ours is faster.
 * @param {() => unknown} ours Does the work, and returns what it found.
 * @param {() => unknown} theirs Likewise; a finding that is not the same is an error.
 */
export function ratio(name, ours, theirs) {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const [[own, found], [other, expected]] = [timed(ours), timed(theirs)];
    if (found !== expected) throw new Error(`${name}: ${found} here, ${expected} there`);
    return other / own;
  });
  const sorted = rounds.slice(WARM).sort((one, other) => one - other);
  return sorted[sorted.length >> 1];
}

function timed(work) {
  const start = process.cpuUsage();
  const found = work();
  const { user, system } = process.cpuUsage(start);
  return [user + system, found];
}
