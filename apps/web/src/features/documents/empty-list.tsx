import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Files, SearchX, Upload } from 'lucide-react';
import { Button } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { useRole } from '../session';
import { useUploads } from '../upload';
import { didYouMean } from './documents.queries';

/** No documents at all, or none that match, with what to do. */
export function EmptyList({
  organizationId,
  q,
  onQuery,
}: {
  organizationId: string;
  q: string;
  onQuery: (q: string) => void;
}) {
  const { t } = useLingui();
  const { canEdit } = useRole(organizationId);
  const uploads = useUploads();
  const { data: similar } = useQuery({ ...didYouMean(organizationId, q), enabled: q !== '' });
  if (q === '') {
    return (
      <EmptyState
        icon={Files}
        title={t`No documents yet`}
        action={
          canEdit ? (
            <Button kind="primary" onClick={() => uploads.open()}>
              <Upload aria-hidden size={16} />
              <Trans>Add documents</Trans>
            </Button>
          ) : undefined
        }
      >
        <Trans>Files that are added are read, and can then be found by every word in them.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title={t`Nothing found`}
      action={
        <Button onClick={() => onQuery('')}>
          <Trans>Show all documents</Trans>
        </Button>
      }
    >
      {typeof similar === 'string' ? (
        <p>
          <DidYouMean similar={similar} onQuery={onQuery} />
        </p>
      ) : (
        <Trans>Remove a filter, or search for fewer words.</Trans>
      )}
    </EmptyState>
  );
}

function DidYouMean({ similar, onQuery }: { similar: string; onQuery: (q: string) => void }) {
  const suggestion = (
    <button type="button" className="font-medium text-accent underline" dir="auto" onClick={() => onQuery(similar)}>
      {similar}
    </button>
  );
  return <Trans>Did you mean {suggestion}?</Trans>;
}
