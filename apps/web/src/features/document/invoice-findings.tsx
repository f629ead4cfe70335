import { useQuery } from '@tanstack/react-query';
import { DateReason } from '../../components/date-reason';
import { invoiceFindingsOf, type DocumentIds } from './document.queries';

/** Which values were found in the document, and where, as long as no one has changed them. */
export function InvoiceFindings({
  path,
  definitions,
}: {
  path: DocumentIds;
  definitions: readonly { id: string; name: string }[];
}) {
  const { data: findings = [] } = useQuery(invoiceFindingsOf(path));
  if (findings.length === 0) return null;
  return (
    <ul className="-mt-2 flex flex-col gap-0.5 text-xs text-muted">
      {findings.map(({ propertyId, foundIn, line, excerpt, confidence }) => (
        <li key={propertyId} title={excerpt}>
          <bdi>{definitions.find(({ id }) => id === propertyId)?.name}</bdi>:{' '}
          <DateReason {...{ foundIn, line, confidence }} />
        </li>
      ))}
    </ul>
  );
}
