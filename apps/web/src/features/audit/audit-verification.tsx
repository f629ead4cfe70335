import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck, ShieldX } from 'lucide-react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { CopyButton } from '../../components/copy-button';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { useShowProblem } from '../../components/use-show-problem';
import { auditVerification, useCheckChain, type AuditChain, type AuditVerification as Result } from './audit.queries';

/** Whether the entries are those that were written: each holds the hash of the one before it. */
export function AuditVerification({ chain }: { chain: AuditChain }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(auditVerification(chain));
  const check = useCheckChain(chain);
  const showProblem = useShowProblem();
  // Before its first check a log counts as being checked, although no user may have asked for one.
  const isChecking = data?.state === 'checking' && (data.checkedAt !== null || check.isSuccess);
  return (
    <Card
      title={t`Is the log complete and unchanged?`}
      actions={
        <Button
          isBusy={check.isPending || isChecking}
          onClick={() => check.mutate(undefined, { onError: showProblem })}
        >
          <Trans>Check now</Trans>
        </Button>
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data ? <ChainState result={data} isChecking={isChecking} /> : error ? null : <Skeleton className="h-10" />}
      {data ? <ChainHead result={data} /> : null}
    </Card>
  );
}

function ChainState({ result, isChecking }: { result: Result; isChecking: boolean }) {
  const { checkedEntries, problem, checkedAt } = result;
  if (problem !== null)
    return (
      <div role="alert" className="flex items-start gap-2 rounded-control bg-danger-bg p-3 text-danger">
        <ShieldX aria-hidden size={16} className="mt-0.5 shrink-0" />
        <div className="min-w-0">
          <p className="font-medium">
            <Trans>No: entry {problem.sequence} does not match.</Trans>
          </p>
          <p lang="en" className="wrap-anywhere">
            {problem.message}
          </p>
        </div>
      </div>
    );
  if (isChecking)
    return (
      <p role="status" className="text-muted">
        <Trans>Checking entries.</Trans>
      </p>
    );
  if (checkedAt === null)
    return (
      <p className="text-muted">
        <Trans>Not checked yet.</Trans>
      </p>
    );
  return (
    <p role="status" className="flex items-center gap-2 text-ok">
      <ShieldCheck aria-hidden size={16} className="shrink-0" />
      <span>
        <Plural value={checkedEntries} one="Yes: # entry was checked" other="Yes: # entries were checked" />,{' '}
        <Time value={checkedAt} form="ago" />
      </span>
    </p>
  );
}

/** For auditors who keep it elsewhere: with it, entries that are missing at the end show, too. */
function ChainHead({ result: { headHash, lastSequence } }: { result: Result }) {
  const { t } = useLingui();
  if (headHash === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
      <Trans>Entry {lastSequence} is the last one, with the hash</Trans>
      <code className="min-w-0 wrap-anywhere">{headHash}</code>
      <CopyButton text={headHash} label={t`Copy hash`} />
    </p>
  );
}
