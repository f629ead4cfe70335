import {
  cleanDocumentName,
  cleanLine,
  PermanentPluginError,
  type DocumentChanges,
  type DocumentOperations,
} from '@archivolt/plugin-kit';
import type { TagFields } from '#archive/tags';

const LONGEST_DOCUMENT_NAME = 255;
const LONGEST_TAG_NAME = 64;
const LONGEST_DESCRIPTION = 256;
const DEFAULT_COLOR = '#64748B';
const COLOR = /^#[0-9A-F]{6}$/;

/** The changes of a plugin under the same rules as those of a request. */
export function checkedChanges({ name, content, documentDate }: DocumentChanges): DocumentChanges {
  const clean = typeof name === 'string' ? cleanDocumentName(storable(name)) : name;
  if (name !== undefined) check(isText(clean, 1, LONGEST_DOCUMENT_NAME), 'name must have 1 to 255 characters');
  check(content === undefined || typeof content === 'string', 'content must be a text');
  if (documentDate !== undefined && documentDate !== null)
    check(isDate(documentDate), 'documentDate must be a date of the years 1 to 9999, or null');
  return {
    ...(clean !== undefined && { name: clean }),
    ...(content !== undefined && { content: storable(content) }),
    ...(documentDate !== undefined && { documentDate }),
  };
}

/** A tag of a plugin under the same rules as that of a request. */
export function checkedTag({
  name: given,
  color = DEFAULT_COLOR,
  description,
}: Parameters<DocumentOperations['createTag']>[0]): TagFields {
  const name = typeof given === 'string' ? cleanLine(storable(given)).trim() : given;
  check(isText(name, 1, LONGEST_TAG_NAME), 'the name of a tag must have 1 to 64 characters');
  check(typeof color === 'string' && COLOR.test(color.toUpperCase()), 'the color of a tag must look like #RRGGBB');
  if (description !== undefined)
    check(isText(description, 0, LONGEST_DESCRIPTION), 'the description of a tag must have at most 256 characters');
  return {
    name,
    color: color.toUpperCase(),
    ...(description !== undefined && { description: storable(description) }),
  };
}

function check(isValid: boolean, rule: string): void {
  if (!isValid) throw new PermanentPluginError(`server.invalid_request: ${rule}`);
}

function isText(value: unknown, least: number, most: number): boolean {
  return typeof value === 'string' && storable(value).trim().length >= least && value.length <= most;
}

function isDate(value: Date): boolean {
  const year = value instanceof Date ? value.getUTCFullYear() : NaN;
  return year >= 1 && year <= 9999;
}

/** Returns the part of a text that PostgreSQL can store. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
