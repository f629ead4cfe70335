import { describe, expect, it } from '@jest/globals';
import { decodeWords } from './encoded-words.js';

describe('encoded words in the headers of mails', () => {
  it.each([
    ['Latin letters', '=?iso-8859-1?Q?Rechnung_f=FCr_M=E4rz?=', 'Rechnung für März'],
    ['UTF-8 that is called Latin', '=?iso-8859-1?Q?Rechnung_f=C3=BCr_M=C3=A4rz?=', 'Rechnung für März'],
    ['UTF-8 that is called ASCII', '=?us-ascii?Q?Rechnung_f=C3=BCr_M=C3=A4rz?=', 'Rechnung für März'],
    [
      'Russian that is called Latin',
      `=?iso-8859-1?B?${Buffer.from('cff0e8e3ebe0f8e5ede8e520ede020f1eee1f0e0ede8e5', 'hex').toString('base64')}?=`,
      'Приглашение на собрание',
    ],
    [
      'Chinese whose bytes are valid in UTF-8, too',
      `=?gb2312?B?${Buffer.from('c1aacda8', 'hex').toString('base64')}?=`,
      '联通',
    ],
    ['Japanese in seven bits', '=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=', '日本'],
    ['a charset that is not known', '=?x-unknown?Q?f=C3=BCr?=', 'für'],
    ['a language behind the charset', '=?utf-8*de?Q?f=C3=BCr?=', 'für'],
  ])('the letters are right: %s', (_, header, text) => {
    expect(decodeWords(header)).toBe(text);
  });

  it('a character that is cut in two by the end of a word is whole', () => {
    expect(decodeWords('=?UTF-8?Q?f=C3?=\r\n =?utf-8?Q?=BCr?= alle')).toBe('für alle');
  });

  it('spaces between words are dropped, and those next to other text are not', () => {
    expect(decodeWords('Re: =?utf-8?Q?a?= =?iso-8859-1?Q?b?= c =?utf-8?Q?d_e?=')).toBe('Re: ab c d e');
  });

  it('what is no encoded word stays as it is', () => {
    const header = '=?utf-8?X?abc?= =?utf-8?Q?open and a = sign ?';
    expect(decodeWords(header)).toBe(header);
  });
});
