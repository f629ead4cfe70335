import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../components/card';
import { NextPageButton, QueryList } from '../../components/query-list';
import { SelectField } from '../../components/select-field';
import { Skeleton } from '../../components/skeleton';
import type { DeliveryStatus } from '../../lib/api';
import { useRole } from '../session';
import { DELIVERY_STATES } from './delivery-result';
import { DeliveryRow } from './delivery-row';
import { ReplaySince } from './replay-since';
import { deliveries, type WebhookAddress } from './webhooks.queries';

const STATUSES = Object.keys(DELIVERY_STATES) as DeliveryStatus[];

export function DeliveryLog({ address, isEnabled }: { address: WebhookAddress; isEnabled: boolean }) {
  const { t, i18n } = useLingui();
  const { canEdit } = useRole(address.organizationId);
  const [status, setStatus] = useState<DeliveryStatus>();
  const log = useInfiniteQuery(deliveries(address, status));
  return (
    <Card
      title={t`Deliveries`}
      actions={
        <SelectField
          label={t`State`}
          isLabelHidden
          value={status ?? ''}
          onChange={({ target }) => setStatus(STATUSES.find((each) => each === target.value))}
          options={[
            { value: '', label: t`All states` },
            ...STATUSES.map((each) => ({ value: each, label: i18n._(DELIVERY_STATES[each].text) })),
          ]}
        />
      }
    >
      <QueryList
        label={t`Deliveries`}
        query={{ ...log, data: log.data?.pages.flatMap((page) => page.deliveries) }}
        placeholder={<Skeleton className="h-32" />}
        empty={
          <p className="text-muted">
            {status === undefined ? (
              <Trans>Nothing sent yet. Send a test message, or wait for the first event.</Trans>
            ) : (
              <Trans>Delivery not found.</Trans>
            )}
          </p>
        }
        className=""
      >
        {(each) => (
          <DeliveryRow key={each.id} address={address} delivery={each} canReplay={canEdit} isEnabled={isEnabled} />
        )}
      </QueryList>
      <NextPageButton query={log}>
        <Trans>Show older ones</Trans>
      </NextPageButton>
      {canEdit ? <ReplaySince address={address} isEnabled={isEnabled} /> : null}
    </Card>
  );
}
