import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import type { AttemptView } from '../../lib/api';
import { formatNumber } from '../../lib/format';
import { delivery as deliveryQuery, type WebhookAddress } from './webhooks.queries';

/** What was sent and, for each attempt, what came back; as text, whatever the receiver sends. */
export function DeliveryAttempts({ address }: { address: WebhookAddress & { deliveryId: string } }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(deliveryQuery(address));
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-24" />;
  return (
    <div className="flex flex-col gap-3">
      {data.attempts.length === 0 ? (
        <p className="text-muted">
          <Trans>No attempt yet.</Trans>
        </p>
      ) : (
        <ol aria-label={t`Attempts`} className="flex flex-col gap-3">
          {data.attempts.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} />
          ))}
        </ol>
      )}
      <div>
        <p className="font-medium">
          <Trans>Data sent</Trans>
        </p>
        <Code label={t`Data sent`} text={JSON.stringify(data.payload, null, 2)} />
        <p className="mt-1 text-xs text-muted">
          webhook-id: <code className="break-all">{data.messageId}</code>
        </p>
      </div>
    </div>
  );
}

function Attempt({ attempt }: { attempt: AttemptView }) {
  const { t } = useLingui();
  const { number, startedAt, durationMs, responseStatus, responseBody, isResponseCut, error } = attempt;
  const duration = formatNumber(durationMs);
  return (
    <li className="flex flex-col gap-1">
      <p>
        <span className="font-medium">
          <Trans>Attempt {number}</Trans>
        </span>{' '}
        <span className="text-muted">
          <Time value={startedAt} form="time" /> · <Trans>{duration} ms</Trans>
        </span>
      </p>
      {responseStatus === null ? null : (
        <p>
          <Trans>The receiver responded with {responseStatus}.</Trans>
        </p>
      )}
      {error === null ? null : (
        <p className="break-words text-danger">
          <bdi>{error}</bdi>
        </p>
      )}
      {responseBody === null || responseBody === '' ? null : <Code label={t`Response`} text={responseBody} />}
      {isResponseCut ? (
        <p className="text-xs text-muted">
          <Trans>Only the beginning of the response is kept.</Trans>
        </p>
      ) : null}
    </li>
  );
}

/** Can be scrolled by keyboard. */
function Code({ text, label }: { text: string; label: string }) {
  return (
    <pre
      dir="auto"
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-60 overflow-auto rounded-control border border-line bg-panel p-2 text-xs break-words whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}
