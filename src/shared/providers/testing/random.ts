/** Creates a source of pseudorandom integers from 0 to `below - 1`. The same seed always produces the same integers. */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
