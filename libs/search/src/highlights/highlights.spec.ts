import { describe, expect, it } from '@jest/globals';
import type { SearchTree } from '@archivolt/plugin-kit';
import { Highlights } from './highlights.js';

const TREE: SearchTree = { kind: 'text', words: ['zirkon'], fields: ['name', 'notes'] };
const SCOPE = { organizationId: 'org_1' };

describe('Highlights', () => {
  it('lets other requests run between the notes of two documents, and stops when the request is aborted', async () => {
    const documents = Array.from({ length: 100 }, (_, index) => ({
      id: `doc_${index}`,
      name: 'zirkon',
      notes: 'é zirkon '.repeat(200),
    }));
    const aborting = new AbortController();
    let hasRead = false;
    setImmediate(() => aborting.abort());
    const marking = new Highlights().of(
      SCOPE,
      TREE,
      documents,
      () => {
        hasRead = true;
        return Promise.resolve(new Map());
      },
      aborting.signal,
    );
    await expect(marking).rejects.toThrow('aborted');
    expect(hasRead).toBe(false);
  });
});
