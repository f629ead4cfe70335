import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { BellRing, CalendarCheck } from 'lucide-react';
import { useState } from 'react';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { Page } from '../../components/page';
import { NextPageButton } from '../../components/query-list';
import { SkeletonRows } from '../../components/skeleton';
import { useRole } from '../session';
import { grouped, keyOf, today, type Group } from './agenda';
import { AgendaRow } from './agenda-row';
import { agendaEntries } from './agenda.queries';
import { useAgendaKeys } from './use-agenda-keys';
import { useEntryActions } from './use-entry-actions';

/** What comes due, by day. */
export function AgendaPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { canEdit } = useRole(organizationId);
  const [present] = useState(() => today());
  const query = useInfiniteQuery(agendaEntries(organizationId, present));
  const actions = useEntryActions(organizationId, present);
  const entries = query.data?.pages.flatMap((page) => page.entries);
  const isComplete = query.data?.pages.every((page) => page.isComplete) ?? true;
  useAgendaKeys({ entries: entries ?? [], canEdit, actions });
  const titles: Record<Group, string> = {
    overdue: t`Overdue`,
    today: t`Today`,
    week: t`Next seven days`,
    later: t`Later`,
  };
  return (
    <Page
      title={t`Agenda`}
      description={t`What is due, from a year back to a year ahead.`}
      actions={
        <Link
          to="/organizations/$organizationId/agenda/reminders"
          params={{ organizationId }}
          className={buttonClasses()}
        >
          <BellRing aria-hidden size={16} />
          <Trans>Reminders and calendar</Trans>
        </Link>
      }
    >
      {query.error ? <ErrorPanel error={query.error} onRetry={() => void query.refetch()} /> : null}
      {entries || query.error ? null : <SkeletonRows count={4} className="h-14" />}
      {isComplete ? null : (
        <p className="text-sm text-muted">
          <Trans>A reminder matches too many documents. Some entries are missing.</Trans>
        </p>
      )}
      {entries?.length === 0 ? (
        <EmptyState icon={CalendarCheck} title={t`Nothing due`}>
          <Trans>Reminders show documents here by their dates, such as a week before an invoice is due.</Trans>
        </EmptyState>
      ) : null}
      {grouped(entries ?? [], present).map(({ group, entries: each }) => (
        <section key={group} aria-labelledby={`agenda-${group}`} className="flex flex-col gap-2">
          <h2 id={`agenda-${group}`} className="text-lg font-semibold">
            {titles[group]}
          </h2>
          <ul className="flex flex-col divide-y divide-line rounded-menu border border-line">
            {each.map((entry) => (
              <AgendaRow key={keyOf(entry)} {...{ organizationId, entry, canEdit, actions }} />
            ))}
          </ul>
        </section>
      ))}
      <NextPageButton query={query}>
        <Trans>Show more</Trans>
      </NextPageButton>
    </Page>
  );
}
