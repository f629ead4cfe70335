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
        <Trans>It takes nothing: no sender is allowed.</Trans>
      </p>
    );
  const shown = senders.slice(0, SHOWN_SENDERS).join(', ');
  const others = senders.length - SHOWN_SENDERS;
  return (
    <p className="text-sm break-words text-muted">
      <Trans>
        Takes files from <bdi>{shown}</bdi>
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
        aria-label={t`${emailAddress} takes mails`}
        save={(isOn) => update.mutateAsync({ isEnabled: isOn })}
        textOn={t`The address takes mails again.`}
        textOff={t`The address is off: mails to it are dropped.`}
      >
        <Trans>On</Trans>
      </UndoableSwitch>
      <UndoableSwitch
        isOn={keepsMessage}
        aria-label={t`${emailAddress} keeps the mail itself`}
        save={(isOn) => update.mutateAsync({ keepsMessage: isOn })}
        textOn={t`The mail itself becomes a document, too.`}
        textOff={t`Only the files in a mail become documents.`}
      >
        <Trans>Keep the mail itself, too</Trans>
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
