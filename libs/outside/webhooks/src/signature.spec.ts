import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { signatureOf } from './signature.js';

const VECTORS = [
  {
    secret: 'my-webhook-secret',
    id: 'msg_000000000000000000000004',
    timestamp: 1772600767,
    body: '{"data":{"documentId":"doc_000000000000000000000001","organizationId":"org_000000000000000000000002","tagId":"tag_000000000000000000000003","tagName":"Facture"},"type":"document:tag:added","timestamp":"2026-03-04T05:06:07.000Z"}',
    signature: 'v1,6qo/jX2Y7+RjrUppJ4jlO80gMkbfgLgz9CFs14MlDIE=',
  },
  {
    secret: 's3cret-é',
    id: 'msg_cccccccccccccccccccccccc',
    timestamp: 1767323045,
    body: '{"data":{"documentId":"doc_aaaaaaaaaaaaaaaaaaaaaaaa","organizationId":"org_bbbbbbbbbbbbbbbbbbbbbbbb"},"type":"document:deleted","timestamp":"2026-01-02T03:04:05.678Z"}',
    signature: 'v1,KMxw/4obl79nP+CqnJC7333/gnmgYT+/9cq4B5qDVvY=',
  },
];

describe('the signature of a webhook', () => {
  it.each(VECTORS)(
    'the signature with the secret $secret is the one of the contract',
    ({ secret, signature, ...message }) => {
      expect(signatureOf(secret, message)).toBe(signature);
    },
  );

  it.each(VECTORS)(
    'the signature with the secret $secret is the one of the published library',
    ({ secret, ...message }) => {
      const library = new Webhook(Buffer.from(secret).toString('base64'));
      const expected = library.sign(message.id, new Date(message.timestamp * 1_000), message.body);
      expect(signatureOf(secret, message)).toBe(expected);
    },
  );
});
