import { closeNotification, notify } from './notifications';

interface Step {
  text: string;
  undo: () => Promise<void> | void;
  toast: string;
}

const LONGEST = 50;
const steps: Step[] = [];

/**
 * Says what was done, with its undo, which Ctrl Z does too. `undoLabel` is the translated "Undo". Call what is returned
 * when the change was refused after all.
 */
export function done(text: string, undoLabel: string, undo: () => Promise<void> | void): () => void {
  const step: Step = { text, undo, toast: '' };
  step.toast = notify(text, { label: undoLabel, run: () => void takeBack(step) });
  steps.push(step);
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
