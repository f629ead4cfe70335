import type { ExtractedPage } from '@archivolt/plugin-kit';
import { visibleText } from '@archivolt/plugin-kit/visible-text';
import { encodingOfCodePage } from './code-pages.js';
import type { CompoundFile, Storage } from './compound-file.js';
import { FileRefused } from './file-refused.js';
import { MessageProperties, PROPERTY } from './message-properties.js';
import { unpackRtf } from './packed-rtf.js';
import { rtfText } from './rtf-text.js';

const PROPERTIES = '__properties_version1.0';
const ATTACHMENT = '__attach_version1.0_#';
const RECIPIENT = '__recip_version1.0_#';
/** Bytes in front of the properties, which differ by what they belong to. */
const HEADER_BYTES = { message: 32, other: 8 };
const RECIPIENT_TYPES = { to: 1, cc: 2 };
const BYTES_PER_CHAR = 4;
/** Unpacked; the rich text of real messages is much shorter. */
const MOST_RTF_BYTES = 64 * 1024 * 1024;

interface MessageLimits {
  maxChars: number;
  /** Recipients and attachments. */
  maxEntries: number;
  maxInflatedBytes: number;
}

/** What Outlook shows of a message, in the form of mails: sender, recipients, date, subject, text, names of attachments. */
export function messagePages(file: CompoundFile, limits: MessageLimits): ExtractedPage[] {
  if (!file.has(PROPERTIES)) throw new FileRefused('corrupt', 'The message has no properties.');
  const message = new MessageProperties(file, file.root, HEADER_BYTES.message);
  const inside = (storages: readonly Storage[], prefix: string): MessageProperties[] =>
    storages
      .filter(({ name }) => name.startsWith(prefix))
      .slice(0, limits.maxEntries)
      .map((storage) => new MessageProperties(file, storage, HEADER_BYTES.other, message));
  const recipients = inside(file.root.storages, RECIPIENT);
  const headers = [
    senderOf(message),
    recipientsOf(recipients, RECIPIENT_TYPES.to) || message.text(PROPERTY.shownTo),
    recipientsOf(recipients, RECIPIENT_TYPES.cc) || message.text(PROPERTY.shownCc),
    dateOf(message),
    message.text(PROPERTY.subject),
  ].filter((line) => line !== '');
  const attachments = inside(file.root.storages, ATTACHMENT).map(fileNameOf);
  const parts = [headers.join('\n'), bodyOf(message, limits), attachments.filter((name) => name !== '').join('\n')];
  const text = parts.filter((part) => part !== '').join('\n\n');
  return text === '' ? [] : [{ text, source: 'text-layer' }];
}

/** In whose name it was sent, or who sent it. */
function senderOf(message: MessageProperties): string {
  const sender = named(
    message.text(PROPERTY.senderName),
    message.text(PROPERTY.senderSmtpAddress) ||
      smtpAddress(message.text(PROPERTY.senderAddressType), message.text(PROPERTY.senderAddress)),
  );
  if (sender !== '') return sender;
  return named(
    message.text(PROPERTY.delivererName),
    message.text(PROPERTY.delivererSmtpAddress) ||
      smtpAddress(message.text(PROPERTY.delivererAddressType), message.text(PROPERTY.delivererAddress)),
  );
}

function recipientsOf(recipients: readonly MessageProperties[], type: number): string {
  return recipients
    .filter((recipient) => recipient.number(PROPERTY.recipientType) === type)
    .map((recipient) =>
      named(
        recipient.text(PROPERTY.displayName),
        recipient.text(PROPERTY.smtpAddress) ||
          smtpAddress(recipient.text(PROPERTY.addressType), recipient.text(PROPERTY.address)),
      ),
    )
    .filter((each) => each !== '')
    .join(', ');
}

/** Addresses of other types name a place in the directory of a company. */
function smtpAddress(type: string, address: string): string {
  return type.toUpperCase() === 'SMTP' || (type === '' && address.includes('@')) ? address : '';
}

function named(name: string, address: string): string {
  if (address === '' || name === address || name === `'${address}'`) return address || name;
  return name === '' ? address : `${name} <${address}>`;
}

function dateOf(message: MessageProperties): string {
  const date = message.time(PROPERTY.submitTime) ?? message.time(PROPERTY.deliveryTime);
  return date === undefined ? '' : date.toUTCString();
}

function fileNameOf(attachment: MessageProperties): string {
  const names = [PROPERTY.fileName, PROPERTY.displayName, PROPERTY.shortFileName];
  return names.map((property) => attachment.text(property)).find((name) => name !== '') ?? '';
}

/** Outlook writes the plain text next to the others; programs that do not leave only one of them. */
function bodyOf(message: MessageProperties, { maxChars, maxInflatedBytes }: MessageLimits): string {
  const mostBytes = maxChars * BYTES_PER_CHAR;
  const plain = message.longText(PROPERTY.body, mostBytes);
  if (plain !== '') return plain.replaceAll(/\r\n?/g, '\n');
  const html = htmlOf(message, mostBytes);
  if (html !== '') return visibleText(html);
  const packed = message.bytes(PROPERTY.compressedRtf, mostBytes);
  return packed === undefined ? '' : rtfText(unpackRtf(packed, Math.min(maxInflatedBytes, MOST_RTF_BYTES)), maxChars);
}

function htmlOf(message: MessageProperties, mostBytes: number): string {
  const bytes = message.bytes(PROPERTY.html, mostBytes);
  if (bytes === undefined) return message.longText(PROPERTY.html, mostBytes);
  const codePage = message.number(PROPERTY.internetCodePage);
  return new TextDecoder(codePage === undefined ? message.encoding : encodingOfCodePage(codePage)).decode(bytes);
}
