import { describe, expect, it } from '@jest/globals';
import { isNoise } from './noise.js';

/** The same numbers in every run. */
function numbers(count: number, most: number): number[] {
  let state = 7;
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  });
}

describe('what is no text', () => {
  it.each([
    ['words', 'Sehr geehrte Damen und Herren, die Gebühr beträgt 45 Euro.'],
    ['Japanese with English words', 'PDFファイルをメールで送ってください。請求書はWebサイトにあります。'],
    ['Korean with Chinese signs', '대한민국(大韓民國)의 헌법은 국민의 권리를 보장한다. 漢字와 한글을 함께 쓴다.'],
    ['Hindi', 'कृपया संलग्न चालान का भुगतान सात दिनों के भीतर करें। धन्यवाद।'],
    ['Georgian', 'გთხოვთ გადაიხადოთ თანდართული ანგარიში შვიდი დღის განმავლობაში.'],
    ['Russian with Latin names', 'Договор с ООО Siemens и фирмой IBM о поставке серверов HP.'],
    ['Greek letters in formulas', 'Δx = 3 µm, α = 0.5, β = 2π/λ, and the energy ΔE of the state is small.'],
    ['numbers and drawn lines', '┌────┬────┐\n│ 12 │ 13 │\n└────┴────┘'],
    ['pictures of chats', '👍🎉 see you 😀😀'],
    ['nothing', ''],
  ])('a text is no noise: %s', (_, text) => {
    expect(isNoise(text)).toBe(false);
  });

  it.each([
    ['any characters of 16 bits', String.fromCharCode(...numbers(500, 0xd800))],
    ['bytes with many control characters', String.fromCharCode(...numbers(500, 256))],
    ['pairs of bytes', Buffer.from(numbers(600, 256)).toString('utf16le')],
    ['characters that are not assigned', '\u0378\u0379\u0380 ab '.repeat(20)],
  ])('what is made of bytes that are not text is noise: %s', (_, text) => {
    expect(isNoise(text)).toBe(true);
  });
});
