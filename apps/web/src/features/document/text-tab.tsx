import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Button } from '../../components/button';
import { CopyButton } from '../../components/copy-button';
import { TextView, type HitsState } from '../viewer';
import { updatedFields } from './document';
import { activityOf, type ArchiveDocument, type DocumentIds } from './document.queries';
import { TextEditor } from './text-editor';

/** The text that was read, which searches look at. */
export function TextTab({
  path,
  document,
  hits,
  canEdit,
  isEditing,
  onEditing,
}: {
  path: DocumentIds;
  document: ArchiveDocument;
  hits: HitsState;
  canEdit: boolean;
  isEditing: boolean;
  onEditing: (isEditing: boolean) => void;
}) {
  const { t } = useLingui();
  const editor = useTextEditor(path);
  const text = document.content ?? '';
  if (isEditing) return <TextEditor path={path} document={document} onClose={() => onEditing(false)} />;
  return (
    <div className="flex h-full min-h-0 flex-col gap-2">
      <div className="flex items-center gap-1">
        {canEdit ? (
          <Button size="small" onClick={() => onEditing(true)}>
            <Pencil aria-hidden size={14} />
            <Trans>Edit text</Trans>
          </Button>
        ) : null}
        {text === '' ? null : <CopyButton text={text} label={t`Copy text`} />}
      </div>
      {editor === undefined ? null : (
        <p className="rounded-control bg-info-bg px-2 py-1 text-xs text-info" dir="auto">
          {editor === '' ? (
            <Trans>The extracted text was replaced by hand.</Trans>
          ) : (
            t`The extracted text was replaced by ${editor}.`
          )}
        </p>
      )}
      {document.isContentFullyIndexed ? null : (
        <p className="text-xs text-warn">
          <Trans>This text is very long. Words that only appear near its end do not find it.</Trans>
        </p>
      )}
      {text === '' ? (
        <p className="text-sm text-muted">
          {document.extraction.status === 'completed'
            ? (document.extraction.reason ?? t`No text was found in this file.`)
            : t`The file is being read.`}
        </p>
      ) : (
        <TextView text={text} hits={hits.hits} currentHit={hits.current} step={hits.step} className="text-sm" />
      )}
    </div>
  );
}

/** Who wrote the present text instead of the plugin; undefined: the newest entries name no user. */
function useTextEditor(path: DocumentIds): string | undefined {
  const { data } = useInfiniteQuery(activityOf(path));
  const last = data?.pages
    .flatMap(({ activities }) => activities)
    .find(({ event, eventData }) => event === 'updated' && updatedFields(eventData).includes('content'));
  return last === undefined || last.userId === null ? undefined : (last.user?.name ?? '');
}
