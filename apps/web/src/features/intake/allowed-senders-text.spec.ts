import { describe, expect, it } from '@jest/globals';
import { readSenders } from './allowed-senders-text';

describe('the allowed senders that a person has typed', () => {
  it('allowed senders are addresses and domains, in lower case and without duplicates', () => {
    expect(readSenders(' Ada@Example.com\n@bank.example, ada@example.com;\n\n bob@b.example.org ')).toEqual({
      senders: ['ada@example.com', '@bank.example', 'bob@b.example.org'],
      mistakes: [],
    });
    expect(readSenders(' \n ')).toEqual({ senders: [], mistakes: [] });
  });

  it('entries that are neither addresses nor domains are reported as mistakes', () => {
    expect(readSenders('ada example.com @ a@b@c.d <a@b.c> ada@bank.example').mistakes).toEqual([
      'ada',
      'example.com',
      '@',
      'a@b@c.d',
      '<a@b.c>',
    ]);
  });
});
