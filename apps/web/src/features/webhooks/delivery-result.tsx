import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, type BadgeKind } from '../../components/badge';
import { Time } from '../../components/time';
import type { DeliveryStatus, DeliveryView } from '../../lib/api';

export const DELIVERY_STATES: Record<DeliveryStatus, { text: MessageDescriptor; kind: BadgeKind }> = {
  pending: { text: msg`Waiting`, kind: 'info' },
  succeeded: { text: msg`Delivered`, kind: 'ok' },
  failed: { text: msg`Failed`, kind: 'danger' },
  cancelled: { text: msg`Cancelled`, kind: 'neutral' },
};

/** Status, what the receiver answered, and when. */
export function DeliveryResult({ delivery }: { delivery: DeliveryView }) {
  const { i18n } = useLingui();
  const { status, lastResponseStatus, nextAttemptAt, attemptsCount, finishedAt, createdAt } = delivery;
  const { text, kind } = DELIVERY_STATES[status];
  const isRetried = status === 'pending' && attemptsCount > 0;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge kind={isRetried ? 'warn' : kind}>{isRetried ? <Trans>Retried</Trans> : i18n._(text)}</Badge>
      {lastResponseStatus === null ? null : <span>{lastResponseStatus}</span>}
      <span className="text-muted">
        {isRetried && nextAttemptAt !== null ? (
          <Trans>
            next attempt <Time value={nextAttemptAt} form="ago" />
          </Trans>
        ) : (
          <Time value={finishedAt ?? createdAt} form="ago" />
        )}
      </span>
    </span>
  );
}
