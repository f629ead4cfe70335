import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { auditVerification } from '../audit';
import { adminWebhooks } from './webhooks.queries';
import { damagedFiles, plugins, queues, scheduledTasks, searchIndex } from './system.queries';

/** What does not work, with the way to the page that says more. */
export function NeedsAttention() {
  const { t } = useLingui();
  const [jobs, tasks, index, loaded] = [
    useQuery(queues()),
    useQuery(scheduledTasks()),
    useQuery(searchIndex()),
    useQuery(plugins()),
  ];
  const log = useQuery(auditVerification({ kind: 'installation' }));
  const hooks = useQuery(adminWebhooks({ state: 'failing', pageIndex: 0 }));
  const files = useQuery(damagedFiles(0));
  const all = [jobs, tasks, index, loaded, log, hooks, files];
  const failed = all.find(({ error }) => error !== null);
  const failedJobs = jobs.data?.reduce((sum, queue) => sum + queue.failed, 0) ?? 0;
  const failedTasks = tasks.data?.filter(({ error }) => error !== null).length ?? 0;
  const failingPlugins = loaded.data?.filter(({ state }) => state === 'failing') ?? [];
  const isIndexFailing = index.data !== undefined && index.data.failingSince !== null;
  const failingWebhooks = hooks.data?.totalCount ?? 0;
  const damaged = files.data?.totalCount ?? 0;
  const isLogBroken = log.data?.state === 'broken';
  const hasProblem =
    isLogBroken ||
    damaged > 0 ||
    failingWebhooks > 0 ||
    failedJobs > 0 ||
    failedTasks > 0 ||
    failingPlugins.length > 0 ||
    isIndexFailing;
  const isKnown = all.every(({ data }) => data !== undefined);
  return (
    <Card title={t`State of the server`}>
      {failed ? (
        <ErrorPanel error={failed.error} onRetry={() => void Promise.all(all.map((each) => each.refetch()))} />
      ) : null}
      {isKnown || failed ? null : <Skeleton className="h-10" />}
      {isKnown && !hasProblem ? (
        <p className="flex items-center gap-2 text-ok">
          <CircleCheck aria-hidden size={16} />
          <Trans>Everything works: no job has failed, no plugin fails, the search index responds.</Trans>
        </p>
      ) : null}
      {hasProblem ? (
        <ul aria-label={t`Needs attention`} className="flex flex-col gap-2">
          {isLogBroken ? (
            <Problem to="/admin/audit">
              <Trans>The audit log of the server was changed</Trans>
            </Problem>
          ) : null}
          {damaged > 0 ? (
            <Problem to="/admin/stored-files">
              <Plural value={damaged} one="# stored file is damaged" other="# stored files are damaged" />
            </Problem>
          ) : null}
          {isIndexFailing ? (
            <Problem to="/admin/search-index">
              <Trans>The search index does not respond</Trans>
            </Problem>
          ) : null}
          {failingPlugins.map(({ id, lastError }) => (
            <Problem key={id} to="/admin/plugins" detail={lastError}>
              <Trans>The plugin {id} fails</Trans>
            </Problem>
          ))}
          {failedJobs > 0 ? (
            <Problem to="/admin/queues">
              <Plural value={failedJobs} one="# job has failed" other="# jobs have failed" />
            </Problem>
          ) : null}
          {failingWebhooks > 0 ? (
            <Problem to="/admin/webhooks">
              <Plural value={failingWebhooks} one="# webhook fails" other="# webhooks fail" />
            </Problem>
          ) : null}
          {failedTasks > 0 ? (
            <Problem to="/admin/scheduled-tasks">
              <Plural value={failedTasks} one="# scheduled task has failed" other="# scheduled tasks have failed" />
            </Problem>
          ) : null}
        </ul>
      ) : null}
    </Card>
  );
}

type ProblemPage =
  | '/admin/audit'
  | '/admin/webhooks'
  | '/admin/plugins'
  | '/admin/queues'
  | '/admin/scheduled-tasks'
  | '/admin/search-index'
  | '/admin/stored-files';

function Problem({ to, detail, children }: { to: ProblemPage; detail?: string | null; children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-danger" />
      <span className="min-w-0">
        <Link to={to} className="font-medium text-danger underline">
          {children}
        </Link>
        {detail === undefined || detail === null ? null : (
          <span className="block text-muted wrap-anywhere">{detail}</span>
        )}
      </span>
    </li>
  );
}
