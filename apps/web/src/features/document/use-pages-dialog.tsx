import { Suspense, useState, type ReactNode } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import type { ArchiveDocument, DocumentIds } from './document.queries';

const PagesDialog = lazyComponent(async () => (await import('./pages-dialog')).PagesDialog);

/** Opens the pages for changes; `editPages` is undefined for what is no PDF, or whose pages are not known yet. */
export function usePagesDialog(
  path: DocumentIds,
  document: ArchiveDocument,
): { editPages: (() => void) | undefined; dialog: ReactNode } {
  const [opened, setOpened] = useState<ArchiveDocument>();
  const isPdf = document.mimeType === 'application/pdf' && (document.preview?.pagesCount ?? 0) > 0;
  return {
    editPages: isPdf && !document.isDeleted ? () => setOpened(document) : undefined,
    // The document as it was opened: someone else may change its file meanwhile.
    dialog: opened ? (
      <Suspense>
        <PagesDialog {...{ path, document: opened }} onClose={() => setOpened(undefined)} />
      </Suspense>
    ) : null,
  };
}
