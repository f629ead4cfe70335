import { readFileSync } from 'node:fs';

/** Linux counts processor time for programs in hundredths of a second, whatever its own clock is. */
const TICK_MS = 10;

/**
 * Processor time a process has used up to now, and programs that it has run; `undefined` where the system does not
 * tell it.
 */
export function cpuMsOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program stands in parentheses and may hold blanks.
    const times = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16).map(Number);
    return times.reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
  } catch {
    return undefined;
  }
}
