import { compound, u16, u32, wide } from './compound-files.js';

const CONTAINER = 0xf;
const KIND = { document: 1000, slide: 1006, notes: 1008, notesAtom: 1009, persist: 1011, list: 4080, comment: 12000 };
const TEXT = { wide: 4000, narrow: 4008, name: 4026 };

interface SlideContent {
  title: string;
  shapes?: readonly string[];
  comment?: { author: string; text: string };
  notes?: string;
}

export function record(kind: number, content: Buffer, head: number = 0): Buffer {
  return Buffer.concat([u16(head, kind), u32(content.length), content]);
}

export function container(kind: number, content: readonly Buffer[], instance: number = 0): Buffer {
  return record(kind, Buffer.concat(content), (instance << 4) | CONTAINER);
}

interface Oddities {
  /** Put into the first slide. */
  insideSlide?: Buffer;
  isEncrypted?: boolean;
  /** The edit names itself as the one before it. */
  isLooped?: boolean;
}

/** A file of PowerPoint 97. */
export function ppt(
  slides: readonly SlideContent[],
  { insideSlide = Buffer.alloc(0), isEncrypted = false, isLooped = false }: Oddities = {},
): Buffer {
  const records: Buffer[] = [];
  const places: number[] = [];
  let length = 0;
  const add = (bytes: Buffer): number => {
    records.push(bytes);
    length += bytes.length;
    return length - bytes.length;
  };
  const numbered = (bytes: Buffer): number => places.push(add(bytes));
  // An older version of the first slide, of which no directory knows.
  add(container(KIND.slide, [record(TEXT.wide, wide('outdated'))]));
  const slideList: Buffer[] = [];
  const notesList: Buffer[] = [];
  slides.forEach((slide, index) => {
    const id = 256 + index;
    const reference = numbered(slideRecord(slide, index === 0 ? insideSlide : Buffer.alloc(0)));
    slideList.push(record(KIND.persist, u32(reference, 0, 0, id, 0)), record(TEXT.wide, wide(slide.title)));
    if (slide.notes === undefined) return;
    const notes = [record(KIND.notesAtom, u32(id, 0)), record(TEXT.narrow, Buffer.from(slide.notes, 'latin1'))];
    notesList.push(record(KIND.persist, u32(numbered(container(KIND.notes, notes)), 0, 0, 512 + index, 0)));
  });
  const document = numbered(
    container(KIND.document, [container(KIND.list, slideList, 0), container(KIND.list, notesList, 2)]),
  );
  const directory = add(record(6002, Buffer.concat([u32(((places.length << 20) | 1) >>> 0), u32(...places)])));
  const edit = length;
  add(record(4085, u32(0, 0, isLooped ? edit : 0, directory, document, 0, 0)));
  const mark = isEncrypted ? 0xf3d1c4df : 0xe391c05f;
  const current = record(4086, u32(20, mark, edit, 0, 0));
  return compound({ 'PowerPoint Document': Buffer.concat(records), 'Current User': current });
}

function slideRecord({ shapes = [], comment }: SlideContent, inside: Buffer): Buffer {
  const texts = shapes.map((shape) => container(0xf00d, [record(TEXT.wide, wide(shape))]));
  const strings =
    comment === undefined
      ? []
      : [
          container(KIND.comment, [
            record(TEXT.name, wide(comment.author), 0 << 4),
            record(TEXT.name, wide(comment.text), 1 << 4),
          ]),
        ];
  return container(KIND.slide, [...texts, record(TEXT.name, wide('___PPT10')), ...strings, inside]);
}
