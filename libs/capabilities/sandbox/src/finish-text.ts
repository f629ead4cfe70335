import { normalizeText } from '@archivolt/plugin-kit';

/** The text of a document as it is stored. */
export interface FinishedText {
  text: string;
  pages: number;
  truncated: boolean;
}

/**
 * Joins pages by form feeds and makes the text storable: composed characters, no NUL, no half characters, not longer
 * than `maxChars`.
 */
export function finishText(pages: readonly { text: string }[], maxChars: number): FinishedText {
  const parts: string[] = [];
  let length = 0;
  let truncated = false;
  for (const page of pages) {
    const room = maxChars - length - (parts.length > 0 ? 1 : 0);
    if (room <= 0) {
      truncated = true;
      break;
    }
    const raw = page.text.length > room ? page.text.slice(0, room) : page.text;
    const clean = normalizeText(raw.toWellFormed().replaceAll('\0', '').replaceAll('\f', '\n'), 'NFC').trimEnd();
    const part = clean.length > room ? clean.slice(0, room).toWellFormed() : clean;
    truncated ||= page.text.length > room || clean.length > room;
    length += part.length + (parts.length > 0 ? 1 : 0);
    parts.push(part);
  }
  const text = parts.join('\f');
  return { text: text.trim() === '' ? '' : text, pages: parts.length, truncated };
}
