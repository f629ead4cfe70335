import { Trans } from '@lingui/react/macro';
import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { droppedFiles, wasMeant } from '../../lib/incoming-files';
import { useUploads } from './use-uploads';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** The whole window, while files are dragged over it. */
export function DropArea() {
  const { add } = useUploads();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const onOver = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setIsOver(false); // out of the window
    };
    const onDrop = (event: DragEvent): void => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      setIsOver(false);
      void droppedFiles(event.dataTransfer).then((files) => add(files.filter(wasMeant)));
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [add]);
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
