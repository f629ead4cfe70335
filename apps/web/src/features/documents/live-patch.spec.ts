import { describe, expect, it } from '@jest/globals';
import type { ArchivoltEvent } from '../../lib/live-events';
import type { DocumentView, ListedTagView } from './documents.queries';
import { rowAfter, rowDuring } from './live-patch';

const extraction: DocumentView['extraction'] = {
  ...{ status: 'pending', outcome: null, reason: null, provider: null, nextAttemptAt: null, progress: null },
};
const row = {
  id: 'doc_1',
  name: 'Old',
  documentDate: null,
  notes: null,
  tags: [],
  extraction,
} as unknown as DocumentView;
const tag = { id: 'tag_1', name: 'invoice' } as ListedTagView;
const event = (type: string, data: object): ArchivoltEvent => ({ type, data }) as unknown as ArchivoltEvent;

describe('a row that shows a document', () => {
  it.each([
    ['document:updated', { name: 'New', updatedFields: ['name'] }, { name: 'New', documentDate: null }],
    ['document:tag:added', { tagId: 'tag_1' }, { tags: [tag] }],
    [
      'document:content:extracted',
      { outcome: 'text' },
      { extraction: { ...extraction, status: 'completed', outcome: 'text' } },
    ],
  ])('a row shows the change of %s', (type, data, expected) => {
    expect(rowAfter(row, event(type, data), [tag])).toMatchObject({ document: expected });
  });

  it('a row is read again when an event does not contain enough', () => {
    expect(rowAfter(row, event('document:tag:added', { tagId: 'unknown' }), [tag])).toBe('refetch');
    expect(rowAfter(row, event('document:property:changed', {}), [])).toBe('refetch');
  });

  it('a row disappears when its document is in the trash', () => {
    expect(rowAfter(row, event('document:deleted', {}), [])).toBe('gone');
  });

  it('a row shows the progress of the reading', () => {
    const progress = {
      documentId: 'doc_1',
      status: 'running',
      step: null,
      pagesDone: 2,
      pagesTotal: 9,
      reason: null,
      nextAttemptAt: null,
    } as const;
    expect(rowDuring(row, progress).extraction).toMatchObject({ status: 'running', progress: { done: 2, total: 9 } });
  });
});
