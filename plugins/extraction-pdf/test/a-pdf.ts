/** One page of a PDF made by hand; sizes in points, on a page of 595 x 842 by default. */
export interface PageDraft {
  /** Operators of the page; `/F1` is Helvetica, `/F2` a font that does not say which letters it shows, `/F3` one that says `meanings`, `/Im` the picture. */
  drawing: string;
  picture?:
    | { jpeg: Buffer; width: number; height: number; isColoured?: boolean }
    | { declared: { width: number; height: number } };
  annotations?: (string | ShownAnnotation)[];
  /** What the font `/F3` says that its letters are. All of them are half as wide as high. */
  meanings?: Readonly<Record<string, string>>;
  size?: [width: number, height: number];
  /** The part of the page that viewers show. */
  crop?: [left: number, bottom: number, right: number, top: number];
  /** Degrees clockwise by which viewers turn the page. */
  rotate?: 90 | 180 | 270;
  /** What the page has from the tree of pages, which takes it from the first page that says so. */
  inherited?: ('MediaBox' | 'Resources')[];
  /** Further entries of the page. */
  more?: string;
}

export interface ShownAnnotation {
  body: string;
  /** Text of the appearance, which is what viewers show. */
  shows?: string;
  /** A file that `body` ends in. */
  pins?: { name: string; content: string };
}

/** A packet of an XFA form, as it is or compressed. */
export type XfaPacket = string | { deflated: Buffer };

export function textLines(lines: readonly string[], options: TextOptions = {}): string {
  const { size = 12, hidden = false, font = 'F1' } = options;
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join(' ');
  return `BT ${hidden ? '3 Tr ' : ''}/${font} ${size} Tf ${size * 1.4} TL 50 780 Td ${shown} ET`;
}

interface TextOptions {
  size?: number;
  hidden?: boolean;
  font?: 'F1' | 'F2' | 'F3';
}

export const pictureOver = (x: number, y: number, width: number, height: number): string =>
  `q ${width} 0 0 ${height} ${x} ${y} cm /Im Do Q`;

/** A PDF of these pages. Text fields among the annotations make it a form. */
export function aPdf(...pages: readonly PageDraft[]): Buffer {
  return makePdf(pages, {});
}

/** A PDF with an XFA form, and the page for viewers that know no XFA. */
export function anXfaForm(xfa: Record<string, XfaPacket>, page: PageDraft): Buffer {
  return makePdf([page], { xfa });
}

/** A PDF in which these files are embedded, by name. */
export function aPdfWithFiles(files: Readonly<Record<string, Buffer>>, ...pages: readonly PageDraft[]): Buffer {
  return makePdf(pages, { files });
}

/** The body of an annotation that is a file. */
export const pinnedFile = (name: string, content: string): ShownAnnotation => ({
  body: '/Subtype /FileAttachment /FS',
  pins: { name, content },
});

interface Extras {
  xfa?: Record<string, XfaPacket>;
  files?: Readonly<Record<string, Buffer>>;
}

