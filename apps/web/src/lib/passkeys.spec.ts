import { describe, expect, it } from '@jest/globals';
import { bytesOf, textOfBytes } from './passkeys';

describe('bytes of a passkey as text', () => {
  it.each([
    ['', []],
    ['AA', [0]],
    ['-_8', [251, 255]],
    ['AQID', [1, 2, 3]],
  ])('the text %j is the bytes %j, both ways', (text, bytes) => {
    expect([...bytesOf(text)]).toEqual(bytes);
    expect(textOfBytes(new Uint8Array(bytes).buffer)).toBe(text);
  });

  it('a text that is not base64url is refused', () => {
    expect(() => bytesOf('not base64!')).toThrow();
  });
});
