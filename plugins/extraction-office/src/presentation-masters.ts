import { joinLines } from './lines.js';
import { localName, type PackageParts } from './package-parts.js';
import { scanXml } from './xml-scanner.js';

/** The text that masters and layouts show on the slides, each once: a name of a company, a warning. */
export function masterText(parts: PackageParts, slides: readonly string[]): string {
  const layouts = related(parts, slides, 'slideLayout');
  const texts = [...related(parts, layouts, 'slideMaster'), ...layouts].flatMap((name) => shownTexts(parts.text(name)));
  return [...new Set(texts)].join('\n');
}

function related(parts: PackageParts, names: readonly string[], kind: string): string[] {
  const targets = names.flatMap((name) => parts.relations(name).filter((relation) => relation.kind === kind));
  return [...new Set(targets.map(({ target }) => target))];
}

/** Texts of shapes. That of a placeholder says what to write there, and is shown in the editor only. */
function shownTexts(xml: string): string[] {
  const texts: string[] = [];
  let parts: string[] = [];
  let isWord = false;
  let isPlaceholder = false;
  for (const token of scanXml(xml)) {
    if (token.kind === 'text') {
      if (isWord) parts.push(token.text);
      continue;
    }
    const name = localName(token.name);
    if (name === 't') isWord = token.kind === 'open' && !token.isEmpty;
    else if (name === 'ph') isPlaceholder = true;
    else if (name === 'p' && token.kind === 'close') parts.push('\n');
    else if (name === 'sp') {
      if (token.kind === 'close' && !isPlaceholder) texts.push(joinLines(parts));
      parts = [];
      isPlaceholder = false;
    }
  }
  return texts.filter((text) => text !== '');
}
