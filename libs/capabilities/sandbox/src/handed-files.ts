import { open, writeFile } from 'node:fs/promises';
import type { AttachedFile, UnreadFile } from '@archivolt/plugin-kit';
import { ATTACHMENT_LIMITS, type HandedFile } from './attachments.js';
import { declaredTypeIn } from './declared-type.js';
import type { LeftOutFile } from './messages.js';
import { isSentence, sentence } from './read-result.js';

/** Characters of a name and of a type: the last ones, which have the extension. */
const LONGEST_NAME = 500;
/** Files that are counted. An archive may have any number of them. */
export const MOST_COUNTED = 1_000_000;
/** JSON of 1,000 names and sentences, each character of which may be written as a number. */
export const MOST_LIST_BYTES = 8 * 1024 * 1024;
const UNREAD_OUTCOMES: ReadonlySet<unknown> = new Set<UnreadFile['outcome']>([
  'corrupt',
  'encrypted',
  'too-large',
  'unsupported',
]);

interface HandOver {
  /** Where the list goes, and the bytes. */
  headFile: string;
  partsFile: string;
  most: number;
  mostBytes: number;
  leftOut?: LeftOutFile;
  /** Asked before each file. */
  isOverdue: () => boolean;
  /** Called with the number of a file before it is read, and with 0 after it. */
  onRead: (file: number) => void;
}

export interface HandedOver {
  /** The number of all files, including those that are not named. */
  count: number;
  /** The time ran out before all of those that are named were read. */
  isLate: boolean;
  /** Why the reader gave no more files. */
  fault?: string;
}

/** Writes the files in a file one after the other, in the child. */
export async function handOver(
  files: AsyncIterable<AttachedFile>,
  { headFile, partsFile, most, mostBytes, leftOut, isOverdue, onRead }: HandOver,
): Promise<HandedOver> {
  const listed: HandedFile[] = [];
  const parts = await open(partsFile, 'w');
  let [count, handed, room] = [0, 0, mostBytes];
  let fault: string | undefined;
  const whyNot = (): Unread | undefined => {
    if (handed >= most) return TOO_MANY;
    if (isOverdue()) return OVERDUE;
    return count === leftOut?.file ? { outcome: leftOut.outcome, reason: leftOut.reason } : undefined;
  };
  const contentOrWhyNot = async (file: AttachedFile): Promise<Uint8Array | Unread> => {
    const unread = whyNot();
    if (unread) return unread;
    onRead(count);
    const content = await contentOf(file, room, isOverdue);
    onRead(0);
    return content;
  };
  const onFault = (error: unknown): void => {
    // A reader whose time is over may throw.
    if (!isOverdue()) fault = sentenceOf(error);
  };
  try {
    for await (const file of untilFault(files, onFault)) {
      count += 1;
      if (count >= MOST_COUNTED || (isOverdue() && listed.length >= ATTACHMENT_LIMITS.named)) break;
      if (listed.length >= ATTACHMENT_LIMITS.named) continue;
      const given = await contentOrWhyNot(file);
      const { name, type } = file;
      const facts = { name: textOf(name), type: textOf(type), size: 0 };
      if (!(given instanceof Uint8Array)) {
        listed.push({ ...facts, unread: given });
        continue;
      }
      handed += 1;
      room -= given.length;
      await parts.writeFile(given);
      listed.push({ ...facts, size: given.length });
    }
  } catch (error) {
    // What was handed over until then is whole, or is refused.
    if (!isOverdue()) throw error;
  } finally {
    await parts.close();
  }
  await writeFile(headFile, JSON.stringify(listed));
  const isLate = isOverdue() && (listed.length < ATTACHMENT_LIMITS.named || listed.some(isUnreadForTime));
  return { count, isLate, ...(fault !== undefined && { fault }) };
}

/** A reader that fails has given whole files before. */
async function* untilFault(
  files: AsyncIterable<AttachedFile>,
  onFault: (error: unknown) => void,
): AsyncIterable<AttachedFile> {
  try {
    yield* files;
  } catch (error) {
    onFault(error);
  }
}

function isUnreadForTime({ unread }: HandedFile): boolean {
  return unread?.outcome === 'timeout';
}

function sentenceOf(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error));
}

const TOO_MANY = { outcome: 'too-many', reason: null } as const;
const OVERDUE = { outcome: 'timeout', reason: 'The time for the document ran out before.' } as const;
const TOO_LARGE = { outcome: 'too-large', reason: 'The files together unpack to more than is allowed.' } as const;

type Unread = NonNullable<HandedFile['unread']>;

/** A file that cannot be read must not cost the document the others. */
async function contentOf(file: AttachedFile, room: number, isOverdue: () => boolean): Promise<Uint8Array | Unread> {
  try {
    return givenContent(await file.read(room), room);
  } catch (error) {
    return isOverdue() ? OVERDUE : { outcome: 'corrupt', reason: sentence(`The plugin failed: ${sentenceOf(error)}`) };
  }
}

/** Plugins are not all compiled against the types. */
function givenContent(given: unknown, room: number): Uint8Array | Unread {
  if (given instanceof Uint8Array) return given.length <= room ? given : TOO_LARGE;
  const { outcome, reason } = (given ?? {}) as Partial<Record<keyof UnreadFile, unknown>>;
  if (!UNREAD_OUTCOMES.has(outcome)) throw new Error('the plugin gave a file in the file without its content');
  const known = outcome as UnreadFile['outcome'];
  return { outcome: known, reason: typeof reason === 'string' ? sentence(reason) : null };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(-LONGEST_NAME).toWellFormed() : '';
}

/** Reads the list that a child has written, which may be anything; `undefined` when it is none within the limits. */
export function readHanded(bytes: Uint8Array, mostBytes: number): HandedFile[] | undefined {
  const list = parse(bytes);
  if (!Array.isArray(list) || list.length > ATTACHMENT_LIMITS.named) return undefined;
  const files = list.map(handedFile);
  const known = files.filter((file) => file !== undefined);
  const size = known.reduce((sum, file) => sum + file.size, 0);
  return known.length === files.length && size <= mostBytes ? known : undefined;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
  } catch {
    return undefined;
  }
}

function handedFile(value: unknown): HandedFile | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, type, size, unread } = value as Partial<Record<keyof HandedFile, unknown>>;
  if (!isText(name, LONGEST_NAME) || !isText(type, LONGEST_NAME)) return undefined;
  if (!Number.isSafeInteger(size) || (size as number) < 0) return undefined;
  // The name is kept and shown as it is when the file is not read.
  const facts = { name, type: declaredTypeIn(type) ?? '', size: size as number };
  if (unread === undefined) return facts;
  const { outcome, reason } = (unread ?? {}) as Partial<Record<'outcome' | 'reason', unknown>>;
  const isKnown = outcome === 'timeout' || outcome === 'too-many' || UNREAD_OUTCOMES.has(outcome);
  if (!isKnown || !(reason === null || isSentence(reason))) return undefined;
  return { ...facts, unread: { outcome: outcome as Unread['outcome'], reason } };
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest && value.isWellFormed();
}
