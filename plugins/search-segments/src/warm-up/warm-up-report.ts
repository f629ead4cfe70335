import type { HostServices } from '@archivolt/plugin-kit';

const PREFIX = 'warm-up ';
const MOST_REPORTS = 8;
/** A process that has not reported for so long while it was at work does not live any more. */
const LOST_AFTER_MS = 120_000;

/** How far one process is with reading what searches need. A type, because it is kept as JSON. */

export type WarmUpReport = {
  /** Milliseconds since the epoch, as are the other times. */
  beganAt: number;
  reportedAt: number;
  /** `null` while it is at work. */
  endedAt: number | null;
  organizations: number;
  steps: number;
  /** Steps that failed, or gave way to searches again and again. */
  skippedSteps: number;
};

type Host = Pick<HostServices, 'now' | 'state'>;

/** Keeps the report of this process where all others see it. */
export class WarmUpReports {
  readonly #key: string;

  constructor(private readonly host: Host) {
    this.#key = `${PREFIX}${String(host.now())} ${crypto.randomUUID()}`;
  }

  async write(report: Omit<WarmUpReport, 'reportedAt'>): Promise<void> {
    await this.host.state.set(this.#key, { ...report, reportedAt: this.host.now() });
  }

  /** Those of processes that have ended without a word go, too. */
  async prune(): Promise<void> {
    const keys = await this.host.state.keys(PREFIX);
    for (const key of keys.slice(0, -MOST_REPORTS)) await this.host.state.delete(key);
  }

  async remove(): Promise<void> {
    await this.host.state.delete(this.#key);
  }
}

/** A line for each process. */
export async function describeWarmUps({ state, now }: Host): Promise<string[]> {
  const lines: string[] = [];
  for (const key of await state.keys(PREFIX)) {
    const report = await state.get<WarmUpReport>(key);
    if (report !== undefined) lines.push(lineOf(report, now()));
  }
  return lines;
}

function lineOf({ beganAt, reportedAt, endedAt, ...report }: WarmUpReport, now: number): string {
  const process = `The server that started at ${new Date(beganAt).toISOString()}`;
  const organizations = `${report.organizations} ${report.organizations === 1 ? 'organization' : 'organizations'}`;
  const skipped = report.skippedSteps > 0 ? `; ${report.skippedSteps} steps were left out` : '';
  const steps = `${report.steps} steps${skipped}`;
  if (endedAt !== null) {
    const seconds = ((endedAt - beganAt) / 1000).toFixed(0);
    return `${process} has read what first searches of ${organizations} need, in ${seconds} s (${steps}).`;
  }
  const state = now - reportedAt > LOST_AFTER_MS ? 'did not finish reading' : 'is reading';
  return `${process} ${state} what first searches of ${organizations} need (${steps} so far).`;
}
