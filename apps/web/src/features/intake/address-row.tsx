import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { UndoableSwitch } from '../../components/switch';
import type { IntakeEmailView } from '../../lib/api';
import { AllowedSenders } from './allowed-senders';
import { DeleteAddress } from './delete-address';
import { useUpdateAddress } from './intake-addresses.queries';

export interface AddressRowProps {
  organizationId: string;
  address: IntakeEmailView;
  canEdit: boolean;
}

export function AddressRow({ organizationId, address, canEdit }: AddressRowProps) {
  const { t } = useLingui();
  const { emailAddress, isEnabled } = address;
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <p dir="auto" className="min-w-0 font-medium break-all">
          {emailAddress}
        </p>
        <CopyButton text={emailAddress} label={t`Copy ${emailAddress}`} />
        {isEnabled ? null : (
          <Badge>
            <Trans>Off</Trans>
          </Badge>
        )}
      </div>
      <Senders senders={address.allowedOrigins} />
      {canEdit ? <AddressActions organizationId={organizationId} address={address} /> : null}
    </li>
  );
}

const SHOWN_SENDERS = 3;

function Senders({ senders }: { senders: readonly string[] }) {
  if (senders.length === 0)
    return (
      <p className="text-warn">
        <Trans>No allowed senders, so nothing is accepted.</Trans>
      </p>
    );
  const shown = senders.slice(0, SHOWN_SENDERS).join(', ');
  const others = senders.length - SHOWN_SENDERS;
  return (
    <p className="text-sm break-words text-muted">
      <Trans>
        Accepts files from <bdi>{shown}</bdi>
      </Trans>
      {others > 0 ? (
        <>
          {' '}
          <Plural value={others} one="and # other sender" other="and # other senders" />
        </>
      ) : null}
    </p>
  );
}

function AddressActions({ organizationId, address }: Omit<AddressRowProps, 'canEdit'>) {
  const { t } = useLingui();
  const { id, emailAddress, isEnabled, keepsMessage } = address;
  const update = useUpdateAddress({ organizationId, intakeEmailId: id });
  const [opened, setOpened] = useState<'deletion' | 'senders'>();
  const close = (): void => setOpened(undefined);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <UndoableSwitch
        isOn={isEnabled}
        aria-label={t`${emailAddress} accepts e-mails`}
        save={(isOn) => update.mutateAsync({ isEnabled: isOn })}
        textOn={t`The address accepts e-mails again.`}
        textOff={t`Address turned off. E-mails to it are dropped.`}
      >
        <Trans>On</Trans>
      </UndoableSwitch>
      <UndoableSwitch
        isOn={keepsMessage}
        aria-label={t`${emailAddress} keeps the e-mail itself`}
        save={(isOn) => update.mutateAsync({ keepsMessage: isOn })}
        textOn={t`The e-mail itself becomes a document too.`}
        textOff={t`Only attachments become documents.`}
      >
        <Trans>Also keep the e-mail itself</Trans>
      </UndoableSwitch>
      <div className="ms-auto flex gap-1">
        <Button size="small" onClick={() => setOpened('senders')} aria-label={t`Allowed senders of ${emailAddress}`}>
          <Trans>Allowed senders</Trans>
        </Button>
        <Button size="small" kind="quiet" onClick={() => setOpened('deletion')} aria-label={t`Delete ${emailAddress}`}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      {opened === 'senders' ? (
        <AllowedSenders organizationId={organizationId} address={address} onClose={close} />
      ) : null}
      <DeleteAddress organizationId={organizationId} address={address} isOpen={opened === 'deletion'} onClose={close} />
    </div>
  );
}
