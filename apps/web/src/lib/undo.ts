import { closeNotification, notify } from './notifications';

interface Step {
  text: string;
  undo: () => Promise<void> | void;
  toast: string;
}

const LONGEST = 50;
const steps: Step[] = [];

/** Says what was done, with its undo, which Ctrl Z does too. `undoLabel` is the translated "Undo". */
export function done(text: string, undoLabel: string, undo: () => Promise<void> | void): void {
  const step: Step = { text, undo, toast: '' };
  step.toast = notify(text, { label: undoLabel, run: () => void takeBack(step) });
  steps.push(step);
  if (steps.length > LONGEST) steps.shift();
}

async function takeBack(step: Step): Promise<void> {
  const position = steps.indexOf(step);
  if (position < 0) return; // taken back already
  steps.splice(position, 1);
  if (step.toast !== '') closeNotification(step.toast);
  await step.undo();
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
