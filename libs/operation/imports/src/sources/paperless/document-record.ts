import { extensionOf } from '@archivolt/plugin-kit';
import type { DocumentLinksRecord, DocumentRecord, FileRecord, PropertyValue } from '../../archive-records.js';
import type { UnmappedThings } from '../unmapped-things.js';
import type { ExportTables } from './export-tables.js';
import { momentOf, refOf, textOf } from '../untrusted-values.js';
import { dayOf, type ManifestObject } from './manifest-object.js';

export const CORRESPONDENT = 'correspondent';
export const DOCUMENT_TYPE = 'document-type';
export const STORAGE_PATH = 'storage-path';

const LONGEST_NOTE = 100_000;
const MOST_TAGS = 10_000;

type Values = Map<string, PropertyValue[]>;

/** A document with its versions, of which the first has what is said about the document, and the last its file and text. */
export interface DocumentObjects {
  versions: readonly [ManifestObject, ...ManifestObject[]];
  parts: readonly ManifestObject[];
}

/** Makes documents of the objects of an export. */
export class DocumentRecords {
  /** Links to other documents, which come after all documents. */
  readonly links: DocumentLinksRecord[] = [];

  constructor(
    private readonly tables: ExportTables,
    private readonly unmapped: UnmappedThings,
  ) {}

  record({ versions, parts }: DocumentObjects): DocumentRecord {
    const [first] = versions;
    const current = versions.at(-1) ?? first;
    const { pk, fields } = first;
    const moments = {
      createdAt: momentOf(fields['added']),
      updatedAt: momentOf(current.fields['modified']),
      deletedAt: momentOf(fields['deleted_at']),
      documentDate: dayOf(fields['created']),
    };
    const texts = {
      createdBy: this.#addressOf(fields),
      notes: this.#notesIn(parts, moments.deletedAt !== undefined),
      content: textOf(current.fields['content'], Infinity),
    };
    const { archive_serial_number: number } = fields;
    const file = fileOf(current);
    return {
      ...{ kind: 'document', ref: pk, name: nameOf(textOf(fields['title']) ?? pk, file.name), file },
      ...(versions.length > 1 && { earlierVersions: versions.slice(0, -1).map((one, at) => this.#version(one, at)) }),
      ...given(moments),
      ...given(texts),
      ...(Number.isSafeInteger(number) && { archiveNumber: number as number }),
      ...this.#tagsOf(fields),
      properties: [...this.#valuesOf(first, parts, moments.deletedAt !== undefined)].map(([ref, values]) => ({
        ref,
        values,
      })),
    };
  }

  #version(object: ManifestObject, index: number) {
    const createdAt = momentOf(object.fields['added']);
    const createdBy = this.#addressOf(object.fields);
    return { ...fileOf(object), version: index + 1, ...given({ createdAt, createdBy }) };
  }

  #addressOf({ owner }: Record<string, unknown>): string | undefined {
    return this.tables.users.get(refOf(owner) ?? '')?.email;
  }

  #tagsOf({ tags }: Record<string, unknown>): Pick<DocumentRecord, 'isInInbox' | 'tagRefs'> {
    const refs = Array.isArray(tags) ? tags.slice(0, MOST_TAGS).map(refOf) : [];
    const known = [...new Set(refs)].filter((ref) => ref !== undefined && this.tables.tags.has(ref)) as string[];
    const isInbox = (ref: string): boolean => this.tables.tags.get(ref)?.isInbox === true;
    return { tagRefs: known.filter((ref) => !isInbox(ref)), isInInbox: known.some(isInbox) };
  }

  #notesIn(parts: readonly ManifestObject[], isInTrash: boolean): string | undefined {
    const notes = parts.filter(({ model }) => model !== 'documents.customfieldinstance');
    const texts = notes.flatMap(({ fields }) => {
      const text = textOf(fields['note'] ?? fields['comment'], LONGEST_NOTE);
      if (text === undefined) return this.#leaveOut('note', 'It is empty.');
      if (!isInTrash && isDeleted(fields)) return this.#leaveOut('note', 'It was deleted.');
      const author = this.tables.users.get(refOf(fields['user']) ?? '')?.name;
      const head = [momentOf(fields['created'])?.slice(0, 10), author].filter((part) => part !== undefined);
      return [head.length === 0 ? text : `${head.join(', ')}:\n${text}`];
    });
    return texts.length === 0 ? undefined : texts.join('\n\n');
  }

  #valuesOf({ pk, fields }: ManifestObject, parts: readonly ManifestObject[], isInTrash: boolean): Values {
    const values: Values = new Map();
    const lists = [
      [CORRESPONDENT, this.tables.correspondents, fields['correspondent']],
      [DOCUMENT_TYPE, this.tables.documentTypes, fields['document_type']],
      [STORAGE_PATH, this.tables.storagePaths, fields['storage_path']],
    ] as const;
    for (const [ref, table, value] of lists) {
      const option = refOf(value);
      if (option !== undefined && table.has(option)) values.set(ref, [option]);
    }
    for (const { model, fields: instance } of parts)
      if (model === 'documents.customfieldinstance') this.#addValue(pk, instance, isInTrash, values);
    return values;
  }

  #addValue(document: string, instance: Record<string, unknown>, isInTrash: boolean, values: Values): void {
    const what = 'value of a custom field';
    const field = this.tables.customFields.get(refOf(instance['field']) ?? '');
    if (!field) return void this.#leaveOut(what, 'The import does not have its field.');
    if (!isInTrash && isDeleted(instance)) return void this.#leaveOut(what, 'It was deleted.');
    const value = field.read(instance);
    if (value === null) return void this.#leaveOut(what, 'It is empty.');
    if (value === undefined) return void this.#leaveOut(what, 'It does not have the type of its field.');
    if (values.has(field.ref)) return void this.#leaveOut(what, 'The document has another value of the same field.');
    if (value.kind === 'plain') values.set(field.ref, [value.value]);
    else if (value.kind === 'money') {
      values.set(field.ref, [value.amount]);
      if (field.currencyRef !== undefined && value.currency !== undefined)
        values.set(field.currencyRef, [value.currency]);
    } else {
      const known = value.documents.map((ref) => this.tables.documentOf(ref)).filter((ref) => ref !== undefined);
      const lost = value.documents.length - known.length;
      this.unmapped.count('link to a document', 'The document is not in the export.', lost);
      this.links.push({
        kind: 'document-links',
        ref: document,
        propertyRef: field.ref,
        documentRefs: [...new Set(known)],
      });
    }
  }

  #leaveOut(what: string, reason: string): [] {
    this.unmapped.count(what, reason);
    return [];
  }
}

function isDeleted({ deleted_at: moment }: Record<string, unknown>): boolean {
  return typeof moment === 'string';
}

function fileOf({ file = '', fields }: ManifestObject): FileRecord {
  const mimeType = textOf(fields['mime_type'], 200);
  const checksum = textOf(fields['checksum'], 64)?.toLowerCase() ?? '';
  return {
    path: file,
    name: textOf(fields['original_filename']) ?? file.slice(file.lastIndexOf('/') + 1),
    ...(mimeType !== undefined && { mimeType }),
    ...(/^[0-9a-f]{64}$/.test(checksum) && { sha256: checksum }),
  };
}

/** Titles have no extension there, names of documents have one here. */
function nameOf(title: string, fileName: string): string {
  const extension = extensionOf(fileName);
  return title.toLowerCase().endsWith(extension.toLowerCase()) ? title : title + extension;
}

function given<Values extends Record<string, string | undefined>>(values: Values): { [Name in keyof Values]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: string;
  };
}
