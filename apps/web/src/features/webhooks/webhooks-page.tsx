import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { Badge } from '../../components/badge';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import type { ListedWebhookView } from '../../lib/api';
import { useRole } from '../session';
import { DeliveryResult } from './delivery-result';
import { webhooks } from './webhooks.queries';

export function WebhooksPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { role, canEdit } = useRole(organizationId);
  const { data, error, refetch } = useQuery(webhooks(organizationId));
  const create = canEdit ? (
    <Link
      to="/organizations/$organizationId/settings/webhooks/create"
      params={{ organizationId }}
      className={buttonClasses({ kind: 'primary' })}
    >
      <Plus aria-hidden size={16} />
      <Trans>New webhook</Trans>
    </Link>
  ) : undefined;
  return (
    <Page
      title={t`Webhooks`}
      actions={create}
      description={
        role === undefined || canEdit ? (
          <Trans>Other programs learn what happens here by signed requests to an address of theirs.</Trans>
        ) : (
          <Trans>You see webhooks. Members, admins and the owner create and change them.</Trans>
        )
      }
    >
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? (
        <EmptyState icon={Webhook} title={t`No webhooks`}>
          <Trans>Create one with the address of a program that should be notified of new documents, for example.</Trans>
        </EmptyState>
      ) : null}
      {data && data.length > 0 ? (
        <ul aria-label={t`Webhooks`} className="flex flex-col divide-y divide-line rounded-menu border border-line">
          {data.map((each) => (
            <WebhookRow key={each.id} organizationId={organizationId} webhook={each} />
          ))}
        </ul>
      ) : null}
      {data || error ? null : <Skeleton className="h-43" />}
    </Page>
  );
}

function WebhookRow({ organizationId, webhook }: { organizationId: string; webhook: ListedWebhookView }) {
  const { id: webhookId, name, url, enabled, disabledAt, lastDelivery } = webhook;
  return (
    <li className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-48">
        <Link
          to="/organizations/$organizationId/settings/webhooks/$webhookId"
          params={{ organizationId, webhookId }}
          className="font-medium after:absolute after:inset-0"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="truncate text-muted">
          <bdi>{url}</bdi>
        </p>
      </div>
      <p className="text-xs">
        {lastDelivery ? (
          <DeliveryResult delivery={lastDelivery} />
        ) : (
          <span className="text-muted">
            <Trans>Nothing sent yet</Trans>
          </span>
        )}
      </p>
      {enabled ? (
        <Badge kind="ok">
          <Trans>On</Trans>
        </Badge>
      ) : disabledAt === null ? (
        <Badge>
          <Trans>Off</Trans>
        </Badge>
      ) : (
        <Badge kind="danger">
          <Trans>Stopped by the server</Trans>
        </Badge>
      )}
    </li>
  );
}
