import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useShowProblem } from '../../components/use-show-problem';
import { notify, notifyProblem } from '../../lib/notifications';
import { done } from '../../lib/undo';
import { viewerZone } from '../../lib/time-zone';
import {
  patchLists,
  listsKey,
  readTask,
  refreshLists,
  sendBatch,
  undoTask,
  type BatchBodyOf,
  type DocumentView,
  type TagView,
} from './documents.queries';

/** What an action is for: some documents, or all that match a query. */
export interface Target {
  /** Undefined: all that match. */
  ids: readonly string[] | undefined;
  query: string;
  count: number;
}

export interface Batches {
  setTag: (target: Target, tag: TagView, isAdded: boolean, known: ReadonlyMap<string, DocumentView>) => void;
  setDate: (target: Target, documentDate: string | null) => void;
  setProperty: (target: Target, change: Pick<BatchBodyOf<'properties'>, 'clear' | 'set'>) => void;
  trash: (target: Target) => void;
  readAgain: (target: Target) => void;
}

type Patch = (document: DocumentView) => DocumentView | null;

/** What is shown of a change at once, and how it is sent. */
interface Step {
  patch: Patch;
  send: () => Promise<void>;
}

/** The server takes so many ids at once. */
const MOST_IDS = 1000;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 2_000;

/** Changes of many documents, each with its undo. */
export function useBatches(organizationId: string): Batches {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const refresh = () => refreshLists(queryClient, organizationId);
  const showProblem = useShowProblem();

  /** Runs what was shown already; a failure shows the truth again, and why. False: it has failed. */
  const attempt = async (work: () => Promise<void>, takeBack?: () => void): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      takeBack?.();
      showProblem(error);
      return false;
    } finally {
      void refresh();
    }
  };
  /** Shows and sends a change at once. Its undo waits for the answer, else the server could get it first. */
  const optimistic = (text: string, change: Step, back: Step): void => {
    const takeBack = patched(queryClient, organizationId, change.patch);
    const sent = attempt(change.send, takeBack);
    const withdraw = done(text, t`Undo`, async () => {
      if (!(await sent)) return;
      await attempt(back.send, patched(queryClient, organizationId, back.patch));
    });
    void sent.then((isSent) => {
      if (!isSent) withdraw();
    });
  };
  const inParts = async (ids: readonly string[], send: (documentIds: string[]) => Promise<unknown>): Promise<void> => {
    for (let at = 0; at < ids.length; at += MOST_IDS) await send(ids.slice(at, at + MOST_IDS));
  };
  const finished = async (taskId: string): Promise<void> => {
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 1.5)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const { status, error } = await readTask(organizationId, taskId);
      if (status === 'failed') notifyProblem({ message: error ?? t`The task failed.` });
      if (status !== 'pending' && status !== 'running') return refresh();
    }
  };
  /** As a task: the server keeps what was before, so that it can be taken back exactly. */
  const asTask = <Name extends 'date' | 'properties' | 'reprocess' | 'tags' | 'trash'>(
    name: Name,
    target: Target,
    body: Omit<BatchBodyOf<Name>, 'filter'>,
    text: string,
    takeBack?: () => void,
  ): Promise<boolean> =>
    attempt(async () => {
      const filters =
        target.ids === undefined
          ? [{ query: target.query, ...viewerZone() }]
          : Array.from({ length: Math.ceil(target.ids.length / MOST_IDS) }, (_, part) => ({
              documentIds: (target.ids ?? []).slice(part * MOST_IDS, (part + 1) * MOST_IDS),
            }));
      const taskIds: string[] = [];
      for (const filter of filters) {
        const started = await sendBatch(organizationId, name, { ...body, filter } as BatchBodyOf<Name>, true);
        if (started) taskIds.push(started.taskId);
      }
      const undo = async (): Promise<void> => {
        await attempt(async () => {
          for (const taskId of taskIds) {
            const undoing = await undoTask(organizationId, taskId);
            if (undoing !== undefined) await finished(undoing);
          }
        });
      };
      if (name === 'reprocess') notify(text);
      else done(text, t`Undo`, undo);
      for (const taskId of taskIds) await finished(taskId);
    }, takeBack);
  const documents = (count: number) => plural(count, { one: '# document', other: '# documents' });

  return {
    setTag: (target, tag, isAdded, known) => {
      const { ids } = target;
      const n = documents(target.count);
      const text = isAdded ? t`${n} tagged “${tag.name}”` : t`“${tag.name}” removed from ${n}`;
      const body = isAdded ? { addTagIds: [tag.id] } : { removeTagIds: [tag.id] };
      const patch =
        (changed: ReadonlySet<string>, isOn: boolean): Patch =>
        (each) =>
          changed.has(each.id) ? withTag(each, tag, isOn) : each;
      if (ids === undefined || ids.some((id) => !known.has(id))) {
        void asTask('tags', target, body, text, patched(queryClient, organizationId, patch(new Set(ids), isAdded)));
        return;
      }
      const changed = ids.filter((id) => hasTag(known.get(id), tag) !== isAdded);
      const both = { added: { addTagIds: [tag.id] }, removed: { removeTagIds: [tag.id] } };
      const step = (isOn: boolean): Step => ({
        patch: patch(new Set(changed), isOn),
        send: () =>
          inParts(changed, (documentIds) =>
            sendBatch(
              organizationId,
              'tags',
              { ...(isOn ? both.added : both.removed), filter: { documentIds } },
              false,
            ),
          ),
      });
      if (changed.length > 0) optimistic(text, step(isAdded), step(!isAdded));
    },
    setDate: (target, documentDate) => {
      const changed = new Set(target.ids);
      const takeBack = patched(queryClient, organizationId, (each) =>
        changed.has(each.id) ? { ...each, documentDate } : each,
      );
      const n = documents(target.count);
      void asTask('date', target, { documentDate }, t`Date of ${n} changed`, takeBack);
    },
    setProperty: (target, change) => {
      const n = documents(target.count);
      void asTask('properties', target, change, t`Property of ${n} changed`);
    },
    trash: (target) => {
      const { ids } = target;
      const n = documents(target.count);
      const text = t`${n} moved to trash`;
      if (ids === undefined) {
        void asTask('trash', target, {}, text);
        return;
      }
      const gone = new Set(ids);
      const send = (name: 'restore' | 'trash') => () =>
        inParts(ids, (documentIds) => sendBatch(organizationId, name, { filter: { documentIds } }, false));
      optimistic(
        text,
        { patch: (each) => (gone.has(each.id) ? null : each), send: send('trash') },
        { patch: (each) => each, send: send('restore') },
      );
    },
    readAgain: (target) => {
      const n = documents(target.count);
      void asTask('reprocess', target, {}, t`${n} will be read again`);
    },
  };
}

/** Changes the rows; what is returned puts back those that were shown. */
function patched(queryClient: QueryClient, organizationId: string, patch: Patch): () => void {
  const before = queryClient.getQueriesData({ queryKey: listsKey(organizationId) });
  patchLists(queryClient, organizationId, patch);
  return () => {
    for (const [key, page] of before) queryClient.setQueryData(key, page);
  };
}

const hasTag = (document: DocumentView | undefined, { id }: TagView): boolean =>
  document?.tags?.some((tag) => tag.id === id) ?? false;

function withTag(document: DocumentView, tag: TagView, isOn: boolean): DocumentView {
  const others = (document.tags ?? []).filter(({ id }) => id !== tag.id);
  return { ...document, tags: isOn ? [...others, tag] : others };
}
