import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { Button, buttonClasses } from '../../components/button';
import { EmptyState } from '../../components/empty-state';
import { useRole } from '../session';
import { useUploads } from '../upload';
import type { QueryNoteView } from './documents.queries';
import { removeCondition } from './query-edit';

const IN_TRASH = { field: 'in', value: 'trash' };

/** No documents at all, or none that match, with what to do. */
export function EmptyList({
  organizationId,
  q,
  notes,
  onQuery,
}: {
  organizationId: string;
  q: string;
  notes: readonly QueryNoteView[];
  onQuery: (q: string) => void;
}) {
  const { t } = useLingui();
  const { canEdit } = useRole(organizationId);
  const uploads = useUploads();
  if (q === '') {
    return (
      <EmptyState
        drawing="documents"
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
        <Trans>Every file you add is read, so you can find it by any word in it.</Trans>
      </EmptyState>
    );
  }
  if (notes.some(({ code }) => code === 'trash-not-searched')) {
    const name = removeCondition(q, IN_TRASH).replaceAll('"', '');
    return (
      <EmptyState
        drawing="trash"
        title={t`The trash has a search of its own`}
        action={
          <Link
            to="/organizations/$organizationId/deleted"
            params={{ organizationId }}
            search={name === '' ? {} : { q: name }}
            className={buttonClasses({ kind: 'primary' })}
          >
            {name === '' ? <Trans>Open trash</Trans> : <Trans>Search trash for “{name}”</Trans>}
          </Link>
        }
      >
        <Trans>It searches the trash by document name.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="search"
      title={t`Nothing found`}
      action={
        <Button onClick={() => onQuery('')}>
          <Trans>Show all documents</Trans>
        </Button>
      }
    >
      <Trans>Remove a filter, or search for fewer words.</Trans>
    </EmptyState>
  );
}
