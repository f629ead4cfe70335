import { UnreadableSource, openBelow, shown } from '../open-below.js';
import { walkTree } from '../walk-tree.js';
import { arrayElements } from './array-elements.js';
import { ExportTables } from './export-tables.js';
import { isRecord, textOf } from '../untrusted-values.js';
import { readObject } from './manifest-object.js';

const MANIFEST = 'manifest.json';
/** With `--split-manifest`, each document has one of its own. */
const MANIFEST_OF_DOCUMENT = '-manifest.json';
const MOST_METADATA_BYTES = 1024 * 1024;

/** Reads all manifests of an export, each object once. Throws when the manifest of the export cannot be read. */
export async function readExport(root: string, signal: AbortSignal): Promise<ExportTables> {
  const tables = new ExportTables();
  try {
    await readManifest(root, MANIFEST, tables, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw new UnreadableSource(`The file ${MANIFEST} of the export cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
  for await (const { kind, name, path } of walkTree(root, signal)) {
    if (kind !== 'file' || !name.toString('latin1').endsWith(MANIFEST_OF_DOCUMENT)) continue;
    const manifest = path.toString('utf8');
    if (tables.checksums.has(manifest)) continue;
    try {
      await readManifest(root, manifest, tables, signal);
    } catch (error) {
      signal.throwIfAborted();
      tables.unmapped.add('manifest of a document', manifest, messageOf(error));
    }
  }
  tables.finish();
  return tables;
}

/** The version of the program that wrote the export. */
export async function readVersion(root: string): Promise<string | undefined> {
  for (const name of ['metadata.json', 'version.json']) {
    const value = await readSmall(root, name);
    const version = isRecord(value) ? textOf(value['version'], 30) : undefined;
    if (version !== undefined && /^[\w.+-]+$/.test(version)) return version;
  }
  return undefined;
}

async function readManifest(root: string, manifest: string, tables: ExportTables, signal: AbortSignal): Promise<void> {
  await using file = await openBelow(root, manifest);
  for await (const { start, length, text } of arrayElements(file, signal)) {
    const object = text === undefined ? undefined : readObject(text);
    if (object) tables.add(object, { manifest, start, length });
    else if (text === undefined) tables.unmapped.count('object', 'It is larger than 32 MB, or nested too deeply.');
    else tables.unmapped.count('entry of a manifest', 'It is not an object with a model, a key and fields.');
  }
}

async function readSmall(root: string, name: string): Promise<unknown> {
  try {
    await using file = await openBelow(root, name);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MOST_METADATA_BYTES), 0, MOST_METADATA_BYTES, 0);
    return JSON.parse(buffer.toString('utf8', 0, bytesRead));
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof UnreadableSource) return error.message;
  const { code } = error as { code?: unknown };
  return code === 'ENOENT' ? 'It does not exist.' : `The system reports ${shown(String(code))}.`;
}
