import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button';
import { formatDate } from '../../lib/format';
import { today } from '../agenda';
import { dueSoon } from './home.queries';

/** What is overdue or due within two weeks. Nothing where there is none. */
export function DueSoon({ organizationId }: { organizationId: string }) {
  const present = today();
  const { data: entries = [] } = useQuery(dueSoon(organizationId, present));
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="due-soon" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h2 id="due-soon" className="text-lg font-semibold">
          <Trans>Due soon</Trans>
        </h2>
        <Link to="/organizations/$organizationId/agenda" params={{ organizationId }} className={buttonClasses()}>
          <Trans>Go to agenda</Trans>
        </Link>
      </div>
      <ul className="flex list-none flex-col divide-y divide-line rounded-menu border border-line">
        {entries.map(({ day, sourceDay, document, reminder }) => (
          <li
            key={`${reminder.id} ${document.id} ${sourceDay}`}
            className="flex flex-wrap items-center gap-x-4 px-3 py-2"
          >
            <time dateTime={day} className={day < present ? 'w-28 text-danger tabular-nums' : 'w-28 tabular-nums'}>
              {formatDate(day)}
            </time>
            <Link
              to="/organizations/$organizationId/documents/$documentId"
              params={{ organizationId, documentId: document.id }}
              className="min-w-0 flex-1 truncate font-medium hover:underline"
            >
              <bdi>{document.name}</bdi>
            </Link>
            <span className="text-xs text-muted">
              <bdi>{reminder.name}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
