import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { hasCode } from '../../lib/errors';
import { askToSignIn } from '../../lib/session-gate';
import { sessions, useEndOtherSessions, useEndSession, type Session } from './account.queries';
import { browserName } from './browser-name';

export function SessionList() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(sessions());
  const endOthers = useEndOtherSessions();
  const showAfterSignIn = async (): Promise<void> => {
    if (await askToSignIn('old')) await refetch();
  };
  const hasOthers = data?.some(({ isThis }) => !isThis) === true;
  return (
    <Card
      title={t`Sessions`}
      actions={
        hasOthers ? (
          <Button size="small" isBusy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            <Trans>End all other sessions</Trans>
          </Button>
        ) : null
      }
    >
      {endOthers.error ? <ErrorPanel error={endOthers.error} /> : null}
      {hasCode(error, 'SESSION_NOT_FRESH') ? (
        <div className="flex flex-col items-start gap-2">
          <p className="text-sm text-muted">
            <Trans>You signed in more than a day ago. Sign in again to see your sessions.</Trans>
          </p>
          <Button onClick={() => void showAfterSignIn()}>
            <Trans>Sign in again</Trans>
          </Button>
        </div>
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <ul className="flex flex-col divide-y divide-line">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-12" />
      )}
    </Card>
  );
}

function SessionRow({ session }: { session: Session }) {
  const { t } = useLingui();
  const end = useEndSession();
  const browser = browserName(session.userAgent ?? '') || t`Unknown browser`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <div className="min-w-0">
        <p className="truncate font-medium" dir="auto">
          {browser}
        </p>
        <p className="text-xs text-muted">
          {session.ipAddress ? <span dir="ltr">{session.ipAddress} · </span> : null}
          <Trans>
            since <Time value={session.createdAt} form="time" />
          </Trans>
        </p>
        {end.error ? <ErrorPanel error={end.error} /> : null}
      </div>
      {session.isThis ? (
        <span className="text-xs text-ok">
          <Trans>This session</Trans>
        </span>
      ) : (
        <Button size="small" isBusy={end.isPending} onClick={() => end.mutate(session.token)}>
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  );
}
