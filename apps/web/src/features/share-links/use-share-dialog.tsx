import { useState, type ReactNode } from 'react';
import { ShareDialog } from './lazy-share-dialog';
import type { DocumentAddress } from './share-links.queries';

/** Opens the links of a document over its page; `dialog` belongs somewhere on it. */
export function useShareDialog(
  path: DocumentAddress,
  { name, isDeleted }: { name: string; isDeleted: boolean },
): { share: () => void; dialog: ReactNode } {
  const [isOpen, setIsOpen] = useState(false);
  return {
    share: () => setIsOpen(true),
    dialog: isOpen ? <ShareDialog {...{ path, name, isDeleted }} onClose={() => setIsOpen(false)} /> : null,
  };
}
