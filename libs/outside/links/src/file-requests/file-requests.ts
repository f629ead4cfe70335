import { Injectable } from '@nestjs/common';
import { FileRequestsConfig } from '#config/file-requests';
import { Forbidden } from '#people/auth';
import { UnitOfWork, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import {
  assertRevision,
  Clock,
  createId,
  nextUpdatedAt,
  userIdOf,
  type OrganizationContext,
  type Page,
} from '#ground/kernel';
import { canChange, canSee } from '#people/organizations';
import { createLinkToken } from '../link-token.js';
import { LinkPasswords } from '../link-passwords.js';
import { TagNotFound, TagRepository } from '#archive/tags';
import { FileRequestRepository, type FileRequest } from './file-request.repository.js';
import { FileRequestLimitReached, FileRequestNotFound } from './file-requests.errors.js';
import { FileRequestCreated, FileRequestDeleted, FileRequestUpdated } from './file-requests.events.js';

/** What members set in a request. What is missing in a change stays as it is; null takes it away. */
export interface FileRequestFields {
  title: string;
  message?: string | null | undefined;
  tagIds?: readonly string[] | undefined;
  expiresAt?: Date | null | undefined;
  password?: string | null | undefined;
  maxFiles?: number | null | undefined;
  maxFileBytes?: number | null | undefined;
}

export type FileRequestChanges = Partial<FileRequestFields> & { isEnabled?: boolean | undefined };

/** Fields as they are stored: the password was hashed by {@link FileRequests.withHash}. */
type Hashed<Fields extends { password?: string | null | undefined }> = Omit<Fields, 'password'> & {
  passwordHash?: string | null | undefined;
};

/** What members do with file requests. */
@Injectable()
export class FileRequests {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly requests: FileRequestRepository,
    private readonly tags: TagRepository,
    private readonly passwords: LinkPasswords,
    private readonly changes: Changes,
    private readonly config: FileRequestsConfig,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  async list(ctx: OrganizationContext, page?: Page): Promise<FileRequest[]> {
    return this.#withLiveTags(ctx, await this.requests.list(ctx, page));
  }

  async get(ctx: OrganizationContext, fileRequestId: string): Promise<FileRequest> {
    const found = await this.requests.find(ctx, fileRequestId);
    const [request] = await this.#withLiveTags(ctx, found ? [found] : []);
    if (!request) throw FileRequestNotFound();
    return request;
  }

  /** Hashes the password of a body, which takes time: never inside a transaction. */
  async withHash<Fields extends { password?: string | null | undefined }>(
    ctx: OrganizationContext,
    { password, ...fields }: Fields,
    signal: AbortSignal,
  ): Promise<Hashed<Fields>> {
    if (password === undefined || password === null) return { ...fields, passwordHash: password };
    const by = userIdOf(ctx) ?? ctx.organizationId;
    return { ...fields, passwordHash: await this.passwords.hash(password, { by, signal }) };
  }

  async create(tx: Transaction, ctx: OrganizationContext, fields: Hashed<FileRequestFields>): Promise<FileRequest> {
    await this.requests.lockLimit(tx, ctx);
    if ((await this.requests.count(tx, ctx)) >= this.config.maxPerOrganization) throw FileRequestLimitReached();
    const tagIds = await this.#checkTags(tx, ctx, fields.tagIds ?? []);
    const [id, now] = [createId('frq'), this.clock.now()];
    await this.requests.insert(tx, {
      ...{ id, created_at: now, updated_at: now, organization_id: ctx.organizationId, created_by: userIdOf(ctx) },
      ...{ title: fields.title, message: fields.message || null, tag_ids: tagIds, token: createLinkToken() },
      ...{ password_hash: fields.passwordHash ?? null, expires_at: fields.expiresAt ?? null, is_enabled: true },
      ...{ max_files: fields.maxFiles ?? null, max_file_bytes: asText(fields.maxFileBytes), files_count: 0 },
    });
    this.changes.record(tx, ctx, FileRequestCreated, { fileRequestId: id, title: fields.title });
    return this.#read(tx, ctx, id);
  }

  /** Changes what is given. Throws RevisionMismatch when the request is in none of the `expected` revisions. */
  async update(
    ctx: OrganizationContext,
    fileRequestId: string,
    changes: Hashed<FileRequestChanges>,
    expected?: readonly string[],
  ): Promise<FileRequest> {
    await this.unitOfWork.run(async (tx) => {
      const before = await this.requests.lock(tx, ctx, fileRequestId);
      if (!before) throw FileRequestNotFound();
      assertRevision(before, expected);
      const updatedFields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]));
      if (updatedFields.length === 0) return;
      const { title, message, expiresAt, passwordHash, maxFiles, maxFileBytes, isEnabled } = changes;
      const tagIds = changes.tagIds && (await this.#checkTags(tx, ctx, changes.tagIds));
      await this.requests.update(tx, fileRequestId, {
        updated_at: nextUpdatedAt(before.updatedAt, this.clock.now()),
        ...(title !== undefined && { title }),
        ...(message !== undefined && { message: message || null }),
        ...(tagIds !== undefined && { tag_ids: tagIds }),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
        ...(passwordHash !== undefined && { password_hash: passwordHash }),
        ...(maxFiles !== undefined && { max_files: maxFiles }),
        ...(maxFileBytes !== undefined && { max_file_bytes: asText(maxFileBytes) }),
        ...(isEnabled !== undefined && { is_enabled: isEnabled }),
      });
      const named = updatedFields.map((field) => (field === 'passwordHash' ? 'password' : field));
      this.changes.record(tx, ctx, FileRequestUpdated, {
        ...{ fileRequestId, title: title ?? before.title, updatedFields: named },
      });
    });
    return this.get(ctx, fileRequestId);
  }

  /** The documents that came in stay. */
  async delete(ctx: OrganizationContext, fileRequestId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const request = await this.requests.lock(tx, ctx, fileRequestId, { forDeletion: true });
      if (!request) throw FileRequestNotFound();
      await this.requests.delete(tx, fileRequestId);
      this.changes.record(tx, ctx, FileRequestDeleted, { fileRequestId, title: request.title });
    });
  }

  /** Tags are given to documents of others, so the caller must be allowed to do that. */
  async #checkTags(tx: Transaction, ctx: OrganizationContext, tagIds: readonly string[]): Promise<string[]> {
    const wanted = [...new Set(tagIds)];
    if (wanted.length === 0) return [];
    if (!canSee(ctx, 'tags')) throw Forbidden({ message: 'Tags of a file request need the permission tags:read.' });
    if (!canChange(ctx, 'documents', 'update'))
      throw Forbidden({ message: 'Tags of a file request need the permission documents:update.' });
    if ((await this.tags.keep(tx, ctx, wanted)).length < wanted.length) throw TagNotFound();
    return wanted;
  }

  async #withLiveTags(ctx: OrganizationContext, requests: readonly FileRequest[]): Promise<FileRequest[]> {
    const existing = await this.tags.existing(ctx, [...new Set(requests.flatMap(({ tagIds }) => tagIds))]);
    return requests.map((request) => ({ ...request, tagIds: request.tagIds.filter((id) => existing.has(id)) }));
  }

  async #read(tx: Transaction, ctx: OrganizationContext, fileRequestId: string): Promise<FileRequest> {
    const request = await this.requests.find(ctx, fileRequestId, tx);
    if (!request) throw FileRequestNotFound();
    return request;
  }
}

const asText = (bytes: number | null | undefined): string | null => (typeof bytes === 'number' ? String(bytes) : null);
