import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Button } from '../../components/button';
import { Card } from '../../components/card';
import { QueryList } from '../../components/query-list';
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
  const addresses = useQuery(intakeAddresses(organizationId));
  return (
    <Card title={t`E-mail addresses`} actions={canEdit ? <NewAddress organizationId={organizationId} /> : undefined}>
      <p className="text-muted">
        <Trans>Attachments that allowed senders e-mail to these addresses become documents.</Trans>
      </p>
      <QueryList
        label={t`E-mail addresses`}
        query={addresses}
        placeholder={<Skeleton className="h-24" />}
        empty={
          <p>
            <Trans>No addresses yet.</Trans>
          </p>
        }
        className=""
      >
        {(address) => (
          <AddressRow key={address.id} organizationId={organizationId} address={address} canEdit={canEdit} />
        )}
      </QueryList>
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
          onSuccess: () => void notify(t`Address created. Now choose which senders to accept files from.`),
        })
      }
    >
      <Plus aria-hidden size={16} />
      <Trans>New address</Trans>
    </Button>
  );
}
