import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ErrorPanel } from '../../components/error-panel';
import { Skeleton } from '../../components/skeleton';
import { formatNumber } from '../../lib/format';
import { askable, isFilledIn, type Conditions } from './rules';
import { rulePreview } from './rules.queries';

const PAUSE_MS = 250;

/** Which documents a rule is for, while its conditions are edited. */
export function RulePreview({ organizationId, conditions }: { organizationId: string; conditions: Conditions }) {
  const { t } = useLingui();
  const asked = useSettled(askable(conditions));
  const { data, error, isPlaceholderData, refetch } = useQuery(rulePreview(organizationId, asked));
  const isOpen = !conditions.conditions.every(isFilledIn);
  return (
    <section aria-label={t`Documents that match`} className="rounded-menu border border-line bg-panel p-3 text-sm">
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-5 w-48" /> : null}
      {data ? (
        <div className={isPlaceholderData ? 'text-muted' : undefined} aria-busy={isPlaceholderData}>
          <p role="status" className="font-medium">
            {data.isComplete ? (
              <Plural
                value={data.documentsCount}
                _0="Matches no document that is here now"
                one="Matches # document that is here now"
                other="Matches # documents that are here now"
              />
            ) : (
              <Trans>Matches at least {formatNumber(data.documentsCount)} existing documents</Trans>
            )}
          </p>
          {asked.conditions.length === 0 && isOpen ? (
            <p className="text-muted">
              <Trans>All documents, because no condition is filled in yet.</Trans>
            </p>
          ) : null}
          {data.documents.length > 0 ? (
            <ul className="mt-2 flex flex-col">
              {data.documents.map(({ id, name }) => (
                <li key={id} className="flex min-w-0">
                  <Link
                    to="/organizations/$organizationId/documents/$documentId"
                    params={{ organizationId, documentId: id }}
                    target="_blank"
                    dir="auto"
                    className="block min-h-[24px] max-w-full truncate leading-[24px] text-accent underline-offset-2 hover:underline"
                  >
                    {name}
                  </Link>
                </li>
              ))}
              {data.documentsCount > data.documents.length ? (
                <li className="text-muted">
                  <Trans>and {formatNumber(data.documentsCount - data.documents.length)} more</Trans>
                </li>
              ) : null}
            </ul>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

/** The conditions once nothing was typed for a moment. */
function useSettled(conditions: Conditions): Conditions {
  const [settled, setSettled] = useState(conditions);
  const text = JSON.stringify(conditions);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Conditions), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
