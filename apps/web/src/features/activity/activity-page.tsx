import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { EmptyState } from '../../components/empty-state';
import { ErrorPanel } from '../../components/error-panel';
import { NextPageButton } from '../../components/query-list';
import { Page } from '../../components/page';
import { SelectField } from '../../components/select-field';
import { Skeleton } from '../../components/skeleton';
import { formatDate } from '../../lib/format';
import { byDay, isKind, KINDS, namesOfKind, namesOfPages, type Kind } from './activity';
import { ActivityRow } from './activity-row';
import { activity } from './activity.queries';
import { EVENT_NAMES } from './sentences';

const KIND_NAMES: Record<Kind, MessageDescriptor> = {
  documents: msg`Documents`,
  tags: msg`Tags`,
  properties: msg`Properties`,
  views: msg`Views`,
  agenda: msg`Agenda`,
  retention: msg`Retention rules`,
  requests: msg`File requests`,
  members: msg`Members`,
  organization: msg`Organization`,
  intake: msg`Intake`,
  webhooks: msg`Webhooks`,
};

const ROUTE = '/signed-in/organizations/$organizationId/activity';

export function ActivityPage() {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const { organizationId } = useParams({ from: ROUTE });
  const { kind: wanted } = useSearch({ from: ROUTE });
  const kind = isKind(wanted) ? wanted : undefined;
  const log = useInfiniteQuery(activity(organizationId, namesOfKind(EVENT_NAMES, kind)));
  const pages = log.data?.pages ?? [];
  const events = pages.flatMap((page) => page.events);
  const names = namesOfPages(pages);
  return (
    <Page
      title={t`Activity`}
      actions={
        <SelectField
          label={t`Show`}
          isLabelHidden
          value={kind ?? ''}
          onChange={({ target: { value } }) =>
            void navigate({
              to: '/organizations/$organizationId/activity',
              params: { organizationId },
              search: isKind(value) ? { kind: value } : {},
              replace: true,
            })
          }
          options={[
            { value: '', label: t`Everything` },
            ...(Object.keys(KINDS) as Kind[]).map((each) => ({ value: each, label: i18n._(KIND_NAMES[each]) })),
          ]}
        />
      }
    >
      {log.error ? <ErrorPanel error={log.error} onRetry={() => void log.refetch()} /> : null}
      {log.data && events.length === 0 && !log.hasNextPage ? (
        <EmptyState icon={Activity} title={t`Nothing has happened yet`}>
          <Trans>What members, programs and the server do, latest first.</Trans>
        </EmptyState>
      ) : null}
      {byDay(events).map((day) => (
        <section key={day.date} className="flex flex-col gap-1">
          <h2 className="sticky top-0 bg-bg py-1 text-sm font-semibold text-muted">{formatDate(day.date)}</h2>
          <ul className="flex flex-col">
            {day.events.map((event) => (
              <ActivityRow key={event.id} organizationId={organizationId} event={event} names={names} />
            ))}
          </ul>
        </section>
      ))}
      {log.data || log.error ? null : <Skeleton className="h-96" />}
      <NextPageButton query={log}>
        <Trans>Show older</Trans>
      </NextPageButton>
    </Page>
  );
}
