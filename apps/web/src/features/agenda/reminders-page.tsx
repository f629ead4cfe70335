import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { BellRing, Plus } from 'lucide-react';
import { Badge } from '../../components/badge';
import { buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { Page } from '../../components/page';
import { QueryList } from '../../components/query-list';
import { SkeletonRows } from '../../components/skeleton';
import { allProperties } from '../../lib/all-properties.queries';
import { useKeys } from '../../lib/keyboard';
import { useRole } from '../session';
import { reminders } from './agenda.queries';
import { FeedCard } from './feed-card';
import { useReminderWords } from './reminder-words';

/** The reminders of the organization, and the calendar of the person. */
export function RemindersPage() {
  const { t } = useLingui();
  const { organizationId } = useParams({ from: '/signed-in/organizations/$organizationId' });
  const { canEdit } = useRole(organizationId);
  const navigate = useNavigate();
  const list = useQuery(reminders(organizationId));
  const { data: properties } = useQuery(allProperties(organizationId));
  const wordsOf = useReminderWords(properties);
  const create = { to: '/organizations/$organizationId/agenda/reminders/create', params: { organizationId } } as const;
  useKeys(
    canEdit ? [{ keys: 'n', label: t`New reminder`, group: t`Reminders`, run: () => void navigate(create) }] : [],
  );
  return (
    <Page
      title={t`Reminders`}
      description={t`Put documents on the agenda by their dates.`}
      actions={
        <>
          <Link to="/organizations/$organizationId/agenda" params={{ organizationId }} className={buttonClasses()}>
            <Trans>Go to agenda</Trans>
          </Link>
          {canEdit ? (
            <Link {...create} className={buttonClasses({ kind: 'primary' })}>
              <Plus aria-hidden size={16} />
              <Trans>New reminder</Trans>
            </Link>
          ) : null}
        </>
      }
    >
      <QueryList
        label={t`Reminders`}
        query={list}
        placeholder={<SkeletonRows count={3} className="h-14" />}
        empty={
          <EmptyState icon={BellRing} title={t`No reminders yet`}>
            <Trans>For example, a week before invoices are due, or ten years after the upload.</Trans>
          </EmptyState>
        }
      >
        {(reminder) => (
          <li
            key={reminder.id}
            className="relative flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 hover:bg-hover"
          >
            <div className="min-w-0 flex-1 basis-48">
              <Link
                to="/organizations/$organizationId/agenda/reminders/$reminderId"
                params={{ organizationId, reminderId: reminder.id }}
                className="font-medium wrap-anywhere after:absolute after:inset-0"
              >
                <bdi>{reminder.name}</bdi>
              </Link>
              <p className="text-xs text-muted">
                {wordsOf(reminder)}
                {reminder.query === '' ? null : (
                  <>
                    {' '}
                    · <bdi>{reminder.query}</bdi>
                  </>
                )}
              </p>
            </div>
            {reminder.sendsMail ? <Badge>{t`With e-mail`}</Badge> : null}
            {reminder.isEnabled ? null : <Badge>{t`Off`}</Badge>}
          </li>
        )}
      </QueryList>
      <FeedCard organizationId={organizationId} />
    </Page>
  );
}
