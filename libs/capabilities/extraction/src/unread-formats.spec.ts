import { describe, expect, it } from '@jest/globals';
import { unreadReason } from './unread-formats.js';

describe('the reason why a file is not read', () => {
  it.each([
    ['application/x-rar-compressed', 'A RAR archive.'],
    ['application/vnd.rar', 'A RAR archive.'],
    ['application/x-7z-compressed', 'A 7-Zip archive.'],
    ['application/vnd.ms-htmlhelp', 'A help file of Windows (CHM).'],
    ['application/vnd.wordperfect', 'A WordPerfect document.'],
    ['application/x-hwp', 'A document of Hangul (HWP).'],
    ['application/hwp+zip', 'A document of Hangul (HWPX).'],
    ['application/pkcs7-mime', 'A signed or encrypted message (PKCS #7).'],
    ['image/jxl', 'A JPEG XL picture.'],
    ['image/vnd.djvu', 'A DjVu document.'],
    ['video/mp4', 'A video.'],
  ])('the reason names the format of %s', (type, name) => {
    expect(unreadReason(type)).toBe(`${name} Archivolt does not read these.`);
  });

  it('the reason names the type of a format without a name', () => {
    expect(unreadReason('application/x-rare')).toBe('No installed plugin reads files of the type application/x-rare.');
    expect(unreadReason('constructor')).toBe('No installed plugin reads files of the type constructor.');
  });
});
