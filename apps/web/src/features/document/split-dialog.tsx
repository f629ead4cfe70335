import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button';
import { Checkbox } from '../../components/checkbox';
import { Dialog } from '../../components/dialog';
import { ErrorPanel } from '../../components/error-panel';
import { formatNumber } from '../../lib/format';
import { TaskProgress } from '../task-progress';
import { refreshDocument, type ArchiveDocument, type DocumentIds } from './document.queries';
import { SplitPage } from './split-page';
import { partOfPage, partsOf, toggled } from './split-parts';
import { useSplit } from './split.queries';

/** Pages whose pictures are asked for at a time. */
const SHOWN_AT_ONCE = 24;
const MOST_PARTS = 200;

export interface SplitDialogProps {
  path: DocumentIds;
  document: ArchiveDocument;
  onClose: () => void;
}

/** Marks between the pages of a document, at which it becomes several. */
export function SplitDialog({ path, document, onClose }: SplitDialogProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const pagesCount = document.preview?.pagesCount ?? 0;
  const [shownCount, setShownCount] = useState(SHOWN_AT_ONCE);
  const [begins, setBegins] = useState<ReadonlySet<number>>(new Set());
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [keepOriginal, setKeepOriginal] = useState(false);
  const split = useSplit(path);
  const parts = partsOf({ pagesCount, begins, left });
  const isReady = parts.length >= 2 && parts.length <= MOST_PARTS;
  const count = plural(parts.length, { one: '# document', other: '# documents' });
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title={t`Split into documents`}
      description={<Trans>Mark the pages where a new document starts.</Trans>}
    >
      {split.data === undefined ? (
        <>
          <ol className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {Array.from({ length: Math.min(shownCount, pagesCount) }, (_, index) => (
              <SplitPage
                key={index + 1}
                {...{ path, page: index + 1 }}
                version={document.preview?.version ?? ''}
                part={partOfPage(parts, index + 1)}
                isFirst={index === 0}
                begins={begins.has(index + 1)}
                isLeft={left.has(index + 1)}
                onBegin={() => setBegins(toggled(begins, index + 1))}
                onLeave={() => setLeft(toggled(left, index + 1))}
              />
            ))}
          </ol>
          {shownCount < pagesCount ? (
            <Button className="self-center" onClick={() => setShownCount(shownCount + SHOWN_AT_ONCE)}>
              <Trans>Show more of the {formatNumber(pagesCount)} pages</Trans>
            </Button>
          ) : null}
          <Checkbox checked={keepOriginal} onChange={({ target }) => setKeepOriginal(target.checked)}>
            <Trans>Keep this document too, instead of moving it to trash</Trans>
          </Checkbox>
          {split.error ? <ErrorPanel error={split.error} /> : null}
          <div className="flex flex-wrap items-center justify-end gap-2">
            <p role="status" className="me-auto text-sm text-muted">
              {parts.length > MOST_PARTS ? t`A document can be split into at most ${MOST_PARTS}.` : count}
            </p>
            <Button onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              kind="primary"
              disabled={!isReady}
              isBusy={split.isPending}
              onClick={() => split.mutate({ parts, keepOriginal })}
            >
              <Trans>Split</Trans>
            </Button>
          </div>
        </>
      ) : (
        <>
          <TaskProgress
            organizationId={path.organizationId}
            taskId={split.data}
            label={t`Splitting document`}
            onCompleted={() => refreshDocument(queryClient, path)}
            outcome={() => t`Created: ${count}.`}
          />
          <Button className="self-end" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      )}
    </Dialog>
  );
}
