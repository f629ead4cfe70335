import type { ExtractionContext } from '@archivolt/plugin-kit';

/** Also when recognition kept the thread busy, so that the signal could not be aborted yet. */
export function isOver({ signal, deadline }: Pick<ExtractionContext, 'deadline' | 'signal'>): boolean {
  return signal.aborted || Date.now() >= deadline;
}
