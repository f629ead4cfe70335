import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../components/button';
import { classNames } from '../../lib/class-names';
import { useShowProblem } from '../../components/use-show-problem';
import type { DeliveryView } from '../../lib/api';
import { notify } from '../../lib/notifications';
import { DeliveryAttempts } from './delivery-attempts';
import { DeliveryResult } from './delivery-result';
import { eventText } from './webhook-events';
import { useReplay, type WebhookAddress } from './webhooks.queries';

const PING = 'webhook:ping';

export interface DeliveryRowProps {
  address: WebhookAddress;
  delivery: DeliveryView;
  canReplay: boolean;
  isEnabled: boolean;
}

/** One delivery; its attempts when it is opened. */
export function DeliveryRow({ address, delivery, canReplay, isEnabled }: DeliveryRowProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const showProblem = useShowProblem();
  const replay = useReplay(address);
  const { id: deliveryId, event, status, replayOf, attemptsCount } = delivery;
  const known = eventText(event);
  const text = event === PING ? t`Test message` : known ? i18n._(known) : event;
  // A webhook that is off gets test messages only.
  const mayReplay = canReplay && status !== 'pending' && (isEnabled || event === PING);
  return (
    <li className="py-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          className="flex min-h-(--control-height) min-w-0 flex-1 basis-56 items-center gap-2 rounded-control px-1 text-start hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            size={14}
            className={classNames('shrink-0 text-muted', isOpen ? 'rotate-90' : 'rtl:rotate-180')}
          />
          <span className="min-w-0">
            <span className="block truncate">{text}</span>
            <span className="block truncate text-xs text-muted">
              <code>{event}</code>
              {replayOf === null ? null : (
                <>
                  {' '}
                  · <Trans>sent again</Trans>
                </>
              )}
              {attemptsCount > 1 ? (
                <>
                  {' '}
                  · <Trans>{attemptsCount} attempts</Trans>
                </>
              ) : null}
            </span>
          </span>
        </button>
        <span className="text-xs">
          <DeliveryResult delivery={delivery} />
        </span>
        {mayReplay ? (
          <Button
            size="small"
            kind="quiet"
            isBusy={replay.isPending}
            onClick={() =>
              replay.mutate(deliveryId, {
                onError: showProblem,
                onSuccess: () => void notify(t`Sending again.`),
              })
            }
          >
            <Trans>Send again</Trans>
          </Button>
        ) : null}
      </div>
      <div id={id} className={classNames('ps-6', isOpen && 'py-2')}>
        {isOpen ? <DeliveryAttempts address={{ ...address, deliveryId }} /> : null}
      </div>
    </li>
  );
}
