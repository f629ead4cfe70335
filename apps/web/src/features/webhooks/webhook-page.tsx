import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Badge } from '../../components/badge';
import { buttonClasses } from '../../components/button';
import { DeleteCard } from '../../components/delete-card';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { UndoableSwitch } from '../../components/switch';
import { isStatus } from '../../lib/errors';
import { notify } from '../../lib/notifications';
import { Webhook } from 'lucide-react';
import { useRole } from '../session';
import { DeliveryLog } from './delivery-log';
import { EditWebhook } from './edit-webhook';
import { PingButton } from './ping-button';
import { WebhookSecret } from './webhook-secret';
import { useDeleteWebhook, useUpdateWebhook, webhook as webhookQuery } from './webhooks.queries';

export function WebhookPage() {
  const { t } = useLingui();
  const address = useParams({ from: '/signed-in/organizations/$organizationId/settings/webhooks/$webhookId' });
  const { canEdit } = useRole(address.organizationId);
  const { data: webhook, error, refetch } = useQuery(webhookQuery(address));
  const navigate = useNavigate();
  const update = useUpdateWebhook(address);
  const remove = useDeleteWebhook(address);
  if (isStatus(error, 404))
    return (
      <Page title={t`Webhook`}>
        <EmptyState
          icon={Webhook}
          title={t`This webhook does not exist`}
          action={
            <Link
              to="/organizations/$organizationId/settings/webhooks"
              params={{ organizationId: address.organizationId }}
              className={buttonClasses()}
            >
              <Trans>Go to webhooks</Trans>
            </Link>
          }
        >
          <Trans>It was deleted or belongs to another organization.</Trans>
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title={webhook?.name ?? t`Webhook`}
      actions={
        webhook && canEdit ? (
          <>
            <UndoableSwitch
              isOn={webhook.enabled}
              save={(enabled) => update.mutateAsync({ enabled })}
              textOn={t`Webhook turned on. It receives events from now on.`}
              textOff={t`Webhook turned off. Waiting deliveries were cancelled.`}
            >
              <Trans>On</Trans>
            </UndoableSwitch>
            <PingButton address={address} />
          </>
        ) : undefined
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {webhook ? (
        <>
          {webhook.disabledAt === null ? null : (
            <p className="rounded-control bg-danger-bg p-3 text-danger">
              <Trans>
                The server stopped sending <Time value={webhook.disabledAt} form="ago" /> because every delivery had
                failed for a long time. Fix the receiver, send a test message, and turn the webhook on again.
              </Trans>{' '}
              <bdi>{webhook.disabledReason}</bdi>
            </p>
          )}
          {webhook.disabledAt === null && webhook.failingSince !== null ? (
            <p>
              <Badge kind="warn">
                <Trans>
                  Every delivery has failed since <Time value={webhook.failingSince} form="time" />
                </Trans>
              </Badge>
            </p>
          ) : null}
          <DeliveryLog address={address} isEnabled={webhook.enabled} />
          <EditWebhook key={webhook.id} address={address} webhook={webhook} />
          {canEdit ? <WebhookSecret address={address} webhook={webhook} /> : null}
          {canEdit ? (
            <DeleteCard
              title={t`Delete`}
              hint={<Trans>To pause it, turn it off instead.</Trans>}
              action={t`Delete webhook`}
              question={t`Delete “${webhook.name}”?`}
              isBusy={remove.isPending}
              onDelete={async () => {
                await remove.mutateAsync();
                notify(t`Webhook deleted.`);
                await navigate({
                  to: '/organizations/$organizationId/settings/webhooks',
                  params: { organizationId: address.organizationId },
                });
              }}
            >
              <Trans>Its secret, its deliveries and their log are deleted permanently.</Trans>
            </DeleteCard>
          ) : null}
        </>
      ) : error ? null : (
        <Skeleton className="h-80" />
      )}
    </Page>
  );
}
