import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Correction } from './documents.queries';

interface DidYouMeanProps {
  correction: Correction;
  onQuery: (q: string) => void;
}

/** Offers a similar query, and says how many documents it finds. */
export function DidYouMean({ correction: { query, count }, onQuery }: DidYouMeanProps) {
  const suggestion = <SimilarQuery query={query} onQuery={onQuery} />;
  return (
    <Trans>
      Did you mean {suggestion} ({plural(count, { one: '# document', other: '# documents' })})?
    </Trans>
  );
}

/** Says that the list is that of a similar query, because the one that was typed finds nothing. */
export function ShownInstead({ q, correction: { query }, onQuery }: DidYouMeanProps & { q: string }) {
  const suggestion = <SimilarQuery query={query} onQuery={onQuery} />;
  return (
    <Trans>
      Nothing found for “{q}”. The list shows {suggestion} instead.
    </Trans>
  );
}

function SimilarQuery({ query, onQuery }: { query: string; onQuery: (q: string) => void }) {
  return (
    <button type="button" className="font-medium text-accent underline" dir="auto" onClick={() => onQuery(query)}>
      {query}
    </button>
  );
}
