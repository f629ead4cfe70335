import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { SearchTree } from '@archivolt/plugin-kit';
import type { OrganizationScope } from '#ground/kernel';
import { TextThreads, TextTooCostly } from '../text-threads.js';
import { TooManyTexts } from '../text-threads.errors.js';
import findPlaces, { type FoundPlaces } from './find-places.js';
import type { ContentsToHighlight } from './highlight-contents.js';
import {
  countPageBreaks,
  highlightContent,
  highlightName,
  highlightNotes,
  ofField,
  type ContentSlice,
  type Highlight,
} from './highlight-document.js';
import { needlesOf, type Needle } from './needles.js';

/** A found document. */
export interface DocumentToHighlight {
  id: string;
  name: string;
  notes: string | null;
}

/**
 * Reads part of the content of each of these documents: `length` characters from the character at `from`, and whether
 * the content has more than those.
 */
export type ReadContents = (
  documentIds: readonly string[],
  range: { from: number; length: number },
) => Promise<ReadonlyMap<string, { text: string; isLonger: boolean }>>;

/** Characters read of the contents of a page of results at first, and then of those in which nothing was found. */
const FIRST = { budget: 1_600_000, longest: 64_000 };
const SECOND = { budget: 4_000_000, longest: 500_000 };
/** UTF-16 units of contents in which words are marked without a thread: in pieces of a few milliseconds each. */
const MOST_WITHOUT_THREAD = { all: 200_000, each: 16_000 };
/** Marking takes milliseconds; the time is that of a busy machine, which would otherwise show no marks. */
const LIMITS = { heapMb: 256, ms: 10_000 };
/** How long marking may wait for the other pages of the organization. */
const LONGEST_WAIT_MS = 10_000;
const THREAD = new URL('./highlight-contents.js', import.meta.url);
const PLACES_THREAD = new URL('./find-places.js', import.meta.url);

interface Slice extends ContentSlice {
  id: string;
  isLonger: boolean;
}

/**
 * Marks the words of a query in the documents that it has found. How much is read is bounded, whatever the length of
 * the documents: words that first appear far inside a long content are not shown.
 */
@Injectable()
export class Highlights implements OnApplicationShutdown {
  /** These threads do not prepare long contents for the index: a request must not wait for those. */
  readonly #threads = new TextThreads(LIMITS, { waitMs: LONGEST_WAIT_MS });

  /** Returns for each document its highlights: the name, up to three parts of the content, a part of the notes. */
  async of(
    { organizationId }: OrganizationScope,
    tree: SearchTree,
    documents: readonly DocumentToHighlight[],
    readContents: ReadContents,
    signal?: AbortSignal,
  ): Promise<Map<string, Highlight[]>> {
    const needles = needlesOf(tree);
    if (needles.length === 0 || documents.length === 0) return new Map();
    const names = new Map<string, Highlight[]>();
    const notes = new Map<string, Highlight[]>();
    for (const { id, name, notes: text } of documents) {
      names.set(id, highlightName(name, needles));
      if (text !== null) notes.set(id, highlightNotes(text, needles));
      await nextTurn();
      signal?.throwIfAborted();
    }
    const contents = new Map<string, Highlight[]>();
    const of = (id: string) => [names, contents, notes].flatMap((found) => found.get(id) ?? []);

    const length = Math.min(FIRST.longest, Math.floor(FIRST.budget / documents.length));
    const ids = documents.map(({ id }) => id);
    const first = slicesOf(await readContents(ids, { from: 0, length }));
    await this.#mark(organizationId, first, needles, contents, signal);

    const unfound = first.filter(({ id, isLonger }) => isLonger && of(id).length === 0);
    const some = unfound.slice(0, SECOND.budget / SECOND.longest);
    if (some.length > 0) {
      const range = { from: length, length: SECOND.longest };
      const read = await readContents(
        some.map(({ id }) => id),
        range,
      );
      await this.#mark(organizationId, slicesOf(read, some), needles, contents, signal);
    }
    return new Map(ids.map((id) => [id, of(id)]));
  }

  /**
   * Returns where one content has the words of a query, the first `most` places. Throws `TooManyTexts` when too many long
   * texts wait.
   */
  async places(
    { organizationId }: OrganizationScope,
    tree: SearchTree,
    text: string,
    { most, signal }: { most: number; signal?: AbortSignal },
  ): Promise<FoundPlaces> {
    const needles = ofField(needlesOf(tree), 'content');
    if (needles.length === 0) return { places: [], isComplete: true };
    const input = { text, needles, most };
    if (text.length <= MOST_WITHOUT_THREAD.each) return findPlaces(input);
    try {
      return await this.#threads.run({
        organizationId,
        module: PLACES_THREAD,
        input,
        characters: text.length,
        signal,
      });
    } catch (error) {
      if (error instanceof TextTooCostly) return { places: [], isComplete: false };
      throw error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#threads.onApplicationShutdown();
  }

  async #mark(
    organizationId: string,
    slices: readonly Slice[],
    needles: Needle[],
    contents: Map<string, Highlight[]>,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const characters = slices.reduce((sum, { text }) => sum + text.length, 0);
    const longest = Math.max(0, ...slices.map(({ text }) => text.length));
    if (characters > MOST_WITHOUT_THREAD.all || longest > MOST_WITHOUT_THREAD.each) {
      const input = { needles, slices: slices.map(({ text, pageBreaks }) => ({ text, pageBreaks })) };
      const marked = await this.#inThread(organizationId, input, characters, signal);
      signal?.throwIfAborted();
      for (const [index, { id }] of slices.entries()) contents.set(id, marked[index] ?? []);
      return;
    }
    for (const slice of slices) {
      contents.set(slice.id, highlightContent(slice, needles));
      await nextTurn();
      signal?.throwIfAborted();
    }
  }

  /** Returns no highlights when the texts cost too much: a page without them is better than no page. */
  async #inThread(
    organizationId: string,
    input: ContentsToHighlight,
    characters: number,
    signal: AbortSignal | undefined,
  ): Promise<Highlight[][]> {
    try {
      return await this.#threads.run({ organizationId, module: THREAD, input, characters, signal });
    } catch (error) {
      if (error instanceof TextTooCostly || TooManyTexts.matches(error)) return [];
      throw error;
    }
  }
}

/** The slices, with the page breaks of those `before` them. */
function slicesOf(
  read: ReadonlyMap<string, { text: string; isLonger: boolean }>,
  before: readonly Slice[] = [],
): Slice[] {
  const pageBreaks = new Map(before.map(({ id, text }) => [id, countPageBreaks(text)]));
  return [...read].map(([id, slice]) => ({ id, ...slice, pageBreaks: pageBreaks.get(id) ?? 0 }));
}
