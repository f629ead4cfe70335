import { describe, expect, it } from '@jest/globals';
import { readHead, writeHead } from './opened-head.js';

const part = { fileName: 'a', type: 'text/plain', isInline: false, size: 3 };
const head = {
  from: [{ address: 'a@example.com', name: 'A' }],
  to: [{ address: 'b@example.com', name: '' }],
  subject: 's',
  date: '2026-11-02T09:00:00.000Z',
  messageId: '<1@example.com>',
  trace: [{ name: 'delivered-to', value: 'b@example.com' }],
  parts: [part, { ...part, fileName: '', size: 0 }],
};
const read = (value: unknown) => readHead(Buffer.from(JSON.stringify(value)));
const { date: _date, messageId: _id, ...required } = head;

describe('the head of a mail that a process returns', () => {
  it('the head of a mail is read as it was written, even without date and id', () => {
    expect(readHead(writeHead(head))).toEqual(head);
    expect(readHead(writeHead(required))).toEqual(required);
  });

  it('unknown fields are removed from the head of a mail', () => {
    expect(read({ ...head, outcome: 'x', parts: [{ ...part, path: '/etc/passwd' }] })).toEqual({
      ...head,
      parts: [part],
    });
    expect(readHead(Buffer.from(`{"__proto__":{"subject":"x"},${JSON.stringify(required).slice(1)}`))).toEqual(
      required,
    );
  });

  it.each([
    ['null', null],
    ['a list', [head]],
    ['without senders', { ...head, from: undefined }],
    ['with senders that are not a list', { ...head, from: { length: 1, 0: head.from[0] } }],
    ['with a sender that is none', { ...head, from: [null] }],
    ['with 101 recipients', { ...head, to: Array.from({ length: 101 }, () => head.to[0]) }],
    ['with a long address', { ...head, to: [{ address: 'a'.repeat(1_001), name: '' }] }],
    ['with a name that is a number', { ...head, to: [{ address: 'a', name: 7 }] }],
    ['with half a character', { ...head, subject: '\ud800' }],
    ['without a subject', { ...head, subject: undefined }],
    ['with a date that is a number', { ...head, date: 7 }],
    ['with an id that is null', { ...head, messageId: null }],
    ['with 101 headers of the way', { ...head, trace: Array.from({ length: 101 }, () => head.trace[0]) }],
    ['with a header without a value', { ...head, trace: [{ name: 'x' }] }],
    ['with 1,001 files', { ...head, parts: Array.from({ length: 1_001 }, () => part) }],
    ['with a negative size', { ...head, parts: [{ ...part, size: -1 }] }],
    ['with half a byte', { ...head, parts: [{ ...part, size: 0.5 }] }],
    ['with a size that is a text', { ...head, parts: [{ ...part, size: '3' }] }],
    ['with a size beyond all numbers', { ...head, parts: [{ ...part, size: 2 ** 53 }] }],
    ['with a file that is neither inline nor not', { ...head, parts: [{ ...part, isInline: 1 }] }],
    ['with a long name of a file', { ...head, parts: [{ ...part, fileName: 'n'.repeat(1_001) }] }],
  ])('the head of a mail is refused when it is %s', (_, value) => {
    expect(read(value)).toBeUndefined();
  });

  it('the head of a mail is refused when it is not JSON', () => {
    expect(readHead(Buffer.from('{"from":'))).toBeUndefined();
    expect(readHead(Buffer.alloc(10))).toBeUndefined();
  });
});
