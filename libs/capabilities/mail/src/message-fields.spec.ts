import { describe, expect, it } from '@jest/globals';
import { checkMail, senderOf } from './message-fields.js';

const mail = { to: 'ada@example.com', subject: 'Your link', text: 'Follow it.' };

describe('the fields of a mail', () => {
  it.each([
    ['a usual mail', {}],
    ['text and subject of any script', { subject: 'Здравствуйте 👋', text: '日本語' }],
    ['line breaks in bodies', { text: 'one\r\ntwo', html: '<p>one</p>\n<p>two</p>' }],
  ])('the fields of a mail are accepted: %s', (_, changes) => {
    expect(() => checkMail({ ...mail, ...changes })).not.toThrow();
  });

  it.each([
    ['a recipient that is not an address', { to: 'ada' }],
    ['a recipient with a second header', { to: 'ada@example.com\r\nBcc: eve@example.com' }],
    ['a recipient with a line break at its end', { to: 'ada@example.com\n' }],
    ['several recipients', { to: 'ada@example.com, eve@example.com' }],
    ['a recipient with a name', { to: 'Ada <ada@example.com>' }],
    ['a recipient of more than 254 characters', { to: `ada@${'a.'.repeat(126)}example.com` }],
    ['a subject with a second header', { subject: 'Your link\r\nBcc: eve@example.com' }],
    ['a subject with a line feed', { subject: 'Your\nlink' }],
    ['a subject with a line separator of Unicode', { subject: 'Your\u2028link' }],
    ['a blank subject', { subject: ' ' }],
    ['a subject of more than 255 characters', { subject: 'x'.repeat(256) }],
    ['a text with U+0000', { text: 'a\0b' }],
    ['half of a character in HTML', { html: '\ud800' }],
    ['a text of more than 500,000 characters', { text: 'x'.repeat(500_001) }],
  ])('the fields of a mail are refused: %s', (_, changes) => {
    expect(() => checkMail({ ...mail, ...changes })).toThrow(/This mail cannot be sent: /);
  });

  it.each([
    ['Archivolt <archivolt@localhost>', { name: 'Archivolt', address: 'archivolt@localhost' }],
    ['"My archive" <archive@example.com>', { name: 'My archive', address: 'archive@example.com' }],
    ['<archive@example.com>', { address: 'archive@example.com' }],
    ['archive@example.com', { address: 'archive@example.com' }],
  ])('mails have the sender of the setting %s', (setting, sender) => {
    expect(senderOf(setting)).toEqual(sender);
  });
});
