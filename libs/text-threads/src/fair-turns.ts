import { TooManyTexts } from './text-threads.errors.js';

export interface TurnLimits {
  /** Pieces of work under way at a time. */
  running: number;
  /** The same of one owner. */
  runningPerOwner: number;
  /** Size of all work that waits or is under way, in the unit that `take` is given. */
  size: number;
  /** The same of one owner. */
  sizePerOwner: number;
}

interface Line {
  waiting: (() => void)[];
  running: number;
  size: number;
}

/** Lets owners take turns: one with much work waits for itself, not others for it. */
export class FairTurns {
  /** In the order in which the owners' turns come: who had one goes to the end. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #size = 0;

  constructor(private readonly limits: TurnLimits) {}

  /** Runs `work` when it is the owner's turn; fails at once when too much work waits already. */
  async take<Result>(owner: string, size: number, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(owner) ?? { waiting: [], running: 0, size: 0 };
    // A text larger than the limits still has its turn, alone.
    const isTooMuch =
      (this.#size > 0 && this.#size + size > this.limits.size) ||
      (line.size > 0 && line.size + size > this.limits.sizePerOwner);
    if (isTooMuch) throw TooManyTexts();
    this.#lines.set(owner, line);
    line.size += size;
    this.#size += size;
    const turn = Promise.withResolvers<void>();
    line.waiting.push(turn.resolve);
    this.#startNext();
    try {
      await turn.promise;
      return await work();
    } finally {
      line.running -= 1;
      this.#running -= 1;
      line.size -= size;
      this.#size -= size;
      this.#lines.delete(owner);
      if (line.running > 0 || line.waiting.length > 0) this.#lines.set(owner, line);
      this.#startNext();
    }
  }

  #startNext(): void {
    while (this.#running < this.limits.running) {
      const next = this.#nextOwner();
      if (next === undefined) return;
      const { line, start } = next;
      line.running += 1;
      this.#running += 1;
      start();
    }
  }

  #nextOwner(): { line: Line; start: () => void } | undefined {
    for (const line of this.#lines.values()) {
      if (line.running >= this.limits.runningPerOwner) continue;
      const start = line.waiting.shift();
      if (start !== undefined) return { line, start };
    }
    return undefined;
  }
}
