import sharp from 'sharp';
import type { DrawnPicture } from '#capabilities/extraction';

/** A page of A4 has this length in points. */
const LONGER_SIDE = 842;
const QUALITY = 88;

/** A JPEG, and the pixels that it has. */
export interface JpegPicture {
  jpeg: Buffer;
  width: number;
  height: number;
  channels: 1 | 3;
}

/**
 * Makes a JPEG of pixels. It happens in this process: pixels cannot do harm, while a picture file from a process that a
 * document has taken over could.
 */
export async function jpegOf({ pixels, width, height, channels }: DrawnPicture): Promise<JpegPicture> {
  const picture = sharp(pixels, { raw: { width, height, channels } });
  const space = channels === 1 ? picture.toColourspace('b-w') : picture;
  return { jpeg: await space.jpeg({ quality: QUALITY }).toBuffer(), width, height, channels };
}

/** A PDF of pictures: each fills a page of its own, whose longer side is that of A4. The same pictures give the same bytes. */
export function picturePdf(pictures: readonly JpegPicture[]): Buffer {
  const pages = pictures.map((_, index) => 3 + index * 3);
  const objects: Buffer[] = [
    text('<< /Type /Catalog /Pages 2 0 R >>'),
    text(`<< /Type /Pages /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] /Count ${pages.length} >>`),
    ...pictures.flatMap((picture, index) => pageObjects(picture, pages[index] ?? 0)),
  ];
  const parts = [text('%PDF-1.4\n')];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    places.push(length);
    add(text(`${index + 1} 0 obj\n`));
    add(object);
    add(text('\nendobj\n'));
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}`;
  add(text(`${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** The page with the number of its object, its content and its picture, which follow it. */
function pageObjects({ jpeg, width, height, channels }: JpegPicture, page: number): Buffer[] {
  const scale = LONGER_SIDE / Math.max(width, height);
  const [w, h] = [width, height].map((side) => (side * scale).toFixed(2));
  const drawing = `q ${w} 0 0 ${h} 0 0 cm /P Do Q`;
  const resources = `<< /XObject << /P ${page + 2} 0 R >> >>`;
  const color = channels === 1 ? '/DeviceGray' : '/DeviceRGB';
  const facts = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${color}`;
  return [
    text(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}] /Resources ${resources} /Contents ${page + 1} 0 R >>`),
    text(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`),
    Buffer.concat([
      text(`<< ${facts} /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`),
      jpeg,
      text('\nendstream'),
    ]),
  ];
}

const text = (value: string): Buffer => Buffer.from(value, 'latin1');
