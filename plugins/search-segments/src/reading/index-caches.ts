import type { SearchField } from '@archivolt/plugin-kit';
import { BoundedCache } from '../bounded-cache.js';
import type { Directory, Places } from '../segments/index.js';
import type { IndexPart } from './index-part.js';
import type { LogEnd } from './log-end.js';
import type { OrganizationState } from './organization-state.js';
import type { RememberedDocuments } from './remembered-documents.js';

const DIRECTORY_BYTES = 96_000_000;
/** Mostly directories that the other cache has as well. */
const PART_BYTES = 96_000_000;
const TAIL_BYTES = 32_000_000;
const LEAF_BYTES = 64_000_000;
/** They would take the place of words that people search for. */
const TELLING_BYTES = 16_000_000;
const DOCUMENT_BYTES = 48_000_000;
const ORDER_BYTES = 16_000_000;

/** All active documents of an organization in an ascending order, as they were at one end of the log. */
export interface DocumentOrder {
  end: LogEnd;
  /** What the numbers of the documents are counted from. */
  first: number;
  numbers: Int32Array;
}

/** The packed terms of a document in the tail. */
export type TailTexts = Record<SearchField, Uint8Array>;

/** What this process remembers: what never changes, or what the state of the index and the log of an organization are compared with. */
export class IndexCaches {
  /** By segment. */
  readonly directories = new BoundedCache<number, Directory>(DIRECTORY_BYTES);
  /** By document and version. */
  readonly tail = new BoundedCache<string, TailTexts>(TAIL_BYTES);
  /** By segment and leaf. */
  readonly leaves = new BoundedCache<string, Places>(LEAF_BYTES);
  /** The same for the terms of documents whose like are searched for. */
  readonly telling = new BoundedCache<string, Places>(TELLING_BYTES);
  /** The parts of an index in a state, by organization. */
  readonly parts = new BoundedCache<string, { state: OrganizationState; parts: readonly IndexPart[] }>(PART_BYTES);
  /** What satisfies a condition that is not a text, by organization and condition. */
  readonly documents = new BoundedCache<string, RememberedDocuments>(DOCUMENT_BYTES);
  /** All documents of an organization in an order. */
  readonly orders = new BoundedCache<string, DocumentOrder>(ORDER_BYTES);
}
