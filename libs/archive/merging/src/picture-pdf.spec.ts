import { describe, expect, it } from '@jest/globals';
import { picturePdf, type JpegPicture } from './picture-pdf.js';

describe('the PDF of pictures', () => {
  const aPicture = (fill: number): JpegPicture => ({
    ...{ jpeg: Buffer.alloc(50, fill), width: 300, height: 200, channels: 3 },
  });

  it('a picture is written before the next one is drawn', async () => {
    const steps: string[] = [];
    async function* drawn() {
      for (const number of [1, 2, 3]) {
        steps.push('drawn');
        yield await Promise.resolve(aPicture(number));
      }
    }
    for await (const piece of picturePdf(drawn())) if (piece.includes('/DCTDecode')) steps.push('written');
    expect(steps).toEqual(['drawn', 'written', 'drawn', 'written', 'drawn', 'written']);
  });

  it('the table names the place of each object', async () => {
    async function* drawn() {
      yield await Promise.resolve(aPicture(65));
      yield await Promise.resolve(aPicture(66));
    }
    const pieces: Buffer[] = [];
    for await (const piece of picturePdf(drawn())) pieces.push(piece);
    const pdf = Buffer.concat(pieces).toString('latin1');
    const places = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
    expect(places).toHaveLength(8);
    for (const [index, place] of places.entries())
      expect(pdf.slice(place)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    expect(pdf.slice(Number(/startxref\n(\d+)/.exec(pdf)?.[1]))).toMatch(/^xref\n0 9\n/);
  });
});
