/** UTF-16 units of the longest input tried: work without measurable time at this length is fast enough. */
const LONGEST = 1_000_000;
const SHORTEST = 2_000;
/** Some systems count CPU time in steps of 4 to 10 ms: a measurement below this shows the step, not the code. */
const MEASURABLE_MS = 24;
const FACTOR = 4;
/** Linear work takes four times as long for four times the length, quadratic work sixteen times. */
const MOST_GROWTH = 8;
/** Above it there is no second look, which would take as long again. */
const CERTAIN_GROWTH = 12;
/** The garbage collector takes less. */
const LONGER_THAN_PAUSES_MS = 500;

export type Work<Input = string> = (input: Input) => unknown;

interface Measurement {
  length: number;
  ms: number;
}

/** Returns the time that `work` takes. */
export type Measure = (work: () => unknown) => Promise<number>;

/**
 * Returns the factor by which the CPU time of `work` grows for four times the input; 1 when it is always fast. Other
 * programs only make a measurement longer, so a short one is believed at once and a long one is measured again, and what
 * looks neither linear nor quadratic is measured from the start again.
 *
 * It measures time because steps cannot be counted: most of the work is inside of regular expressions, of `Buffer` and of
 * the libraries that read mails, whose loops V8 does not report. The time is that of this thread on a processor, so that
 * waiting for other programs does not count.
 */
export async function growthOf<Input>(
  work: Work<Input>,
  input: (length: number) => Input,
  measure: Measure = cpuMs,
): Promise<number> {
  const timed: Timed<Input> = { input, measure: (given) => measure(() => work(given)) };
  const growth = await growthOnce(timed);
  return isLinear(growth) || growth > CERTAIN_GROWTH ? growth : growthOnce(timed);
}

interface Timed<Input> {
  input: (length: number) => Input;
  measure: (input: Input) => Promise<number>;
}

async function growthOnce<Input>(timed: Timed<Input>): Promise<number> {
  const short = await measurable(timed);
  if (short === undefined) return 1;
  const next = await nextStep(timed, { from: short, attempts: 3 });
  const growth = next.ms / short.ms;
  if (isLinear(growth) || (growth > CERTAIN_GROWTH && next.ms > LONGER_THAN_PAUSES_MS)) return growth;
  // The garbage collector can make one step steep. Work that is not linear is as steep in the next one.
  const last = await nextStep(timed, { from: next, attempts: 2 });
  return last.ms / next.ms;
}

/** Whether this growth is in proportion to the length. */
export function isLinear(growth: number): boolean {
  return growth <= MOST_GROWTH;
}

/** Returns the first measurement that is long enough to be compared. */
async function measurable<Input>(timed: Timed<Input>): Promise<Measurement | undefined> {
  for (let length = SHORTEST; length * FACTOR <= LONGEST; length *= FACTOR) {
    const ms = await shortest(timed, { length, attempts: 2, enough: (time) => time < MEASURABLE_MS });
    if (ms >= MEASURABLE_MS) return { length, ms };
  }
  return undefined;
}

async function nextStep<Input>(
  timed: Timed<Input>,
  { from, attempts }: { from: Measurement; attempts: number },
): Promise<Measurement> {
  const length = from.length * FACTOR;
  const enough = (ms: number): boolean => isLinear(ms / from.ms);
  return { length, ms: await shortest(timed, { length, attempts, enough }) };
}

/** Returns the lowest time of some attempts. The first that is `enough` ends them: a lower one changes nothing. */
async function shortest<Input>(
  { input, measure }: Timed<Input>,
  { length, attempts, enough }: { length: number; attempts: number; enough: (ms: number) => boolean },
): Promise<number> {
  const given = input(length);
  let ms = Infinity;
  for (let attempt = 0; attempt < attempts && !enough(ms); attempt += 1) ms = Math.min(ms, await measure(given));
  return ms;
}

async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
