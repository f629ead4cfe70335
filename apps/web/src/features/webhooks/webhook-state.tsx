import { Trans } from '@lingui/react/macro';
import { Badge } from '../../components/badge';

/** Whether it gets events, or who switched it off. */
export function WebhookState({ webhook }: { webhook: { enabled: boolean; disabledAt: string | null } }) {
  if (webhook.enabled)
    return (
      <Badge kind="ok">
        <Trans>On</Trans>
      </Badge>
    );
  if (webhook.disabledAt === null)
    return (
      <Badge>
        <Trans>Off</Trans>
      </Badge>
    );
  return (
    <Badge kind="danger">
      <Trans>Stopped by the server</Trans>
    </Badge>
  );
}
