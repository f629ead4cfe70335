import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Pager } from '../../components/pager';
import { SelectField } from '../../components/select-field';
import { Skeleton } from '../../components/skeleton';
import { defined } from '../../lib/defined';
import { JobRow } from './job-row';
import { JOB_STATE_NAMES } from './job-states';
import { JOB_STATES, jobs, PAGE_SIZE } from './jobs.queries';

/** Single jobs, first those that the server gave up: they wait for a person. */
export function JobList({ queueNames }: { queueNames: readonly string[] }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const shown = useSearch({ from: '/signed-in/admin/queues' });
  const { queue, state = 'dead', page = 1 } = shown;
  const { data, error, refetch } = useQuery(jobs({ queue, state, pageIndex: page - 1 }));
  const show = (change: { [Key in keyof typeof shown]?: (typeof shown)[Key] | undefined }) =>
    void navigate({ to: '/admin/queues', search: defined({ ...shown, page: undefined, ...change }), replace: true });
  return (
    <Card
      title={t`Single jobs`}
      actions={
        <div className="flex min-w-0 flex-wrap justify-end gap-2">
          <SelectField
            label={t`Queue`}
            isLabelHidden
            value={queue ?? ''}
            onChange={({ target }) => show({ queue: target.value })}
            options={[{ value: '', label: t`All queues` }, ...queueNames.map((name) => ({ value: name, label: name }))]}
          />
          <SelectField
            label={t`State`}
            isLabelHidden
            value={state}
            onChange={({ target }) => show({ state: JOB_STATES.find((each) => each === target.value) })}
            options={JOB_STATES.toReversed().map((each) => ({
              value: each,
              label: i18n._(JOB_STATE_NAMES[each].text),
            }))}
          />
        </div>
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data?.jobs.length === 0 ? (
        <p className="text-muted">
          {state === 'dead' ? <Trans>The server has given up no job.</Trans> : <Trans>There is no such job.</Trans>}
        </p>
      ) : null}
      {data && data.jobs.length > 0 ? (
        <ul aria-label={t`Single jobs`} className="flex flex-col divide-y divide-line">
          {data.jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      ) : null}
      {data || error ? null : <Skeleton className="h-32" />}
      {data ? (
        <Pager
          pageIndex={page - 1}
          pageSize={PAGE_SIZE}
          totalCount={data.totalCount}
          onPage={(pageIndex) => show({ page: pageIndex + 1 })}
        />
      ) : null}
    </Card>
  );
}
