import { useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useShowProblem } from '../../components/use-show-problem';
import type { DocumentView } from '../../lib/api';
import { done } from '../../lib/undo';
import { moveDocument, oneDocument } from '../document';
import { inboxDocuments, PAGE_SIZE, refreshInbox } from './inbox.queries';
import { placeIn, type InboxPlace } from './inbox-place';

export interface InboxState {
  documents: readonly DocumentView[];
  count: number;
  index: number;
  current: DocumentView | undefined;
  isLoading: boolean;
  error: unknown;
  retry: () => void;
  go: (by: number) => void;
  select: (documentId: string) => void;
  confirm: () => void;
  /** Takes the document out of the list at once. Resolves to false when it came back because the work was refused. */
  leave: (work: () => Promise<boolean>) => Promise<boolean>;
}

/** The documents of the inbox, and at which of them the person is. */
export function useInbox(organizationId: string): InboxState {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const showProblem = useShowProblem();
  const [pages, setPages] = useState(1);
  const [wanted, setWanted] = useState<InboxPlace>({ documentId: undefined, index: 0 });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch } = useQuery(inboxDocuments(organizationId, pages));
  const documents = (data?.documents ?? []).filter(({ id }) => !left.has(id));
  const count = (data?.count ?? 0) - ((data?.documents.length ?? 0) - documents.length);
  const place = placeIn(documents, wanted);
  const current = documents[place.index];

  // What was resolved for this list is where the next list begins, also after someone else has confirmed the document.
  const known = useRef(wanted);
  known.current = place;
  useEffect(() => {
    if (place.documentId !== wanted.documentId || place.index !== wanted.index) setWanted(place);
  }, [place.documentId, place.index]);

  const isAtEnd = place.index >= documents.length - 1;
  useEffect(() => {
    if (isAtEnd && (data?.documents.length ?? 0) >= pages * PAGE_SIZE) setPages(pages + 1);
  }, [isAtEnd, data, pages]);

  // The next one is there when the person is.
  const next = documents[place.index + 1]?.id;
  useEffect(() => {
    if (next === undefined) return;
    queryClient.query(oneDocument({ organizationId, documentId: next })).catch(() => undefined);
  }, [next, organizationId, queryClient]);

  const change = (change: (left: Set<string>) => void): void =>
    setLeft((before) => {
      const after = new Set(before);
      change(after);
      return after;
    });
  const select = (documentId: string): void => setWanted({ documentId, index: place.index });

  const leave: InboxState['leave'] = async (work) => {
    if (current === undefined) return false;
    const { id } = current;
    change((ids) => ids.add(id));
    const isDone = await work();
    if (isDone) await refreshInbox(queryClient, organizationId);
    change((ids) => ids.delete(id));
    if (!isDone) select(id);
    return isDone;
  };

  const confirm = (): void => {
    if (current === undefined) return;
    const { id: documentId } = current;
    const path = { organizationId, documentId };
    const { name } = queryClient.getQueryData(oneDocument(path).queryKey) ?? current;
    const gone = leave(async () => {
      try {
        await moveDocument(path, false);
      } catch (problem) {
        withdraw();
        showProblem(problem);
        return false;
      }
      return true;
    });
    // The next document is shown before the server has answered, so the undo must be there too.
    const withdraw = done(t`Confirmed “${name}”`, t`Undo`, async () => {
      if (!(await gone)) return;
      try {
        await moveDocument(path, true);
      } catch (problem) {
        showProblem(problem);
        return;
      }
      await refreshInbox(queryClient, organizationId);
      setWanted({ documentId, index: known.current.index });
    });
  };

  return {
    ...{ documents, count, current, error, select, confirm, leave },
    index: place.index,
    isLoading: data === undefined,
    retry: () => void refetch(),
    go: (by) => {
      const to = documents[Math.max(0, Math.min(documents.length - 1, place.index + by))];
      if (to) setWanted({ documentId: to.id, index: Math.max(0, documents.indexOf(to)) });
    },
  };
}
