import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { Skeleton } from '../../components/skeleton';
import { useRole } from '../session';
import { ConfirmAll } from './confirm-all';
import { isInboxEnabled } from './inbox-count.queries';
import { InboxList } from './inbox-list';
import { TriagedDocument } from './triaged-document';
import { TriageBar } from './triage-bar';
import { useInbox, type InboxState } from './use-inbox';

/** New documents, one after the other, until each is confirmed. */
export function InboxPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { data: isEnabled } = useQuery(isInboxEnabled(organizationId));
  const inbox = useInbox(organizationId);
  const { current, documents, isLoading, error } = inbox;
  if (current) return <Triage organizationId={organizationId} inbox={inbox} currentId={current.id} />;
  if (error || isLoading)
    return (
      <Page title={t`Inbox`}>
        {error ? <ErrorPanel error={error} onRetry={inbox.retry} /> : <Skeleton className="h-[70dvh] w-full" />}
      </Page>
    );
  return (
    <Page title={t`Inbox`}>
      {documents.length > 0 ? null : isEnabled === false ? (
        <EmptyState
          drawing="inbox"
          title={t`Inbox off`}
          action={
            <Link to="/organizations/$organizationId/settings" params={{ organizationId }} className={buttonClasses()}>
              <Trans>Go to settings</Trans>
            </Link>
          }
        >
          <Trans>When it is on, new documents stay here until someone confirms them.</Trans>
        </EmptyState>
      ) : (
        <EmptyState
          drawing="inbox"
          title={t`Nothing is waiting`}
          action={
            <Link to="/organizations/$organizationId/documents" params={{ organizationId }} className={buttonClasses()}>
              <Trans>Go to documents</Trans>
            </Link>
          }
        >
          <Trans>All documents are confirmed. New ones appear here automatically.</Trans>
        </EmptyState>
      )}
    </Page>
  );
}

function Triage({
  organizationId,
  inbox,
  currentId,
}: {
  organizationId: string;
  inbox: InboxState;
  currentId: string;
}) {
  const { t } = useLingui();
  const { canEdit } = useRole(organizationId);
  const { current, count, index } = inbox;
  const name = current?.name ?? '';
  const position = index + 1;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <TriageBar organizationId={organizationId} inbox={inbox} canEdit={canEdit} />
      <p role="status" className="sr-only">
        {t`“${name}”, ${position} of ${count}`}
      </p>
      <div className="flex min-h-0 flex-1">
        <aside
          aria-label={t`Documents in the inbox`}
          className="hidden w-56 shrink-0 flex-col border-e border-line bg-panel xl:flex"
        >
          <InboxList {...inbox} />
          {canEdit ? <ConfirmAll organizationId={organizationId} count={count} /> : null}
        </aside>
        <TriagedDocument key={currentId} path={{ organizationId, documentId: currentId }} inbox={inbox} />
      </div>
    </div>
  );
}
