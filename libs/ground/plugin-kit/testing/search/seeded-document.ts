import type { PropertyValue, SearchDocument } from '../../src/search/search-backend.js';

/**
 * A document as the core stores it. A suite passes it to `seed`, which writes the rows of the core and calls the
 * backend.
 */
export interface SeededDocument extends SearchDocument {
  /** Trashed documents have rows in the core but are removed from the backend. */
  trashed: boolean;
}

/** The values of a document that matter in one test; the others get defaults. */
export interface DocumentFacts {
  id: string;
  organizationId?: string;
  name?: string;
  content?: string;
  notes?: string;
  mimeType?: string;
  size?: number;
  pages?: number;
  source?: string;
  ownerId?: string;
  isInInbox?: boolean;
  created?: string;
  updated?: string;
  date?: string;
  tagIds?: string[];
  properties?: PropertyValue[];
  trashed?: boolean;
}

export const ORGANIZATION = 'org_000000000000000000000001';
export const OTHER_ORGANIZATION = 'org_000000000000000000000002';

let lastSequence = 0;

/** Creates a document with these facts, newer than the documents created before unless `created` sets the time. */
export function aSearchDocument(facts: DocumentFacts): SeededDocument {
  lastSequence += 1;
  const createdAt =
    facts.created === undefined ? new Date(Date.UTC(2026, 0, 1) + lastSequence * 1000) : new Date(facts.created);
  return {
    id: facts.id,
    sequence: String(lastSequence),
    organizationId: facts.organizationId ?? ORGANIZATION,
    name: facts.name ?? facts.id,
    content: facts.content ?? '',
    notes: facts.notes ?? '',
    mimeType: facts.mimeType ?? 'text/plain',
    size: facts.size ?? 1_000,
    pages: facts.pages ?? null,
    source: facts.source ?? 'upload',
    ownerId: facts.ownerId ?? null,
    isInInbox: facts.isInInbox ?? false,
    createdAt,
    updatedAt: facts.updated === undefined ? createdAt : new Date(facts.updated),
    documentDate: facts.date === undefined ? null : new Date(facts.date),
    tagIds: facts.tagIds ?? [],
    properties: facts.properties ?? [],
    version: '1',
    trashed: facts.trashed ?? false,
  };
}
