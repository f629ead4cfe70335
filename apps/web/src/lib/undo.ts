import { closeNotification, notify } from './notifications';

interface Step {
  text: string;
  undo: () => Promise<void> | void;
  toast: string;
  place: number;
}

const LONGEST = 50;
const steps: Step[] = [];
let begun = 0;

/** The place of a change that begins now: the last thing a person did is taken back first, not the last one saved. */
export const beginStep = (): number => (begun += 1);

/**
 * Says what was done, with its undo, which Ctrl Z does too. `undoLabel` is the translated "Undo". Call what is returned
 * when the change was refused after all. `place` is that of {@link beginStep}, for changes that are said to be done later.
 */
export function done(
  text: string,
  undoLabel: string,
  undo: () => Promise<void> | void,
  place = beginStep(),
): () => void {
  const step: Step = { text, undo, toast: '', place };
  step.toast = notify(text, { label: undoLabel, run: () => void takeBack(step) });
  steps.splice(steps.findLastIndex((earlier) => earlier.place < place) + 1, 0, step);
  if (steps.length > LONGEST) steps.shift();
  return () => withdraw(step);
}

/** False: it was taken back already. */
function withdraw(step: Step): boolean {
  const position = steps.indexOf(step);
  if (position < 0) return false;
  steps.splice(position, 1);
  if (step.toast !== '') closeNotification(step.toast);
  return true;
}

async function takeBack(step: Step): Promise<void> {
  if (withdraw(step)) await step.undo();
}

/** Takes back the last thing that was done. False: there is none. */
export function undoLast(): boolean {
  const last = steps.at(-1);
  if (last) void takeBack(last);
  return last !== undefined;
}

/** Forgets all steps: another organization or user. */
export function forgetUndo(): void {
  steps.length = 0;
}
