import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../components/checkbox';
import { useShowProblem } from '../../components/use-show-problem';
import { done } from '../../lib/undo';
import { useUpdateWebhook, type WebhookAddress } from './webhooks.queries';

export function EnabledSwitch({ address, isEnabled }: { address: WebhookAddress; isEnabled: boolean }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const update = useUpdateWebhook(address);
  const set = (enabled: boolean, after?: () => void): void =>
    update.mutate({ enabled }, { onError: showProblem, ...(after && { onSuccess: after }) });
  return (
    <Checkbox
      role="switch"
      checked={isEnabled}
      onChange={({ target: { checked } }) =>
        set(checked, () =>
          done(
            checked
              ? t`The webhook is on. It gets the events from now on.`
              : t`The webhook is off. Deliveries that waited were cancelled.`,
            t`Undo`,
            () => set(!checked),
          ),
        )
      }
    >
      <Trans>On</Trans>
    </Checkbox>
  );
}
