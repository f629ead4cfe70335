import { Trans, useLingui } from '@lingui/react/macro';
import { Switch } from '../../components/switch';
import { useShowProblem } from '../../components/use-show-problem';
import { done } from '../../lib/undo';
import { useUpdateWebhook, type WebhookAddress } from './webhooks.queries';

export function EnabledSwitch({ address, isEnabled }: { address: WebhookAddress; isEnabled: boolean }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const update = useUpdateWebhook(address);
  return (
    <Switch
      isOn={isEnabled}
      onSwitch={(isOn) =>
        update.mutateAsync(
          { enabled: isOn },
          {
            onError: showProblem,
            onSuccess: () =>
              done(
                isOn
                  ? t`The webhook is on. It gets the events from now on.`
                  : t`The webhook is off. Deliveries that waited were cancelled.`,
                t`Undo`,
                () => update.mutate({ enabled: !isOn }, { onError: showProblem }),
              ),
          },
        )
      }
    >
      <Trans>On</Trans>
    </Switch>
  );
}
