import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { plural } from '@lingui/core/macro';
import { Bar } from '../../components/bar';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import type { QueueView } from '../../lib/api';
import { notify } from '../../lib/notifications';
import { useRetryQueue } from './jobs.queries';

const sizeOf = ({ waiting, active, failed }: QueueView) => waiting + active + failed;

/** The queues that hold something, the longest first; then the names of the empty ones. */
export function QueueList({ queues }: { queues: readonly QueueView[] }) {
  const { t } = useLingui();
  const busy = queues.filter((queue) => sizeOf(queue) > 0).toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const empty = queues.filter((queue) => sizeOf(queue) === 0);
  const longest = Math.max(0, ...busy.map(sizeOf));
  return (
    <Card title={t`Queues`}>
      {busy.length === 0 ? (
        <p className="text-muted">
          <Trans>Nothing is waiting, running or failed.</Trans>
        </p>
      ) : (
        <ul aria-label={t`Queues with jobs`} className="flex flex-col gap-3">
          {busy.map((queue) => (
            <QueueRow key={queue.name} queue={queue} longest={longest} />
          ))}
        </ul>
      )}
      {empty.length === 0 ? null : (
        <details>
          <summary className="cursor-pointer text-muted">
            <Plural value={empty.length} one="# queue is empty" other="# queues are empty" />
          </summary>
          <ul className="mt-2 columns-1 gap-6 sm:columns-2">
            {empty.map(({ name }) => (
              <li key={name} className="wrap-anywhere text-muted">
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function RetryAll({ queue }: { queue: string }) {
  const { t } = useLingui();
  const retry = useRetryQueue();
  const showProblem = useShowProblem();
  return (
    <Button
      size="small"
      isBusy={retry.isPending}
      aria-label={t`Retry all: ${queue}`}
      onClick={() =>
        retry.mutate(queue, {
          onError: showProblem,
          onSuccess: ({ retriedCount }) =>
            void notify(t`${plural(retriedCount, { one: 'Retrying # job.', other: 'Retrying # jobs.' })}`),
        })
      }
    >
      <Trans>Retry all</Trans>
    </Button>
  );
}

function QueueRow({ queue, longest }: { queue: QueueView; longest: number }) {
  const { name, waiting, active, failed, oldestWaitingAt, completedLastHour } = queue;
  return (
    <li className="flex flex-col gap-1">
      <div className="flex flex-wrap justify-between gap-x-4">
        <code className="wrap-anywhere">{name}</code>
        <span className="flex flex-wrap gap-x-3">
          <span>
            <Plural value={waiting} other="# waiting" />
          </span>
          <span>
            <Plural value={active} other="# running" />
          </span>
          <span className={failed > 0 ? 'text-danger' : undefined}>
            <Plural value={failed} other="# given up" />
          </span>
          {failed > 0 ? <RetryAll queue={name} /> : null}
        </span>
      </div>
      <p className="flex flex-wrap gap-x-4 text-xs text-muted">
        {oldestWaitingAt === null ? null : (
          <span>
            <Trans>
              Oldest waiting since <Time value={oldestWaitingAt} form="time" />
            </Trans>
          </span>
        )}
        {completedLastHour > 0 ? (
          <span>
            <Plural value={completedLastHour} one="# done in the last hour" other="# done in the last hour" />
          </span>
        ) : null}
      </p>
      <Bar
        whole={longest}
        parts={[
          { value: active, kind: 'accent' },
          { value: waiting, kind: 'neutral' },
          { value: failed, kind: 'danger' },
        ]}
      />
    </li>
  );
}
