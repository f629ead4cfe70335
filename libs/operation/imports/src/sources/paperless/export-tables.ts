import type { TagRecord } from '../../archive-records.js';
import { isPathBelow } from '../open-below.js';
import { UnmappedThings } from '../unmapped-things.js';
import { CustomField } from './custom-fields.js';
import { addressOf, isRecord, LONGEST_NAME, refOf, textOf } from '../untrusted-values.js';
import { type ManifestObject, type Place } from './manifest-object.js';
import { unknownModel, WITHOUT_COUNTERPART } from './without-counterpart.js';

const COLOR = /^#[0-9a-f]{6}$/i;
const HASH = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/;
/** Any, all, literal, regular expression, fuzzy. `Auto` is what this server learns by itself. */
const MATCHING = { least: 1, most: 5 };
/** Inbox tags above each other. */
const MOST_STEPS = 10;

export interface User {
  name: string;
  email?: string;
  isAdmin: boolean;
}

export interface Tag {
  name: string;
  color?: string;
  parent?: string;
  isInbox: boolean;
}

export interface SavedView {
  fields: Record<string, unknown>;
  rules: { type: number; value: string | null }[];
}

interface ListedDocument {
  place: Place;
  /** The first version of this document, in Paperless-ngx 3 and later. */
  root?: string;
  isDeleted: boolean;
}

/** What is held of an export: the small tables, and where each document is. */
export class ExportTables {
  readonly users = new Map<string, User>();
  readonly correspondents = new Map<string, string>();
  readonly documentTypes = new Map<string, string>();
  readonly storagePaths = new Map<string, string>();
  readonly tags = new Map<string, Tag>();
  readonly customFields = new Map<string, CustomField>();
  readonly views = new Map<string, SavedView>();
  readonly documents = new Map<string, ListedDocument>();
  /** The notes and values of a document, by its key. */
  readonly parts = new Map<string, Place[]>();
  /** MD5 or SHA-256 by path. */
  readonly checksums = new Map<string, string>();
  readonly unmapped = new UnmappedThings();
  /** Tells one installation from another: when its first user was created. */
  firstUser: { pk: number; joined: string } | undefined;
  readonly #rules: { view: string; type: number; value: string | null }[] = [];
  /** Values of fields that stand after them in the manifest. */
  readonly #money: { field: string; value: string }[] = [];
  /** Each after the one above it, without inbox tags: a document that has one is in the inbox. */
  tagRecords: TagRecord[] = [];
  #archiveFiles = 0;
  #thumbnails = 0;

