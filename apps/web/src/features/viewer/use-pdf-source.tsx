import { useEffect, useMemo, useRef, useState } from 'react';
import { openPdf, type OpenPdf } from './open-pdf';
import type { PageImageProps, PageSource } from './page-source';
import { PdfPage } from './pdf-page';

/** A first page that takes longer is shown as a picture of the server. */
const LONGEST_MS = 5_000;

/** The pages of the file at an address, drawn by pdf.js. `onFailed`: it cannot, or not in time. */
export function usePdfSource(address: string, isWanted: boolean, onFailed: () => void): PageSource | undefined {
  const [open, setOpen] = useState<OpenPdf>();
  const failed = useRef(onFailed);
  failed.current = onFailed;
  const overdue = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    let opened: OpenPdf | undefined;
    overdue.current = setTimeout(() => failed.current(), LONGEST_MS);
    openPdf(address, controller.signal)
      .then((result) => {
        opened = result;
        setOpen(result);
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        console.warn('The PDF is shown as pictures, because it could not be opened here.', error);
        failed.current();
      });
    return () => {
      clearTimeout(overdue.current);
      controller.abort();
      opened?.close();
      setOpen(undefined);
    };
  }, [address, isWanted]);
  return useMemo(() => {
    if (!open) return undefined;
    const { pdf, sizes } = open;
    const onDrawn = (): void => clearTimeout(overdue.current);
    function PageOfPdf(props: PageImageProps) {
      return <PdfPage {...props} pdf={pdf} onDrawn={onDrawn} onFailed={() => failed.current()} />;
    }
    return { sizes, PageImage: PageOfPdf };
  }, [open]);
}
