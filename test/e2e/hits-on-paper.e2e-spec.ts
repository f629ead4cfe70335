import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { aPdf, pictureOver, textLines, type PageDraft } from '../../plugins/extraction-pdf/test/a-pdf.js';
import type { ApiClient } from '../support/api-client.js';
import { startApp, type TestApp } from '../support/app.js';
import { inTurn } from '../support/in-turn.js';
import { sample } from '../support/sample.js';

type Box = [x: number, y: number, width: number, height: number];

const LETTER = fileURLToPath(new URL('../../plugins/ocr-tesseract/test/fixtures/letter.png', import.meta.url));
const WORD = 'orchard';
/** Where the word is in the letter, measured in the picture: left, top, right, bottom as parts. */
const PLACE = { left: 0.633, top: 0.352, right: 0.752, bottom: 0.407 };
const PREVIEW_WIDTH = 1600;
const DARK = 160;
const RED = [170, 0, 0] as const;
/** Of red over the other colours; compression blurs it. */
const RED_ENOUGH = 60;

/** The letter with one word in red, so that its ink is found again wherever the page is drawn. */
async function letterWithRedWord(): Promise<Buffer> {
  const { data, info } = await sharp(LETTER)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  for (let y = Math.floor(PLACE.top * height); y < PLACE.bottom * height; y += 1) {
    for (let x = Math.floor(PLACE.left * width); x < PLACE.right * width; x += 1) {
      const at = (y * width + x) * 3;
      if ((data[at] ?? 255) < DARK) data.set(RED, at);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** The box around the red ink of a drawn page, as parts of it. */
async function redInk(drawn: Buffer): Promise<Box> {
  const { data, info } = await sharp(drawn)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let at = 0; at < data.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (red - Math.max(green, blue) < RED_ENOUGH) continue;
    const [x, y] = [(at / 3) % info.width, Math.floor(at / 3 / info.width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  expect(right).toBeGreaterThan(left);
  return [left / info.width, top / info.height, (right - left) / info.width, (bottom - top) / info.height];
}

/** What two boxes share, as a part of what they cover together. */
function agreement([ax, ay, aw, ah]: Box, [bx, by, bw, bh]: Box): number {
  const across = Math.max(0, Math.min(ax + aw, bx + bw) - Math.max(ax, bx));
  const down = Math.max(0, Math.min(ay + ah, by + bh) - Math.max(ay, by));
  return (across * down) / (aw * ah + bw * bh - across * down);
}

// The gate draws the plain picture, and of each kind of picture and of page one.
describe('the box of a hit lies on the ink of the drawn page', () => {
  let app: TestApp;
  let api: ApiClient;
  let organizationId: string;
  let letter: Buffer;

  beforeAll(async () => {
    app = await startApp({ DOCUMENTS_OCR_LANGUAGES: 'eng' });
    ({ api, organizationId } = await app.anArchive());
    letter = await letterWithRedWord();
  });
  afterAll(() => app.close());

  const drawing = async (id: string, page: number): Promise<Buffer> => {
    const path = `/api/organizations/${organizationId}/documents/${id}/preview?page=${page}&width=${PREVIEW_WIDTH}`;
    const ask = () => fetch(api.baseUrl + path, { headers: { authorization: `Bearer ${api.token}` } });
    if ((await ask()).status === 202) await app.drain();
    const response = await ask();
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const expectHitOnInk = async (name: string, content: Buffer, page = 1): Promise<void> => {
    const { status, body } = await api.upload(organizationId, { name, content });
    expect(status).toBe(200);
    await app.drain();
    const { id } = body.document;
    const hits = await api.get<{ hits: { page: number; boxes: Box[] }[] }>(
      `/api/organizations/${organizationId}/documents/${id}/hits?searchQuery=${WORD}`,
    );
    const found = hits.body.hits.filter((hit) => hit.page === page);
    expect(found.map(({ boxes }) => boxes.length)).toEqual([1]);
    const ink = await redInk(await drawing(id, page));
    const box = found[0]?.boxes[0] as Box;
    expect({ box, ink, agree: agreement(box, ink) > LEAST_AGREEMENT }).toEqual({ box, ink, agree: true });
  };
  /** Letters are blurred and a few pixels high. */
  const LEAST_AGREEMENT = 0.6;
  const onPaper = { background: '#ffffff' };

  it('the box of a hit covers the ink in a picture as it is', () => expectHitOnInk('plain.png', letter));

  it.each(sample([90, 180, 270], 1, String))(
    'the box of a hit covers the ink in a picture that was turned by %s degrees',
    async (degrees) => expectHitOnInk(`turned-${degrees}.png`, await sharp(letter).rotate(degrees).png().toBuffer()),
  );

  it.each(sample([6, 8], 1, String))(
    'the box of a hit covers the ink in a photo whose orientation is only in its EXIF tag, %s',
    async (orientation) => {
      const degrees = orientation === 6 ? 270 : 90;
      const photo = sharp(letter).rotate(degrees).jpeg({ quality: 95, chromaSubsampling: '4:4:4' });
      await expectHitOnInk(`photo-${orientation}.jpg`, await photo.withMetadata({ orientation }).toBuffer());
    },
  );

  it.each(sample([-7, 3, 10], 1, String))(
    'the box of a hit covers the ink in a scan that is askew by %s degrees',
    async (degrees) =>
      expectHitOnInk(`askew${degrees}.png`, await sharp(letter).rotate(degrees, onPaper).png().toBuffer()),
  );

  it('the box of a hit covers the ink in a scan with wide margins, and in one whose edge is cut off', async () => {
    const margins = { top: 700, bottom: 90, left: 30, right: 500, ...onPaper };
    await expectHitOnInk('margins.png', await sharp(letter).extend(margins).png().toBuffer());
    const part = { left: 180, top: 60, width: 1000, height: 480 };
    await expectHitOnInk('cut.png', await sharp(letter).extract(part).png().toBuffer());
  });

  describe('in scans in a PDF', () => {
    let scan: (degrees?: number) => Promise<Pick<PageDraft, 'drawing' | 'picture'>>;

    beforeAll(() => {
      scan = async (degrees = 0) => {
        const { data, info } = await sharp(letter)
          .rotate(degrees, onPaper)
          .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
          .toBuffer({ resolveWithObject: true });
        const { width, height } = info;
        const scale = Math.min(535 / width, 780 / height);
        const drawing = pictureOver(30, 30, width * scale, height * scale);
        return { drawing, picture: { jpeg: data, width, height, isColoured: true } };
      };
    });

    it.each(sample([90, 180, 270] as const, 1, String))(
      'the box of a hit covers the ink on a PDF page that viewers turn by %s degrees',
      async (rotate) => expectHitOnInk(`page-${rotate}.pdf`, aPdf({ ...(await scan()), rotate })),
    );

    const placed = inTurn(2);

    placed('the box of a hit covers the ink of a sideways picture on the second page of a PDF', async () =>
      expectHitOnInk('on-its-side.pdf', aPdf({ drawing: textLines(['The first page']) }, await scan(90)), 2),
    );

    placed('the box of a hit covers the ink on a PDF page that is cropped, turned and askew', async () =>
      expectHitOnInk('cropped.pdf', aPdf({ ...(await scan(4)), crop: [20, 25, 575, 420], rotate: 270 })),
    );
  });
});