  add(object: ManifestObject, place: Place): void {
    const { model, pk, fields } = object;
    switch (model) {
      case 'documents.document':
        return this.#addDocument(object, place);
      case 'documents.note':
      case 'documents.comment':
      case 'documents.customfieldinstance':
        return this.#addPart(object, place);
      case 'documents.tag':
        return this.#addTag(pk, fields);
      case 'documents.correspondent':
        return this.#addName(this.correspondents, 'correspondent', object);
      case 'documents.documenttype':
        return this.#addName(this.documentTypes, 'document type', object);
      case 'documents.storagepath':
        return this.#addName(this.storagePaths, 'storage path', object);
      case 'documents.customfield':
        return this.#addField(pk, fields);
      case 'documents.savedview':
        if (this.#isNew(this.views, 'view', pk)) this.views.set(pk, { fields: small(fields), rules: [] });
        return undefined;
      case 'documents.savedviewfilterrule':
        return this.#addRule(fields);
      case 'auth.user':
        return this.#addUser(pk, fields);
      default:
        return this.#leaveOut(object);
    }
  }

  /** Once all objects have been added. */
  finish(): void {
    for (const { view, type, value } of this.#rules) {
      const known = this.views.get(view);
      if (known) known.rules.push({ type, value });
      else this.unmapped.count('filter of a view', 'Its view is not in the export.');
    }
    this.tagRecords = [...this.#orderedTags()];
    for (const { field, value } of this.#money.splice(0)) this.customFields.get(field)?.noteMoney(value);
    for (const [ref, parts] of this.parts)
      if (!this.documents.has(ref))
        this.unmapped.count('note or value', 'Its document is not in the export.', parts.length);
    this.unmapped.count(
      'archive version',
      'Original files are imported; what was made of them is not.',
      this.#archiveFiles,
    );
    this.unmapped.count('thumbnail', 'Previews are made again.', this.#thumbnails);
  }

  /** The document whose version it is, or the document itself. */
  documentOf(ref: string): string | undefined {
    const document = this.documents.get(ref);
    if (!document?.root) return document && ref;
    const root = this.documents.get(document.root);
    return root && document.root !== ref && root.root === undefined ? document.root : ref;
  }

  *#orderedTags(): Generator<TagRecord> {
    const done = new Set<string>();
    for (const ref of this.tags.keys()) {
      const above = new Set<string>();
      for (let next: string | undefined = ref; next !== undefined && !done.has(next); next = this.#parentOf(next)) {
        if (above.has(next)) {
          this.#cut([...above].at(-1));
          break;
        }
        above.add(next);
      }
      for (const one of [...above].reverse()) {
        done.add(one);
        const tag = this.tags.get(one);
        if (!tag || tag.isInbox) continue;
        const parent = this.#parentOf(one);
        yield {
          ...{ kind: 'tag', ref: one, name: tag.name },
          ...(tag.color !== undefined && { color: tag.color }),
          ...(parent !== undefined && { parentRef: parent }),
        };
      }
    }
  }

  /** Without those above it that are inbox tags. */
  #parentOf(ref: string): string | undefined {
    let parent = this.tags.get(ref)?.parent;
    for (let steps = 0; parent !== undefined && this.tags.get(parent)?.isInbox === true; steps += 1)
      parent = steps > MOST_STEPS ? undefined : this.tags.get(parent)?.parent;
    return parent !== undefined && this.tags.has(parent) ? parent : undefined;
  }

  #cut(ref: string | undefined): void {
    const tag = ref === undefined ? undefined : this.tags.get(ref);
    if (!tag) return;
    delete tag.parent;
    this.unmapped.add('tag hierarchy', tag.name, 'The tag would be above itself.');
  }

  #addDocument({ pk, fields, file, archiveFile, thumbnail }: ManifestObject, place: Place): void {
    if (archiveFile !== undefined) this.#archiveFiles += 1;
    if (thumbnail !== undefined) this.#thumbnails += 1;
    const title = textOf(fields['title']) ?? pk;
    if (!this.#isNew(this.documents, 'document', title, pk)) return;
    if (file === undefined) {
      this.unmapped.add('document', title, 'The export does not have its file.');
      return;
    }
    if (!isPathBelow(file)) {
      this.unmapped.add('document', title, 'Its file is outside of the folder of the export.');
      return;
    }
    const checksum = textOf(fields['checksum'], 64)?.toLowerCase();
    if (checksum !== undefined && HASH.test(checksum)) this.checksums.set(file, checksum);
    const root = refOf(fields['root_document']);
    const isDeleted = typeof fields['deleted_at'] === 'string';
    this.documents.set(pk, { place, isDeleted, ...(root !== undefined && { root }) });
  }

  #addPart({ model, fields }: ManifestObject, place: Place): void {
    const document = refOf(fields['document']);
    if (document === undefined) return this.unmapped.count('note or value', 'Its document is not in the export.');
    const parts = this.parts.get(document);
    if (parts) parts.push(place);
    else this.parts.set(document, [place]);
    const field = model === 'documents.customfieldinstance' ? refOf(fields['field']) : undefined;
    const value = textOf(fields['value_monetary'], 50);
    if (field === undefined || value === undefined) return;
    const known = this.customFields.get(field);
    if (known) known.noteMoney(value);
    else this.#money.push({ field, value });
  }

