import { createHash } from 'node:crypto';
import { realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { cleanLine } from '@archivolt/plugin-kit';
import type { ArchiveRecord, ArchiveSource, DocumentRecord, FileRecord } from '../../archive-records.js';
import { withFile } from '../file-facts.js';
import { openBelow, UnreadableSource } from '../open-below.js';
import { pathBytes, pathText, readablePath } from '../path-text.js';
import { UnmappedThings } from '../unmapped-things.js';
import { walkTree } from '../walk-tree.js';
import { HEAD_BYTES, mailName, readHead } from './mail-head.js';
import { isMbox, mailsIn, OriginalLines, readAt, type MailRange } from './mbox.js';

const MAILBOX = 'mailbox';
/** `mbox:<first byte>-<byte after the last>:<path>`, or a file that is one mail. */
const PLACE = /^(?:mbox:(\d{1,16})-(\d{1,16})|mail):(.*)$/s;
/** Files of a Maildir that are mails; in `tmp` are those that are being delivered. */
const FOLDERS_OF_MAILS: ReadonlySet<string> = new Set(['cur', 'new']);

/**
 * Mails of a mailbox file (mbox), of a Maildir, or of a folder with such things and files that end with `.eml`. Each
 * becomes one document with its attachments in it. Throws UnreadableSource when there is nothing at the path.
 */
export async function openMailbox(path: string): Promise<ArchiveSource> {
  try {
    const full = await realpath(path);
    const isFile = (await stat(full)).isFile();
    return new Mailbox(full, isFile ? dirname(full) : full, isFile ? Buffer.from(basename(full)) : undefined);
  } catch (error) {
    throw new UnreadableSource(`The mailbox ${JSON.stringify(path)} cannot be read.`, { cause: error });
  }
}

interface Place {
  path: Buffer;
  /** In a mailbox file. */
  range?: MailRange;
}

class Mailbox implements ArchiveSource {
  readonly name: string;
  readonly id: string;

  constructor(
    path: string,
    private readonly root: string,
    private readonly onlyFile: Buffer | undefined,
  ) {
    this.name = cleanLine(`Mailbox ${path}`, 200);
    this.id = `mailbox:${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  }

  async *records(signal: AbortSignal): AsyncGenerator<ArchiveRecord> {
    const unmapped = new UnmappedThings();
    const refs = new Set<string>();
    yield { kind: 'property', ref: MAILBOX, name: 'Mailbox', type: 'text' };
    for await (const path of this.#paths(signal, unmapped)) {
      for await (const { range } of this.#mails(path, unmapped, signal)) {
        const place = { path, ...(range && { range }) };
        const record = await withFile({ root: this.root, path, unmapped, signal }, (file) =>
          documentOf(file, place, signal),
        );
        if (!record) continue;
        if (record.file.size === 0) unmapped.add('mail', readablePath(path), 'It is empty.');
        else if (refs.has(record.ref))
          unmapped.add('mail', record.name, 'There is another mail with the same Message-ID.');
        else yield record;
        refs.add(record.ref);
      }
    }
    yield* unmapped.records();
  }

  async open(file: FileRecord, signal: AbortSignal): Promise<Readable> {
    const { path, range } = readPlace(file.path);
    return contentOf(await openBelow(this.root, path), range, signal, true);
  }

  async *#paths(signal: AbortSignal, unmapped: UnmappedThings): AsyncGenerator<Buffer> {
    if (this.onlyFile) {
      yield this.onlyFile;
      return;
    }
    for await (const { path, kind } of walkTree(this.root, signal)) {
      if (kind === 'file') yield path;
      else if (kind === 'unreadable folder') unmapped.add('folder', readablePath(path), 'The system cannot read it.');
      else if (kind !== 'folder') unmapped.add(kind, readablePath(path), 'Links and special files are not read.');
    }
  }

  /** Where the mails of a file are: one without a range for a file that is a mail. */
  async *#mails(path: Buffer, unmapped: UnmappedThings, signal: AbortSignal): AsyncGenerator<{ range?: MailRange }> {
    const [name = '', folder = ''] = path.toString('latin1').split('/').reverse();
    const text = readablePath(path);
    if (name.toLowerCase().endsWith('.eml') || FOLDERS_OF_MAILS.has(folder)) yield {};
    else if (folder === 'tmp') unmapped.add('file', text, 'The mail was being delivered.');
    else yield* this.#mailsInFile(path, unmapped, signal);
  }

  async *#mailsInFile(
    path: Buffer,
    unmapped: UnmappedThings,
    signal: AbortSignal,
  ): AsyncGenerator<{ range: MailRange }> {
    const text = readablePath(path);
    const isMailbox = await withFile({ root: this.root, path, unmapped, signal }, isMbox);
    if (isMailbox === false) unmapped.add('file', text, 'It is neither a mail nor a mailbox.');
    if (isMailbox !== true) return;
    await using file = await openBelow(this.root, path);
    for await (const range of mailsIn(file, signal)) {
      if (range.end > range.start) yield { range };
      else unmapped.add('mail', text, 'It is empty.');
    }
  }
}

async function documentOf(file: FileHandle, place: Place, signal: AbortSignal): Promise<DocumentRecord> {
  const { path, range = { start: 0, end: (await file.stat()).size } } = place;
  const head = readHead(await readAt(file, range.start, Math.min(HEAD_BYTES, range.end - range.start)));
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of contentOf(file, place.range, signal, false)) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  const sha256 = hash.digest('hex');
  const { messageId, moment, day } = head;
  const name = mailName(head);
  const mailbox = mailboxName(path);
  return {
    ...{ kind: 'document', ref: messageId === undefined ? sha256 : `id-${hashOf(messageId)}`, name },
    file: { path: writePlace(place), name, mimeType: 'message/rfc822', size, sha256 },
    ...(moment !== undefined && { createdAt: moment }),
    ...(day !== undefined && { documentDate: day }),
    ...(mailbox !== '' && { properties: [{ ref: MAILBOX, values: [mailbox] }] }),
  };
}

function contentOf(file: FileHandle, range: MailRange | undefined, signal: AbortSignal, autoClose: boolean): Readable {
  if (!range) return file.createReadStream({ start: 0, signal, autoClose });
  const bytes = file.createReadStream({ start: range.start, end: range.end - 1, signal, autoClose });
  // What fails is passed on to the reader of the result.
  return pipeline(bytes, new OriginalLines(), () => undefined);
}

/** The folder of a mail, without those that every Maildir has: `.Archive.2024/cur/1` is in `Archive.2024`. */
function mailboxName(path: Buffer): string {
  const parts = readablePath(path).split('/');
  const file = parts.pop() ?? '';
  if (FOLDERS_OF_MAILS.has(parts.at(-1) ?? '')) parts.pop();
  else if (!file.toLowerCase().endsWith('.eml')) parts.push(file);
  return cleanLine(parts.join('/').replace(/^\./, ''), 1_000);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}

function writePlace({ path, range }: Place): string {
  return `${range ? `mbox:${range.start}-${range.end}` : 'mail'}:${pathText(path)}`;
}

function readPlace(text: string): Place {
  const [, start, end, path] = PLACE.exec(text) ?? [];
  if (path === undefined) throw new UnreadableSource('The path is not one of this source.');
  const range = start !== undefined && end !== undefined ? { start: Number(start), end: Number(end) } : undefined;
  return { path: pathBytes(path), ...(range && { range }) };
}
