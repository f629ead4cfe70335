import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Names } from './activity';

export function Person({ id, names }: { id: string | null; names: Names }) {
  const name = id === null ? undefined : names.users.get(id);
  if (name === undefined || name === '') return <Trans>a former user</Trans>;
  return <bdi className="font-medium">{name}</bdi>;
}

export const Named = ({ name }: { name: string }) => (
  <bdi className="font-medium break-words whitespace-pre-wrap">{name}</bdi>
);

/** A link, as long as the document exists. */
export function DocumentName({
  organizationId,
  documentId,
  names,
  name: givenName,
}: {
  organizationId: string;
  documentId: string;
  names: Names;
  /** As it was called then, for one that is gone. */
  name?: string;
}) {
  const document = names.documents.get(documentId);
  if (!document) {
    return givenName === undefined ? (
      <Trans>a document that was deleted permanently</Trans>
    ) : (
      <Named name={givenName} />
    );
  }
  return (
    <Link
      to="/organizations/$organizationId/documents/$documentId"
      params={{ organizationId, documentId }}
      className="font-medium text-accent hover:underline"
    >
      <bdi>{document.name}</bdi>
    </Link>
  );
}