function makePdf(pages: readonly PageDraft[], { xfa = {}, files = {} }: Extras): Buffer {
  const objects: Buffer[] = [];
  const add = (body: Buffer | string): number =>
    objects.push(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const glyph = add(stream('', '500 0 d0 100 0 300 500 re f'));
  const unmapped = add(unmappedFont(glyph));
  const addFile = (name: string, content: Buffer): number => {
    const file = add(stream('/Type /EmbeddedFile', content));
    return add(`<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${file} 0 R >> >>`);
  };
  const fields: number[] = [];
  const drafts = pages.map((page) => {
    const content = add(stream('', page.drawing));
    const picture = page.picture && add(stream(...pictureParts(page.picture)));
    const annotations = (page.annotations ?? []).map((draft, index) => {
      const { body, shows, pins }: ShownAnnotation = typeof draft === 'string' ? { body: draft } : draft;
      const appearance = shows === undefined ? '' : `/AP << /N ${add(stream(...appearanceParts(shows, font)))} 0 R >>`;
      const bottom = 50 + (index % 20) * 30;
      const file = pins === undefined ? '' : `${addFile(pins.name, Buffer.from(pins.content))} 0 R`;
      const number = add(`<< /Type /Annot /Rect [50 ${bottom} 200 ${bottom + 30}] ${body} ${file} ${appearance} >>`);
      if (body.includes('/Widget')) fields.push(number);
      return number;
    });
    const mapped = page.meanings && add(unmappedFont(glyph, add(stream('', toUnicode(page.meanings)))));
    return { page, content, picture, annotations, mapped };
  });
  const parent = objects.length + pages.length + 1;
  const inherited: { MediaBox?: string; Resources?: string } = {};
  const references = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(' ');
  const kids = drafts.map(({ page, content, picture, annotations, mapped }) => {
    const [width, height] = page.size ?? [595, 842];
    const crop = page.crop === undefined ? '' : `/CropBox [${page.crop.join(' ')}]`;
    const xObject = picture === undefined ? '' : `/XObject << /Im ${picture} 0 R >>`;
    const inheritable = {
      MediaBox: `/MediaBox [0 0 ${width} ${height}]`,
      Resources: `/Resources << /Font << /F1 ${font} 0 R /F2 ${unmapped} 0 R ${mapped === undefined ? '' : `/F3 ${mapped} 0 R`} >> ${xObject} >>`,
    };
    for (const key of page.inherited ?? []) {
      inherited[key] ??= inheritable[key];
      inheritable[key] = '';
    }
    return add(
      `<< /Type /Page /Parent ${parent} 0 R ${inheritable.MediaBox} ${crop} /Contents ${content} 0 R /Rotate ${page.rotate ?? 0} ` +
        `${inheritable.Resources} ${page.more ?? ''} /Annots [${references(annotations)}] >>`,
    );
  });
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${references(kids)}] ${Object.values(inherited).join(' ')} >>`);
  const packets = Object.entries(xfa).map(([name, packet]) => {
    const [filter, data] = typeof packet === 'string' ? ['', Buffer.from(packet)] : ['/FlateDecode', packet.deflated];
    return `(${name}) ${add(stream(filter && `/Filter ${filter}`, data))} 0 R`;
  });
  const dynamic = packets.length === 0 ? '' : '/NeedsRendering true';
  const form =
    fields.length + packets.length === 0
      ? ''
      : `/AcroForm << /Fields [${references(fields)}] /DR << /Font << /Helv ${font} 0 R >> >> /XFA [${packets.join(' ')}] >> ${dynamic}`;
  const names = Object.entries(files).map(([name, content]) => {
    return `(${name}) ${addFile(name, content)} 0 R`;
  });
  const embedded = names.length === 0 ? '' : `/Names << /EmbeddedFiles << /Names [${names.join(' ')}] >> >>`;
  return assemble(objects, add(`<< /Type /Catalog /Pages ${parent} 0 R ${form} ${embedded} >>`));
}

function stream(dictionary: string, data: Buffer | string): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    typeof data === 'string' ? Buffer.from(data, 'latin1') : data,
    Buffer.from('\nendstream'),
  ]);
}

/** Its glyphs have names that mean nothing, as in many subsets of fonts, so only `meanings` say what they are. */
function unmappedFont(glyph: number, meanings?: number): string {
  const codes = Array.from({ length: 95 }, (_, index) => 32 + index);
  return (
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 500] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 32 /LastChar 126 ` +
    `/Widths [${codes.map((code) => (code === 32 ? 300 : 500)).join(' ')}] ` +
    `/Encoding << /Differences [32 ${codes.map((code) => `/g${code}x`).join(' ')}] >> ` +
    `/CharProcs << ${codes.map((code) => `/g${code}x ${glyph} 0 R`).join(' ')} >> ` +
    `${meanings === undefined ? '' : `/ToUnicode ${meanings} 0 R`} >>`
  );
}

function toUnicode(meanings: Readonly<Record<string, string>>): string {
  const hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const rows = Object.entries(meanings).map(([letter, text]) => `<${hex(letter).slice(2)}> <${hex(text)}>`);
  return (
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def /CMapType 2 def ' +
    `1 begincodespacerange <00> <FF> endcodespacerange ${rows.length} beginbfchar\n${rows.join('\n')}\nendbfchar ` +
    'endcmap CMapName currentdict /CMap defineresource pop end end'
  );
}

function appearanceParts(shows: string, font: number): [dictionary: string, data: string] {
  return [
    `/Type /XObject /Subtype /Form /BBox [0 0 150 30] /Resources << /Font << /F1 ${font} 0 R >> >>`,
    `BT /F1 10 Tf 2 10 Td (${shows}) Tj ET`,
  ];
}

function pictureParts(picture: NonNullable<PageDraft['picture']>): [dictionary: string, data: Buffer] {
  const common = '/Type /XObject /Subtype /Image';
  if ('declared' in picture) {
    const { width, height } = picture.declared;
    return [
      `${common} /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1`,
      Buffer.alloc(64),
    ];
  }
  const { jpeg, width, height, isColoured = false } = picture;
  const colours = isColoured ? '/DeviceRGB' : '/DeviceGray';
  return [
    `${common} /Width ${width} /Height ${height} /ColorSpace ${colours} /BitsPerComponent 8 /Filter /DCTDecode`,
    jpeg,
  ];
}

function assemble(objects: readonly Buffer[], root: number): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((body, index) => {
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += object.length;
    parts.push(object);
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}` +
        `trailer\n<< /Size ${objects.length + 1} /Root ${root} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
