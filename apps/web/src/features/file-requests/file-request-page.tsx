import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { buttonClasses } from '../../components/button';
import { DeleteCard } from '../../components/delete-card';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { UndoableSwitch } from '../../components/switch';
import { isStatus } from '../../lib/errors';
import { notify } from '../../lib/notifications';
import { useRole } from '../session';
import { EditFileRequest } from './edit-file-request';
import { NotForViewers } from './file-requests-page';
import { fileRequest, useDeleteFileRequest, useUpdateFileRequest } from './file-requests.queries';
import { LinkCard } from './link-card';
import { ReceivedFiles } from './received-files';
import { StateBadge } from './state-badge';

export function FileRequestPage() {
  const { t } = useLingui();
  const address = useParams({ from: '/signed-in/organizations/$organizationId/file-requests/$fileRequestId' });
  const { role, canEdit } = useRole(address.organizationId);
  const { data: request, error, refetch } = useQuery({ ...fileRequest(address), enabled: canEdit });
  const navigate = useNavigate();
  const update = useUpdateFileRequest(address);
  const remove = useDeleteFileRequest(address);
  const isMissing = isStatus(error, 404);
  return (
    <Page
      title={request?.title ?? t`File request`}
      actions={
        request ? (
          <>
            <StateBadge request={request} />
            <UndoableSwitch
              isOn={request.isEnabled}
              save={(isEnabled) => update.mutateAsync({ isEnabled })}
              textOn={t`The link accepts files again.`}
              textOff={t`The link no longer accepts files.`}
            >
              <Trans>On</Trans>
            </UndoableSwitch>
          </>
        ) : undefined
      }
    >
      {role !== undefined && !canEdit ? <NotForViewers /> : null}
      {isMissing ? <Missing organizationId={address.organizationId} /> : null}
      {error && !isMissing ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {request && !isMissing ? (
        <>
          <LinkCard request={request} />
          <ReceivedFiles address={address} />
          <EditFileRequest key={request.id} address={address} request={request} />
          <DeleteCard
            title={t`Delete`}
            hint={<Trans>To pause it, turn it off instead.</Trans>}
            action={t`Delete file request`}
            question={t`Delete “${request.title}”?`}
            isBusy={remove.isPending}
            onDelete={async () => {
              await remove.mutateAsync();
              notify(t`File request deleted.`);
              await navigate({
                to: '/organizations/$organizationId/file-requests',
                params: { organizationId: address.organizationId },
              });
            }}
          >
            <Trans>Its link permanently stops working. Documents already received stay.</Trans>
          </DeleteCard>
        </>
      ) : null}
      {request || error || !canEdit ? null : <Skeleton className="h-80" />}
    </Page>
  );
}

function Missing({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={Inbox}
      title={t`This file request does not exist`}
      action={
        <Link to="/organizations/$organizationId/file-requests" params={{ organizationId }} className={buttonClasses()}>
          <Trans>Go to file requests</Trans>
        </Link>
      }
    >
      <Trans>It was deleted or belongs to another organization.</Trans>
    </EmptyState>
  );
}
