/** One page of a PDF made by hand; sizes in points, on a page of 595 x 842 by default. */
export interface PageDraft {
  /** Operators of the page; `/F1` is Helvetica, `/Im` the picture. */
  drawing: string;
  picture?: { jpeg: Buffer; width: number; height: number } | { declared: { width: number; height: number } };
  annotations?: string[];
  size?: [width: number, height: number];
  /** Degrees clockwise by which viewers turn the page. */
  rotate?: 90 | 180 | 270;
}

export function textLines(lines: readonly string[], options: { size?: number; hidden?: boolean } = {}): string {
  const { size = 12, hidden = false } = options;
  const shown = lines.map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`).join(' ');
  return `BT ${hidden ? '3 Tr ' : ''}/F1 ${size} Tf ${size * 1.4} TL 50 780 Td ${shown} ET`;
}

export const pictureOver = (x: number, y: number, width: number, height: number): string =>
  `q ${width} 0 0 ${height} ${x} ${y} cm /Im Do Q`;

/** A PDF of these pages. Text fields among the annotations make it a form. */
export function aPdf(...pages: readonly PageDraft[]): Buffer {
  return aPdfWithFiles({}, ...pages);
}

/** A PDF in which these files are embedded, by name. */
export function aPdfWithFiles(files: Readonly<Record<string, Buffer>>, ...pages: readonly PageDraft[]): Buffer {
  const objects: Buffer[] = [];
  const add = (body: Buffer | string): number =>
    objects.push(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
  const stream = (dictionary: string, data: Buffer | string): Buffer =>
    Buffer.concat([
      Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
      typeof data === 'string' ? Buffer.from(data, 'latin1') : data,
      Buffer.from('\nendstream'),
    ]);
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const fields: number[] = [];
  const drafts = pages.map((page) => {
    const content = add(stream('', page.drawing));
    const picture = page.picture && add(stream(...pictureParts(page.picture)));
    const annotations = (page.annotations ?? []).map((body) => {
      const number = add(`<< /Type /Annot /Rect [50 50 200 80] ${body} >>`);
      if (body.includes('/Widget')) fields.push(number);
      return number;
    });
    return { page, content, picture, annotations };
  });
  const parent = objects.length + pages.length + 1;
  const references = (numbers: readonly number[]): string => numbers.map((number) => `${number} 0 R`).join(' ');
  const kids = drafts.map(({ page, content, picture, annotations }) => {
    const [width, height] = page.size ?? [595, 842];
    const xObject = picture === undefined ? '' : `/XObject << /Im ${picture} 0 R >>`;
    return add(
      `<< /Type /Page /Parent ${parent} 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R /Rotate ${page.rotate ?? 0} ` +
        `/Resources << /Font << /F1 ${font} 0 R >> ${xObject} >> /Annots [${references(annotations)}] >>`,
    );
  });
  add(`<< /Type /Pages /Count ${pages.length} /Kids [${references(kids)}] >>`);
  const form = fields.length === 0 ? '' : `/AcroForm << /Fields [${references(fields)}] >>`;
  const names = Object.entries(files).map(([name, content]) => {
    const file = add(stream('/Type /EmbeddedFile', content));
    return `(${name}) ${add(`<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${file} 0 R >> >>`)} 0 R`;
  });
  const embedded = names.length === 0 ? '' : `/Names << /EmbeddedFiles << /Names [${names.join(' ')}] >> >>`;
  return assemble(objects, add(`<< /Type /Catalog /Pages ${parent} 0 R ${form} ${embedded} >>`));
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
  const { jpeg, width, height } = picture;
  return [
    `${common} /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
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
