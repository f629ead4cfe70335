import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useShowProblem } from '../../components/use-show-problem';
import { formatNumber } from '../../lib/format';
import { notify, notifyProblem } from '../../lib/notifications';
import { keepArchiveTask } from './archive-tasks';
import { createArchive, deleteArchive, fetchArchive, type ArchiveFilter, type Refusal } from './downloads.queries';

/** The server takes so many ids at once; a search has no limit. */
const MOST_CHOSEN = 1000;

export interface Download {
  /** Documents as one zip file: at once, or as a task when there are very many. */
  documents: (filter: ArchiveFilter) => void;
  /** An archive that a task has prepared. */
  prepared: (archiveId: string) => void;
  /** Deletes a prepared archive before it expires; also one that is gone already. */
  remove: (archiveId: string, onGone: () => void) => void;
  isStarting: boolean;
}

/** Downloads of several documents. What went wrong is said in the corner of the page. */
export function useDownload(organizationId: string): Download {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const showProblem = useShowProblem();
  const [isStarting, setIsStarting] = useState(false);

  const refused = ({ status, retryAfter }: Refusal): string => {
    if (status === 429 || status === 503)
      return retryAfter > 0
        ? t`Too many downloads are running. Try again in ${plural(retryAfter, { one: '# second', other: '# seconds' })}.`
        : t`Too many downloads are running. Try again when one has finished.`;
    if (status === 404 || status === 410) return t`This download has expired. Select the documents again.`;
    if (status === 403) return t`You don’t have permission to download these documents.`;
    return t`The server cannot create the zip file right now. Try again later.`;
  };
  const attempt = async (work: () => Promise<Refusal | undefined>): Promise<void> => {
    setIsStarting(true);
    try {
      const refusal = await work();
      if (refusal) notifyProblem({ message: refused(refusal) });
    } catch (error) {
      showProblem(error);
    } finally {
      setIsStarting(false);
    }
  };
  const start = async (filter: ArchiveFilter): Promise<Refusal | undefined> => {
    const answer = await createArchive(organizationId, filter);
    if ('taskId' in answer) {
      keepArchiveTask(answer.taskId);
      // The tray shows it, and has the button when it is ready.
      await queryClient.invalidateQueries({ queryKey: ['tasks', organizationId] });
      return undefined;
    }
    const { id, documentsCount } = answer.archive;
    const refusal = await fetchArchive(organizationId, id);
    if (!refusal)
      notify(t`The download of ${plural(documentsCount, { one: '# document', other: '# documents' })} has started.`);
    return refusal;
  };
  return {
    isStarting,
    documents: (filter) => {
      const chosen = filter.documentIds?.length ?? 0;
      if (chosen <= MOST_CHOSEN) return void attempt(() => start(filter));
      const most = formatNumber(MOST_CHOSEN);
      notifyProblem({
        message: t`You can download up to ${most} selected documents. Select all that match instead.`,
      });
    },
    remove: (archiveId, onGone) =>
      void attempt(async () => {
        await deleteArchive(organizationId, archiveId);
        onGone();
        return undefined;
      }),
    prepared: (archiveId) => void attempt(() => fetchArchive(organizationId, archiveId)),
  };
}
