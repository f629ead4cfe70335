import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SafeHttpConfig } from '#config/safe-http';
import { HostAddresses, SafeHttp } from '#ground/safe-http';
import { collected, ofKind, unmappedOf } from '../../../test/collected-records.js';
import { PapraServer } from '../../../test/papra-server.js';
import { openPapra } from './papra-archive.js';

const { signal } = new AbortController();

let server: PapraServer;
let safeHttp: SafeHttp;
let url: string;
beforeEach(async () => {
  server = new PapraServer();
  safeHttp = new SafeHttp(new SafeHttpConfig(), new HostAddresses());
  url = await server.start();
});
afterEach(async () => {
  await safeHttp.onApplicationShutdown();
  await server.stop();
});

const open = async (options: { key?: string; organizationId?: string } = {}) =>
  openPapra({ url, key: 'ppapi_key', ...options }, safeHttp.forSettings({ url }), signal);
const records = async () => collected((await open()).records(signal));

describe('an organization of a Papra server as a source of an archive', () => {
  it('documents come with their tags, values, notes, texts and files', async () => {
    server.tags = [{ id: 'tag_a', name: 'Bills', color: '#AABBCC', description: 'to pay' }];
    const option = { id: 'cpso_a', name: 'Open' };
    server.properties = [
      { id: 'cpd_a', key: 'state', name: 'State', type: 'select', options: [option] },
      { id: 'cpd_b', key: 'who', name: 'Who', type: 'user_relation', description: 'pays it' },
      { id: 'cpd_c', key: 'other', name: 'Other', type: 'document_relation' },
      { id: 'cpd_d', key: 'amount', name: 'Amount', type: 'number' },
      { id: 'cpd_e', key: 'color', name: 'Color', type: 'color' },
    ];
    const values = {
      state: { optionId: 'cpso_a', name: 'Open' },
      who: [{ userId: 'usr_a', name: 'Anna', email: 'anna@example.com' }],
      other: [{ documentId: 'doc_b', name: 'b' }],
      amount: null,
      color: 'red',
    };
    server.add('doc_a', {
      ...{
        name: 'Bill.pdf',
        originalSize: 7,
        originalSha256Hash: 'a'.repeat(64),
        content: 'The bill.',
        notes: 'Paid.',
      },
      ...{ createdAt: '2025-01-02T03:04:05.678Z', updatedAt: '2025-01-03T03:04:05.678Z' },
      ...{ documentDate: '2025-01-01T00:00:00.000Z', tags: [{ id: 'tag_a' }, { id: 'tag_gone' }] },
      customProperties: Object.entries(values).map(([key, value]) => ({ key, value })),
    });
    server.add('doc_b', { deletedAt: '2025-02-02T03:04:05.678Z' });
    server.files.set('doc_a', 'content');
    const source = await open();
    const all = await collected(source.records(signal));
    const documents = ofKind(all, 'document');
    expect([source.id, source.name]).toEqual(['papra:org_a', 'Papra, organization House']);
    expect(all.slice(0, 2)).toEqual([
      { kind: 'organization', ref: 'org_a', name: 'House' },
      { kind: 'tag', ref: 'tag_a', name: 'Bills', color: '#aabbcc', description: 'to pay' },
    ]);
    expect(ofKind(all, 'property').map(({ ref, options }) => [ref, options])).toEqual([
      ['cpd_a', [{ ref: 'cpso_a', name: 'Open' }]],
      ...['cpd_b', 'cpd_c', 'cpd_d'].map((ref) => [ref, undefined]),
    ]);
    expect(documents[0]).toEqual({
      ...{ kind: 'document', ref: 'doc_a', name: 'Bill.pdf', content: 'The bill.', notes: 'Paid.', tagRefs: ['tag_a'] },
      ...{ createdAt: '2025-01-02T03:04:05.678Z', updatedAt: '2025-01-03T03:04:05.678Z' },
      documentDate: '2025-01-01T00:00:00.000Z',
      file: {
        ...{ path: 'doc_a', name: 'scan of doc_a.pdf', mimeType: 'application/pdf', size: 7 },
        sha256: 'a'.repeat(64),
      },
      properties: [
        { ref: 'cpd_a', values: ['cpso_a'] },
        { ref: 'cpd_b', values: ['anna@example.com'] },
      ],
    });
    expect(documents[1]).toMatchObject({ ref: 'doc_b', deletedAt: '2025-02-02T03:04:05.678Z' });
    expect(ofKind(all, 'document-links')).toEqual([
      { kind: 'document-links', ref: 'doc_a', propertyRef: 'cpd_c', documentRefs: ['doc_b'] },
    ]);
    expect(unmappedOf(all, 'property')).toMatchObject([{ name: 'Color' }]);
    expect(unmappedOf(all, 'value of a property')).toMatchObject([{ count: 1 }]);
    await expect(text(await source.open({ path: 'doc_a', name: 'x' }, signal))).resolves.toBe('content');
  });

  it('all documents of several pages are found, also when one is deleted between two pages', async () => {
    for (let index = 0; index < 250; index += 1) server.add(`doc_${index}`);
    server.beforeAnswer = (path) => {
      // The documents of the second page move to the first one.
      if (path.endsWith('/documents/doc_99')) for (const id of ['doc_0', 'doc_1', 'doc_2']) server.documents.delete(id);
      return undefined;
    };
    const refs = ofKind(await records(), 'document').map(({ ref }) => ref);
    expect([refs.length, new Set(refs).size]).toEqual([250, 250]);
  });

  it('a document that was deleted after it was listed is reported', async () => {
    server.add('doc_a');
    server.beforeAnswer = (path) => (path.endsWith('/doc_a') ? 404 : undefined);
    const all = await records();
    expect(ofKind(all, 'document')).toEqual([]);
    expect(unmappedOf(all, 'document')).toMatchObject([{ name: 'doc_a' }]);
  });

  it('a key without the permission for properties imports everything else, and the report says so', async () => {
    server.add('doc_a', { customProperties: [{ key: 'x', value: 1 }] });
    server.beforeAnswer = (path) => (path.endsWith('/custom-properties') ? 401 : undefined);
    const all = await records();
    expect(ofKind(all, 'document')).toHaveLength(1);
    expect(unmappedOf(all, 'properties')).toMatchObject([
      { reason: expect.stringContaining('custom-properties:read') },
    ]);
  });

  it('a fault of the server is tried again, three times at most', async () => {
    server.add('doc_a');
    let faults = 2;
    server.beforeAnswer = (path) => (path.endsWith('/doc_a') && (faults -= 1) >= 0 ? 503 : undefined);
    expect(ofKind(await records(), 'document')).toHaveLength(1);
    server.beforeAnswer = (path) => (path.endsWith('/doc_a') ? 503 : undefined);
    await expect(records()).rejects.toThrow('with the status 503');
    expect(server.paths.filter((path) => path.endsWith('/doc_a'))).toHaveLength(3 + 3);
  });

  it('the organization must be clear, and the key must open it', async () => {
    server.organizations = [
      { id: 'org_a', name: 'House' },
      { id: 'org_b', name: 'Work' },
    ];
    await expect(open()).rejects.toThrow('Name one of the organizations: org_a (House), org_b (Work).');
    expect((await open({ organizationId: 'org_b' })).id).toBe('papra:org_b');
    await expect(open({ organizationId: 'org_c' })).rejects.toThrow('Name one of the organizations');
    await expect(open({ key: 'wrong' })).rejects.toThrow('Check the API key');
    await expect(open({ key: 'two\r\nlines' })).rejects.toThrow('has characters that no key has');
  });

  it('ids that lead to other routes are not asked for, and answers that are not from Papra are refused', async () => {
    server.documents.set('../x', { id: '../../tags', deletedAt: null });
    expect(ofKind(await records(), 'document')).toEqual([]);
    const source = await open();
    await expect(source.open({ path: '../../tags', name: 'x' }, signal)).rejects.toThrow('not one of this source');
    server.organizations = {} as never;
    await expect(open()).rejects.toThrow('The answer to /organizations is not one of Papra.');
  });
});
