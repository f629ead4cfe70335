import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Inbox, Plus, ShieldAlert } from 'lucide-react';
import { buttonClasses } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { Skeleton } from '../../components/skeleton';
import { Time } from '../../components/time';
import { useKeys } from '../../lib/keyboard';
import { useRole } from '../session';
import { fileRequests, type FileRequest } from './file-requests.queries';
import { StateBadge } from './state-badge';

export function FileRequestsPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { role, canEdit } = useRole(organizationId);
  const navigate = useNavigate();
  const list = useQuery({ ...fileRequests(organizationId), enabled: canEdit });
  const create = { to: '/organizations/$organizationId/file-requests/create', params: { organizationId } } as const;
  useKeys(
    canEdit
      ? [{ keys: 'n', label: t`New file request`, group: t`File requests`, run: () => void navigate(create) }]
      : [],
  );
  return (
    <Page
      title={t`File requests`}
      description={t`Links that let people without an account send you files. They cannot see your documents.`}
      actions={
        canEdit ? (
          <Link {...create} className={buttonClasses({ kind: 'primary' })}>
            <Plus aria-hidden size={16} />
            <Trans>New file request</Trans>
          </Link>
        ) : undefined
      }
    >
      {role !== undefined && !canEdit ? <NotForViewers /> : null}
      <QueryList
        label={t`File requests`}
        query={list}
        placeholder={canEdit ? <Skeleton className="h-43" /> : null}
        empty={
          <EmptyState icon={Inbox} title={t`No file requests`}>
            <Trans>Create one to collect receipts or letters, for example. Senders need no account.</Trans>
          </EmptyState>
        }
      >
        {(each) => <FileRequestRow key={each.id} organizationId={organizationId} request={each} />}
      </QueryList>
    </Page>
  );
}

export function NotForViewers() {
  const { t } = useLingui();
  return (
    <EmptyState icon={ShieldAlert} title={t`Viewers cannot see file requests`}>
      <Trans>Ask a member, an admin or the owner.</Trans>
    </EmptyState>
  );
}

function FileRequestRow({ organizationId, request }: { organizationId: string; request: FileRequest }) {
  const { t } = useLingui();
  const { id: fileRequestId, title, url, filesCount, lastReceivedAt, expiresAt, isPasswordProtected } = request;
  return (
    <li className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-48">
        <Link
          to="/organizations/$organizationId/file-requests/$fileRequestId"
          params={{ organizationId, fileRequestId }}
          className="font-medium wrap-anywhere after:absolute after:inset-0"
        >
          <bdi>{title}</bdi>
        </Link>
        <p className="text-xs text-muted">
          {expiresAt === null ? (
            <Trans>No expiry date</Trans>
          ) : (
            <Trans>
              Until <Time value={expiresAt} />
            </Trans>
          )}
          {isPasswordProtected ? <> · {t`With a password`}</> : null}
        </p>
      </div>
      <p className="text-xs text-muted">
        {t`${plural(filesCount, { one: '# file', other: '# files' })}`}
        {lastReceivedAt === null ? null : (
          <>
            , <Time value={lastReceivedAt} form="ago" />
          </>
        )}
      </p>
      <StateBadge request={request} />
      <div className="relative">
        <CopyButton text={url} label={t`Copy link of ${title}`} />
      </div>
    </li>
  );
}
