import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../components/badge';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import type { ScheduledTaskView } from '../../lib/api';
import { scheduledTasks } from './system.queries';

/** What the server does by itself at certain times, and how it went the last time. */
export function ScheduledTasksPage() {
  const { t } = useLingui();
  const tasks = useQuery(scheduledTasks());
  return (
    <Page title={t`Scheduled tasks`} description={t`What the server does automatically, in its time zone.`}>
      <QueryList label={t`Scheduled tasks`} query={tasks} placeholder={<Skeleton className="h-96" />}>
        {(task) => <TaskRow key={task.name} task={task} />}
      </QueryList>
    </Page>
  );
}

function TaskRow({ task }: { task: ScheduledTaskView }) {
  const { name, description, cron, nextRunAt, startedAt, finishedAt, result, error } = task;
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-w-0 font-medium wrap-anywhere">{name}</h2>
        <code className="text-xs text-muted">{cron}</code>
        <span className="ms-auto">
          <TaskState task={task} />
        </span>
      </div>
      <p className="text-muted">{description}</p>
      {error === null ? null : <p className="text-danger wrap-anywhere">{error}</p>}
      <p className="flex flex-wrap gap-x-4 text-xs text-muted">
        {startedAt === null ? (
          <Trans>Has not run yet</Trans>
        ) : finishedAt === null ? (
          <span>
            <Trans>
              Started <Time value={startedAt} form="ago" />
            </Trans>
          </span>
        ) : (
          <span>
            <Trans>
              Last run <Time value={startedAt} form="ago" />
            </Trans>
            {result === null || result === '' ? null : `: ${result}`}
          </span>
        )}
        <span>
          <Trans>
            Next run <Time value={nextRunAt} form="ago" />
          </Trans>
        </span>
      </p>
    </li>
  );
}

function TaskState({ task: { startedAt, finishedAt, error } }: { task: ScheduledTaskView }) {
  if (startedAt !== null && finishedAt === null)
    return (
      <Badge kind="info">
        <Trans>Running</Trans>
      </Badge>
    );
  if (error !== null)
    return (
      <Badge kind="danger">
        <Trans>Failed</Trans>
      </Badge>
    );
  if (startedAt === null) return null;
  return (
    <Badge kind="ok">
      <Trans>Done</Trans>
    </Badge>
  );
}
