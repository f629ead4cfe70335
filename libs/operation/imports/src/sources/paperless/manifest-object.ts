import type { FileHandle } from 'node:fs/promises';
import { UnreadableSource } from '../open-below.js';
import { isRecord, momentOf, refOf, textOf } from '../untrusted-values.js';

const LONGEST_MODEL = 100;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Where an object is, so that it need not be held. */
export interface Place {
  /** Path of the manifest below the folder of the export. */
  manifest: string;
  start: number;
  length: number;
}

/** An object of a manifest: a row of a table. */
export interface ManifestObject {
  /** Such as `documents.tag`. */
  model: string;
  pk: string;
  fields: Record<string, unknown>;
  /** Paths below the folder of the export. */
  file?: string;
  archiveFile?: string;
  thumbnail?: string;
}

/** Undefined for JSON that is not an object of a manifest. Throws when it is no JSON. */
export function readObject(text: string): ManifestObject | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnreadableSource('It has an object that is not JSON.');
  }
  if (!isRecord(value)) return undefined;
  const { model, fields } = value;
  const pk = refOf(value['pk']);
  if (typeof model !== 'string' || pk === undefined || !isRecord(fields)) return undefined;
  const [file, archiveFile, thumbnail] = ['file', 'archive', 'thumbnail'].map((name) =>
    textOf(value[`__exported_${name}_name__`], 4_096),
  );
  return {
    ...{ model: model.slice(0, LONGEST_MODEL).toLowerCase(), pk, fields },
    ...(file !== undefined && { file }),
    ...(archiveFile !== undefined && { archiveFile }),
    ...(thumbnail !== undefined && { thumbnail }),
  };
}

/** Reads an object again that was found before. */
export async function rereadObject(file: FileHandle, { start, length }: Place): Promise<ManifestObject> {
  const bytes = Buffer.allocUnsafe(length);
  const { bytesRead } = await file.read(bytes, 0, length, start);
  const object = bytesRead === length ? readObject(bytes.toString('utf8')) : undefined;
  if (!object) throw new UnreadableSource('The manifest has changed while it was read.');
  return object;
}

/**
 * A day. Older versions keep the day of a document as the moment of its midnight in the time zone of their server, which
 * the export does not name: the nearest midnight of UTC is taken for whole and half hours, otherwise the day in UTC.
 */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  if (DAY.test(value)) return Number.isNaN(Date.parse(value)) ? undefined : value;
  const moment = momentOf(value);
  if (moment === undefined) return undefined;
  const time = Date.parse(moment);
  const isMidnightSomewhere = time % (15 * 60_000) === 0;
  return new Date(isMidnightSomewhere ? time + 12 * 3_600_000 : time).toISOString().slice(0, 10);
}
