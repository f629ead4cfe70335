import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { PermanentPluginError, TransientPluginError, type Sql } from '@archivolt/plugin-kit';
import { aSearchDocument } from '@archivolt/plugin-kit/testing';
import { TextThreads } from './text-threads.js';
import { ContentPreparation } from './content-preparation.js';
import { DeliverDocuments, type DocumentReceiver } from './deliver-documents.js';
import type { SearchEngine } from './search-engine.js';
import type { ChangedDocument, SearchChangesRepository } from './search-changes.repository.js';

const sql: Sql = { query: () => Promise.resolve([]), transaction: (work) => work(sql) };

/** Accepts documents except for those that a test makes it fail for. */
class Engine implements DocumentReceiver {
  readonly accepted: string[] = [];
  readonly faults = new Map<string, Error>();

  async index(documents: readonly { id: string }[]): Promise<void> {
    for (const { id } of documents) {
      const fault = this.faults.get(id);
      if (fault) throw fault;
    }
    this.accepted.push(...documents.map(({ id }) => id));
  }

  async remove(documents: readonly { id: string }[]): Promise<void> {
    this.accepted.push(...documents.map(({ id }) => `-${id}`));
  }
}

const anEngine = { pluginId: 'search-x', declaration: {} } as SearchEngine;
let engine: Engine;
let completed: string[];
let postponed: string[];
let deliver: DeliverDocuments;
let errorLog: jest.SpiedFunction<Logger['error']>;

beforeEach(() => {
  engine = new Engine();
  completed = [];
  postponed = [];
  const changes = {
    remove: async (_: Sql, ids: readonly string[]) => void completed.push(...ids),
    postpone: async (_: Sql, { documentId }: ChangedDocument, error: Error, { isFinal }: { isFinal: boolean }) =>
      void postponed.push(`${documentId} ${error.message}${isFinal ? ' finally' : ''}`),
  } as unknown as SearchChangesRepository;
  deliver = new DeliverDocuments(changes, new ContentPreparation(new TextThreads()), anEngine);
  jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  errorLog = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
  errorLog.mockClear();
});

const changed = (id: string, isActive = true): ChangedDocument => ({
  documentId: id,
  organizationId: 'org_a',
  changes: [`change of ${id}`],
  attempts: 0,
  version: '1',
  document: isActive ? aSearchDocument({ id }) : undefined,
});

describe('DeliverDocuments', () => {
  it('passes active documents and removed ones to every receiver, and completes their changes', async () => {
    const second = new Engine();
    await deliver.execute(sql, [engine, second], [changed('a'), changed('b', false)]);
    expect(engine.accepted).toEqual(['a', '-b']);
    expect(second.accepted).toEqual(['a', '-b']);
    expect(completed).toEqual(['change of a', 'change of b']);
  });

  it('completes nothing while the search engine is away', async () => {
    engine.faults.set('b', new TransientPluginError('away'));
    await expect(deliver.execute(sql, [engine], [changed('a'), changed('b')])).rejects.toThrow('away');
    expect([completed, postponed]).toEqual([[], []]);
  });

  it('postpones one document that fails, and completes the others', async () => {
    engine.faults.set('b', new Error('too long'));
    await deliver.execute(sql, [engine], [changed('a'), changed('b'), changed('c')]);
    expect(completed).toEqual(['change of a', 'change of c']);
    expect(postponed).toEqual(['b too long']);
  });

  it('a document that is refused permanently is not retried', async () => {
    engine.faults.set('a', new PermanentPluginError('not accepted'));
    await deliver.execute(sql, [engine], [changed('a')]);
    expect(postponed).toEqual(['a not accepted finally']);
  });

  it('logs the stack trace of unexpected errors of a plugin, and of no others', async () => {
    const mistake = new TypeError('text.trim is not a function');
    engine.faults.set('a', new PermanentPluginError('not accepted'));
    engine.faults.set('b', mistake);
    await deliver.execute(sql, [engine], [changed('a'), changed('b')]);
    expect(errorLog.mock.calls).toEqual([
      ['The search engine does not accept b: text.trim is not a function', mistake.stack],
    ]);
  });

  it('treats the failure of all documents as a failure of the search engine', async () => {
    for (const id of ['a', 'b', 'c', 'd']) engine.faults.set(id, new Error('fetch failed'));
    const all = ['a', 'b', 'c', 'd'].map((id) => changed(id));
    await expect(deliver.execute(sql, [engine], all)).rejects.toThrow('fetch failed');
    expect(completed).toEqual([]);
  });

  it('begins with other documents after a failure of all documents in an attempt', async () => {
    for (const id of ['a', 'b', 'c']) engine.faults.set(id, new Error('the field has an invalid value'));
    const all = ['a', 'b', 'c', 'd'].map((id) => changed(id));
    await expect(deliver.execute(sql, [engine], all)).rejects.toThrow('invalid value');
    expect(postponed.map((each) => each.charAt(0))).toEqual(['a', 'b', 'c']);
    await deliver.execute(sql, [engine], [changed('d')]);
    expect(completed).toEqual(['change of d']);
  });

  it('documents that failed before do not count as a failure of the search engine', async () => {
    for (const id of ['a', 'b', 'c', 'd']) engine.faults.set(id, new Error('the field has an invalid value'));
    const again = ['a', 'b', 'c', 'd'].map((id) => ({ ...changed(id), attempts: 1 }));
    await deliver.execute(sql, [engine], again);
    expect(postponed).toHaveLength(4);
  });

  it('the failing documents of one organization do not count as a failure of the search engine', async () => {
    const hostile = ['a', 'b', 'c', 'd'].map((id) => changed(id));
    for (const { documentId } of hostile) engine.faults.set(documentId, new Error('the field has an invalid value'));
    await deliver.execute(sql, [engine], [...hostile, { ...changed('e'), organizationId: 'org_b' }]);
    expect(completed).toEqual(['change of e']);
    expect(postponed).toHaveLength(4);
  });
});
