import { inflate, type ArchiveEntry } from './archive.js';

const DRAWINGS = /^(word|ppt|xl)\/(charts\/chart|diagrams\/data|drawings\/drawing)[^/]*\.xml$/;
const WORDS = /<(a:t|c:v)(?:\s[^>]*)?>([^<]*)</g;
const NAMED: Record<string, string> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/** Words in charts, diagrams and drawings of the newer Office formats, which the parser leaves out. */
export function drawingText(entries: readonly ArchiveEntry[]): string {
  const words = new Set<string>();
  for (const entry of entries) {
    if (!DRAWINGS.test(entry.name)) continue;
    for (const [, , text = ''] of inflate(entry).toString('utf8').matchAll(WORDS)) words.add(unescape(text));
  }
  return [...words].join('\n');
}

function unescape(text: string): string {
  return text.replaceAll(/&(amp|apos|gt|lt|quot);/g, (_, name: string) => NAMED[name] ?? '');
}
