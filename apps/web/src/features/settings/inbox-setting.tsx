import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../components/card';
import { UndoableSwitch } from '../../components/switch';
import { useRole } from '../session';
import { organizationSettings, useChangeInbox } from './settings.queries';

/** Whether new documents wait until someone confirms them. */
export function InboxSetting({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const { role, isOwner } = useRole(organizationId);
  const { data } = useQuery(organizationSettings(organizationId));
  const change = useChangeInbox(organizationId);
  if (!data) return null;
  return (
    <Card title={t`Inbox`}>
      <p className="text-muted">
        <Trans>
          New documents wait in the inbox, however they come in, until someone has looked at them and confirms them.
          They are found by every search meanwhile. Documents that are here already do not go into it.
        </Trans>
      </p>
      {role !== undefined && !isOwner ? (
        <p className="text-muted">
          <Trans>Only the owner changes these settings.</Trans>
        </p>
      ) : null}
      <UndoableSwitch
        isOn={data.documents.isInboxEnabled}
        disabled={!isOwner}
        save={change.mutateAsync}
        textOn={t`The inbox is on`}
        textOff={t`The inbox is off`}
      >
        <Trans>Collect new documents in the inbox</Trans>
      </UndoableSwitch>
    </Card>
  );
}
