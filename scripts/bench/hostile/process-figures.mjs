// Memory and CPU of a process, as Linux tells it.
import { readFileSync, writeFileSync } from 'node:fs';

const TICKS_A_SECOND = 100; // USER_HZ, the same on every Linux

const read = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

export function cpuSeconds(pid) {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS_A_SECOND;
}

/** Megabytes held now, and at most since `forgetPeak`. */
export function memory(pid) {
  const text = read(`/proc/${pid}/status`);
  const of = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) / 1024;
  return { now: of('VmRSS'), peak: of('VmHWM') };
}

/** Where the system refuses it, the peak counts from the start of the process. */
export function forgetPeak(pid) {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // the figure is an upper bound then
  }
}
