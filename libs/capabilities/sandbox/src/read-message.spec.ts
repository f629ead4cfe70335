import { describe, expect, it } from '@jest/globals';
import { readMessage } from './read-message.js';

const reply = {
  ...{ kind: 'reply', outcome: 'text', reason: null, pages: 1 },
  ...{ truncated: false, isCutShort: false, warnings: [], attachments: 0, cpuMs: 3 },
};
const read = (value: unknown) => readMessage(JSON.stringify(value));

describe('a message of a child', () => {
  it.each([
    [{ kind: 'ready' }],
    [{ kind: 'ocr-page' }],
    [{ kind: 'attaching', file: 3 }],
    [{ kind: 'idle', rssBytes: 5 }],
    [{ kind: 'memory', rssBytes: 5 }],
    [{ kind: 'failed', reason: 'It broke.', fault: 'permanent' }],
    [{ kind: 'progress', done: 3, total: 12 }],
    [{ kind: 'progress', done: 3, total: null }],
    [reply],
    [{ kind: 'opened', outcome: 'opened', reason: null }],
    [{ kind: 'selected', outcome: 'selected', reason: null, pagesCount: 3, bytes: 700 }],
    [{ kind: 'selected', outcome: 'encrypted', reason: 'It is protected.', pagesCount: null, bytes: 0 }],
    [{ kind: 'opened', outcome: 'corrupt', reason: 'It is damaged.' }],
    [{ ...reply, outcome: 'corrupt', reason: 'It is damaged.', warnings: ['One page is missing.'] }],
  ])('the message of a child is accepted: %j', (message) => {
    expect(read(message)).toEqual(message);
  });

  it.each([
    ['no object', 7],
    ['null', null],
    ['a list', [reply]],
    ['without a kind', {}],
    ['of an unknown kind', { kind: 'constructor' }],
    ['with a size that is not a number', { kind: 'idle', rssBytes: '5' }],
    ['with a negative size', { kind: 'idle', rssBytes: -5 }],
    ['with the number of no file', { kind: 'attaching', file: -1 }],
    ['with an outcome that only the server gives', { ...reply, outcome: 'cancelled' }],
    ['with an outcome that is an object', { ...reply, outcome: { toString: 'text' } }],
    ['with pages that are not a number', { ...reply, pages: '1' }],
    ['with more pages than a document can have', { ...reply, pages: 1e9 }],
    ['with half a page', { ...reply, pages: 0.5 }],
    ['with a long reason', { ...reply, reason: 'x'.repeat(301) }],
    ['with a control character', { ...reply, reason: 'a\0b' }],
    ['with half a character', { ...reply, reason: 'a\ud800' }],
    ['with many warnings', { ...reply, warnings: Array.from({ length: 22 }, () => 'w') }],
    ['with a warning that is not a text', { ...reply, warnings: [{}] }],
    ['with a truth value that is none', { ...reply, truncated: 1 }],
    ['without a truth value', { ...reply, isCutShort: undefined }],
    ['with an outcome that mails do not have', { kind: 'opened', outcome: 'text', reason: null }],
    [
      'with bytes that are not a number',
      { kind: 'selected', outcome: 'selected', reason: null, pagesCount: 3, bytes: '7' },
    ],
    ['with an outcome of another work', { kind: 'selected', outcome: 'drawn', reason: null, pagesCount: 3, bytes: 7 }],
    ['with a reason that is an object', { kind: 'opened', outcome: 'corrupt', reason: {} }],
    ['with a long failure', { kind: 'failed', reason: 'x'.repeat(301), fault: 'other' }],
    ['with a fault that is unknown', { kind: 'failed', reason: 'It broke.', fault: 'mine' }],
    ['with progress that is not a number', { kind: 'progress', done: '3', total: 12 }],
    ['with progress of half a page', { kind: 'progress', done: 0.5, total: null }],
  ])('the message of a child is refused when it is %s', (_name, message) => {
    expect(read(message)).toBeUndefined();
  });

  it('the message of a child is refused when it is not JSON, and loses unknown fields', () => {
    expect(readMessage('{"kind":"ready"')).toBeUndefined();
    expect(read({ ...reply, text: 'more' })).toEqual(reply);
    expect(readMessage('{"kind":"ready","__proto__":{"reason":"x"}}')).toEqual({ kind: 'ready' });
  });
});
