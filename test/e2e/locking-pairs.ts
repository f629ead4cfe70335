import type { INestApplicationContext } from '@nestjs/common';
import type { StatementGate } from '../support/statement-gate.js';
import { isFullSet, sample } from '../support/sample.js';
import { hasOppositeOrders, lockSequence } from '../support/locking-sequence.js';

/** Each operation runs against up to seventy others and stops at many statements, on a machine that runs other tests. */
export const PAIRS_WITHIN_MS = 600_000;

export type Work<Given> = (app: INestApplicationContext, given: Given) => Promise<unknown>;

interface LockingPairsOptions<Given> {
  app: INestApplicationContext;
  gate: StatementGate;
  /** Creates fresh rows, so that those of earlier rounds cannot interfere. */
  prepare: () => Promise<Given>;
  /** Throws the errors that are not expected outcomes. */
  accept: (error: unknown) => void;
  /** Operations that are stopped between their statements. */
  stopped: Readonly<Record<string, Work<Given>>>;
  /** Operations that all of them run against, besides those of `stopped` that are listed after them. */
  others?: Readonly<Record<string, Work<Given>>>;
  /** How many operations each one meets at the gate although their locks are in no opposite order. */
  sampled?: number;
  /** How many pairs run at the same time. */
  atOnce?: number;
}

/** What has happened to the pairs of an operation; nothing is expected. */
interface Outcome {
  failures: unknown[];
  deadlocks: string[];
}

/**
 * Interleaves pairs of operations, each pair once: the gate of the statements detects a deadlock whichever transaction it
 * stops between its locks. In the full set each operation meets all that are listed after it. At the gate it meets itself,
 * every one that locks tables in an opposite order, and a sample of the others.
 */
export class LockingPairs<Given> {
  readonly #options: LockingPairsOptions<Given>;
  #chosen: Promise<Map<string, string[]>> | undefined;

  constructor(options: LockingPairsOptions<Given>) {
    this.#options = options;
  }

  /** Runs the pairs of one of the stopped operations. */
  async run(first: string): Promise<Outcome> {
    this.#chosen ??= this.#choose();
    const { gate, prepare, accept, atOnce = 4 } = this.#options;
    const waiting = [...((await this.#chosen).get(first) ?? [])];
    const before = gate.deadlocks.length;
    const failures: unknown[] = [];
    const worker = async (): Promise<void> => {
      for (let second = waiting.pop(); second !== undefined && failures.length === 0; second = waiting.pop())
        await gate.interleave(prepare, [first, this.#workOf(first)], [second, this.#workOf(second)], accept);
    };
    // The others end their pair before the next operation begins.
    const guarded = () => worker().catch((error: unknown) => failures.push(error));
    await Promise.all(Array.from({ length: atOnce }, guarded));
    return { failures, deadlocks: gate.deadlocks.slice(before) };
  }

  /** The partners of each stopped operation. */
  async #choose(): Promise<Map<string, string[]>> {
    const { stopped, others = {}, sampled = 1 } = this.#options;
    const [works, more] = [Object.keys(stopped), Object.keys(others)];
    const sequences = isFullSet ? new Map<string, never>() : await this.#sequences([...works, ...more]);
    const hasRisk = (one: string, two: string) =>
      one === two || hasOppositeOrders(sequences.get(one) ?? [], sequences.get(two) ?? []);
    return new Map(
      works.map((first, at) => {
        const all = [...works.slice(at), ...more];
        if (isFullSet) return [first, all];
        const quiet = sample(
          all.filter((second) => !hasRisk(first, second)),
          sampled,
          (second) => `${first}, ${second}`,
        );
        return [first, [...all.filter((second) => hasRisk(first, second)), ...quiet]];
      }),
    );
  }

  /** What each operation locks when it runs alone. */
  async #sequences(names: readonly string[]): Promise<Map<string, ReturnType<typeof lockSequence>>> {
    const { gate, prepare, accept } = this.#options;
    const sequences = new Map<string, ReturnType<typeof lockSequence>>();
    for (const name of names) {
      const given = await prepare();
      sequences.set(name, lockSequence(await gate.record(() => this.#workOf(name)(given), accept)));
    }
    return sequences;
  }

  #workOf(name: string): (given: Given) => Promise<unknown> {
    const { app, stopped, others } = this.#options;
    const work = stopped[name] ?? others?.[name];
    if (!work) throw new Error(`there is no operation "${name}"`);
    return (given) => work(app, given);
  }
}
