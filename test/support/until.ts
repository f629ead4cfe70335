import { setTimeout as delay } from 'node:timers/promises';

/** Generous: reached only when what is waited for never comes, not on a machine that is busy with other work. */
const WITHIN_MS = 120_000;

/** Polls `ask` and returns its first value other than false or undefined; throws after the deadline. */
export async function until<Answer>(
  within: number,
  what: string,
  ask: () => Answer | Promise<Answer>,
): Promise<Exclude<Answer, false | undefined>> {
  for (const deadline = Date.now() + within; ;) {
    const answer = await ask();
    if (answer !== false && answer !== undefined) return answer as Exclude<Answer, false | undefined>;
    if (Date.now() > deadline) throw new Error(`waited ${within} ms for ${what}`);
    await delay(20);
  }
}

/** Waits for what other connections, processes or jobs do. */
export async function untilTrue(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await until(WITHIN_MS, what, isTrue);
}

/** Repeats expectations until they hold, for what other processes or a browser do. Throws the last failure. */
export async function eventually(expectations: () => Promise<unknown>, within = WITHIN_MS): Promise<void> {
  for (const deadline = Date.now() + within; ;) {
    try {
      await expectations();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await delay(50);
  }
}

/** Lets work of this process and of the database go on before a condition is looked at again. */
export const shortPause = (): Promise<void> => delay(2);
