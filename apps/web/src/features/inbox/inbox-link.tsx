import { Plural, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ClipboardCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useCommands } from '../../lib/commands';
import { formatNumber } from '../../lib/format';
import { useKeys } from '../../lib/keyboard';
import { onEvent, type ArchivoltEvent } from '../../lib/live-events';
import { inboxCount, isInboxEnabled } from './inbox-count.queries';

/** Many files may come in one after the other. */
const GATHER_MS = 500;

/** The link to the inbox in the sidebar, with how many documents wait. Nothing where there is no inbox. */
export function InboxLink({ organizationId, className }: { organizationId: string; className: string }) {
  const { data: isEnabled = false } = useQuery(isInboxEnabled(organizationId));
  return isEnabled ? <PresentLink organizationId={organizationId} className={className} /> : null;
}

function PresentLink({ organizationId, className }: { organizationId: string; className: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { data: count = 0 } = useQuery(inboxCount(organizationId));
  useLiveInbox(organizationId);
  const label = t`Inbox`;
  const group = t`Go to`;
  const run = (): void => void navigate({ to: '/organizations/$organizationId/inbox', params: { organizationId } });
  useKeys([{ keys: 'g i', label, group, run }]);
  useCommands([{ id: 'g i', label, group, keys: 'g i', run }]);
  return (
    <Link to="/organizations/$organizationId/inbox" params={{ organizationId }} className={className}>
      <ClipboardCheck aria-hidden size={16} className="shrink-0 text-muted" />
      {label}
      {count === 0 ? null : (
        <span className="ms-auto rounded-chip bg-info-bg px-1.5 text-xs font-medium text-info">
          <span aria-hidden>{formatNumber(count)}</span>
          <span className="sr-only">
            <Plural value={count} one="# document" other="# documents" />
          </span>
        </span>
      )}
    </Link>
  );
}

/** What is in the inbox is loaded again when someone changes it. */
function useLiveInbox(organizationId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer = undefined;
      void queryClient.invalidateQueries({ queryKey: ['inbox', organizationId] });
    };
    const stop = onEvent((event) => {
      if (concernsInbox(event)) timer ??= setTimeout(refresh, GATHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [organizationId, queryClient]);
}

function concernsInbox(event: ArchivoltEvent): boolean {
  switch (event.type) {
    case 'document:created':
    case 'document:deleted':
    case 'document:restored':
      return true;
    case 'document:updated':
      return event.data.isInInbox !== undefined || event.data.name !== undefined;
    default:
      return false;
  }
}
