import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../components/button';
import { ErrorPanel } from '../../components/error-panel';
import { ProgressBar } from '../../components/progress-bar';
import { formatNumber } from '../../lib/format';
import { isOver, runningTask, useCancelTask } from './task-progress.queries';

export interface TaskProgressProps {
  organizationId: string;
  taskId: string;
  /** What the task does: "Applying the rule". */
  label: string;
  /** What came of it, from the result of the task. */
  outcome: (result: Readonly<Record<string, unknown>>) => ReactNode;
  /** Called once, when it is completed. */
  onCompleted?: () => void;
}

/** A task from its start to its result, with a button that stops it. */
export function TaskProgress({ organizationId, taskId, label, outcome, onCompleted }: TaskProgressProps) {
  const { t } = useLingui();
  const { data: task, error, refetch } = useQuery(runningTask(organizationId, taskId));
  const cancel = useCancelTask(organizationId);
  const completed = useRef(onCompleted);
  completed.current = onCompleted;
  const status = task?.status;
  useEffect(() => {
    if (status === 'completed') completed.current?.();
  }, [status]);
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!task || !isOver(task.status)) {
    const { processed = 0, total = null } = task?.progress ?? {};
    return (
      <div className="flex flex-col gap-2 rounded-control bg-info-bg p-3 text-sm text-info" role="status">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span>
            {total === null ? label : t`${label}: ${formatNumber(processed)} of ${formatNumber(total)} documents`}
          </span>
          {task?.isCancellable ? (
            <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate(taskId)}>
              <Trans>Stop</Trans>
            </Button>
          ) : null}
        </div>
        <ProgressBar label={label} value={total === null ? undefined : total === 0 ? 1 : processed / total} />
      </div>
    );
  }
  if (task.status !== 'completed') {
    return (
      <p role="alert" className="rounded-control bg-danger-bg p-3 text-sm text-danger">
        {task.error ?? t`It was stopped.`}
      </p>
    );
  }
  return (
    <p role="status" className="rounded-control bg-ok-bg p-3 text-sm text-ok">
      {outcome(task.result ?? {})}
    </p>
  );
}
