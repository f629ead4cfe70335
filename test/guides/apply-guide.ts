import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A piece of code of a guide and where it goes, as the first line of its block says. */
export interface Snippet {
  /** Where it is in the guide, for messages. */
  place: string;
  file: string;
  /** `after`, `before` and `instead-of` name a line by a part of it, which only that line has. */
  position: 'after' | 'before' | 'before-last' | 'instead-of' | 'end' | 'new-file';
  line: string;
  code: string;
}

const BLOCK = /^```ts((?: [^\n]*)?)\n(.*?)^```$/gms;
const ATTRIBUTE = /(?<= )([a-z-]+)=(?:"([^"]*)"|(\S+))/g;
const POSITIONS = ['after', 'before', 'before-last', 'instead-of'] as const;

/** Every block of TypeScript, in order. Throws for one that does not say where it goes. */
export function snippetsOf(guide: string, text: string): Snippet[] {
  return Array.from(text.matchAll(BLOCK), ([, info = '', code = '']): Snippet => {
    const place = `${guide}, the block that begins with "${code.trim().split('\n')[0] ?? ''}"`;
    const attributes = new Map(
      Array.from(info.matchAll(ATTRIBUTE), ([, name = '', quoted, word]) => [name, quoted ?? word ?? '']),
    );
    const file = attributes.get('file');
    if (file === undefined) throw new Error(`${place}: say where it goes, as in \`\`\`ts file=libs/a.ts after="text"`);
    const byLine = POSITIONS.find((name) => attributes.has(name));
    const position = byLine ?? (attributes.get('at') === 'end' ? 'end' : 'new-file');
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
  const lines = readFileSync(path, 'utf8').split('\n');
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
