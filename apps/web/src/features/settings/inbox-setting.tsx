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
          New documents stay in the inbox until someone confirms them. Searches find them meanwhile. Existing documents
          do not go into the inbox.
        </Trans>
      </p>
      {role !== undefined && !isOwner ? (
        <p className="text-muted">
          <Trans>Only the owner can change these settings.</Trans>
        </p>
      ) : null}
      <UndoableSwitch
        isOn={data.documents.isInboxEnabled}
        disabled={!isOwner}
        save={change.mutateAsync}
        textOn={t`Inbox on`}
        textOff={t`Inbox off`}
      >
        <Trans>Put new documents in the inbox</Trans>
      </UndoableSwitch>
    </Card>
  );
}
