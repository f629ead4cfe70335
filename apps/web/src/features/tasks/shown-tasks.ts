import type { Task } from './tasks.queries';

/** Work on one document shows its progress with the document. */
const WITH_THE_DOCUMENT = new Set(['reprocess-document']);

/**
 * The tasks for the tray: those at work, and those that this page has seen at work and that the person has not hidden.
 */
export function shownTasks(
  tasks: readonly Task[],
  { seen, hidden }: { seen: ReadonlySet<string>; hidden: ReadonlySet<string> },
): Task[] {
  return tasks.filter(
    ({ id, type, status }) =>
      !WITH_THE_DOCUMENT.has(type) && !hidden.has(id) && (status === 'pending' || status === 'running' || seen.has(id)),
  );
}
