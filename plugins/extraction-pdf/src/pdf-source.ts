import { closeSync, openSync, readSync } from 'node:fs';

/** The bytes of a PDF, of which pdfium reads pieces. */
export interface PdfSource {
  size: number;
  /** Writes a piece into `target`; false when it cannot be read. */
  read(target: Uint8Array, start: number, length: number, position: number): boolean;
  close(): void;
}

/** A file that is a PDF, or becomes one with something before and after it. `start`: where in the file it begins. */
export function pdfSource(
  path: string,
  size: number,
  { before, after }: Wrapping = NOTHING,
  start: number = 0,
): PdfSource {
  const file = openSync(path, 'r');
  const end = before.length + size;
  return {
    size: end + after.length,
    read: (target, into, length, position) => {
      for (let done = 0; done < length;) {
        const at = position + done;
        const rest = { from: into + done, length: length - done };
        const count =
          at < before.length
            ? copy(before, at, target, rest)
            : at < end
              ? readSync(file, target, rest.from, Math.min(rest.length, end - at), start + at - before.length)
              : copy(after, at - end, target, rest);
        if (count === 0) return false;
        done += count;
      }
      return true;
    },
    close: () => closeSync(file),
  };
}

export interface Wrapping {
  before: Uint8Array;
  after: Uint8Array;
}

const NOTHING: Wrapping = { before: new Uint8Array(), after: new Uint8Array() };

function copy(source: Uint8Array, at: number, target: Uint8Array, to: { from: number; length: number }): number {
  const piece = source.subarray(at, at + to.length);
  target.set(piece, to.from);
  return piece.length;
}
