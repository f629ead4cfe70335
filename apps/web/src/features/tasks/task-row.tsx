import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { Button } from '../../components/button';
import { IconButton } from '../../components/icon-button';
import { ProgressBar } from '../../components/progress-bar';
import { problemOf } from '../../lib/errors';
import { formatNumber } from '../../lib/format';
import { notifyProblem } from '../../lib/notifications';
import { ArchiveButtons } from './archive-buttons';
import { isRunning, useChangeTask, type Task } from './tasks.queries';

const NAMES = new Map<string, MessageDescriptor>([
  ['apply-tagging-rule-to-documents', msg`Applying a tagging rule`],
  ['preview-tagging-rule', msg`Trying a tagging rule`],
  ['change-dates', msg`Changing dates`],
  ['change-inbox', msg`Changing the inbox`],
  ['change-properties', msg`Changing properties`],
  ['change-tags', msg`Changing tags`],
  ['file-by-learning', msg`Filling in documents`],
  ['find-dates', msg`Filling in documents`],
  ['find-invoice-details', msg`Filling in documents`],
  ['prepare-document-archive', msg`Preparing download`],
  ['merge-options', msg`Merging entries`],
  ['merge-tags', msg`Merging tags`],
  ['reprocess-documents', msg`Reading documents again`],
  ['edit-pages', msg`Changing pages`],
  ['merge-documents', msg`Merging documents`],
  ['split-document', msg`Splitting a document`],
  ['restore-documents', msg`Restoring documents`],
  ['trash-documents', msg`Moving documents to trash`],
  ['webhook-replay', msg`Sending events again`],
]);
const UNDOING = msg`Undoing a change`;
const OTHER = msg`Background work`;

export function TaskRow({
  organizationId,
  task,
  canChange,
  isMyArchive,
  onHide,
}: {
  organizationId: string;
  task: Task;
  canChange: boolean;
  /** It prepares a zip file for the person at this browser. */
  isMyArchive: boolean;
  onHide: () => void;
}) {
  const { t, i18n } = useLingui();
  const change = useChangeTask(organizationId);
  const name = i18n._(task.type.startsWith('undo-') ? UNDOING : (NAMES.get(task.type) ?? OTHER));
  const { processed, total } = task.progress;
  const request = (kind: 'cancel' | 'undo'): void =>
    change.mutate(
      { taskId: task.id, change: kind },
      { onError: (error) => notifyProblem(problemOf(error, t`The server is not responding.`)) },
    );
  const isAtWork = isRunning(task);
  const archiveId = isMyArchive ? archiveOf(task) : undefined;
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex min-w-0 items-center gap-1">
        <p className="min-w-0 flex-1 truncate">{name}</p>
        {archiveId === undefined ? null : (
          <ArchiveButtons organizationId={organizationId} archiveId={archiveId} onGone={onHide} />
        )}
        {canChange && isAtWork && task.isCancellable ? (
          <Button kind="quiet" size="small" isBusy={change.isPending} onClick={() => request('cancel')}>
            <Trans>Cancel</Trans>
          </Button>
        ) : null}
        {canChange && !isAtWork && task.isUndoable ? (
          <Button kind="quiet" size="small" isBusy={change.isPending} onClick={() => request('undo')}>
            <Trans>Undo</Trans>
          </Button>
        ) : null}
        {isAtWork || archiveId !== undefined ? null : <IconButton icon={X} label={t`Hide`} onClick={onHide} />}
      </div>
      {isAtWork ? <ProgressBar value={total ? processed / total : undefined} label={name} /> : null}
      <p role="status" className={task.status === 'failed' ? 'text-danger' : 'text-muted tabular-nums'}>
        {statusOf(task, {
          moving: total ? t`${formatNumber(processed)} of ${formatNumber(total)}` : t`Waiting`,
          completed: t`Done: ${formatNumber(processed)}`,
          cancelled: t`Cancelled after ${formatNumber(processed)}`,
          failed: t`Failed.`,
        })}
      </p>
    </li>
  );
}

/** The id of the zip file that a task has prepared. */
function archiveOf({ status, result }: Task): string | undefined {
  const { archiveId } = (result ?? {}) as { archiveId?: unknown };
  return status === 'completed' && typeof archiveId === 'string' ? archiveId : undefined;
}

function statusOf(
  { status, error }: Task,
  texts: Readonly<Record<'cancelled' | 'completed' | 'failed' | 'moving', string>>,
): string {
  if (status === 'completed' || status === 'cancelled') return texts[status];
  return status === 'failed' ? (error ?? texts.failed) : texts.moving;
}
