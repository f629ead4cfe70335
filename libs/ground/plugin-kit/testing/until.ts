// eslint-disable-next-line no-restricted-syntax -- plugins test with this package alone: its pause between two looks
import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 10;

/** Waits for what a plugin or its service does. `what` also says what has happened instead. */
export async function until(within: number, what: () => string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = performance.now() + within; !(await isSo());) {
    if (performance.now() > deadline) throw new Error(`waited ${within} ms for ${what()}`);
    await shortPause();
  }
}

export const shortPause = (): Promise<void> => delay(PAUSE_MS);
