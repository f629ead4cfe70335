import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { TextField } from '../../components/text-field';
import { formatNumber } from '../../lib/format';
import { TaskProgress } from '../task-progress';
import { MergeList, type MergedDocument } from './merge-list';
import { useMerge } from './merge.queries';
import { moved } from './moved';

const MOST = 50;
const LONGEST_NAME = 255;

export interface MergeDialogProps {
  organizationId: string;
  documents: readonly MergedDocument[];
  onClose: () => void;
  /** Called once, when there is the new document. */
  onMerged: () => void;
}

/** Makes one document of several, in an order that is chosen here. */
export function MergeDialog({ organizationId, documents, onClose, onMerged }: MergeDialogProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [items, setItems] = useState(documents);
  const [name, setName] = useState(() => (documents[0]?.document?.name ?? '').replace(/\.[a-z0-9]{1,5}$/i, ''));
  const [trashOriginals, setTrashOriginals] = useState(false);
  const [said, setSaid] = useState('');
  const merge = useMerge(organizationId);
  const others = items.filter(({ document }) => document !== undefined && !isMergeable(document.mimeType));
  const isReady = items.length >= 2 && items.length <= MOST && others.length === 0 && name.trim() !== '';
  const move = (from: number, to: number): void => {
    const place = Math.min(Math.max(to, 0), items.length - 1);
    if (place === from) return;
    setItems(moved(items, from, place));
    const what = items[from]?.document?.name ?? '';
    setSaid(t`“${what}” moved to place ${formatNumber(place + 1)} of ${formatNumber(items.length)}.`);
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isReady) merge.mutate({ documentIds: items.map(({ id }) => id), name: name.trim(), trashOriginals });
  };
  const finish = (): void => {
    for (const resource of ['documents', 'trash', 'tags', 'views'])
      void queryClient.invalidateQueries({ queryKey: [resource, organizationId] });
  };
  const close = (): void => {
    if (merge.data !== undefined) onMerged();
    onClose();
  };
  return (
    <Dialog
      isOpen
      isWide
      onClose={close}
      title={t`Merge into one document`}
      description={<Trans>The pages become one new PDF, in this order. A picture becomes a page.</Trans>}
    >
      {merge.data === undefined ? (
        <form onSubmit={submit} className="flex flex-col gap-4">
          <TextField
            label={t`Name`}
            required
            maxLength={LONGEST_NAME}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <MergeList
            items={items}
            onMove={move}
            onRemove={(index) => setItems(items.filter((_, each) => each !== index))}
          />
          <p role="status" className="text-sm text-muted">
            {items.length > MOST
              ? t`At most ${formatNumber(MOST)} documents can be merged.`
              : others.length > 0
                ? t`Only PDFs and pictures can be merged. Take the others out of the list.`
                : said !== ''
                  ? said
                  : plural(items.length, { one: '# document', other: '# documents' })}
          </p>
          <Checkbox checked={trashOriginals} onChange={({ target }) => setTrashOriginals(target.checked)}>
            <Trans>Move the originals to trash</Trans>
          </Checkbox>
          {merge.error ? <ErrorPanel error={merge.error} /> : null}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" kind="primary" disabled={!isReady} isBusy={merge.isPending}>
              <Trans>Merge</Trans>
            </Button>
          </div>
        </form>
      ) : (
        <>
          <TaskProgress
            organizationId={organizationId}
            taskId={merge.data}
            label={t`Merging documents`}
            onCompleted={finish}
            outcome={({ documentId }) => (
              <Trans>
                The new document is in the list.{' '}
                <Link
                  to="/organizations/$organizationId/documents/$documentId"
                  params={{ organizationId, documentId: String(documentId) }}
                  className="underline"
                >
                  Open it
                </Link>
              </Trans>
            )}
          />
          <Button className="self-end" onClick={close}>
            <Trans>Close</Trans>
          </Button>
        </>
      )}
    </Dialog>
  );
}

export const isMergeable = (mimeType: string): boolean =>
  mimeType === 'application/pdf' || mimeType.startsWith('image/');
