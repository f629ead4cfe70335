import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { useShowProblem } from '../../components/use-show-problem';
import { DeliveryResult } from './delivery-result';
import { DeliveryAttempts } from './delivery-attempts';
import { delivery as deliveryQuery, usePing, type WebhookAddress } from './webhooks.queries';

/** Sends a test message and shows what the receiver answers. */
export function PingButton({ address }: { address: WebhookAddress }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const ping = usePing(address);
  const [deliveryId, setDeliveryId] = useState<string>();
  return (
    <>
      <Button
        isBusy={ping.isPending}
        onClick={() => ping.mutate(undefined, { onSuccess: setDeliveryId, onError: showProblem })}
      >
        <Send aria-hidden size={16} />
        <Trans>Send test message</Trans>
      </Button>
      <Dialog isOpen={deliveryId !== undefined} onClose={() => setDeliveryId(undefined)} title={t`Test message`} isWide>
        {deliveryId === undefined ? null : <PingResult address={{ ...address, deliveryId }} />}
      </Dialog>
    </>
  );
}

function PingResult({ address }: { address: WebhookAddress & { deliveryId: string } }) {
  const { data } = useQuery(deliveryQuery(address));
  const isDone = data !== undefined && data.status !== 'pending';
  return (
    <div aria-live="polite" className="flex min-h-24 flex-col gap-3">
      {data ? (
        <p>
          <DeliveryResult delivery={data} />
        </p>
      ) : null}
      {isDone ? (
        <DeliveryAttempts address={address} />
      ) : (
        <p className="text-muted">
          <Trans>Waiting for a response…</Trans>
        </p>
      )}
    </div>
  );
}