  #addTag(pk: string, fields: Record<string, unknown>): void {
    const name = textOf(fields['name']) ?? pk;
    if (!this.#isNew(this.tags, 'tag', name, pk)) return;
    const { color } = fields;
    const parent = refOf(fields['tn_parent']) ?? refOf(fields['parent']);
    this.tags.set(pk, {
      ...{ name, isInbox: fields['is_inbox_tag'] === true },
      ...(typeof color === 'string' && COLOR.test(color) && { color: color.toLowerCase() }),
      ...(parent !== undefined && { parent }),
    });
    this.#reportMatching('tag', name, fields);
  }

  #addName(table: Map<string, string>, what: string, { pk, fields }: ManifestObject): void {
    const name = textOf(fields['name']) ?? pk;
    if (!this.#isNew(table, what, name, pk)) return;
    table.set(pk, name);
    this.#reportMatching(what, name, fields);
  }

  #addField(pk: string, fields: Record<string, unknown>): void {
    const name = textOf(fields['name']) ?? pk;
    if (!this.#isNew(this.customFields, 'custom field', name, pk)) return;
    const field = CustomField.from(pk, fields);
    if (field) this.customFields.set(pk, field);
    else this.unmapped.add('custom field', name, 'The import does not know its type.');
  }

  #addRule(fields: Record<string, unknown>): void {
    const [view, type, value] = [refOf(fields['saved_view']), fields['rule_type'], fields['value']];
    if (view === undefined || !Number.isSafeInteger(type))
      return this.unmapped.count('filter of a view', 'Its view is not in the export.');
    this.#rules.push({ view, type: type as number, value: textOf(value, LONGEST_NAME) ?? null });
  }

  #addUser(pk: string, fields: Record<string, unknown>): void {
    const userName = textOf(fields['username']) ?? pk;
    if (!this.#isNew(this.users, 'user', userName, pk)) return;
    const joined = textOf(fields['date_joined'], 40);
    const number = Number(pk);
    if (joined !== undefined && Number.isSafeInteger(number) && !(number >= (this.firstUser?.pk ?? Infinity)))
      this.firstUser = { pk: number, joined };
    const email = addressOf(fields['email']);
    const isActive = fields['is_active'] !== false;
    const name = [fields['first_name'], fields['last_name']]
      .map((part) => textOf(part, 100) ?? '')
      .join(' ')
      .trim();
    this.users.set(pk, {
      ...{ name: name === '' ? userName : name, isAdmin: fields['is_superuser'] === true },
      ...(email !== undefined && isActive && { email }),
    });
    if (!isActive) this.unmapped.add('user', userName, 'The account is not active.');
    else if (email === undefined) this.unmapped.add('user', userName, 'The account has no e-mail address.');
  }

  #leaveOut({ model, fields }: ManifestObject): void {
    const { what, reason, nameField } = WITHOUT_COUNTERPART.get(model) ?? unknownModel(model);
    const name = nameField === undefined ? undefined : textOf(fields[nameField]);
    if (name === undefined) this.unmapped.count(what, reason);
    else this.unmapped.add(what, name, reason);
  }

  #reportMatching(what: string, name: string, { matching_algorithm: algorithm, match }: Record<string, unknown>): void {
    const isMatching = typeof algorithm === 'number' && algorithm >= MATCHING.least && algorithm <= MATCHING.most;
    if (!isMatching || textOf(match) === undefined) return;
    this.unmapped.add(`matching of a ${what}`, name, 'Write a tagging rule for the documents that it matched.');
  }

  #isNew(table: ReadonlyMap<string, unknown>, what: string, name: string, pk = name): boolean {
    if (!table.has(pk)) return true;
    this.unmapped.add(what, name, 'The export has another one with the same key, which is imported.');
    return false;
  }
}

/** The texts, numbers and switches of an object; it may have other things of any size. */
function small(fields: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([, value]) => !isRecord(value) && !Array.isArray(value));
  return Object.fromEntries(
    kept.slice(0, 50).map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, LONGEST_NAME) : value]),
  );
}
