import { useLingui } from '@lingui/react/macro';
import { useParams } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { lazyComponent } from '../../lib/lazy-component';
import { useKeys } from '../../lib/keyboard';
import { rememberDocument } from './recent-documents';

const PaletteDialog = lazyComponent(async () => (await import('./palette-dialog')).PaletteDialog);

/** Opens the palette by its key, and remembers which documents were opened. */
export function CommandPalette({
  organizationId,
  isOpen,
  onOpen,
}: {
  organizationId: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}) {
  const { t } = useLingui();
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
      run: () => onOpen(!isOpen),
    },
  ]);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <PaletteDialog organizationId={organizationId} onClose={() => onOpen(false)} />
    </Suspense>
  );
}
