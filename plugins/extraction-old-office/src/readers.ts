import {
  CompoundFile,
  isCompound,
  RefusedFile,
  type AttachedFile,
  type ExtractedPage,
  type ExtractionLimits,
} from '@archivolt/plugin-kit';

export interface Reading {
  pages: ExtractedPage[];
  warnings: string[];
  attachments?: AsyncIterable<AttachedFile>;
}
type Reader = (bytes: Buffer, limits: ExtractionLimits) => Promise<Reading>;

/** Reads files of each type. The modules are loaded when they are needed: the one for workbooks is large. */
export const READERS: Readonly<Record<string, Reader>> = {
  'application/msword': async (bytes, { maxChars }) => {
    const { wordDocumentPages } = await import('./word-document.js');
    return readCompound(bytes, (file) => wordDocumentPages(file, maxChars));
  },
  'application/vnd.ms-excel': async (bytes, { maxChars }) => {
    const { workbookPages } = await import('./workbook.js');
    if (isWorkbookStream(bytes)) return { pages: workbookPages(bytes, undefined, maxChars), warnings: [] };
    return readCompound(bytes, (file) => workbookPages(bytes, file, maxChars));
  },
  'application/vnd.ms-excel.sheet.binary.macroenabled.12': async (bytes, limits) => {
    const { binaryWorkbookPages } = await import('./workbook.js');
    if (isCompound(bytes)) throw new RefusedFile('encrypted', 'The file is protected by a password.');
    return { pages: binaryWorkbookPages(bytes, limits), warnings: [] };
  },
  'application/vnd.ms-outlook': async (bytes, limits) => {
    const { messageAttachments, messagePages } = await import('./message.js');
    const file = new CompoundFile(bytes);
    return { ...readOpened(file, () => messagePages(file, limits)), attachments: messageAttachments(file, limits) };
  },
  'application/vnd.ms-powerpoint': async (bytes, { maxChars }) => {
    const { presentationPages } = await import('./presentation.js');
    return readCompound(bytes, (file) => presentationPages(file, maxChars));
  },
};

function readCompound(bytes: Buffer, read: (file: CompoundFile) => ExtractedPage[]): Reading {
  return readOpened(new CompoundFile(bytes), read);
}

function readOpened(file: CompoundFile, read: (file: CompoundFile) => ExtractedPage[]): Reading {
  if (file.has('EncryptedPackage')) throw new RefusedFile('encrypted', 'The file is protected by a password.');
  const pages = read(file);
  return { pages, warnings: file.isCutOff ? ['The end of the file is missing.'] : [] };
}

/** True for what Excel 2 to 4 wrote: the first record says that a workbook begins. */
function isWorkbookStream(bytes: Buffer): boolean {
  return bytes[0] === 0x09 && [0, 2, 4].includes(bytes[1] ?? -1) && (bytes[2] ?? 0) < 0x10 && bytes[3] === 0;
}
