import { Injectable } from '@nestjs/common';
import { foldWords } from '@archivolt/plugin-kit';
import { DocumentsService } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { printQuery } from '#capabilities/query';
import { nearest } from './nearest.js';

/** The beginnings by which documents are searched. */
const PREFIX_LENGTHS = [4, 3, 2];
/** The letters of the ending by which they are searched then, for a mistake in the first ones. */
const ENDING_LENGTH = 4;
const MOST_DOCUMENTS = 50;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Finds words of documents that are nearly the word of a query. No list of all words is kept: the newest documents with
 * a word of the same beginning or ending are looked at, by the places that a search marks in them.
 */
@Injectable()
export class NearWords {
  constructor(private readonly documents: DocumentsService) {}

  async of(ctx: OrganizationContext, word: string, signal: AbortSignal): Promise<string | undefined> {
    const [folded = ''] = foldWords(word);
    for (const length of PREFIX_LENGTHS) {
      if (length >= folded.length) continue;
      const beginning = { text: folded.slice(0, length), quoted: true };
      const found = nearest(word, others(folded, await this.#wordsWith(ctx, beginning, signal)));
      if (found !== undefined) return found;
    }
    if (folded.length <= ENDING_LENGTH) return undefined;
    const ending = { text: `*${folded.slice(-ENDING_LENGTH)}`, quoted: false };
    return nearest(word, others(folded, await this.#wordsWith(ctx, ending, signal)));
  }

  /** Returns the words of documents that the text finds, in the order of their frequency. */
  async #wordsWith(
    ctx: OrganizationContext,
    text: { text: string; quoted: boolean },
    signal: AbortSignal,
  ): Promise<string[]> {
    const searchQuery = printQuery({ kind: 'text', ...text, from: 0, to: 0 });
    const page = { searchQuery, limit: MOST_DOCUMENTS, highlight: true };
    const documents = await this.documents.peek(ctx, page, signal);
    const counts = new Map<string, number>();
    for (const { parts } of documents.flatMap(({ highlights }) => highlights)) {
      const text = parts.map((part) => part.text).join('');
      for (const [word] of text.matchAll(WORD)) {
        const lower = word.toLowerCase();
        counts.set(lower, (counts.get(lower) ?? 0) + 1);
      }
    }
    return [...counts].sort(([, a], [, b]) => b - a).map(([word]) => word);
  }
}

/** A few documents may have the same mistake as the query. */
function others(folded: string, words: readonly string[]): string[] {
  return words.filter((word) => foldWords(word).join(' ') !== folded);
}
