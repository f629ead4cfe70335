import {
  encodingOfCodePage,
  RefusedFile,
  rtfText,
  unpackRtf,
  type AttachedFile,
  type ExtractedPage,
  type CompoundFile,
  type CompoundStorage as Storage,
} from '@archivolt/plugin-kit';
import { visibleText } from '@archivolt/plugin-kit/visible-text';
import { MessageProperties, PROPERTY } from './message-properties.js';

const PROPERTIES = '__properties_version1.0';
const ATTACHMENT = '__attach_version1.0_#';
const RECIPIENT = '__recip_version1.0_#';
/** Bytes in front of the properties, which differ by what they belong to. */
const HEADER_BYTES = { message: 32, messageInMessage: 24, other: 8 };
/** A message that is attached to another one is a storage of its own. */
const MESSAGE_IN_ATTACHMENT = '__substg1.0_3701000d';
const RECIPIENT_TYPES = { to: 1, cc: 2 };
const BYTES_PER_CHAR = 4;
/** How deep messages may be in one another. */
const DEEPEST = 3;
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
  if (!file.has(PROPERTIES)) throw new RefusedFile('corrupt', 'The message has no properties.');
  const text = messageText(file, file.root, limits);
  return text === '' ? [] : [{ text, source: 'text-layer' }];
}

/** The files in a message, those of messages in it behind them. */
export async function* messageAttachments(
  file: CompoundFile,
  limits: MessageLimits,
  { storage = file.root, folder = '', depth = 0 } = {},
): AsyncIterable<AttachedFile> {
  const message = messageIn(file, storage);
  for (const each of storagesOf(storage, ATTACHMENT, limits)) {
    const attachment = new MessageProperties(file, each, HEADER_BYTES.other, message);
    const name = `${folder}${fileNameOf(attachment)}`;
    const inner = each.storages.find((inside) => inside.name === MESSAGE_IN_ATTACHMENT);
    if (inner === undefined) yield attachedFile(name, attachment);
    else {
      yield attachedMessage(`${name}.msg`, () => messageText(file, inner, limits));
      const inside = { storage: inner, folder: `${name}/`, depth: depth + 1 };
      if (depth < DEEPEST) yield* messageAttachments(file, limits, inside);
      else yield* tooDeep(file, limits, inside);
    }
  }
}

/** They are named, so that one sees that something was not read. */
function* tooDeep(
  file: CompoundFile,
  limits: MessageLimits,
  { storage, folder }: { storage: Storage; folder: string },
): Iterable<AttachedFile> {
  const message = messageIn(file, storage);
  for (const each of storagesOf(storage, ATTACHMENT, limits)) {
    const attachment = new MessageProperties(file, each, HEADER_BYTES.other, message);
    yield { name: `${folder}${fileNameOf(attachment)}`, type: '', read: async () => TOO_DEEP };
  }
}

function attachedFile(name: string, attachment: MessageProperties): AttachedFile {
  return {
    name,
    type: attachment.text(PROPERTY.attachedType).toLowerCase(),
    read: async (maxBytes) => {
      const bytes = attachment.bytes(PROPERTY.attachedData, maxBytes + 1);
      if (bytes === undefined)
        return { outcome: 'unsupported', reason: 'It is not in the message, or of another program.' };
      if (bytes.length > maxBytes) return TOO_LARGE;
      return bytes;
    },
  };
}

/** It has no bytes of its own. */
function attachedMessage(name: string, text: () => string): AttachedFile {
  return {
    name,
    type: 'text/plain',
    read: async (maxBytes) => {
      const bytes = Buffer.from(text());
      return bytes.length > maxBytes ? TOO_LARGE : bytes;
    },
  };
}

const TOO_DEEP = { outcome: 'too-large', reason: `It is in more than ${DEEPEST} other messages.` } as const;
const TOO_LARGE = { outcome: 'too-large', reason: 'The files together are larger than is allowed.' } as const;

function messageIn(file: CompoundFile, storage: Storage): MessageProperties {
  const isOuter = storage === file.root;
  return new MessageProperties(file, storage, isOuter ? HEADER_BYTES.message : HEADER_BYTES.messageInMessage);
}

function storagesOf({ storages }: Storage, prefix: string, { maxEntries }: MessageLimits): Storage[] {
  return storages.filter(({ name }) => name.startsWith(prefix)).slice(0, maxEntries);
}

function messageText(file: CompoundFile, storage: Storage, limits: MessageLimits): string {
  const message = messageIn(file, storage);
  const inside = (prefix: string): MessageProperties[] =>
    storagesOf(storage, prefix, limits).map((each) => new MessageProperties(file, each, HEADER_BYTES.other, message));
  const recipients = inside(RECIPIENT);
  const headers = [
    senderOf(message),
    recipientsOf(recipients, RECIPIENT_TYPES.to) || message.text(PROPERTY.shownTo),
    recipientsOf(recipients, RECIPIENT_TYPES.cc) || message.text(PROPERTY.shownCc),
    dateOf(message),
    message.text(PROPERTY.subject),
  ].filter((line) => line !== '');
  const attachments = inside(ATTACHMENT).map(fileNameOf);
  const parts = [headers.join('\n'), bodyOf(message, limits), attachments.filter((name) => name !== '').join('\n')];
  return parts.filter((part) => part !== '').join('\n\n');
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
