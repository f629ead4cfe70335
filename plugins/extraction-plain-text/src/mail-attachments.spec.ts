import { describe, expect, it } from '@jest/globals';
import { mailAttachments } from './mail-attachments.js';

const attachmentsOf = async (mail: string, maxBytes = 1_000_000) => {
  const found: { name: string; type: string; content: string }[] = [];
  for await (const { name, type, read } of mailAttachments(Buffer.from(mail), new AbortController().signal)) {
    const content = await read(maxBytes);
    found.push({
      name,
      type,
      content: content instanceof Uint8Array ? Buffer.from(content).toString() : content.outcome,
    });
  }
  return found;
};
const mixed = (...parts: string[]): string =>
  `Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n${parts.map((part) => `--b\n${part}\n`).join('')}--b--`;
const picture = (bytes: number): string =>
  `Content-Type: image/png\nContent-ID: <logo>\nContent-Disposition: inline\nContent-Transfer-Encoding: base64\n\n${Buffer.alloc(bytes).toString('base64')}`;

describe('the attachments of a mail', () => {
  it('the attachments of a mail are its files, a calendar and a forwarded mail', async () => {
    const mail = mixed(
      'Content-Type: text/plain\n\nhello',
      'Content-Type: application/pdf; name="a.pdf"\n\n%PDF',
      'Content-Type: text/calendar\n\nSUMMARY:Lunch',
      'Content-Type: message/rfc822\n\nSubject: The first\n\nits words',
    );
    expect(await attachmentsOf(mail)).toEqual([
      { name: 'a.pdf', type: 'application/pdf', content: '%PDF' },
      { name: '', type: 'text/calendar', content: 'SUMMARY:Lunch' },
      { name: 'The first.eml', type: 'message/rfc822', content: 'Subject: The first\n\nits words' },
    ]);
  });

  it('small pictures that the text shows, such as logos, are not attachments, but large ones are', async () => {
    const html = 'Content-Type: text/html\n\n<img src="cid:logo">';
    expect(await attachmentsOf(mixed(html, picture(1_000)))).toEqual([]);
    expect(await attachmentsOf(mixed(html, picture(100_000)))).toMatchObject([{ type: 'image/png' }]);
  });

  it('attachments larger than requested are not handed over', async () => {
    expect(await attachmentsOf(mixed('Content-Type: application/pdf; name=a.pdf\n\n%PDF'), 3)).toMatchObject([
      { content: 'too-large' },
    ]);
  });

  it('a file that is not a mail has no attachments, and a mail with too many parts fails', async () => {
    expect(await attachmentsOf('just words')).toEqual([]);
    const parts = Array.from({ length: 25_000 }, () => '\nx');
    await expect(attachmentsOf(mixed(...parts))).rejects.toThrow('too many parts');
  });
});
