import { describe, expect, it } from '@jest/globals';
import { bodyOf, documentToRead, headersOf, type Message } from './message.js';
import { signatureOf } from './signature.js';

const occurredAt = new Date('2026-03-04T05:06:07.890Z');
const message = (eventName: string, payload: object): Message => ({
  ...{ id: 'msg_1', organizationId: 'org_1', occurredAt, eventName, payload },
});
const TIMESTAMP = '"timestamp":"2026-03-04T05:06:07.890Z"';

describe('the body of a webhook', () => {
  it('the body has data, type and timestamp in this order, and the document and organization first in data', () => {
    const payload = { tagName: 'Bill', documentId: 'doc_1', tagId: 'tag_1' };
    expect(bodyOf(message('document:tag:added', payload))).toBe(
      `{"data":{"documentId":"doc_1","organizationId":"org_1","tagName":"Bill","tagId":"tag_1"},"type":"document:tag:added",${TIMESTAMP}}`,
    );
  });

  it.each([
    ['document:created', { name: 'a', createdAt: 'c', updatedAt: 'u', other: 1 }, ['name', 'createdAt', 'updatedAt']],
    ['document:deleted', { other: 1 }, []],
    [
      'document:updated',
      { updatedFields: ['name'], name: 'b', documentDate: null, notes: '', other: 1 },
      ['name', 'documentDate', 'notes'],
    ],
    ['document:tag:removed', { tagId: 't', tagName: 'n', other: 1 }, ['tagId', 'tagName']],
  ])('the body of %s has only the fields of the contract', (eventName, facts, fields) => {
    const { data } = JSON.parse(bodyOf(message(eventName, { documentId: 'doc_1', ...facts }))) as { data: object };
    expect(Object.keys(data)).toEqual(['documentId', 'organizationId', ...fields]);
  });

  it('the body of another event has all its facts', () => {
    expect(bodyOf(message('organization:updated', { updatedFields: ['name'] }))).toBe(
      `{"data":{"organizationId":"org_1","updatedFields":["name"]},"type":"organization:updated",${TIMESTAMP}}`,
    );
  });

  it('the body has the text of a document, and says when that was cut', () => {
    const updated = message('document:updated', { documentId: 'doc_1', updatedFields: ['content'] });
    expect(documentToRead(updated)).toBe('doc_1');
    expect(JSON.parse(bodyOf(updated, { content: 'text', isCut: false }))).toMatchObject({
      data: { documentId: 'doc_1', organizationId: 'org_1', content: 'text' },
    });
    expect(bodyOf(updated, { content: 'text', isCut: false })).not.toContain('contentTruncated');
    expect(bodyOf(updated, { content: 'te', isCut: true })).toContain('"content":"te","contentTruncated":true');
  });

  it('the body needs no text when another field was changed', () => {
    expect(
      documentToRead(message('document:updated', { documentId: 'doc_1', updatedFields: ['name'] })),
    ).toBeUndefined();
    expect(documentToRead(message('document:created', { documentId: 'doc_1' }))).toBeUndefined();
  });
});

describe('the headers of a webhook', () => {
  const headers = (secrets: { secret: string | null; nextSecret: string | null }, lateMs = 0) =>
    headersOf(message('document:deleted', {}), secrets, { body: '{}', now: occurredAt.getTime() + lateMs });
  const happened = 1772600767;

  it('the headers have the second of the event for a minute, and the time of a later attempt', () => {
    const secrets = { secret: null, nextSecret: null };
    expect(headers(secrets)['webhook-timestamp']).toBe(String(happened));
    expect(headers(secrets, 59_999)['webhook-timestamp']).toBe(String(happened));
    expect(headers(secrets, 60_200)['webhook-timestamp']).toBe(String(happened + 61));
  });

  it('the headers have one signature by the secret, and during a rotation another by the next secret', () => {
    const signed = (secret: string) => signatureOf(secret, { id: 'msg_1', timestamp: happened, body: '{}' });
    expect(headers({ secret: 'old', nextSecret: null })).toEqual({
      'content-type': 'application/json',
      'user-agent': 'archivolt-webhook-client',
      accept: 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(happened),
      'webhook-signature': signed('old'),
    });
    expect(headers({ secret: 'old', nextSecret: 'new' })).toMatchObject({
      'webhook-signature': signed('old'),
      'webhook-signature-next': signed('new'),
    });
  });
});
