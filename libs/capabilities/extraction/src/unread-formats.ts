/** What files are whose type no plugin reads, as a user would call them. */
const NAMES: Readonly<Record<string, string>> = {
  'application/gzip': 'A file packed with gzip',
  'application/hwp+zip': 'A document of Hangul (HWPX)',
  'application/pkcs7-mime': 'A signed or encrypted message (PKCS #7)',
  'application/pkcs7-signature': 'A signature (PKCS #7)',
  'application/postscript': 'A PostScript file',
  'application/vnd.ms-htmlhelp': 'A help file of Windows (CHM)',
  'application/vnd.rar': 'A RAR archive',
  'application/vnd.wordperfect': 'A WordPerfect document',
  'application/x-7z-compressed': 'A 7-Zip archive',
  'application/x-bzip2': 'A file packed with bzip2',
  'application/x-cfb': 'A file of an older office program',
  'application/x-hwp': 'A document of Hangul (HWP)',
  'application/x-mobipocket-ebook': 'A book of the kind Mobipocket or Kindle',
  'application/x-rar-compressed': 'A RAR archive',
  'application/x-tar': 'A TAR archive',
  'application/x-xz': 'A file packed with xz',
  'application/zip': 'A ZIP archive',
  'image/jxl': 'A JPEG XL picture',
  'image/vnd.adobe.photoshop': 'A Photoshop picture',
  'image/vnd.djvu': 'A DjVu document',
  'image/vnd.dwg': 'An AutoCAD drawing',
};
const KINDS: Readonly<Record<string, string>> = { audio: 'A sound recording', font: 'A font', video: 'A video' };

/** One sentence or two for users about a file that no plugin reads. */
export function unreadReason(type: string): string {
  const name = named(NAMES, type) ?? named(KINDS, type.slice(0, type.indexOf('/')));
  if (name === undefined) return `No installed plugin reads files of the type ${type}.`;
  return `${name}. Archivolt does not read these.`;
}

function named(names: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(names, key) ? names[key] : undefined;
}
