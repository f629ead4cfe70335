import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { steppedHit, type Hit } from './page-geometry';
import { hitsOf } from './viewer.queries';

export interface HitsState {
  hits: readonly Hit[];
  /** False: there are more than the server lists. */
  isComplete: boolean;
  isSearching: boolean;
  error: unknown;
  /** The place of the present hit in the list. */
  current: number;
  /** Grows with each step of the person. */
  step: number;
  go: (direction: -1 | 1) => void;
}

const NONE: readonly Hit[] = [];

/** The hits of a search in a document, and which one is looked at. */
export function useHits(organizationId: string, documentId: string, searchQuery: string): HitsState {
  const { data, error, isFetching } = useQuery({
    ...hitsOf({ organizationId, documentId }, searchQuery),
    placeholderData: (before, query) => (query?.queryKey[3] === documentId && searchQuery !== '' ? before : undefined),
  });
  const hits = data?.hits ?? NONE;
  const [{ current, step }, setPlace] = useState({ current: 0, step: 0 });
  useEffect(() => setPlace({ current: 0, step: 0 }), [documentId, searchQuery]);
  return {
    ...{ hits, isComplete: data?.isComplete ?? true, isSearching: isFetching, error },
    current: Math.min(current, Math.max(0, hits.length - 1)),
    step,
    go: (direction) =>
      setPlace((before) => ({ current: steppedHit(before.current, hits.length, direction), step: before.step + 1 })),
  };
}
