import sharp from 'sharp';
import type { DrawnPicture } from '#capabilities/extraction';

const QUALITY = 78;
/** Further effort takes much more time for a few percent fewer bytes. */
const EFFORT = 3;

/**
 * Makes a WebP of pixels. It happens in this process: pixels cannot do harm, while a picture file from a process that a
 * document has taken over could.
 */
export function encodePicture({ pixels, width, height, channels }: DrawnPicture): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels } }).webp({ quality: QUALITY, effort: EFFORT }).toBuffer();
}
