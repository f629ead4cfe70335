import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { DatabaseBackup } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import { formatSize } from '../../lib/format';
import { notify } from '../../lib/notifications';
import type { BackupRun, Backups } from './admin-types';
import { backups, useRequestBackup } from './backups.queries';

/** The backups that were made, and whether they can be restored. */
export function BackupsPage() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(backups());
  const isRunning = data?.runs[0]?.state === 'running';
  return (
    <Page
      title={t`Backups`}
      description={t`Copies of the database and of all files, and whether they can be restored.`}
      actions={
        data && data.folder !== null ? (
          <>
            <RequestButton of="test" isRunning={isRunning}>
              <Trans>Test restore now</Trans>
            </RequestButton>
            <RequestButton of="create" isRunning={isRunning}>
              <Trans>Back up now</Trans>
            </RequestButton>
          </>
        ) : undefined
      }
    >
      {data ? <Plan backups={data} /> : null}
      {data?.folder === null && data.runs.length === 0 ? null : (
        <QueryList
          label={t`Backups and test restores`}
          query={{ data: data?.runs, error, refetch }}
          placeholder={<Skeleton className="h-96" />}
          empty={
            <p className="text-muted">
              <Trans>No backup yet.</Trans>
            </p>
          }
        >
          {(run) => <RunRow key={run.id} run={run} />}
        </QueryList>
      )}
    </Page>
  );
}

interface RequestButtonProps {
  of: 'create' | 'test';
  isRunning: boolean;
  children: ReactNode;
}

function RequestButton({ of, isRunning, children }: RequestButtonProps) {
  const { t } = useLingui();
  const request = useRequestBackup(of);
  const showProblem = useShowProblem();
  return (
    <Button
      kind={of === 'create' ? 'primary' : 'plain'}
      isBusy={request.isPending || isRunning}
      onClick={() =>
        request.mutate(undefined, { onError: showProblem, onSuccess: () => void notify(t`It starts in a moment.`) })
      }
    >
      {children}
    </Button>
  );
}

function Plan({ backups: { folder, nextBackupAt, nextTestAt } }: { backups: Backups }) {
  const { t } = useLingui();
  if (folder === null)
    return (
      <EmptyState icon={DatabaseBackup} title={t`The server makes no backups`}>
        <Trans>
          Set <code>BACKUP_FOLDER</code> to a folder on another disk and restart the server. It then makes a backup
          every night; <code>BACKUP_SCHEDULE</code> sets another time.
        </Trans>
      </EmptyState>
    );
  return (
    <Card>
      <p>
        <Trans>
          Folder: <code className="wrap-anywhere">{folder}</code>
        </Trans>
      </p>
      <p className="flex flex-wrap gap-x-4 text-muted">
        {nextBackupAt === null ? null : (
          <Trans>
            Next backup <Time value={nextBackupAt} form="ago" />
          </Trans>
        )}
        {nextTestAt === null ? null : (
          <span>
            <Trans>
              Next test restore <Time value={nextTestAt} form="ago" />
            </Trans>
          </span>
        )}
      </p>
    </Card>
  );
}

function RunRow({ run }: { run: BackupRun }) {
  const { kind, state, startedAt, filesCount, bytes, message, remedy } = run;
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="font-medium">{kind === 'create' ? <Trans>Backup</Trans> : <Trans>Test restore</Trans>}</h2>
        <Time value={startedAt} form="time" />
        {filesCount === null || bytes === null ? null : (
          <span className="text-muted">
            <Plural value={filesCount} one="# file" other="# files" /> · {formatSize(bytes)}
          </span>
        )}
        <span className="ms-auto">
          <RunState run={run} />
        </span>
      </div>
      {message === null ? null : (
        <p lang="en" className={`wrap-anywhere ${state === 'failed' ? 'text-danger' : 'text-muted'}`}>
          {remedy === null ? message : `${message} → ${remedy}`}
        </p>
      )}
    </li>
  );
}

function RunState({ run: { state, message } }: { run: BackupRun }) {
  switch (state) {
    case 'running':
      return (
        <Badge kind="info">
          <Trans>Running</Trans>
        </Badge>
      );
    case 'succeeded':
      return (
        <Badge kind={message === null ? 'ok' : 'warn'}>
          <Trans>Done</Trans>
        </Badge>
      );
    case 'skipped':
      return (
        <Badge kind="warn">
          <Trans>Not possible here</Trans>
        </Badge>
      );
    case 'interrupted':
      return (
        <Badge kind="warn">
          <Trans>Interrupted</Trans>
        </Badge>
      );
    case 'failed':
      return (
        <Badge kind="danger">
          <Trans>Failed</Trans>
        </Badge>
      );
  }
}
