import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import type { ListedWebhookView } from '../../lib/api';
import { useRole } from '../session';
import { DeliveryResult } from './delivery-result';
import { WebhookState } from './webhook-state';
import { webhooks } from './webhooks.queries';

export function WebhooksPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { role, canEdit } = useRole(organizationId);
  const list = useQuery(webhooks(organizationId));
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
      actions={list.data?.length === 0 ? undefined : create}
      description={
        role === undefined || canEdit ? (
          <Trans>Notify other programs of events with signed requests to an address of your choice.</Trans>
        ) : (
          <Trans>You can see webhooks. Members, admins and the owner can change them.</Trans>
        )
      }
    >
      <QueryList
        label={t`Webhooks`}
        query={list}
        placeholder={<Skeleton className="h-43" />}
        empty={
          <EmptyState drawing="webhooks" title={t`No webhooks`} action={create}>
            <Trans>Create one to notify another program of new documents, for example.</Trans>
          </EmptyState>
        }
      >
        {(each) => <WebhookRow key={each.id} organizationId={organizationId} webhook={each} />}
      </QueryList>
    </Page>
  );
}

function WebhookRow({ organizationId, webhook }: { organizationId: string; webhook: ListedWebhookView }) {
  const { id: webhookId, name, url, lastDelivery } = webhook;
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
      <WebhookState webhook={webhook} />
    </li>
  );
}
