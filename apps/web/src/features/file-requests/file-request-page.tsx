import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { isStatus } from '../../lib/errors';
import { useRole } from '../session';
import { DeleteFileRequest } from './delete-file-request';
import { EditFileRequest } from './edit-file-request';
import { EnabledSwitch } from './enabled-switch';
import { NotForViewers } from './file-requests-page';
import { fileRequest } from './file-requests.queries';
import { LinkCard } from './link-card';
import { ReceivedFiles } from './received-files';
import { StateBadge } from './state-badge';

export function FileRequestPage() {
  const { t } = useLingui();
  const address = useParams({ from: '/signed-in/organizations/$organizationId/file-requests/$fileRequestId' });
  const { role, canEdit } = useRole(address.organizationId);
  const { data: request, error, refetch } = useQuery({ ...fileRequest(address), enabled: canEdit });
  const isMissing = isStatus(error, 404);
  return (
    <Page
      title={request?.title ?? t`File request`}
      actions={
        request ? (
          <>
            <StateBadge request={request} />
            <EnabledSwitch address={address} isEnabled={request.isEnabled} />
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
          <DeleteFileRequest address={address} title={request.title} />
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
          <Trans>To the file requests</Trans>
        </Link>
      }
    >
      <Trans>It was deleted, or belongs to another organization.</Trans>
    </EmptyState>
  );
}
