// Scans of pages with words of their own, as pictures and as PDFs.
import sharp from 'sharp';

/** `about` is in the first line, the number of the scan in each. */
export function scan(number, { width = 1200, height = 1600, lines = 30, about = '' } = {}) {
  const step = 45;
  const text = Array.from({ length: lines }, (_, line) => {
    const words = line === 0 && about !== '' ? about : `Letter ${number} says this on line ${line}`;
    return `<text x="80" y="${150 + line * step}" font-size="32" font-family="DejaVu Sans, sans-serif">${words}</text>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>${text.join('')}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** A PDF with a picture on each page and no text, as a scanner makes it. */
export async function scannedPdf(pictures) {
  const objects = [];
  const add = (content) => objects.push(content);
  const reference = (number) => `${number} 0 R`;
  const pageNumbers = pictures.map((_, page) => 3 + page * 3);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add(`<< /Type /Pages /Count ${pictures.length} /Kids [${pageNumbers.map(reference).join(' ')}] >>`);
  for (const [page, picture] of pictures.entries()) {
    const jpeg = await sharp(picture).toColourspace('b-w').jpeg({ quality: 90 }).toBuffer({ resolveWithObject: true });
    const { width, height } = jpeg.info;
    const [inPoints, number] = [(pixels) => (pixels * 72) / 150, pageNumbers[page]];
    const box = `0 0 ${inPoints(width)} ${inPoints(height)}`;
    const drawing = `${inPoints(width)} 0 0 ${inPoints(height)} 0 0 cm /Scan Do`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents ${reference(number + 1)} /Resources << /XObject << /Scan ${reference(number + 2)} >> >> >>`,
    );
    add(stream('', Buffer.from(drawing)));
    add(
      stream(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
        jpeg.data,
      ),
    );
  }
  return fileOf(objects);
}

function stream(entries, data) {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

function fileOf(objects) {
  const parts = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0].length;
  const offsets = [];
  const add = (part) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]));
  }
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
