import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WrittenFile } from '#operation/backup';
import type { ArchiveRecord } from '#operation/imports';
import { BundleError } from './bundle-error.js';
import { checkShape, count, hash, list, literal, moment, record, ref, text } from './shapes.js';

/** Grows with every change of the form; a version of Archivolt reads this form and all earlier ones. */
export const BUNDLE_FORM = 1;
export const MANIFEST = 'manifest.json';
/** A manifest has some facts, and the files that the archive had lost. */
const MOST_BYTES = 16 * 1024 ** 2;

/** One file of records for each kind, in the order in which they are read. */
export const RECORD_KINDS = [
  'organization',
  'member',
  'tag',
  'property',
  'document',
  'document-links',
  'view',
  'rule',
  'reminder',
  'unmapped',
] as const satisfies readonly ArchiveRecord['kind'][];

export type RecordKind = (typeof RECORD_KINDS)[number];

export function recordFileOf(kind: RecordKind): string {
  return `records/${kind}.jsonl`;
}

/** A file of records, one in each line. */
export interface RecordFile extends WrittenFile {
  kind: RecordKind;
  records: number;
}

/** A file that the archive had lost, or that was damaged in it, when the bundle was made. */
export interface LostFile {
  path: string;
  documentRef: string;
  reason: string;
}

/** What a bundle consists of. It is written last, so a bundle that was cut off has none. */
export interface Manifest {
  'archivolt-bundle': typeof BUNDLE_FORM;
  /** The version of Archivolt that made it. */
  version: string;
  organization: { ref: string; name: string };
  /** The moment whose state it has: ISO 8601, in UTC. */
  createdAt: string;
  records: RecordFile[];
  /** The files of documents and of their earlier versions; those in `lost` are not among them. */
  files: { count: number; bytes: number; lost: LostFile[] };
}

const checkManifest = record<Manifest>({
  'archivolt-bundle': literal(BUNDLE_FORM),
  version: text(100),
  organization: record<Manifest['organization']>({ ref, name: text(1_000) }),
  createdAt: moment,
  records: list(record<RecordFile>({ kind: text(50), records: count, bytes: count, sha256: hash })),
  files: record<Manifest['files']>({
    count,
    bytes: count,
    lost: list(record<LostFile>({ path: text(1_000), documentRef: ref, reason: text(1_000) })),
  }),
});

/** Throws `BundleError` when the manifest is missing, cut or of a form that this version does not know. */
export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, MANIFEST);
  const manifest = parsed(path, await readText(path));
  const form = manifest['archivolt-bundle'];
  if (form === undefined) throw new BundleError(`${path} is not the manifest of a bundle`);
  if (form !== BUNDLE_FORM)
    throw new BundleError(
      `${path} has the form ${JSON.stringify(form)}, and this version of Archivolt knows ${BUNDLE_FORM}.\n` +
        'Remedy: use the version that made the bundle or a later one.',
    );
  try {
    checkShape(checkManifest, manifest);
  } catch (error) {
    throw new BundleError(`${path} is damaged: ${(error as Error).message}`);
  }
  const { records } = manifest as unknown as Manifest;
  const kinds = records.map(({ kind }) => kind);
  if (kinds.join() !== RECORD_KINDS.join())
    throw new BundleError(`${path} is damaged: it does not name each kind of records once, in their order`);
  return manifest as unknown as Manifest;
}

async function readText(path: string): Promise<string> {
  const found = await lstat(path).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new BundleError(`${path} is missing: an export into this folder has not ended, or it is no bundle`);
  });
  if (!found.isFile()) throw new BundleError(`${path} is not a plain file`);
  if (found.size > MOST_BYTES) throw new BundleError(`${path} is too large for a manifest`);
  return readFile(path, 'utf8');
}

function parsed(path: string, content: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // reported below
  }
  throw new BundleError(`${path} is cut off or damaged`);
}
