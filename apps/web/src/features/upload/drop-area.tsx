import { Trans } from '@lingui/react/macro';
import { Upload } from 'lucide-react';
import { useDrop } from '../../lib/use-drop';
import { useUploads } from './use-uploads';

/** The whole window, while files are dragged over it. */
export function DropArea() {
  const { add } = useUploads();
  const isOver = useDrop(add);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-50 grid place-items-center bg-panel/90 p-6">
      <p className="flex items-center gap-3 rounded-dialog border-2 border-dashed border-accent bg-raised px-8 py-6 text-lg font-semibold text-accent">
        <Upload aria-hidden size={24} />
        <Trans>Drop files or folders to add them</Trans>
      </p>
    </div>
  );
}
