import { Injectable } from '@nestjs/common';
import { clientUrl, ServerConfig } from '#config/server';
import { ShareLinksConfig } from '#config/share-links';
import { UnitOfWork, type Transaction } from '#ground/database';
import { DocumentNotFound, DocumentRepository, LockDocuments } from '#archive/documents';
import { Changes } from '#ground/history';
import {
  assertRevision,
  Clock,
  createId,
  nextUpdatedAt,
  userIdOf,
  type OrganizationContext,
  type OrganizationScope,
  type Page,
} from '#ground/kernel';
import { createLinkToken } from '../link-token.js';
import { ShareLinkAccessRepository, type Access } from './share-link-access.repository.js';
import { ShareLinkRepository, type ShareLinkRow } from './share-link.repository.js';
import { ShareLinkLimitReached, ShareLinkNotFound } from './share-links.errors.js';
import { ShareLinkCreated, ShareLinkDeleted, ShareLinkUpdated } from './share-links.events.js';

export interface ShareLink extends ShareLinkRow {
  url: string;
}

export interface ListedShareLink extends ShareLink {
  documentName: string;
  isDocumentDeleted: boolean;
}

export interface ShareLinkFields {
  /** Null for a link without an end. */
  expiresAt: Date | null;
  /** Null for a link without a password. */
  passwordHash: string | null;
  /** Null for any number. */
  maxDownloads: number | null;
}

export interface ShareLinkChanges extends Partial<ShareLinkFields> {
  isEnabled?: boolean;
}

/** What members do with share links. */
@Injectable()
export class ShareLinks {
  readonly #base: string;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly links: ShareLinkRepository,
    private readonly log: ShareLinkAccessRepository,
    private readonly documents: DocumentRepository,
    private readonly lockDocuments: LockDocuments,
    private readonly changes: Changes,
    private readonly config: ShareLinksConfig,
    private readonly clock: Clock,
    server: ServerConfig,
  ) {
    this.#base = (config.baseUrl ?? clientUrl(server)).replace(/\/$/, '');
  }

  /** Creates a link, also to a document in the trash: the link works when that is restored. */
  async create(
    tx: Transaction,
    ctx: OrganizationContext,
    documentId: string,
    { expiresAt, passwordHash, maxDownloads }: ShareLinkFields,
  ): Promise<ShareLink> {
    const [locked] = await this.lockDocuments.execute(tx, ctx, [documentId]);
    if (locked === undefined) throw DocumentNotFound();
    if ((await this.links.count(tx, documentId)) >= this.config.maxLinksPerDocument) throw ShareLinkLimitReached();
    const [id, now] = [createId('dsl'), this.clock.now()];
    await this.links.insert(tx, {
      id,
      created_at: now,
      updated_at: now,
      organization_id: ctx.organizationId,
      document_id: documentId,
      created_by: userIdOf(ctx),
      token: createLinkToken(),
      password_hash: passwordHash,
      expires_at: expiresAt,
      is_enabled: true,
      max_downloads: maxDownloads,
      downloads_count: 0,
      views_count: 0,
      last_slot: -1,
    });
    this.changes.record(tx, ctx, ShareLinkCreated, { documentId, shareLinkId: id });
    return this.#read(tx, ctx, id);
  }

  /** The links of a document, newest first. */
  async listOfDocument(scope: OrganizationScope, documentId: string, page: Page): Promise<ShareLink[]> {
    const [document] = await this.documents.namesOf(scope, [documentId]);
    if (!document) throw DocumentNotFound();
    return (await this.links.list(scope, page, { documentId })).map((link) => this.#withUrl(link));
  }

  /** The links of the organization with their documents, newest first. */
  async list(scope: OrganizationScope, page: Page): Promise<ListedShareLink[]> {
    const links = await this.links.list(scope, page);
    const ids = [...new Set(links.map(({ documentId }) => documentId))];
    const documents = new Map((await this.documents.namesOf(scope, ids)).map((document) => [document.id, document]));
    return links.flatMap((link) => {
      const document = documents.get(link.documentId);
      if (!document) return []; // purged since the links were read
      return [{ ...this.#withUrl(link), documentName: document.name, isDocumentDeleted: document.isInTrash }];
    });
  }

  /** The latest visits of a link, newest first. */
  async accesses(scope: OrganizationScope, shareLinkId: string): Promise<Access[]> {
    const accesses = await this.log.list(scope, shareLinkId);
    if (!accesses) throw ShareLinkNotFound();
    return accesses;
  }

  /** Changes what is given. Throws RevisionMismatch when the link is in none of the `expected` revisions. */
  async update(
    ctx: OrganizationContext,
    shareLinkId: string,
    { expiresAt, passwordHash, maxDownloads, isEnabled }: ShareLinkChanges,
    expected?: readonly string[],
  ): Promise<ShareLink> {
    return this.unitOfWork.run(async (tx) => {
      const before = await this.links.lock(tx, ctx, shareLinkId);
      if (!before) throw ShareLinkNotFound();
      assertRevision(before, expected);
      await this.links.update(tx, shareLinkId, {
        updated_at: nextUpdatedAt(before.updatedAt, this.clock.now()),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
        ...(passwordHash !== undefined && { password_hash: passwordHash }),
        ...(maxDownloads !== undefined && { max_downloads: maxDownloads }),
        ...(isEnabled !== undefined && { is_enabled: isEnabled }),
      });
      const fields = { expiresAt, password: passwordHash, maxDownloads, isEnabled };
      const updatedFields = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [field]));
      const { documentId } = before;
      this.changes.record(tx, ctx, ShareLinkUpdated, { documentId, shareLinkId, updatedFields });
      return this.#read(tx, ctx, shareLinkId);
    });
  }

  /** Deletes a link; its address no longer exists. */
  async delete(ctx: OrganizationContext, shareLinkId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const documentId = await this.links.delete(tx, ctx, shareLinkId);
      if (documentId === undefined) throw ShareLinkNotFound();
      this.changes.record(tx, ctx, ShareLinkDeleted, { documentId, shareLinkId });
    });
  }

  async #read(tx: Transaction, ctx: OrganizationContext, shareLinkId: string): Promise<ShareLink> {
    const link = await this.links.find(ctx, shareLinkId, tx);
    if (!link) throw ShareLinkNotFound();
    return this.#withUrl(link);
  }

  #withUrl(link: ShareLinkRow): ShareLink {
    return { ...link, url: `${this.#base}/share/${link.token}` };
  }
}
