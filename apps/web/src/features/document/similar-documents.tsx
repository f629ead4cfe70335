import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { Badge } from '../../components/badge';
import { similarTo, type DocumentIds } from './document.queries';

/** Asked for once the page is drawn, so that nothing of it waits for a search. */
const PAUSE_MS = 300;

/** The documents most like this one. Nothing is shown when there are none. */
export function SimilarDocuments({ path, updatedAt }: { path: DocumentIds; updatedAt: string }) {
  const heading = useId();
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDrawn(true), PAUSE_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data: documents = [] } = useQuery({ ...similarTo(path, updatedAt), enabled: isDrawn, retry: false });
  if (documents.length === 0) return null;
  const { organizationId, documentId } = path;
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-2 border-t border-line pt-3 text-xs">
      <h2 id={heading} className="text-muted">
        <Trans>Similar documents</Trans>
      </h2>
      <ul className="flex flex-col">
        {documents.map(({ id, name, isNearDuplicate }) => (
          <li key={id} className="flex min-w-0 items-center gap-2">
            <Link
              to="/organizations/$organizationId/documents/$documentId"
              params={{ organizationId, documentId: id }}
              dir="auto"
              className="block min-h-[24px] min-w-0 truncate leading-[24px] text-accent underline-offset-2 hover:underline"
            >
              {name}
            </Link>
            {isNearDuplicate ? (
              <Badge kind="warn">
                <Trans>almost identical</Trans>
              </Badge>
            ) : null}
          </li>
        ))}
      </ul>
      <Link
        to="/organizations/$organizationId/documents"
        params={{ organizationId }}
        search={{ q: `similar:${documentId}` }}
        className="self-start underline"
      >
        <Trans>Show all similar documents</Trans>
      </Link>
    </section>
  );
}
