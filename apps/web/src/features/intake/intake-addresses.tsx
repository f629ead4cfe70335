import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { useShowProblem } from '../../components/use-show-problem';
import { notify } from '../../lib/notifications';
import { useRole } from '../session';
import { AddressRow } from './address-row';
import { intakeAddresses, useCreateAddress } from './intake-addresses.queries';

/** The e-mail addresses whose mails become documents. */
export function IntakeAddresses({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { canEdit } = useRole(organizationId);
  const { data, error, refetch } = useQuery(intakeAddresses(organizationId));
  return (
    <Card title={t`E-mail addresses`} actions={canEdit ? <NewAddress organizationId={organizationId} /> : undefined}>
      <p className="text-muted">
        <Trans>Files that allowed senders attach to a mail to one of these addresses become documents.</Trans>
      </p>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? (
        <p>
          <Trans>There is no address yet.</Trans>
        </p>
      ) : null}
      {data && data.length > 0 ? (
        <ul aria-label={t`E-mail addresses`} className="flex flex-col divide-y divide-line">
          {data.map((address) => (
            <AddressRow key={address.id} organizationId={organizationId} address={address} canEdit={canEdit} />
          ))}
        </ul>
      ) : null}
      {data || error ? null : <Skeleton className="h-24" />}
    </Card>
  );
}

function NewAddress({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const showProblem = useShowProblem();
  const create = useCreateAddress(organizationId);
  return (
    <Button
      kind="primary"
      isBusy={create.isPending}
      onClick={() =>
        create.mutate(undefined, {
          onError: showProblem,
          onSuccess: () => void notify(t`The address was created. Say next which senders it takes files from.`),
        })
      }
    >
      <Plus aria-hidden size={16} />
      <Trans>New address</Trans>
    </Button>
  );
}
