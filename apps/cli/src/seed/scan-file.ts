import sharp from 'sharp';
import { escaped } from './office-files.js';

const WIDTH = 1240;
const LINE_HEIGHT = 62;

/** A page as a scanner gives it: a picture of these lines, slightly askew on gray paper. */
export function scanFile(lines: readonly string[]): Promise<Buffer> {
  const height = 200 + lines.length * LINE_HEIGHT;
  const rows = lines.map((line, index) => `<text x="110" y="${150 + index * LINE_HEIGHT}">${escaped(line)}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}">
    <rect width="100%" height="100%" fill="#f4f2ec"/>
    <g font-family="DejaVu Sans, Arial, sans-serif" font-size="36" fill="#222" transform="rotate(0.6)">${rows.join('')}</g>
  </svg>`;
  return sharp(Buffer.from(svg)).grayscale().png().toBuffer();
}
