import type { Readable } from 'node:stream';
import type { HostHttp } from '@archivolt/plugin-kit';
import type {
  ArchiveRecord,
  ArchiveSource,
  DocumentLinksRecord,
  DocumentRecord,
  FileRecord,
  PropertyRecord,
  TagRecord,
} from '../../archive-records.js';
import { UnreadableSource } from '../open-below.js';
import { UnmappedThings } from '../unmapped-things.js';
import { isRecord, LONGEST_NAME, momentOf, refOf, textOf } from '../untrusted-values.js';
import { PapraApi, PapraRefusal } from './papra-api.js';
import { readProperty, readValues } from './papra-property.js';

/** Entries that moved to another page while a list was read are found in the next pass. */
const MOST_PASSES = 5;
const ID = /^[a-z]{2,10}_[a-z0-9]{1,64}$/;
const SHA256 = /^[0-9a-f]{64}$/;
const UNREACHABLE = 'API keys of Papra cannot read it.';
const NOT_READ = ['members', 'who added a document', 'saved views', 'tagging rules', 'webhooks', 'intake addresses'];
const NEW_LINKS = 'Their addresses lead to the other server: share the documents again.';

export interface PapraOptions {
  /** Where Papra is, without `/api`. */
  url: string;
  /** With the permissions to read organizations, documents, tags and custom properties. */
  key: string;
  /** The id of the organization; without it, the key must be of a user with one organization. */
  organizationId?: string;
}

/**
 * An organization of a Papra server, read with its API; `http` reaches its URL. Throws UnreadableSource when the key does
 * not open it, or the organization is not clear.
 */
export async function openPapra(
  { url, key, organizationId }: PapraOptions,
  http: HostHttp,
  signal: AbortSignal,
): Promise<ArchiveSource> {
  const api = new PapraApi(http, url, key);
  const all = (await api.list('/organizations', 'organizations', signal)).flatMap((one) => {
    const [id, name] = [idOf(one['id']), textOf(one['name'])];
    return id === undefined ? [] : [{ id, name: name ?? id }];
  });
  const chosen = all.filter(({ id }) => organizationId === undefined || id === organizationId);
  const [only] = chosen;
  if (only && chosen.length === 1) return new PapraArchive(api, only);
  const list = all.slice(0, 20).map(({ id, name }) => `${id} (${name.slice(0, 50)})`);
  throw new UnreadableSource(`Name one of the organizations: ${list.join(', ') || 'the key opens none'}.`);
}

interface Known {
  properties: ReadonlyMap<string, PropertyRecord>;
  tags: ReadonlySet<string>;
  links: DocumentLinksRecord[];
  unmapped: UnmappedThings;
}

class PapraArchive implements ArchiveSource {
  readonly name: string;
  readonly id: string;
  readonly #path: string;

  constructor(
    private readonly api: PapraApi,
    private readonly organization: { id: string; name: string },
  ) {
    this.name = `Papra, organization ${organization.name.slice(0, 100)}`;
    this.id = `papra:${organization.id}`;
    this.#path = `/organizations/${organization.id}`;
  }

  async *records(signal: AbortSignal): AsyncGenerator<ArchiveRecord> {
    const unmapped = new UnmappedThings();
    const { id: ref, name } = this.organization;
    yield { kind: 'organization', ref, name };
    const tags = (await this.api.list(`${this.#path}/tags`, 'tags', signal)).flatMap(readTag);
    yield* tags;
    const properties = await this.#properties(unmapped, signal);
    yield* properties.values();
    const known: Known = { properties, tags: new Set(tags.map((tag) => tag.ref)), links: [], unmapped };
    for await (const id of this.#documentIds(signal)) {
      const record = await this.#document(id, known, signal);
      if (record) yield record;
    }
    yield* known.links;
    for (const what of NOT_READ) unmapped.add(what, 'all', UNREACHABLE);
    unmapped.add('share links', 'all', NEW_LINKS);
    yield* unmapped.records();
  }

  async open(file: FileRecord, signal: AbortSignal): Promise<Readable> {
    const id = idOf(file.path);
    if (id === undefined) throw new UnreadableSource('The path is not one of this source.');
    return this.api.file(`${this.#path}/documents/${id}/file`, signal);
  }

