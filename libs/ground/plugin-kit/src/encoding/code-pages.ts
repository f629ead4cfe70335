const NAMES: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  20866: 'koi8-r',
  20932: 'euc-jp',
  20936: 'gbk',
  21866: 'koi8-u',
  38598: 'iso-8859-8',
  50220: 'iso-2022-jp',
  50221: 'iso-2022-jp',
  50222: 'iso-2022-jp',
  51932: 'euc-jp',
  51936: 'gbk',
  51949: 'euc-kr',
  52936: 'gbk',
  54936: 'gb18030',
  65001: 'utf-8',
};

/** The encoding for the number of a Windows code page; that of Western Europe for unknown ones. */
export function encodingOfCodePage(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`;
  const iso = codePage - 28590;
  if (iso >= 2 && iso <= 16 && iso !== 9 && iso !== 11 && iso !== 12) return `iso-8859-${iso}`;
  return NAMES[codePage] ?? 'windows-1252';
}
