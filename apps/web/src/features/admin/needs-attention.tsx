import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
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
import { damagedFiles, health, plugins, queues, scheduledTasks } from './system.queries';

/** What does not work, with the way to the page that says more. */
export function NeedsAttention() {
  const { t } = useLingui();
  const [checks, jobs, tasks, loaded] = [
    useQuery(health()),
    useQuery(queues()),
    useQuery(scheduledTasks()),
    useQuery(plugins()),
  ];
  const log = useQuery(auditVerification({ kind: 'installation' }));
  const hooks = useQuery(adminWebhooks({ state: 'failing', pageIndex: 0 }));
  const files = useQuery(damagedFiles(0));
  const all = [checks, jobs, tasks, loaded, log, hooks, files];
  const failed = all.find(({ error }) => error !== null);
  const failedJobs = jobs.data?.reduce((sum, queue) => sum + queue.failed, 0) ?? 0;
  const failedTasks = tasks.data?.filter(({ error }) => error !== null).length ?? 0;
  const failingPlugins = loaded.data?.filter(({ state }) => state === 'failing') ?? [];
  const findings = checks.data?.filter(({ status }) => status === 'problem' || status === 'warning') ?? [];
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
    findings.length > 0;
  const isKnown = all.every(({ data }) => data !== undefined);
  return (
    <Card title={t`Server status`}>
      {failed ? (
        <ErrorPanel error={failed.error} onRetry={() => void Promise.all(all.map((each) => each.refetch()))} />
      ) : null}
      {isKnown || failed ? null : <Skeleton className="h-10" />}
      {isKnown && !hasProblem ? (
        <p className="flex items-center gap-2 text-ok">
          <CircleCheck aria-hidden size={16} />
          <Trans>Everything works: no check has found a problem, no job has failed, no plugin fails.</Trans>
        </p>
      ) : null}
      {hasProblem ? (
        <ul aria-label={t`Needs attention`} className="flex flex-col gap-2">
          {isLogBroken ? (
            <Problem to="/admin/audit">
              <Trans>The server’s audit log was changed</Trans>
            </Problem>
          ) : null}
          {damaged > 0 ? (
            <Problem to="/admin/stored-files">
              <Plural value={damaged} one="# stored file is damaged" other="# stored files are damaged" />
            </Problem>
          ) : null}
          {findings.map(({ name, message, remedy }) => (
            <Finding key={name} name={name} detail={remedy === null ? message : `${message} → ${remedy}`} />
          ))}
          {failingPlugins.map(({ id, lastError }) => (
            <Problem key={id} to="/admin/plugins" detail={lastError}>
              <Trans>Plugin {id} is failing</Trans>
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

const FINDINGS: Readonly<Record<string, { title: MessageDescriptor; to?: ProblemPage }>> = {
  backup: { title: msg`Backups are missing, old or not restorable`, to: '/admin/backups' },
  database: { title: msg`The database is not responding` },
  'free space': { title: msg`A disk has little free space or cannot be written` },
  migrations: { title: msg`The database does not match the server version` },
  queues: { title: msg`Jobs are waiting and none of them starts`, to: '/admin/queues' },
  search: { title: msg`The search index is not responding`, to: '/admin/search-index' },
  storage: { title: msg`Files cannot be stored` },
  workers: { title: msg`No process runs background jobs`, to: '/admin/queues' },
};

/** A result of the server is in English, as in its log. */
function Finding({ name, detail }: { name: string; detail: string }) {
  const { i18n } = useLingui();
  const { title, to } = FINDINGS[name] ?? {};
  return (
    <Problem to={to} detail={detail}>
      {title ? i18n._(title) : name}
    </Problem>
  );
}

type ProblemPage =
  | '/admin/audit'
  | '/admin/backups'
  | '/admin/webhooks'
  | '/admin/plugins'
  | '/admin/queues'
  | '/admin/scheduled-tasks'
  | '/admin/search-index'
  | '/admin/stored-files';

interface ProblemProps {
  /** The page that says more. */
  to: ProblemPage | undefined;
  detail?: string | null;
  children: ReactNode;
}

function Problem({ to, detail, children }: ProblemProps) {
  return (
    <li className="flex items-start gap-2">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-danger" />
      <span className="min-w-0">
        {to === undefined ? (
          <span className="font-medium text-danger">{children}</span>
        ) : (
          <Link to={to} className="font-medium text-danger underline">
            {children}
          </Link>
        )}
        {detail === undefined || detail === null ? null : (
          <span className="block text-muted wrap-anywhere">{detail}</span>
        )}
      </span>
    </li>
  );
}
