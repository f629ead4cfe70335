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

/**
 * The pieces of a PDF of pictures: each fills a page of its own, whose longer side is that of A4. One picture is in memory
 * at a time. The same pictures give the same bytes.
 */
export async function* picturePdf(pictures: AsyncIterable<JpegPicture>): AsyncIterable<Buffer> {
  const places = new Map<number, number>();
  const pages: number[] = [];
  let length = 0;
  const piece = (...parts: readonly Buffer[]): Buffer => {
    const bytes = Buffer.concat(parts);
    length += bytes.length;
    return bytes;
  };
  const object = (number: number, content: Buffer): Buffer => {
    places.set(number, length);
    return piece(text(`${number} 0 obj\n`), content, text('\nendobj\n'));
  };
  yield piece(text('%PDF-1.4\n'));
  for await (const picture of pictures) {
    const page = 3 + pages.length * 3;
    pages.push(page);
    for (const [index, content] of pageObjects(picture, page).entries()) yield object(page + index, content);
  }
  yield object(1, text('<< /Type /Catalog /Pages 2 0 R >>'));
  const kids = pages.map((page) => `${page} 0 R`).join(' ');
  yield object(2, text(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`));
  const count = places.size + 1;
  const inOrder = [...places].toSorted(([a], [b]) => a - b);
  const rows = inOrder.map(([, place]) => `${String(place).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}`;
  yield text(`${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`);
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
