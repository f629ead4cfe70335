import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Bookmark, ClipboardCheck } from 'lucide-react';
import { Page } from '../../components/page';
import { formatNumber, formatSize } from '../../lib/format';
import { inboxCount, isInboxEnabled } from '../inbox';
import { statistics } from '../settings';
import { allViews, viewCounts } from '../views';
import { DueSoon } from './due-soon';
import { RecentDocuments } from './recent-documents';

const TILE = 'flex items-center gap-3 rounded-menu border border-line bg-panel p-3 hover:bg-hover';

/** What a person looks at first: what waits, what came in last, and the way to the saved views. */
export function HomePage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  return (
    <Page title={t`Home`} description={<Totals organizationId={organizationId} />}>
      <WaitingInInbox organizationId={organizationId} />
      <DueSoon organizationId={organizationId} />
      <RecentDocuments organizationId={organizationId} />
      <SavedViews organizationId={organizationId} />
    </Page>
  );
}

function Totals({ organizationId }: { organizationId: string }) {
  const { data } = useQuery(statistics(organizationId));
  if (!data) return ' ';
  const { documentsCount, documentsSize } = data;
  const size = formatSize(documentsSize);
  return (
    <Trans>
      <Plural value={documentsCount} one="# document" other="# documents" />, {size}
    </Trans>
  );
}

function WaitingInInbox({ organizationId }: { organizationId: string }) {
  const { data: isEnabled = false } = useQuery(isInboxEnabled(organizationId));
  const { data: count = 0 } = useQuery({ ...inboxCount(organizationId), enabled: isEnabled });
  if (!isEnabled || count === 0) return null;
  return (
    <Link to="/organizations/$organizationId/inbox" params={{ organizationId }} className={TILE}>
      <ClipboardCheck aria-hidden size={20} className="shrink-0 text-accent" />
      <span className="font-medium">
        <Plural value={count} one="# document in the inbox" other="# documents in the inbox" />
      </span>
    </Link>
  );
}

function SavedViews({ organizationId }: { organizationId: string }) {
  const { data: views = [] } = useQuery(allViews(organizationId));
  const { data: counts } = useQuery({ ...viewCounts(organizationId), enabled: views.length > 0 });
  if (views.length === 0) return null;
  return (
    <section aria-labelledby="saved-views" className="flex flex-col gap-3">
      <h2 id="saved-views" className="text-lg font-semibold">
        <Trans>Saved views</Trans>
      </h2>
      <ul className="grid list-none gap-3 sm:grid-cols-3">
        {views.map(({ id, name }) => {
          const count = counts?.[id];
          return (
            <li key={id}>
              <Link
                to="/organizations/$organizationId/views/$documentViewId"
                params={{ organizationId, documentViewId: id }}
                className={TILE}
              >
                <Bookmark aria-hidden size={16} className="shrink-0 text-muted" />
                <span className="min-w-0 flex-1 truncate" dir="auto">
                  {name}
                </span>
                {count == null ? null : <span className="text-muted tabular-nums">{formatNumber(count)}</span>}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
