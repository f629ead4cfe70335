/**
 * Returns the factor by which the CPU time of `work` grows for an input of twice the size: about 2 when linear, 4 when
 * quadratic. The best of several runs counts, because other processes share the machine.
 */
export function growth<Input>(inputOf: (size: number) => Input, work: (input: Input) => unknown, size: number): number {
  const [small, large] = [inputOf(size), inputOf(2 * size)];
  work(small); // compile before measuring
  const times = Array.from({ length: 5 }, () => [cpuTime(work, small), cpuTime(work, large)] as const);
  const best = (index: 0 | 1) => Math.min(...times.map((pair) => pair[index]));
  // Below a few milliseconds the clock and the garbage collector dominate.
  return best(1) / Math.max(best(0), 3_000);
}

function cpuTime<Input>(work: (input: Input) => unknown, input: Input): number {
  const start = process.cpuUsage();
  work(input);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
