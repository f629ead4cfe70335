/** UTF-16 units of the longest input tried: work without measurable time at this length is fast enough. */
const LONGEST = 1_000_000;
const SHORTEST = 2_000;
/** Some systems count CPU time in steps of 4 to 10 ms: a measurement below this shows the step, not the code. */
const MEASURABLE_MS = 24;
const COARSEST_STEP_MS = 10;
const FACTOR = 4;
/** Linear work takes four times as long for four times the length, quadratic work sixteen times. */
const MOST_GROWTH = 8;
const ROUNDS = 3;

export type Work<Input = string> = (input: Input) => unknown;

/**
 * Returns the factor by which the CPU time of `work` grows for four times the input; 1 when it is always fast. Other
 * programs only make a measurement longer, so the best of several rounds counts, and a bad result is measured again.
 */
export async function growthOf<Input>(work: Work<Input>, input: (length: number) => Input): Promise<number> {
  const short = await measurableLength(work, input);
  if (short === undefined) return 1;
  const growth = await growthFrom(work, input, { length: short, rounds: ROUNDS });
  // The garbage collector can make one step steep. Work that is not linear is as steep in the next one.
  return isLinear(growth) ? growth : growthFrom(work, input, { length: short * FACTOR, rounds: 1 });
}

async function growthFrom<Input>(
  work: Work<Input>,
  input: (length: number) => Input,
  { length, rounds }: { length: number; rounds: number },
): Promise<number> {
  let growth = Infinity;
  for (let round = 0; round < rounds && growth > MOST_GROWTH; round += 1) {
    const before = Math.max(await cpuMs(work, input(length), 2), COARSEST_STEP_MS);
    growth = Math.min(growth, (await cpuMs(work, input(length * FACTOR), 2)) / before);
  }
  return growth;
}

/** Whether this growth is in proportion to the length. */
export function isLinear(growth: number): boolean {
  return growth <= MOST_GROWTH;
}

/** Returns a length at which the work takes long enough to be measured. */
async function measurableLength<Input>(
  work: Work<Input>,
  input: (length: number) => Input,
): Promise<number | undefined> {
  for (let length = SHORTEST; length * FACTOR <= LONGEST; length *= FACTOR)
    if ((await cpuMs(work, input(length), 2)) >= MEASURABLE_MS) return length;
  return undefined;
}

async function cpuMs<Input>(work: Work<Input>, input: Input, times: number): Promise<number> {
  let best = Infinity;
  for (let time = 0; time < times; time += 1) {
    const before = process.threadCpuUsage();
    await work(input);
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
