import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { formatNumber } from '../../lib/format';
import { runningTask, TaskProgress } from '../task-progress';
import { refreshDocument, type ArchiveDocument, type DocumentIds } from './document.queries';
import { isEdited } from './page-edits';
import { PageGrid } from './page-grid';
import { PageTools } from './page-tools';
import { usePageEdits } from './use-page-edits';
import { useEditPages } from './versions.queries';

export interface PagesDialogProps {
  path: DocumentIds;
  document: ArchiveDocument;
  onClose: () => void;
}

/** Turns, moves and leaves out pages of a PDF, and saves them as a new version. */
export function PagesDialog({ path, document, onClose }: PagesDialogProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const pagesCount = document.preview?.pagesCount ?? 0;
  const { edits, status, select, act, moveTo } = usePageEdits(pagesCount);
  const [isLeaving, setIsLeaving] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const save = useEditPages(path);
  const taskId = save.data ?? '';
  const { data: task } = useQuery({ ...runningTask(path.organizationId, taskId), enabled: taskId !== '' });
  const hasFailed = task?.status === 'failed' || task?.status === 'cancelled';
  const isUnsaved = isEdited(edits, pagesCount) && (save.data === undefined || hasFailed);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  const close = (): void => {
    if (isUnsaved) setIsLeaving(true);
    else onClose();
  };
  return (
    <Dialog
      isOpen
      isFull
      onClose={close}
      title={t`Edit pages`}
      description={<Trans>Saving makes a new version. The file as it is now stays as a version, too.</Trans>}
      initialFocus={grid}
    >
      {save.data === undefined ? (
        <>
          <PageTools edits={edits} onAct={act} />
          <PageGrid
            ref={grid}
            {...{ path, edits }}
            version={document.preview?.version ?? ''}
            onSelect={select}
            onAct={act}
            onMoveTo={moveTo}
          />
          {save.error ? <ErrorPanel error={save.error} /> : null}
          <div className="flex shrink-0 flex-wrap items-center justify-end gap-2">
            <p role="status" className="me-auto text-sm text-muted">
              {status}
            </p>
            <Button onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              kind="primary"
              disabled={!isUnsaved}
              isBusy={save.isPending}
              onClick={() => save.mutate({ pages: edits.pages, sha256: document.originalSha256Hash })}
            >
              <Trans>Save as new version</Trans>
            </Button>
          </div>
        </>
      ) : (
        <>
          <TaskProgress
            organizationId={path.organizationId}
            taskId={save.data}
            label={t`Saving pages`}
            onCompleted={() => refreshDocument(queryClient, path)}
            outcome={({ version }) =>
              t`Version ${formatNumber(Number(version))} is saved. Its text will be read again.`
            }
          />
          <div className="flex justify-end gap-2">
            {hasFailed ? (
              <Button onClick={() => save.reset()}>
                <Trans>Back to the pages</Trans>
              </Button>
            ) : null}
            <Button onClick={close}>
              <Trans>Close</Trans>
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        isOpen={isLeaving || blocker.status === 'blocked'}
        onClose={() => {
          setIsLeaving(false);
          blocker.reset?.();
        }}
        title={t`Leave without saving?`}
        action={t`Discard changes`}
        onConfirm={() => {
          blocker.proceed?.();
          onClose();
        }}
      >
        <Trans>What you changed in the pages is not saved yet.</Trans>
      </ConfirmDialog>
    </Dialog>
  );
}
