import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { orderOf } from '../../lib/list-order';
import { documentAt, type DocumentIds, type ListPlace } from './document.queries';

export interface ListNavigation {
  /** Counted from 1; undefined without a list. */
  position: number | undefined;
  count: number | undefined;
  /** Undefined at the ends. */
  goPrevious: (() => void) | undefined;
  goNext: (() => void) | undefined;
  /** To the document that took the place of this one, or to the list. */
  goOn: () => Promise<void>;
}

/** The way through the list that the document was opened from. */
export function useListPlace({ organizationId, documentId }: DocumentIds): ListNavigation {
  const search = useSearch({ from: '/signed-in/organizations/$organizationId/documents/$documentId' });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { q, sort, order, layout, at } = search;
  const shown = orderOf(q ?? '', search);
  const list: ListPlace = { searchQuery: q ?? '', sortField: shown.sort, sortOrder: shown.order };
  const isListed = at !== undefined;
  const here = useQuery({ ...documentAt(organizationId, list, at ?? -1), enabled: isListed });
  // A document that no longer matches, as after a tag was removed, has left its place to the next one.
  const hasLeft = here.data !== undefined && here.data.id !== documentId;
  const nextPlace = (at ?? 0) + (hasLeft ? 0 : 1);
  const previous = useQuery({ ...documentAt(organizationId, list, (at ?? 0) - 1), enabled: isListed && at > 0 });
  const next = useQuery({
    ...documentAt(organizationId, list, nextPlace),
    enabled: isListed && here.data !== undefined,
  });
  const open = (id: string, place: number): void => {
    void navigate({
      to: '/organizations/$organizationId/documents/$documentId',
      params: { organizationId, documentId: id },
      search: ({ tab, panel }: { tab?: typeof search.tab; panel?: typeof search.panel }) => ({
        ...(q === undefined ? {} : { q }),
        ...(sort === undefined ? {} : { sort }),
        ...(order === undefined ? {} : { order }),
        ...(layout === undefined ? {} : { layout }),
        ...(tab === undefined ? {} : { tab }),
        ...(panel === undefined ? {} : { panel }),
        at: place,
      }),
    });
  };
  /** The person is elsewhere now. */
  const isGone = (): boolean => !isShown.current;
  const count = here.data?.count;
  /** Also before the document at that place is known: a key that is pressed early would otherwise do nothing. */
  const opener = (known: { id?: string | undefined } | undefined, place: number): (() => void) | undefined => {
    if (known?.id !== undefined) return () => open(known.id ?? '', place);
    if (known || !isListed || place < 0 || count === undefined || place >= count) return undefined;
    return () => {
      void queryClient.query(documentAt(organizationId, list, place)).then(
        ({ id }) => {
          if (id !== undefined) open(id, place);
        },
        () => undefined, // the list says why
      );
    };
  };
  return {
    position: isListed && count !== undefined ? Math.min(at + 1, Math.max(1, count)) : undefined,
    count,
    goPrevious: opener(previous.data, (at ?? 0) - 1),
    goNext: opener(next.data, nextPlace),
    goOn: async () => {
      if (isGone()) return;
      // The list has changed: whatever is at this place now, or else at the one before, is next.
      for (const place of isListed ? [at, at - 1] : []) {
        if (place < 0) continue;
        const query = { ...documentAt(organizationId, list, place), staleTime: 0 };
        const found = await queryClient.query(query).catch(() => undefined);
        if (isGone()) return;
        if (found?.id === undefined || found.id === documentId) continue;
        open(found.id, place);
        return;
      }
      void navigate({
        to: '/organizations/$organizationId/documents',
        params: { organizationId },
        search: { ...(q === undefined ? {} : { q }), ...(sort ? { sort } : {}), ...(order ? { order } : {}) },
      });
    },
  };
}
