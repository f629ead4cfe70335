import { useLingui } from '@lingui/react/macro';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '../../lib/class-names';
import type { PageImageProps } from './page-source';
import { canvasScale } from './page-geometry';

/** While a person zooms, the old picture is stretched; so long after the last step a new one is drawn. */
const SETTLE_MS = 120;

export interface PdfPageProps extends PageImageProps {
  pdf: PDFDocumentProxy;
  onDrawn: () => void;
  onFailed: () => void;
}

/** A page that pdf.js draws. */
export function PdfPage({ pdf, page, size, isPaperDark, isThumbnail = false, onDrawn, onFailed }: PdfPageProps) {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const present = useRef({ size, onDrawn, onFailed });
  present.current = { size, onDrawn, onFailed };
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    const draw = async (): Promise<void> => {
      const proxy = await pdf.getPage(page);
      if (isOver) return;
      const natural = proxy.getViewport({ scale: 1 });
      const { size: shown } = present.current;
      const scale = (shown.width / natural.width) * canvasScale(shown, window.devicePixelRatio);
      const viewport = proxy.getViewport({ scale });
      const canvas = document.createElement('canvas');
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      canvas.className = 'absolute inset-0 size-full';
      const task = proxy.render({ canvas, viewport });
      stop = () => task.cancel();
      await task.promise;
      if (isStopped()) return;
      place.current?.replaceChildren(canvas);
      setIsDrawn(true);
      present.current.onDrawn();
    };
    const isStopped = (): boolean => isOver;
    const timer = setTimeout(
      () => {
        draw().catch((error: unknown) => {
          if (!isOver && (error as Error).name !== 'RenderingCancelledException') present.current.onFailed();
        });
      },
      place.current?.firstChild || isThumbnail ? SETTLE_MS : 0,
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [pdf, page, size.width, isThumbnail]);
  return (
    <div
      ref={place}
      {...(isThumbnail ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t`Page ${page}` })}
      data-drawn={isDrawn || undefined}
      className={classNames('absolute inset-0 bg-white', isPaperDark && 'dark-paper')}
    />
  );
}
