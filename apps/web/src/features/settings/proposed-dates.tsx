import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { DateReason } from '../../components/date-reason';
import { Time } from '../../components/time';
import type { ProposedDatesView } from './document-dates.queries';

/** Documents with the date they have and the one they would get, and why. */
export function ProposedDates({
  organizationId,
  dates,
}: {
  organizationId: string;
  dates: ProposedDatesView['proposedDates'];
}) {
  const { t } = useLingui();
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-start text-sm">
        <caption className="sr-only">{t`Dates that would be set`}</caption>
        <thead>
          <tr className="text-xs text-muted">
            <th scope="col" className="p-1 text-start font-normal">
              <Trans>Document</Trans>
            </th>
            <th scope="col" className="p-1 text-start font-normal">
              <Trans>Now</Trans>
            </th>
            <th scope="col" className="p-1 text-start font-normal">
              <Trans>Then</Trans>
            </th>
            <th scope="col" className="p-1 text-start font-normal">
              <Trans>Reason</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {dates.map((date) => (
            <tr key={date.documentId} className="border-t border-line align-top">
              <th scope="row" className="max-w-64 p-1 text-start font-normal">
                <Link
                  to="/organizations/$organizationId/documents/$documentId"
                  params={{ organizationId, documentId: date.documentId }}
                  target="_blank"
                  dir="auto"
                  className="block min-h-[24px] truncate leading-[24px] text-accent underline-offset-2 hover:underline"
                >
                  {date.name}
                </Link>
              </th>
              <td className="whitespace-nowrap p-1">
                {date.documentDate === null ? '–' : <Time value={date.documentDate.slice(0, 10)} />}
              </td>
              <td className="whitespace-nowrap p-1">
                <Time value={date.proposedDay} />
              </td>
              <td className="p-1">
                <span className="block">
                  <DateReason {...date} />
                </span>
                <span className="block break-words text-xs text-muted" dir="auto">
                  {date.excerpt}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
