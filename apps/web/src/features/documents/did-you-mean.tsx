import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Correction } from './documents.queries';

/** Offers a similar query, and says how many documents it finds. */
export function DidYouMean({
  correction: { query, count },
  onQuery,
}: {
  correction: Correction;
  onQuery: (q: string) => void;
}) {
  const suggestion = (
    <button type="button" className="font-medium text-accent underline" dir="auto" onClick={() => onQuery(query)}>
      {query}
    </button>
  );
  return (
    <Trans>
      Did you mean {suggestion} ({plural(count, { one: '# document', other: '# documents' })})?
    </Trans>
  );
}
