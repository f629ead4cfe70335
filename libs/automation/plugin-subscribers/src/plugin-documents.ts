import type { Readable } from 'node:stream';
import {
  nameKey,
  PermanentPluginError,
  TransientPluginError,
  type DocumentChanges,
  type DocumentOperations,
  type PluginDocument,
  type PluginPermission,
  type PluginTag,
} from '@archivolt/plugin-kit';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '#ground/database';
import { DocumentAlreadyHasTag, DocumentTags } from '#archive/metadata';
import { DocumentNotFound, DocumentsService, UpdateDocument, type ListedDocument } from '#archive/documents';
import { AppError, systemContext, type ErrorCategory, type OrganizationContext } from '#ground/kernel';
import { TagAlreadyExists, TagRepository, TagsService, type TagRow } from '#archive/tags';
import { TrashService } from '#archive/trash';
import { checkedChanges, checkedTag } from './plugin-input.js';

/** The plugin, organization and permissions for which the operations run. */
export interface PluginGrant {
  pluginId: string;
  organizationId: string;
  permissions: readonly PluginPermission[];
}

/** Failures of the product that may be over at the next attempt. */
const PASSING: readonly ErrorCategory[] = [
  'insufficient_storage',
  'internal',
  'rate_limited',
  'timeout',
  'unavailable',
];

/** The operations on documents that plugins have. */
@Injectable()
export class PluginDocuments {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly documents: DocumentsService,
    private readonly updateDocument: UpdateDocument,
    private readonly trash: TrashService,
    private readonly documentTags: DocumentTags,
    private readonly tags: TagRepository,
    private readonly tagsService: TagsService,
  ) {}

  /** Returns the operations on the documents of one organization; its history names the plugin. */
  for({ pluginId, organizationId, permissions }: PluginGrant): DocumentOperations {
    const ctx = systemContext(organizationId, `plugin:${pluginId}`);
    const allowed =
      <Arguments extends unknown[], Result>(
        permission: PluginPermission,
        operation: (...values: Arguments) => Promise<Result>,
      ) =>
      async (...values: Arguments): Promise<Result> => {
        if (!permissions.includes(permission))
          throw new PermanentPluginError(
            `${pluginId} has no permission ${permission}; add it to provides.subscriber.permissions`,
          );
        return asPlugin(() => operation(...values));
      };
    return {
      find: allowed('documents:read', (documentId: string) => this.#find(ctx, documentId)),
      openFile: allowed('documents:read', (documentId: string) => this.#openFile(ctx, documentId)),
      update: allowed('documents:update', (documentId: string, changes: DocumentChanges) =>
        this.#update(ctx, documentId, changes),
      ),
      trash: allowed('documents:delete', (documentId: string) => this.trash.trash(ctx, documentId)),
      addTag: allowed('documents:update', (documentId: string, tagId: string) =>
        unless(DocumentAlreadyHasTag, () => this.documentTags.add(ctx, { documentId, tagId })),
      ),
      removeTag: allowed('documents:update', (documentId: string, tagId: string) =>
        this.documentTags.remove(ctx, { documentId, tagId }),
      ),
      tags: allowed('tags:read', async () => (await this.tags.list(ctx)).map(pluginTag)),
      createTag: allowed('tags:create', (tag: Parameters<DocumentOperations['createTag']>[0]) =>
        this.#createTag(ctx, tag),
      ),
    };
  }

  async #find(ctx: OrganizationContext, documentId: string): Promise<PluginDocument | undefined> {
    const found = await unless(DocumentNotFound, () => this.documents.details(ctx, documentId));
    return found && pluginDocument(found);
  }

  async #openFile(ctx: OrganizationContext, documentId: string): Promise<Readable> {
    return (await this.documents.file(ctx, documentId)).open();
  }

  /** Leaves out what is so already: an event that is handled twice then causes one change. */
  async #update(ctx: OrganizationContext, documentId: string, wanted: DocumentChanges): Promise<void> {
    const changes = checkedChanges(wanted);
    const document = await this.documents.details(ctx, documentId);
    if (changes.name === document.name) delete changes.name;
    if (changes.content === document.content) delete changes.content;
    if (changes.documentDate?.getTime() === document.documentDate?.getTime()) delete changes.documentDate;
    if (Object.keys(changes).length > 0) await this.updateDocument.execute(ctx, documentId, changes);
  }

  async #createTag(
    ctx: OrganizationContext,
    wanted: Parameters<DocumentOperations['createTag']>[0],
  ): Promise<PluginTag> {
    const fields = checkedTag(wanted);
    const named = async () =>
      (await this.tags.list(ctx)).find(({ normalizedName }) => normalizedName === nameKey(fields.name));
    const tag =
      (await named()) ??
      (await unless(TagAlreadyExists, () => this.unitOfWork.run((tx) => this.tagsService.create(tx, ctx, fields)))) ??
      (await named());
    if (!tag) throw new TransientPluginError(`the tag ${fields.name} was deleted at the same moment`);
    return pluginTag(tag);
  }
}

/** Returns undefined instead of throwing this error. */
async function unless<Result>(
  expected: { matches(error: unknown): boolean },
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (expected.matches(error)) return undefined;
    throw error;
  }
}

/** Turns errors of the product into those that plugins know; faults of the installation stay as they are. */
async function asPlugin<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const message = `${error.code}: ${error.message}`;
    throw PASSING.includes(error.category)
      ? new TransientPluginError(message, { cause: error })
      : new PermanentPluginError(message, { cause: error });
  }
}

function pluginDocument(document: ListedDocument & { content: string }): PluginDocument {
  return {
    id: document.id,
    organizationId: document.organizationId,
    name: document.name,
    content: document.content,
    mimeType: document.mimeType,
    size: document.originalSize,
    sha256: document.originalSha256Hash,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    documentDate: document.documentDate,
    isTrashed: document.deletedAt !== null,
    tags: document.tags.map(pluginTag),
  };
}

function pluginTag({ id, name, color, description }: Omit<TagRow, 'createdAt' | 'updatedAt'>): PluginTag {
  return { id, name, color, description: description ?? null };
}