  /** By the keys of the values. */
  async #properties(unmapped: UnmappedThings, signal: AbortSignal): Promise<Map<string, PropertyRecord>> {
    const properties = new Map<string, PropertyRecord>();
    const path = `${this.#path}/custom-properties`;
    try {
      for (const definition of await this.api.list(path, 'propertyDefinitions', signal)) {
        const property = readProperty(definition);
        if (property) properties.set(property.key, property.record);
        else unmapped.add('property', textOf(definition['name']) ?? '', 'The import does not know its type.');
      }
    } catch (error) {
      if (!(error instanceof PapraRefusal && [401, 403].includes(error.status))) throw error;
      unmapped.add('properties', 'all', 'The API key lacks the permission custom-properties:read.');
    }
    return properties;
  }

  /** Also those in the trash. The oldest first: new documents come at the end. */
  async *#documentIds(signal: AbortSignal): AsyncGenerator<string> {
    const seen = new Set<string>();
    for (let pass = 0, before = -1; pass < MOST_PASSES && before < seen.size; pass += 1) {
      before = seen.size;
      for (const list of ['/documents?sortField=createdAt&sortOrder=asc', '/documents/deleted']) {
        for await (const entry of this.api.pages(this.#path + list, 'documents', signal)) {
          const id = idOf(entry['id']);
          if (id === undefined || seen.has(id)) continue;
          seen.add(id);
          yield id;
        }
      }
    }
  }

  async #document(id: string, known: Known, signal: AbortSignal): Promise<DocumentRecord | undefined> {
    try {
      const document = await this.api.get(`${this.#path}/documents/${id}`, 'document', signal);
      if (isRecord(document)) return documentOf(id, document, known);
      known.unmapped.add('document', id, 'The answer of Papra is not a document.');
    } catch (error) {
      if (!(error instanceof PapraRefusal && error.status === 404)) throw error;
      known.unmapped.add('document', id, 'It was deleted while the import was reading.');
    }
    return undefined;
  }
}

function documentOf(id: string, document: Record<string, unknown>, known: Known): DocumentRecord {
  const { originalSize: size, originalSha256Hash: hash, documentDate } = document;
  const name = textOf(document['name']) ?? textOf(document['originalName']) ?? id;
  const mimeType = textOf(document['mimeType'], 200);
  const tags = recordsIn(document['tags']).map((tag) => refOf(tag['id']));
  return {
    ...{ kind: 'document', ref: id, name },
    file: {
      ...{ path: id, name: textOf(document['originalName']) ?? name },
      ...(mimeType !== undefined && { mimeType }),
      ...(Number.isSafeInteger(size) && { size: size as number }),
      ...(typeof hash === 'string' && SHA256.test(hash) && { sha256: hash }),
    },
    ...given('createdAt', momentOf(document['createdAt'])),
    ...given('updatedAt', momentOf(document['updatedAt'])),
    ...given('deletedAt', momentOf(document['deletedAt'])),
    ...given('documentDate', momentOf(documentDate)),
    ...given('notes', textOf(document['notes'], Infinity)),
    ...given('content', textOf(document['content'], Infinity)),
    tagRefs: tags.filter((ref) => ref !== undefined && known.tags.has(ref)) as string[],
    properties: valuesIn(id, document['customProperties'], known),
  };
}

function valuesIn(document: string, entries: unknown, { properties, links, unmapped }: Known) {
  return recordsIn(entries).flatMap(({ key, value }) => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const property = properties.get(textOf(key, LONGEST_NAME) ?? '');
    const values = property && readValues(property.type, value);
    if (!values) {
      unmapped.count('value of a property', 'The import does not have its property, or it does not have its type.');
      return [];
    }
    if (property.type !== 'document_relation') return [{ ref: property.ref, values }];
    links.push({
      ...{ kind: 'document-links', ref: document, propertyRef: property.ref },
      documentRefs: values.map(String),
    });
    return [];
  });
}

function readTag(tag: Record<string, unknown>): TagRecord[] {
  const [ref, name, color] = [refOf(tag['id']), textOf(tag['name']), textOf(tag['color'], 7)?.toLowerCase()];
  const description = textOf(tag['description']);
  if (ref === undefined || name === undefined) return [];
  return [
    {
      ...{ kind: 'tag', ref, name },
      ...(color !== undefined && /^#[0-9a-f]{6}$/.test(color) && { color }),
      ...(description !== undefined && { description }),
    },
  ];
}

function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** An id that can be a part of a path. */
function idOf(value: unknown): string | undefined {
  return typeof value === 'string' && ID.test(value) ? value : undefined;
}

function given<Name extends string>(name: Name, value: string | undefined): { [Key in Name]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: string });
}
