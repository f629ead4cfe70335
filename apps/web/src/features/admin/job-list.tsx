import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Card } from '../../components/card';
import { SelectField } from '../../components/select-field';
import { defined } from '../../lib/defined';
import { JobRow } from './job-row';
import { JOB_STATE_NAMES } from './job-states';
import { JOB_STATES, jobs } from './jobs.queries';
import { PagedList } from './paged-list';

/** Single jobs, first those that the server gave up: they wait for a person. */
export function JobList({ queueNames }: { queueNames: readonly string[] }) {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const shown = useSearch({ from: '/signed-in/admin/queues' });
  const { queue, state = 'dead', page = 1 } = shown;
  const result = useQuery(jobs({ queue, state, pageIndex: page - 1 }));
  const show = (change: { [Key in keyof typeof shown]?: (typeof shown)[Key] | undefined }) =>
    void navigate({ to: '/admin/queues', search: defined({ ...shown, page: undefined, ...change }), replace: true });
  return (
    <Card
      title={t`Jobs`}
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
      <PagedList
        label={t`Jobs`}
        result={result}
        rows={result.data?.jobs}
        empty={state === 'dead' ? <Trans>No failed jobs.</Trans> : <Trans>Job not found.</Trans>}
        page={page}
        onPage={(to) => show({ page: to })}
        isInCard
      >
        {(job) => <JobRow key={job.id} job={job} />}
      </PagedList>
    </Card>
  );
}
