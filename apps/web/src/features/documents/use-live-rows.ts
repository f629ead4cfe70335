import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { onEvent, onProgress, type ArchivoltEvent, type Progress } from '../../lib/live-events';
import { currentUser } from '../session';
import {
  allTags,
  listsKey,
  matchCount,
  patchLists,
  refreshLists,
  type DocumentView,
  type ListQuery,
} from './documents.queries';
import { rowAfter, rowDuring, type RowChange } from './live-patch';

const GATHER_MS = 150;
const MOST_PATCHES = 200;

export interface LiveRows {
  /** New documents that wait, so that no row moves while a person reads. */
  waiting: number;
  /** Rows that others changed. */
  changed: ReadonlySet<string>;
  show: () => void;
}

/** Puts changes of others into the rows. Own new documents appear at once; those of others wait. */
export function useLiveRows(list: ListQuery): LiveRows {
  const { organizationId, q } = list;
  const queryClient = useQueryClient();
  const { data: user } = useQuery(currentUser());
  const { data: tags } = useQuery(allTags(organizationId));
  const [waiting, setWaiting] = useState(0);
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const present = useRef({ q, user, tags });
  present.current = { q, user, tags };
  useEffect(() => {
    setWaiting(0);
    setChanged(new Set());
  }, [q, organizationId]);

  useEffect(() => {
    let events: ArchivoltEvent[] = [];
    const progress = new Map<string, Progress>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => void (timer ??= setTimeout(() => void apply(), GATHER_MS));

    async function apply(): Promise<void> {
      timer = undefined;
      const gathered = events;
      events = [];
      const isMine = (event: ArchivoltEvent): boolean =>
        event.actor !== null && event.actor.userId === present.current.user?.id;
      if (gathered.length > MOST_PATCHES) return refreshLists(queryClient, organizationId);
      let isStale = gathered.some((event) => event.type === 'document:restored');
      const byDocument = new Map<string, ArchivoltEvent[]>();
      for (const event of gathered) {
        if (!('documentId' in event.data)) continue;
        const { documentId } = event.data;
        byDocument.set(documentId, [...(byDocument.get(documentId) ?? []), event]);
      }
      const seen = new Set<string>();
      patchLists(queryClient, organizationId, (row) => {
        const during = progress.get(row.id);
        let next: DocumentView | null = during ? rowDuring(row, during) : row;
        for (const event of byDocument.get(row.id) ?? []) {
          const change: RowChange = next === null ? undefined : rowAfter(next, event, present.current.tags ?? []);
          if (change === 'refetch') isStale = true;
          else if (change === 'gone') next = null;
          else if (change) next = change.document;
          if (!isMine(event)) seen.add(row.id);
        }
        return next;
      });
      progress.clear();
      if (seen.size > 0) setChanged((before) => new Set([...before, ...seen]));
      // A text that was just read may be what is searched.
      const isNew = ({ type }: ArchivoltEvent): boolean =>
        type === 'document:created' || (type === 'document:content:extracted' && present.current.q !== '');
      const created = gathered.filter(isNew);
      if (created.some((event) => event.type === 'document:created' && isMine(event))) isStale = true;
      else if (created.length > 0) await countNew(created.length);
      if (isStale) await refreshLists(queryClient, organizationId);
    }

    /** Of a search, only those that match are new. Where nothing was found, no row moves. */
    async function countNew(created: number): Promise<void> {
      const { q: query } = present.current;
      if (query === '') {
        setWaiting((before) => before + created);
        return;
      }
      const shown = queryClient.getQueriesData<{ documentsCount: number }>({ queryKey: listsKey(organizationId) });
      const count = await queryClient.query({ ...matchCount(organizationId, query), staleTime: 0 }).catch(() => 0);
      const before =
        shown.find(([key]) => (key[3] as { q?: string } | undefined)?.q === query)?.[1]?.documentsCount ?? 0;
      if (before === 0 && count > 0) await refreshLists(queryClient, organizationId);
      else setWaiting(Math.max(0, count - before));
    }

    const stopEvents = onEvent((event) => {
      events.push(event);
      later();
    });
    const stopProgress = onProgress((each) => {
      progress.set(each.documentId, each);
      later();
    });
    return () => {
      stopEvents();
      stopProgress();
      clearTimeout(timer);
    };
  }, [organizationId, queryClient]);

  return {
    waiting,
    changed,
    show: () => {
      setWaiting(0);
      void refreshLists(queryClient, organizationId);
    },
  };
}
