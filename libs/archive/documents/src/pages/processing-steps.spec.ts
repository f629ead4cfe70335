import { describe, expect, it } from '@jest/globals';
import type { DocumentReading } from '../document-content.repository.js';
import { processingSteps, type PageCounts } from './processing-steps.js';

const NOW = new Date('2026-05-01T12:00:10Z');
const at = (second: number): string => new Date(Date.UTC(2026, 4, 1, 12, 0, second)).toISOString();
const READ: DocumentReading = {
  createdAt: new Date(at(0)),
  isTrashed: false,
  hasContent: true,
  isContentFullyIndexed: true,
  status: 'completed',
  outcome: 'text',
  reason: null,
  provider: 'extraction-pdf',
  nextAttemptAt: null,
  progress: null,
  steps: null,
};

function steps(reading: Partial<DocumentReading>, pages: PageCounts = { all: 0, recognized: 0 }) {
  const found = processingSteps({ ...READ, ...reading }, pages, NOW);
  return new Map(found.map(({ step, ...fields }) => [step, fields]));
}
const statuses = (reading: Partial<DocumentReading>, pages?: PageCounts) =>
  [...steps(reading, pages)].map(([step, { status }]) => `${step} ${status}`);

describe('processingSteps', () => {
  it('all steps are pending after an upload', () => {
    expect(statuses({ status: 'pending', outcome: null })).toEqual([
      ...['received completed', 'text pending', 'search pending', 'rules pending'],
    ]);
  });

  it('steps show how much of a text is read, and how long it takes', () => {
    const reading = {
      status: 'running' as const,
      steps: { text: { startedAt: at(4) } },
      progress: { done: 2, total: 9 },
    };
    expect(steps(reading).get('text')).toMatchObject({ status: 'running', pagesDone: 2, pagesTotal: 9, ms: 6_000 });
  });

  it('steps show OCR once a document has moved there, with the progress of its pages', () => {
    const moved = { text: { startedAt: at(1), endedAt: at(2) }, ocr: { startedAt: at(5) } };
    const found = steps({ status: 'running', steps: moved, progress: { done: 1, total: 3 } });
    expect(found.get('text')).toMatchObject({ status: 'completed', ms: 1_000, pagesDone: null });
    expect(found.get('ocr')).toMatchObject({ status: 'running', ms: 5_000, pagesDone: 1, pagesTotal: 3 });
  });

  it('steps show that a scan waits for its turn when others are recognized before it', () => {
    const moved = { text: { startedAt: at(1), endedAt: at(2) }, ocr: {} };
    const found = steps({ status: 'running', steps: moved });
    expect(found.get('text')).toMatchObject({ status: 'completed', ms: 1_000 });
    expect(found.get('ocr')).toMatchObject({ status: 'pending', startedAt: null, ms: null, pagesDone: null });
  });

  it('steps show when a service is called again', () => {
    const wait = { status: 'waiting' as const, reason: 'Away.', nextAttemptAt: new Date(at(30)) };
    expect(steps(wait).get('text')).toMatchObject({ status: 'waiting', reason: 'Away.', retryAt: new Date(at(30)) });
  });

  it('steps count the pages of a finished reading, with those by OCR counted separately', () => {
    const found = steps(
      {
        steps: {
          text: { startedAt: at(1), endedAt: at(2), engine: 'a 1' },
          ocr: { startedAt: at(3), endedAt: at(7), engine: 'b 2' },
        },
      },
      { all: 5, recognized: 2 },
    );
    expect(found.get('text')).toMatchObject({ engine: 'a 1', pagesDone: 5, pagesTotal: 5, ms: 1_000 });
    expect(found.get('ocr')).toMatchObject({ engine: 'b 2', pagesDone: 2, pagesTotal: 2, ms: 4_000 });
  });

  it('steps name what was cut, failed or skipped, with the reason', () => {
    expect(statuses({ steps: { isTruncated: true } })).toContain('text partial');
    expect(steps({ outcome: 'encrypted', reason: 'It has a password.' }).get('text')).toMatchObject({
      status: 'failed',
      reason: 'It has a password.',
    });
    expect(statuses({ outcome: 'unsupported' })).toContain('text skipped');
    expect(statuses({ isContentFullyIndexed: false })).toContain('search partial');
    expect(statuses({ isTrashed: true })).toContain('search skipped');
  });

  it('steps name a failed or cut recognition of a scan, and not the reading before it', () => {
    const moved = { text: { startedAt: at(1), endedAt: at(2) }, ocr: { startedAt: at(3), endedAt: at(7) } };
    const failed = steps({ outcome: 'timeout', reason: 'It took too long to read.', steps: moved });
    expect(failed.get('text')).toMatchObject({ status: 'completed', reason: null });
    expect(failed.get('ocr')).toMatchObject({
      ...{ status: 'failed', reason: 'It took too long to read.' },
      ...{ pagesDone: null, pagesTotal: null },
    });
    const cut = steps({ reason: 'Only the first page was read.', steps: { ...moved, isTruncated: true } });
    expect([cut.get('text')?.status, cut.get('ocr')?.status]).toEqual(['completed', 'partial']);
    expect(cut.get('ocr')?.reason).toBe('Only the first page was read.');
  });

  it('a document that is queued again loses the steps of its last reading', () => {
    const before = { text: { startedAt: at(1), engine: 'a 1' }, ocr: { startedAt: at(3), endedAt: at(7) } };
    const found = steps({ status: 'pending', steps: before }, { all: 5, recognized: 2 });
    expect([...found.keys()]).toEqual(['received', 'text', 'search', 'rules']);
    expect(found.get('text')).toMatchObject({ status: 'pending', startedAt: null, ms: null, engine: null });
  });
});
