/** Digits of Arabic, Persian and other scripts as 0 to 9, and every space as a plain one. */
export function plainDigits(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/[\s\u200e\u200f\u061c]+/g, ' ')
    .trim();
}
