import { Plural } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../lib/format';
import { intakeFailuresCount } from './failures-count.queries';

/** How many files and mails were not taken, next to a link. Nothing when there are none. */
export function FailuresBadge({ organizationId }: { organizationId: string }) {
  const { data: count = 0 } = useQuery(intakeFailuresCount(organizationId));
  if (count === 0) return null;
  return (
    <span className="ms-1 rounded-chip bg-warn-bg px-1.5 text-xs font-medium text-warn">
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="sr-only">
        <Plural value={count} one="# was rejected" other="# were rejected" />
      </span>
    </span>
  );
}
