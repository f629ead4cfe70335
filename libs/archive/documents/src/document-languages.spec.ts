import { describe, expect, it } from '@jest/globals';
import type { Clock } from '#ground/kernel';
import type { DocumentContentRepository } from './document-content.repository.js';
import { DocumentLanguages } from './document-languages.js';

const SCOPE = { organizationId: 'org_1' };
const ENGLISH = 'The policy is valid for you and your family as long as it is not cancelled.';
const GERMAN = 'Der Betrag wird auf Ihr Konto überwiesen, und die Rechnung ist damit bezahlt.';

function languagesOf(texts: readonly string[]): Promise<readonly string[]> {
  const contents = { beginnings: () => Promise.resolve([...texts]) } as unknown as DocumentContentRepository;
  return new DocumentLanguages(contents, { monotonic: () => 0 } as Clock).of(SCOPE);
}

const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

describe('the languages of documents', () => {
  it('the most frequent language comes first', async () => {
    expect(await languagesOf([GERMAN, ...times(2, ENGLISH)])).toEqual(['en', 'de']);
  });

  it('a language that lines of several documents are in is one of them, after those of whole documents', async () => {
    const mixed = [ENGLISH, GERMAN, ENGLISH, ENGLISH].join('\n');
    expect(await languagesOf(times(3, mixed))).toEqual(['en', 'de']);
    expect(await languagesOf([...times(2, mixed), ENGLISH])).toEqual(['en']);
  });

  it('words that another language has too make no line one of it', async () => {
    const lines = ['The letter is for you at the end of it.', 'at the end, for us', ENGLISH].join('\n');
    expect(await languagesOf(times(50, lines))).toEqual(['en']);
  });
});
