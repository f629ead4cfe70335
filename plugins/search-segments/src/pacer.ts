import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds that one piece of work may keep the thread. */
const SLICE_MS = 2;

/** Lets requests be answered between the steps of long work. */
export class Pacer {
  #began = performance.now();

  /** Call it between steps that are short by themselves. */
  async step(): Promise<void> {
    if (performance.now() - this.#began < SLICE_MS) return;
    await turn();
    this.#began = performance.now();
  }
}
