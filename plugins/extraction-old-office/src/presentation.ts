import { RefusedFile, type CompoundFile, type ExtractedPage } from '@archivolt/plugin-kit';
import { RECORD, recordAt, recordsIn, type PresentationRecord } from './presentation-records.js';

const IS_ENCRYPTED = 0xf3d1c4df;
const LISTS = { slides: 0, notes: 2 };
/** Numbers that each name a record: the record has its own kind, and its place is in a directory. */
type Places = ReadonlyMap<number, number>;

/** A slide or the notes of one, as the list of the document names them. */
interface ListedSlide {
  reference: number;
  id: number;
  /** The titles and lists of the slide: they are in the list, not in the slide. */
  texts: string[];
}

/** A page for each slide in the order of the show, with its comments and notes. */
export function presentationPages(file: CompoundFile, maxChars: number): ExtractedPage[] {
  const bytes = file.stream('PowerPoint Document');
  const current = file.stream('Current User');
  if (bytes === undefined) throw new RefusedFile('corrupt', 'The slides are missing.');
  if (file.has('EncryptedSummary') || (current !== undefined && hasEncryptionMark(current)))
    throw new RefusedFile('encrypted', 'The file is protected by a password.');
  const lastEdit = current !== undefined && current.length >= 20 ? current.readUInt32LE(16) : -1;
  const { places, document } = placesOf(bytes, lastEdit);
  const texts = document === undefined ? [] : new Slides(bytes, places, document).texts(maxChars);
  const found = texts.length > 0 ? texts : [textsInOrder(bytes)];
  return found.filter((text) => text !== '').map((text) => ({ text, source: 'text-layer' }));
}

function hasEncryptionMark(current: Buffer): boolean {
  return current.length >= 16 && current.readUInt32LE(12) === IS_ENCRYPTED;
}

/**
 * Where the newest version of each numbered record is. A file that was saved several times holds older versions, too: each
 * save adds a directory that names the one before it.
 */
function placesOf(bytes: Buffer, lastEdit: number): { places: Places; document?: PresentationRecord } {
  const places = new Map<number, number>();
  let document: PresentationRecord | undefined;
  let before = bytes.length;
  for (let at = lastEdit; at >= 0 && at < before;) {
    before = at;
    const edit = recordAt(bytes, at);
    if (edit?.kind !== RECORD.userEdit || edit.to - edit.from < 20) break;
    addPlaces(bytes, bytes.readUInt32LE(edit.from + 12), places);
    if (document === undefined) {
      const found = recordAt(bytes, places.get(bytes.readUInt32LE(edit.from + 16)) ?? -1);
      if (found?.kind === RECORD.document) document = found;
    }
    at = bytes.readUInt32LE(edit.from + 8) || -1;
  }
  return document === undefined ? { places } : { places, document };
}

/** Entries of a directory: a first number and a count in one word, then the places of as many records. */
function addPlaces(bytes: Buffer, directoryAt: number, places: Map<number, number>): void {
  const directory = recordAt(bytes, directoryAt);
  if (directory?.kind !== RECORD.persistDirectory) return;
  let { from: at } = directory;
  while (at + 4 <= directory.to) {
    const head = bytes.readUInt32LE(at);
    at += 4;
    const first = head & 0xfffff;
    for (let index = 0; index < head >>> 20 && at + 4 <= directory.to; index += 1, at += 4)
      if (!places.has(first + index)) places.set(first + index, bytes.readUInt32LE(at));
  }
}

/** The slides of one document, read once each. */
class Slides {
  /** Bytes of slides and notes that may still be read: no two overlap, so together they are not longer than the file. */
  #unread: number;

  constructor(
    private readonly bytes: Buffer,
    private readonly places: Places,
    private readonly document: PresentationRecord,
  ) {
    this.#unread = bytes.length;
  }

