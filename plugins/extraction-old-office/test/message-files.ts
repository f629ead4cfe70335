import { compound, u32, wide } from './compound-files.js';

interface MessageContent {
  subject?: string;
  from?: { name: string; address: string };
  to?: readonly { name: string; address: string }[];
  date?: string;
  /** In one byte a character, with the number of its code page. */
  narrow?: { subject: Buffer; codePage: number };
  body?: string;
  html?: string;
  rtf?: Buffer;
  /** A name alone: nothing more is known of the file. */
  attachments?: readonly (AttachmentContent | string)[];
}

interface AttachmentContent {
  name: string;
  type?: string;
  content: Buffer | MessageContent;
}

const EPOCH_MS = 11_644_473_600_000n;

/** An Outlook message. */
export function msg(content: MessageContent): Buffer {
  return compound(streamsOf(content, { folder: '', headerBytes: 32 }));
}

function streamsOf(content: MessageContent, place: { folder: string; headerBytes: number }): Record<string, Buffer> {
  const { subject, from, to = [], date, narrow, body, html, rtf, attachments = [] } = content;
  const { folder: root } = place;
  const streams: Record<string, Buffer> = {};
  const put = (folder: string, property: string, value: string | undefined): void => {
    if (value !== undefined) streams[`${folder}__substg1.0_${property}001F`] = wide(value);
  };
  put(root, '0037', subject);
  put(root, '1000', body);
  put(root, '0042', from?.name);
  put(root, '5D02', from?.address);
  if (html !== undefined) streams[`${root}__substg1.0_10130102`] = Buffer.from(html);
  if (rtf !== undefined) streams[`${root}__substg1.0_10090102`] = rtf;
  if (narrow !== undefined) streams[`${root}__substg1.0_0037001E`] = narrow.subject;
  const fixed: Buffer[] = [Buffer.alloc(place.headerBytes)];
  if (date !== undefined) fixed.push(u32(0x00390040, 0), time(date));
  fixed.push(u32(0x3ffd0003, 0, narrow?.codePage ?? 65001, 0), u32(0x3fde0003, 0, 65001, 0));
  streams[`${root}__properties_version1.0`] = Buffer.concat(fixed);
  to.forEach(({ name, address }, index) => {
    const folder = `${root}__recip_version1.0_#${String(index).padStart(8, '0')}/`;
    put(folder, '3001', name);
    put(folder, '39FE', address);
    streams[`${folder}__properties_version1.0`] = Buffer.concat([Buffer.alloc(8), u32(0x0c150003, 0, 1, 0)]);
  });
  attachments.forEach((attachment, index) => {
    const folder = `${root}__attach_version1.0_#${String(index).padStart(8, '0')}/`;
    if (typeof attachment === 'string') return put(folder, '3707', attachment);
    put(folder, '3707', attachment.name);
    put(folder, '370E', attachment.type);
    if (Buffer.isBuffer(attachment.content)) streams[`${folder}__substg1.0_37010102`] = attachment.content;
    else
      Object.assign(
        streams,
        streamsOf(attachment.content, { folder: `${folder}__substg1.0_3701000D/`, headerBytes: 24 }),
      );
  });
  return streams;
}

function time(date: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE((BigInt(Date.parse(date)) + EPOCH_MS) * 10_000n);
  return bytes;
}

/** Rich text that is packed, without copies of what came before. */
export function packedRtf(rtf: string): Buffer {
  const bytes = Buffer.from(rtf, 'latin1');
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 8) parts.push(Buffer.from([0]), bytes.subarray(at, at + 8));
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 12, bytes.length, 0x75465a4c, 0), content]);
}
