import type { ZipEntry } from '@archivolt/plugin-kit';
import { posix } from 'node:path';
import { attribute, scanXml } from './xml-scanner.js';

export interface Relation {
  id: string;
  /** Last word of its type: `slide`, `notesSlide`, `officeDocument`. */
  kind: string;
  /** Name of the part it points to. */
  target: string;
}

/** The parts of one of the newer Office files, and how they refer to each other. */
export class PackageParts {
  private readonly parts: ReadonlyMap<string, ZipEntry>;

  constructor(entries: readonly ZipEntry[]) {
    this.parts = new Map(entries.map((entry) => [entry.name.replace(/^\//, ''), entry]));
  }

  /** Its XML; empty when there is no such part. */
  text(name: string): string {
    const bytes = this.bytes(name);
    return bytes === undefined ? '' : decodeXmlFile(bytes);
  }

  /** A part is one entry of the archive, or several that follow each other. */
  bytes(name: string): Buffer | undefined {
    const entry = this.parts.get(name);
    if (entry !== undefined) return entry.unpack();
    const pieces: Buffer[] = [];
    for (let number = 0; ; number += 1) {
      const piece = this.parts.get(`${name}/[${number}].piece`) ?? this.parts.get(`${name}/[${number}].last.piece`);
      if (piece === undefined) return pieces.length === 0 ? undefined : Buffer.concat(pieces);
      pieces.push(piece.unpack());
    }
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  /** Names that match, in the order of their numbers. */
  matching(pattern: RegExp): string[] {
    const byNumber = new Intl.Collator('en', { numeric: true });
    return [...this.parts.keys()].filter((name) => pattern.test(name)).sort(byNumber.compare);
  }

  /** What a part refers to; the package itself is the part `''`. */
  relations(name: string): Relation[] {
    const folder = posix.dirname(name);
    const relations: Relation[] = [];
    for (const token of scanXml(this.text(posix.join(folder, '_rels', `${posix.basename(name)}.rels`)))) {
      if (token.kind !== 'open') continue;
      const target = attribute(token.attributes, 'Target') ?? '';
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      const kind = attribute(token.attributes, 'Type')?.replace(/^.*\//, '') ?? '';
      relations.push({ id: attribute(token.attributes, 'Id') ?? '', kind, target: path });
    }
    return relations;
  }

  /** The part that holds the document. */
  main(): string | undefined {
    return this.relations('').find(({ kind, target }) => kind === 'officeDocument' && this.has(target))?.target;
  }
}

/** XML in UTF-16 begins with a mark. */
function decodeXmlFile(bytes: Buffer): string {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  const encoding = { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }[mark];
  return encoding === undefined ? bytes.toString('utf8') : new TextDecoder(encoding).decode(bytes);
}

export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
