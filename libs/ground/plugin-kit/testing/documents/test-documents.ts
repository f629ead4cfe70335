import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  PermanentPluginError,
  type DocumentOperations,
  type PluginDocument,
  type PluginPermission,
  type PluginTag,
} from '../../src/index.js';

/** The documents of one organization in memory, with the operations that plugins have. */
export class TestDocuments {
  readonly documents = new Map<string, PluginDocument>();
  readonly tags: PluginTag[] = [];
  /** How often something was really changed. */
  changes = 0;
  /** Permissions that an operation needed and the plugin has not declared. */
  readonly missing = new Set<PluginPermission>();
  readonly #files = new Map<string, Buffer>();

  add(document: { id: string; organizationId: string; name: string; content: string }): void {
    const file = Buffer.from(document.content);
    const now = new Date();
    this.#files.set(document.id, file);
    this.documents.set(document.id, {
      ...document,
      mimeType: 'text/plain',
      size: file.length,
      sha256: createHash('sha256').update(file).digest('hex'),
      createdAt: now,
      updatedAt: now,
      documentDate: null,
      isTrashed: false,
      tags: [],
    });
  }

  operations(permissions: readonly PluginPermission[]): DocumentOperations {
    const need = (permission: PluginPermission): void => {
      if (permissions.includes(permission)) return;
      this.missing.add(permission);
      throw new PermanentPluginError(`the plugin has no permission ${permission}`);
    };
    const change = (id: string, changes: Partial<PluginDocument>): void => {
      const document = this.#existing(id);
      if (JSON.stringify({ ...document, ...changes }) === JSON.stringify(document)) return;
      this.changes += 1;
      this.documents.set(id, { ...document, ...changes });
    };
    const operation =
      <Values extends unknown[], Result>(permission: PluginPermission, work: (...values: Values) => Result) =>
      (...values: Values): Promise<Result> =>
        new Promise((resolve) => {
          need(permission);
          resolve(work(...values));
        });
    return {
      find: operation('documents:read', (id: string) => this.documents.get(id)),
      openFile: operation('documents:read', (id: string) =>
        Readable.from([this.#files.get(this.#existing(id).id) ?? Buffer.alloc(0)]),
      ),
      update: operation('documents:update', change),
      trash: operation('documents:delete', (id: string) => change(id, { isTrashed: true })),
      addTag: operation('documents:update', (id: string, tagId: string) => {
        const tag = this.tags.find((each) => each.id === tagId);
        if (!tag) throw new PermanentPluginError('tags.not_found: Tag not found.');
        const { tags } = this.#existing(id);
        if (!tags.includes(tag)) change(id, { tags: [...tags, tag] });
      }),
      removeTag: operation('documents:update', (id: string, tagId: string) =>
        change(id, { tags: this.#existing(id).tags.filter((tag) => tag.id !== tagId) }),
      ),
      tags: operation('tags:read', () => [...this.tags]),
      createTag: operation('tags:create', ({ name, color = '#64748B', description }) => {
        const known = this.tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
        if (known) return known;
        this.changes += 1;
        const tag = { id: `tag_${this.tags.length + 1}`, name, color, description: description ?? null };
        this.tags.push(tag);
        return tag;
      }),
    };
  }

  #existing(id: string): PluginDocument {
    const document = this.documents.get(id);
    if (!document) throw new PermanentPluginError('document.not_found: Document not found.');
    return document;
  }
}
