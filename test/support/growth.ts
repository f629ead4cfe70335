/**
 * How many times as long work takes for an input twice as large: about 2 when it is linear, 4 when it is quadratic. CPU
 * time, and the best of several runs, because other processes share the machine.
 */
export function growth<Input>(inputOf: (size: number) => Input, work: (input: Input) => unknown, size: number): number {
  const [small, large] = [inputOf(size), inputOf(2 * size)];
  work(small); // compiled before it is measured
  const times = Array.from({ length: 5 }, () => [cpuTime(work, small), cpuTime(work, large)] as const);
  const best = (index: 0 | 1) => Math.min(...times.map((pair) => pair[index]));
  // Below a few milliseconds the clock and the garbage collector decide.
  return best(1) / Math.max(best(0), 3_000);
}

function cpuTime<Input>(work: (input: Input) => unknown, input: Input): number {
  const start = process.cpuUsage();
  work(input);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}
