import { useEffect, useRef, useState } from 'react';
import { droppedFiles, wasMeant } from './incoming-files';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** Takes files and folders that are dropped on the page. True while they are held over it. */
export function useDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const present = useRef(onFiles);
  present.current = onFiles;
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
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
      void droppedFiles(event.dataTransfer).then((files) => present.current(files.filter(wasMeant)));
    };
    window.addEventListener('dragover', onOver, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    window.addEventListener('drop', onDrop, { signal });
    return () => stop.abort();
  }, []);
  return isOver;
}
