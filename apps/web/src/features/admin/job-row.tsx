import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { IconButton } from '../../components/icon-button';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import type { AdminJob } from './admin-types';
import { JOB_STATE_NAMES } from './job-states';
import { useDeleteJob, useRetryJob } from './jobs.queries';

export function JobRow({ job }: { job: AdminJob }) {
  const { i18n } = useLingui();
  const { queue, state, createdAt, endedAt, nextAttemptAt, attempts, maxAttempts, error, subjectId } = job;
  const { text, kind } = JOB_STATE_NAMES[state];
  return (
    <li className="flex flex-col gap-1 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <code className="font-medium wrap-anywhere">{queue}</code>
        <Badge kind={kind}>{i18n._(text)}</Badge>
        <span className="ms-auto flex gap-1">
          <JobActions job={job} />
        </span>
      </div>
      {error === null ? null : <p className="text-danger wrap-anywhere">{error}</p>}
      <p className="flex flex-wrap gap-x-4 text-xs text-muted">
        <span>
          <Trans>
            Added <Time value={createdAt} form="ago" />
          </Trans>
        </span>
        <span>
          <Trans>
            Attempt {attempts} of {maxAttempts}
          </Trans>
        </span>
        {endedAt === null ? null : (
          <span>
            <Trans>
              Ended <Time value={endedAt} form="ago" />
            </Trans>
          </span>
        )}
        {nextAttemptAt === null ? null : (
          <span>
            <Trans>
              Next attempt <Time value={nextAttemptAt} form="ago" />
            </Trans>
          </span>
        )}
        <JobSubject job={job} />
        {subjectId === null ? null : <code className="wrap-anywhere">{subjectId}</code>}
      </p>
    </li>
  );
}

function JobSubject({ job: { organizationId } }: { job: AdminJob }) {
  if (organizationId === null) return null;
  return (
    <Link
      to="/admin/organizations/$organizationId"
      params={{ organizationId }}
      className="text-accent underline wrap-anywhere"
    >
      <Trans>Organization</Trans> <code>{organizationId}</code>
    </Link>
  );
}

function JobActions({ job: { id, queue, state } }: { job: AdminJob }) {
  const { t } = useLingui();
  const [isAsked, setIsAsked] = useState(false);
  const retry = useRetryJob();
  const remove = useDeleteJob();
  const showProblem = useShowProblem();
  if (state !== 'dead') return null;
  return (
    <>
      <Button
        size="small"
        isBusy={retry.isPending}
        onClick={() => retry.mutate(id, { onError: showProblem, onSuccess: () => void notify(t`Retrying ${queue}.`) })}
      >
        <RotateCw aria-hidden size={14} />
        <Trans>Try again</Trans>
      </Button>
      <IconButton icon={Trash2} label={t`Delete this job`} onClick={() => setIsAsked(true)} />
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t`Delete this job?`}
        action={t`Delete this job`}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(id, { onError: showProblem, onSettled: () => setIsAsked(false) })}
      >
        <Trans>The job will not run, and cannot be retried.</Trans>
      </ConfirmDialog>
    </>
  );
}
