import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { ErrorPanel } from '../../components/error-panel';
import { Pager } from '../../components/pager';
import { Skeleton } from '../../components/skeleton';
import { useShowProblem } from '../../components/use-show-problem';
import type { IntakeFailureView } from '../../lib/api';
import { formatNumber } from '../../lib/format';
import { notify } from '../../lib/notifications';
import { useRole } from '../session';
import { FailureRow } from './failure-row';
import { FAILURES_PAGE, intakeFailures, useRemoveFailure, useRetryAllFailures } from './intake.queries';

/** What came in and could not be taken. */
export function IntakeFailures({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { canEdit } = useRole(organizationId);
  const [wantedPage, setPage] = useState(0);
  const [asked, setAsked] = useState<IntakeFailureView>();
  const { data, error, refetch } = useQuery(intakeFailures(organizationId, wantedPage));
  const count = data?.failuresCount ?? 0;
  // What was retried or removed may have been all that was on the last page.
  const lastPage = Math.max(0, Math.ceil(count / FAILURES_PAGE) - 1);
  if (data && wantedPage > lastPage) setPage(lastPage);
  const isAnyRetryable = data?.failures.some(({ isRetryable, state }) => isRetryable && state === 'open') === true;
  return (
    <Card
      title={t`Rejected`}
      actions={canEdit && isAnyRetryable ? <RetryAll organizationId={organizationId} /> : undefined}
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data && count === 0 ? (
        <p className="flex items-center gap-2 text-muted">
          <CircleCheck aria-hidden size={16} className="shrink-0 text-ok" />
          <Trans>Everything that came in was accepted.</Trans>
        </p>
      ) : null}
      {data && count > 0 ? (
        <>
          <p className="text-muted">
            <Plural value={count} one="One file or e-mail was rejected." other="# files and e-mails were rejected." />
          </p>
          <ul aria-label={t`Rejected`} className="flex flex-col divide-y divide-line">
            {data.failures.map((failure) => (
              <FailureRow
                key={failure.id}
                organizationId={organizationId}
                failure={failure}
                canEdit={canEdit}
                onRemove={() => setAsked(failure)}
              />
            ))}
          </ul>
          <Pager pageIndex={wantedPage} pageSize={FAILURES_PAGE} totalCount={count} onPage={setPage} />
        </>
      ) : null}
      {data || error ? null : <Skeleton className="h-24" />}
      <RemoveQuestion organizationId={organizationId} failure={asked} onClose={() => setAsked(undefined)} />
    </Card>
  );
}

function RetryAll({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const retry = useRetryAllFailures(organizationId);
  return (
    <Button
      isBusy={retry.isPending}
      onClick={() =>
        retry.mutate(undefined, {
          onError: showProblem,
          onSuccess: (count) => void notify(t`Retrying: ${formatNumber(count)}`),
        })
      }
    >
      <RotateCw aria-hidden size={16} />
      <Trans>Retry all</Trans>
    </Button>
  );
}

/** Asks, because a file that the server holds for another attempt cannot be brought back. */
function RemoveQuestion({
  organizationId,
  failure,
  onClose,
}: {
  organizationId: string;
  failure: IntakeFailureView | undefined;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const remove = useRemoveFailure(organizationId);
  const confirm = (): void => {
    if (!failure) return;
    remove.mutate(failure.id, {
      onSettled: onClose,
      onError: showProblem,
      onSuccess: () => void notify(t`Removed from list.`),
    });
  };
  return (
    <ConfirmDialog
      isOpen={failure !== undefined}
      onClose={onClose}
      title={t`Remove from list?`}
      action={t`Remove`}
      isBusy={remove.isPending}
      onConfirm={confirm}
    >
      <Trans>It will not become a document. If the server kept the file, it is deleted permanently.</Trans>
    </ConfirmDialog>
  );
}
