// Parts of a long command, such as `npm run check`: run in a pool, and shown as a table.

export interface Part {
  name: string;
  /** How long it takes, roughly: the longest parts start first. */
  seconds: number;
  /** The most memory that it needs; little when not given. */
  gigabytes?: number;
}

export interface PartResult {
  name: string;
  ok: boolean;
  seconds: number;
}

/** Starts the longest parts first, as many at a time as there are slots and memory for. A part that needs more memory than there is runs alone. */
export async function runInPool<P extends Part>(
  parts: P[],
  room: { slots: number; gigabytes: number },
  run: (part: P) => Promise<PartResult>,
): Promise<PartResult[]> {
  const waiting = parts.toSorted((a, b) => b.seconds - a.seconds);
  const running = new Set<Promise<void>>();
  const results: PartResult[] = [];
  let freeMemory = room.gigabytes;

  while (waiting.length > 0 || running.size > 0) {
    const next = waiting.findIndex(({ gigabytes = 0 }) => gigabytes <= freeMemory || running.size === 0);
    const part = running.size < room.slots && next >= 0 ? waiting.splice(next, 1)[0] : undefined;
    if (!part) {
      await Promise.race(running);
      continue;
    }
    freeMemory -= part.gigabytes ?? 0;
    const end = run(part).then((result) => {
      results.push(result);
      freeMemory += part.gigabytes ?? 0;
      running.delete(end);
    });
    running.add(end);
  }
  return results;
}

/** A line for each part, the longest first. */
export function tableOfParts(results: PartResult[]): string {
  const width = Math.max(0, ...results.map(({ name }) => name.length));
  return results
    .toSorted((a, b) => b.seconds - a.seconds)
    .map(
      ({ name, ok, seconds }) =>
        `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(width)} ${seconds.toFixed(1).padStart(7)} s`,
    )
    .join('\n');
}
