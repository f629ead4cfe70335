import { Injectable } from '@nestjs/common';
import { foldWords } from '@archivolt/plugin-kit';
import { DocumentsService } from '#archive/documents';
import type { OrganizationContext } from '#ground/kernel';
import { printQuery } from '#capabilities/query';
import { nearest } from './nearest.js';

/** The beginnings by which documents are searched; a mistake in the first two letters is not found. */
const PREFIX_LENGTHS = [4, 3, 2];
const MOST_DOCUMENTS = 50;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Finds words of documents that are nearly the word of a query. No list of all words is kept: the newest documents with
 * a word of the same beginning are looked at, by the places that a search marks in them.
 */
@Injectable()
export class NearWords {
  constructor(private readonly documents: DocumentsService) {}

  async of(ctx: OrganizationContext, word: string, signal: AbortSignal): Promise<string | undefined> {
    const [folded = ''] = foldWords(word);
    for (const length of PREFIX_LENGTHS) {
      if (length >= folded.length) continue;
      const words = await this.#wordsStartingWith(ctx, folded.slice(0, length), signal);
      const found = nearest(word, words);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Returns the words in the order of their frequency. */
  async #wordsStartingWith(ctx: OrganizationContext, prefix: string, signal: AbortSignal): Promise<string[]> {
    const searchQuery = printQuery({ kind: 'text', text: prefix, quoted: true, from: 0, to: 0 });
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
