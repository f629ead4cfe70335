/** The kinds of codes that are looked for: each further one costs time and finds codes where there are none. */
export const BARCODE_FORMATS = ['Code128', 'DataMatrix', 'QRCode'] as const;
/** `PatchCode`: the bars on a Patch-T sheet, which have no text of their own. */
export const CODE_FORMATS = [...BARCODE_FORMATS, 'PatchCode'] as const;
export type CodeFormat = (typeof CODE_FORMATS)[number];

export interface FoundCode {
  /** Counted from 1. */
  page: number;
  format: CodeFormat;
  /** On one line, without control characters, of at most {@link LONGEST_CODE} characters. */
  text: string;
  /** The text of the code is longer. */
  isCut: boolean;
}

/** What stands for the bars on a Patch-T sheet: the text that other sheets have as a code. */
export const PATCH_T = 'PATCHT';

/** Characters. Numbers, names and addresses are shorter; a QR code has room for 4,000. */
export const LONGEST_CODE = 500;
export const MOST_CODES_OF_PAGE = 20;
const MOST_CODES = 2_000;
/** JSON in which each character is written as a number, and the names. */
export const MOST_CODE_BYTES = 4 * 1024 * 1024;

/** A code as it may leave the sandbox; `undefined` when nothing of its text is left. */
export function codeOf(page: number, format: CodeFormat, text: string): FoundCode | undefined {
  const clean = text.toWellFormed().replaceAll(CONTROL, ' ').trim();
  if (clean === '') return undefined;
  const shown = clean.slice(0, LONGEST_CODE).toWellFormed().trimEnd();
  return { page, format, text: shown, isCut: clean.length > LONGEST_CODE };
}

/** Control characters, and those that change the direction of what follows or are not seen. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** So much of the list as the parent reads. */
export function writeCodes(codes: readonly FoundCode[]): Buffer {
  let rest = codes.slice(0, MOST_CODES);
  let written = Buffer.from(JSON.stringify(rest));
  while (written.length > MOST_CODE_BYTES) {
    rest = rest.slice(0, Math.floor(rest.length / 2));
    written = Buffer.from(JSON.stringify(rest));
  }
  return written;
}

/** Reads the list that a child has written, which may be anything; `undefined` when it is none. */
export function readCodeList(bytes: Uint8Array, pages: number): FoundCode[] | undefined {
  const list = parse(bytes);
  if (!Array.isArray(list) || list.length > MOST_CODES) return undefined;
  const codes = list.map((value) => foundCode(value, pages)).filter((code) => code !== undefined);
  return codes.length === list.length ? codes : undefined;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}

function foundCode(value: unknown, pages: number): FoundCode | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { page, format, text, isCut } = value as Partial<Record<keyof FoundCode, unknown>>;
  if (!Number.isSafeInteger(page) || (page as number) < 1 || (page as number) > pages) return undefined;
  if (!isFormat(format) || typeof text !== 'string' || typeof isCut !== 'boolean') return undefined;
  const clean = codeOf(page as number, format, text);
  return clean?.text === text ? { ...clean, isCut } : undefined;
}

function isFormat(value: unknown): value is CodeFormat {
  return (CODE_FORMATS as readonly unknown[]).includes(value);
}
