import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guideBlocks } from './guide-blocks.js';

/** A piece of code of a guide and where it goes, as the first line of its block says. */
export interface Snippet {
  /** Where it is in the guide, for messages. */
  place: string;
  file: string;
  /** `after`, `before` and `instead-of` name a line by a part of it, which only that line has. */
  position: 'after' | 'before' | 'before-last' | 'instead-of' | 'end' | 'new-file' | 'whole-file';
  line: string;
  code: string;
}

const POSITIONS = ['after', 'before', 'before-last', 'instead-of'] as const;
const AT = ['end', 'whole-file'] as const;

/** Every block of TypeScript that is not an `excerpt`, in order. Throws for one that does not name its place. */
export function snippetsOf(guide: string, text: string): Snippet[] {
  const blocks = guideBlocks(text).filter(({ language, words }) => language === 'ts' && !words.has('excerpt'));
  return blocks.map(({ attributes, code }): Snippet => {
    const place = `${guide}, the block that begins with "${code.trim().split('\n')[0] ?? ''}"`;
    const file = attributes.get('file');
    if (file === undefined) throw new Error(`${place}: say where it goes, as in \`\`\`ts file=libs/a.ts after="text"`);
    const byLine = POSITIONS.find((name) => attributes.has(name));
    const position = byLine ?? AT.find((name) => name === attributes.get('at')) ?? 'new-file';
    return { place, file, position, line: attributes.get(position) ?? '', code };
  });
}

/** Puts a snippet into its file below `root`. Throws when the place does not exist, or is not the only one. */
export function applySnippet(root: string, { place, file, position, line, code }: Snippet): void {
  const path = join(root, file);
  if (position === 'new-file') {
    if (existsSync(path)) throw new Error(`${place}: ${file} exists; say where in it the code goes`);
    mkdirSync(dirname(path), { recursive: true });
    return writeFileSync(path, code);
  }
  const text = readFileSync(path, 'utf8'); // also of a file that is replaced: it must exist
  if (position === 'whole-file') return writeFileSync(path, code);
  const lines = text.split('\n');
  const added = code.replace(/\n$/, '').split('\n');
  const at = position === 'end' ? lines.length - 1 : indexOf(lines, position, line);
  if (at === undefined) throw new Error(`${place}: ${file} has no line, or several lines, with ${line}`);
  lines.splice(position === 'after' ? at + 1 : at, position === 'instead-of' ? 1 : 0, ...added);
  writeFileSync(path, lines.join('\n'));
}

function indexOf(lines: readonly string[], position: Snippet['position'], text: string): number | undefined {
  const found = lines.flatMap((line, at) => (line.includes(text) ? [at] : []));
  if (position === 'before-last') return found.at(-1);
  return found.length === 1 ? found[0] : undefined;
}
