import type { PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
import rendererAddress from 'pdfjs-dist/build/pdf.renderer.min.mjs?url';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { basePath } from '../../lib/base-path';
import { ownScript } from '../../lib/own-scripts';
import type { PageSize } from './page-geometry';

/** Pictures inside of a PDF with more pixels are left out: a small file can hold one that takes minutes. */
const MOST_IMAGE_PIXELS = 40_000_000;
const MOST_CANVAS_BYTES = 64_000_000;
/** Only the sizes of so many pages are read before the first one is shown. */
const MOST_SIZES = 50;

export interface OpenPdf {
  pdf: PDFDocumentProxy;
  sizes: PageSize[];
  close: () => void;
}

/** Opens a PDF in a worker. Scripts and forms in the file are ignored. */
export async function openPdf(address: string, signal: AbortSignal): Promise<OpenPdf> {
  const { getDocument, GlobalWorkerOptions, PDFWorker: Worker_ } = await import('pdfjs-dist');
  const port = new Worker(ownScript(workerAddress), { type: 'module' });
  const renderer = new Worker(ownScript(rendererAddress), { type: 'module' });
  GlobalWorkerOptions.rendererPorts = [renderer];
  const worker: PDFWorker = Worker_.create({ port });
  const task = getDocument({
    ...{ url: address, withCredentials: true, worker },
    ...{
      cMapUrl: `${basePath}/pdfjs/cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${basePath}/pdfjs/standard_fonts/`,
    },
    ...{ wasmUrl: `${basePath}/pdfjs/wasm/`, iccUrl: `${basePath}/pdfjs/iccs/`, useSystemFonts: false },
    ...{ enableXfa: false, disableAutoFetch: true, stopAtErrors: false },
    ...{ maxImageSize: MOST_IMAGE_PIXELS, canvasMaxAreaInBytes: MOST_CANVAS_BYTES },
  });
  const close = (): void => {
    void task.destroy().catch(() => undefined);
    worker.destroy();
    port.terminate();
    renderer.terminate();
  };
  signal.addEventListener('abort', close, { once: true });
  try {
    const pdf = await task.promise;
    const first = await sizeOf(pdf, 1);
    const sizes = Array.from({ length: pdf.numPages }, () => first);
    const known = await Promise.all(
      Array.from({ length: Math.min(pdf.numPages, MOST_SIZES) }, (_, index) => sizeOf(pdf, index + 1)),
    );
    known.forEach((size, index) => (sizes[index] = size));
    return { pdf, sizes, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function sizeOf(pdf: PDFDocumentProxy, page: number): Promise<PageSize> {
  const { width, height } = (await pdf.getPage(page)).getViewport({ scale: 1 });
  return { width, height };
}
