import bwip from 'bwip-js/node';
import sharp, { type Sharp } from 'sharp';

export type LabelKind = 'code128' | 'datamatrix' | 'qrcode';

export interface Label {
  kind: LabelKind;
  text: string;
  /** Pixels of the smallest bar or square, default 3. */
  scale?: number;
  /** Degrees clockwise, default 0. */
  turned?: number;
  /** How far the top is moved to the right, in parts of the height. */
  skewed?: number;
  /** Where its left upper corner is, default 60, 60. */
  left?: number;
  top?: number;
}

/** The picture of a code on white, with the quiet zone that scanners need. */
export async function labelPicture({ kind, text, scale = 3, turned = 0, skewed = 0 }: Label): Promise<Buffer> {
  const { data } = await drawn(kind, text, scale);
  const white = { r: 255, g: 255, b: 255, alpha: 1 };
  const zone = 10 * scale;
  const extended = await sharp(data)
    .flatten({ background: white })
    .extend({ top: zone, bottom: zone, left: zone, right: zone, background: white })
    .png()
    .toBuffer();
  const affine: [[number, number], [number, number]] = [
    [1, skewed],
    [0, 1],
  ];
  return sharp(extended).affine(affine, { background: white }).rotate(turned, { background: white }).png().toBuffer();
}

async function drawn(kind: LabelKind, text: string, scale: number): Promise<{ data: Buffer }> {
  const more = { code128: { height: 12 }, datamatrix: {}, qrcode: { eclevel: 'L' } }[kind];
  return { data: await bwip.toBuffer({ bcid: kind, text, scale, ...more }) };
}

/** A white page with labels on it, by default a letter at 150 dots to the inch. */
export async function labelPage(
  labels: readonly Label[],
  { width = 1240, height = 1754 }: { width?: number; height?: number } = {},
): Promise<Sharp> {
  const pictures = await Promise.all(
    labels.map(async (label) => ({
      input: await labelPicture(label),
      left: label.left ?? 60,
      top: label.top ?? 60,
    })),
  );
  const background = { r: 255, g: 255, b: 255 };
  const page = await sharp({ create: { width, height, channels: 3, background } })
    .composite(pictures)
    .png()
    .toBuffer();
  return sharp(page);
}
