import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { DocumentIds } from './document.queries';
import { splitOf } from './split.queries';

const MOST_NAMED = 5;

/** What a document in the trash was split into. */
export function SplitNotice({ path }: { path: DocumentIds }) {
  const { data } = useQuery(splitOf(path));
  const parts = data?.outcome === 'split' ? data.parts : [];
  if (parts.length === 0) return null;
  return (
    <>
      {' '}
      <Trans>Split into:</Trans>{' '}
      {parts.slice(0, MOST_NAMED).map(({ documentId, name }) => (
        <Link
          key={documentId}
          to="/organizations/$organizationId/documents/$documentId"
          params={{ organizationId: path.organizationId, documentId }}
          className="me-2 underline"
        >
          <bdi>{name}</bdi>
        </Link>
      ))}
      {parts.length > MOST_NAMED ? '…' : null}
    </>
  );
}
