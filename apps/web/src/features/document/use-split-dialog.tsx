import { Suspense, useState, type ReactNode } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import type { ArchiveDocument, DocumentIds } from './document.queries';

const SplitDialog = lazyComponent(async () => (await import('./split-dialog')).SplitDialog);

/** Opens the marks between the pages; `split` is undefined for what has not several pages of a PDF. */
export function useSplitDialog(
  path: DocumentIds,
  document: ArchiveDocument,
): { split: (() => void) | undefined; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  const isPdf = document.mimeType === 'application/pdf' && (document.preview?.pagesCount ?? 0) > 1;
  return {
    split: isPdf && !document.isDeleted ? () => setIsOpen(true) : undefined,
    dialog: isOpen ? (
      <Suspense>
        <SplitDialog {...{ path, document }} onClose={() => setIsOpen(false)} />
      </Suspense>
    ) : null,
  };
}