  texts(maxChars: number): string[] {
    const notes = this.#notesBySlide();
    const texts: string[] = [];
    let room = maxChars;
    for (const { id, reference, texts: titles } of this.#listed(LISTS.slides)) {
      if (room <= 0) break;
      const slide = this.#record(reference, RECORD.slide);
      const text = [...titles, ...this.#shown(slide), ...this.#shown(notes.get(id))].join('\n');
      room -= text.length;
      texts.push(text);
    }
    return texts.length === 0 ? [] : [...texts, this.#margins()];
  }

  /** Headers and footers of all slides. */
  #margins(): string {
    const margins = [...recordsIn(this.bytes, this.document, everyContainer)].filter(
      ({ kind }) => kind === RECORD.headersFooters,
    );
    return margins.flatMap((record) => strings(this.bytes, record)).join('\n');
  }

  #notesBySlide(): Map<number, PresentationRecord> {
    const notes = new Map<number, PresentationRecord>();
    for (const { reference } of this.#listed(LISTS.notes)) {
      const record = this.#record(reference, RECORD.notes);
      const first = record === undefined ? undefined : recordAt(this.bytes, record.from, record.to);
      if (record !== undefined && first?.kind === RECORD.notesAtom && first.to - first.from >= 4)
        notes.set(this.bytes.readUInt32LE(first.from), record);
    }
    return notes;
  }

  #listed(list: number): ListedSlide[] {
    const slides: ListedSlide[] = [];
    for (const { kind, instance, from, to } of recordsIn(this.bytes, this.document, everyContainer)) {
      if (kind !== RECORD.slideList || instance !== list) continue;
      for (const record of recordsIn(this.bytes, { from, to })) {
        if (record.kind === RECORD.slidePersistAtom && record.to - record.from >= 16)
          slides.push({
            reference: this.bytes.readUInt32LE(record.from),
            id: this.bytes.readUInt32LE(record.from + 12),
            texts: [],
          });
        else slides.at(-1)?.texts.push(...text(this.bytes, record));
      }
    }
    return slides;
  }

  #record(reference: number, kind: number): PresentationRecord | undefined {
    const record = recordAt(this.bytes, this.places.get(reference) ?? -1);
    return record?.kind === kind ? record : undefined;
  }

  #shown(record: PresentationRecord | undefined): string[] {
    if (record === undefined) return [];
    this.#unread -= record.to - record.from;
    return this.#unread < 0 ? [] : shownTexts(this.bytes, record);
  }
}

/** What a damaged file still has, in the order of the file. */
function textsInOrder(bytes: Buffer): string {
  const texts = shownTexts(bytes, { from: 0, to: bytes.length });
  if (texts.length === 0 && !hasKind(bytes, RECORD.document))
    throw new RefusedFile('unsupported', 'Presentations from before 1997 are not read.');
  return texts.join('\n');
}

function hasKind(bytes: Buffer, wanted: number): boolean {
  for (const { kind } of recordsIn(bytes, { from: 0, to: bytes.length })) if (kind === wanted) return true;
  return false;
}

/** Texts of shapes, comments with their authors, header and footer. Other strings are names that programs use. */
function shownTexts(bytes: Buffer, range: { from: number; to: number }): string[] {
  const texts: string[] = [];
  for (const record of recordsIn(bytes, range, hasStrings))
    texts.push(...(hasStrings(record) ? strings(bytes, record) : text(bytes, record)));
  return texts;
}

function hasStrings({ kind }: PresentationRecord): boolean {
  return kind === RECORD.comment || kind === RECORD.headersFooters || kind === RECORD.mainMaster;
}

function strings(bytes: Buffer, { kind, from, to }: PresentationRecord): string[] {
  // The master of slides says "Click to edit".
  if (kind === RECORD.mainMaster) return [];
  const texts: string[] = [];
  for (const record of recordsIn(bytes, { from, to }, everyContainer))
    if (record.kind === RECORD.string) texts.push(shown(bytes.toString('utf16le', record.from, record.to)));
  return texts;
}

function text(bytes: Buffer, { kind, from, to }: PresentationRecord): string[] {
  if (kind === RECORD.textChars) return shownOrNone(bytes.toString('utf16le', from, to));
  if (kind === RECORD.textBytes) return shownOrNone(bytes.toString('latin1', from, to));
  return [];
}

/** A star is where the number of the slide or the date goes. */
function shownOrNone(raw: string): string[] {
  const result = shown(raw);
  return result === '' || result === '*' ? [] : [result];
}

function shown(raw: string): string {
  return raw
    .replaceAll(/[\r\v]/g, '\n')
    .replaceAll('\0', '')
    .trim();
}

function everyContainer(): boolean {
  return true;
}
