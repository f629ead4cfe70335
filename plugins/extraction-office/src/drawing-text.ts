import { localName, type PackageParts } from './package-parts.js';
import { scanXml } from './xml-scanner.js';

const DRAWINGS = /^(word|ppt|xl)\/(charts\/chart|diagrams\/data|drawings\/drawing)[^/]*\.xml$/;
const WORDS = new Set(['t', 'v']);

/** Words in charts, diagrams and drawings, each once: data series repeat their labels. */
export function drawingText(parts: PackageParts): string {
  const words = new Set<string>();
  for (const name of parts.matching(DRAWINGS)) {
    let isWord = false;
    for (const token of scanXml(parts.text(name))) {
      if (token.kind !== 'text') isWord = token.kind === 'open' && !token.isEmpty && WORDS.has(localName(token.name));
      else if (isWord) words.add(token.text);
    }
  }
  return [...words].join('\n');
}
