import { useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import { useKeys } from '../../lib/keyboard';
import { rememberDocument } from './recent-documents';

const PaletteDialog = lazyComponent(async () => (await import('./palette-dialog')).PaletteDialog);

/** Opens the palette by its key, and remembers which documents were opened. */
export function CommandPalette({ organizationId }: { organizationId: string }) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const { documentId } = useParams({ strict: false });
  useEffect(() => {
    if (documentId !== undefined) rememberDocument(organizationId, documentId);
  }, [organizationId, documentId]);
  useKeys([
    {
      keys: '$mod+K',
      label: t`Command menu`,
      group: t`Everywhere`,
      inFields: true,
      run: () => setIsOpen((present) => !present),
    },
  ]);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog organizationId={organizationId} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
