import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { JobList } from './job-list';
import { QueueList } from './queue-list';
import { queues } from './system.queries';

/** What the server does in the background, by kind, and what of it has failed. */
export function JobsPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queues());
  return (
    <Page title={t`Jobs`} description={t`What the server does in the background, across all processes.`}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data ? <QueueList queues={data} /> : error ? null : <Skeleton className="h-60" />}
      <JobList queueNames={data?.map(({ name }) => name) ?? []} />
    </Page>
  );
}
