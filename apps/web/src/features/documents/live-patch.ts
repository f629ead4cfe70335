import type { ArchivoltEvent, Progress } from '../../lib/live-events';
import type { DocumentView, ListedTagView } from './documents.queries';

/** What a change of one document means for a row that shows it. `refetch`: the event does not say enough. */
export type RowChange = { document: DocumentView } | 'gone' | 'refetch' | undefined;

/** Puts what an event says into a row. Undefined: nothing that a row shows has changed. */
export function rowAfter(document: DocumentView, event: ArchivoltEvent, tags: readonly ListedTagView[]): RowChange {
  switch (event.type) {
    case 'document:deleted':
    case 'document:purged':
      return 'gone';
    case 'document:updated': {
      const { name, documentDate, notes, isInInbox } = event.data;
      return {
        document: {
          ...document,
          ...(name === undefined ? {} : { name }),
          ...(documentDate === undefined ? {} : { documentDate, documentDateFinding: null }),
          ...(notes === undefined ? {} : { notes }),
          ...(isInInbox === undefined ? {} : { isInInbox }),
        },
      };
    }
    case 'document:content:extracted': {
      const extraction = {
        ...document.extraction,
        outcome: event.data.outcome,
        status: 'completed',
        progress: null,
      } as const;
      return { document: { ...document, extraction } };
    }
    case 'document:tag:added': {
      const { tagId } = event.data;
      const tag = tags.find(({ id }) => id === tagId);
      if (!tag) return 'refetch';
      const others = (document.tags ?? []).filter(({ id }) => id !== tagId);
      return { document: { ...document, tags: [...others, tag].sort((a, b) => (a.name < b.name ? -1 : 1)) } };
    }
    case 'document:tag:removed': {
      const { tagId } = event.data;
      return { document: { ...document, tags: (document.tags ?? []).filter(({ id }) => id !== tagId) } };
    }
    case 'document:property:changed':
      return 'refetch';
    default:
      return undefined;
  }
}

/** Puts how far the reading is into a row. */
export function rowDuring(document: DocumentView, progress: Progress): DocumentView {
  const { status, reason, nextAttemptAt, pagesDone, pagesTotal } = progress;
  return {
    ...document,
    extraction: {
      ...document.extraction,
      status,
      reason,
      nextAttemptAt,
      progress: pagesDone === null ? null : { done: pagesDone, total: pagesTotal },
    },
  };
}
