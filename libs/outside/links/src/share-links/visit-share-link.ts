import { Injectable } from '@nestjs/common';
import type { ByteRange } from '@archivolt/plugin-kit';
import {
  DocumentNotFound,
  DocumentRepository,
  DocumentsService,
  type DocumentFile,
  type DocumentRow,
  Previews,
  type Preview,
} from '#archive/documents';
import { systemContext, type LimitState } from '#ground/kernel';
import { LinkPasswords } from '../link-passwords.js';
import { shownAddress } from '../shown-address.js';
import { type Visit } from '../visitor-limits.js';
import { siteOf } from '#ground/requests';
import { ShareLinkAccessRepository, type VisitedLink, type Visitor } from './share-link-access.repository.js';
import { ShareLinkAccessTokens, ShareLinkLimits } from './share-link-security.js';
import {
  ShareLinkGone,
  ShareLinkHasNoPassword,
  ShareLinkNotFound,
  ShareLinkPasswordRequired,
  ShareLinkPasswordWrong,
} from './share-links.errors.js';

/** A request of a visitor, with or without an account. */
export interface ShareLinkRequest {
  token: string;
  /** The client address, as the proxies that are trusted name it. */
  address: string;
  userAgent: string | null;
  /** What {@link VisitShareLink.verify} gave for the password. */
  accessToken: string | undefined;
  /** Gets what the visitor has left of a limit. */
  announce: (limit: LimitState) => void;
}

export interface SharedDocument {
  document: DocumentRow;
  expiresAt: Date | null;
  downloadsLeft: number | null;
}

export interface SharedFile {
  file: DocumentFile;
  /** Must be called before the first byte is sent; throws when the link allows no more downloads. */
  count(range: ByteRange | undefined): Promise<void>;
}

interface OpenLink {
  link: VisitedLink;
  visit: Visit;
  visitor: Visitor;
  /** Requests of this kind that the visitor has left. */
  left: number;
}

/**
 * What visitors do with share links. The order of the checks is the one of the contract: the limit of the visitor (429),
 * the token (404), organization and link (410), the password (401), the document (410).
 */
@Injectable()
export class VisitShareLink {
  constructor(
    private readonly links: ShareLinkAccessRepository,
    private readonly limits: ShareLinkLimits,
    private readonly tokens: ShareLinkAccessTokens,
    private readonly passwords: LinkPasswords,
    private readonly documents: DocumentRepository,
    private readonly files: DocumentsService,
    private readonly previews: Previews,
  ) {}

  /** Returns what the page of a link shows. Counts as a view. */
  async document(request: ShareLinkRequest): Promise<SharedDocument> {
    const { link, visitor } = await this.#openDocument('document', request);
    const [document] = await this.documents.findInOrder(link, [link.documentId]);
    if (!document) throw DocumentNotFound();
    const counted = await this.links.countView(link.id, visitor);
    if (!counted) throw ShareLinkNotFound();
    return { document, expiresAt: link.expiresAt, downloadsLeft: counted.downloadsLeft };
  }

  /** Gives a token for the password of a link. */
  async verify(request: ShareLinkRequest, password: string, signal: AbortSignal): Promise<string> {
    const { link, visit, visitor, left } = await this.#open('verify', request);
    const { id: linkId, passwordHash } = link;
    if (passwordHash === null) throw ShareLinkHasNoPassword();
    const by = siteOf(request.address);
    const isRight = await this.limits.tryPassword({ ...visit, passwordHash }, () =>
      this.passwords.matches(password, passwordHash, { by, signal }),
    );
    if (!isRight) {
      await this.links.noteWrongPassword(linkId, visitor);
      const facts = { attemptsLeft: String(left) };
      throw ShareLinkPasswordWrong({ message: `The password is wrong. ${attemptsLeft(left)}`, facts });
    }
    if (link.isDocumentTrashed) throw ShareLinkGone();
    return this.tokens.issue({ linkId, passwordHash });
  }

  /** The file, whose download counts when its first byte is sent. */
  async file(request: ShareLinkRequest): Promise<SharedFile> {
    const { link, visit, visitor } = await this.#openDocument('file', request);
    const file = await this.files.file(link, link.documentId);
    const count = async (range: ByteRange | undefined) => {
      const isRest = range !== undefined && range.start > 0;
      const rest = isRest && { bytes: range.end - range.start + 1, size: file.size };
      if (rest && (await this.limits.mayContinue(visit, rest))) return this.links.touch(link.id);
      if (!(await this.links.countDownload(link.id, visitor))) throw ShareLinkGone();
      await this.limits.rememberDownload(visit);
    };
    return { file, count };
  }

  /** A picture of one page. */
  async preview(request: ShareLinkRequest, place: { page: number; width: number }): Promise<Preview> {
    const { link } = await this.#openDocument('document', request);
    const ctx = systemContext(link.organizationId, 'share-link');
    return this.previews.get(ctx, { documentId: link.documentId, ...place }, { isVisitor: true });
  }

  async #openDocument(action: 'document' | 'file', request: ShareLinkRequest): Promise<OpenLink> {
    const open = await this.#open(action, request);
    const { id: linkId, passwordHash, isDocumentTrashed } = open.link;
    if (passwordHash !== null) {
      const { accessToken = '' } = request;
      if (!(await this.tokens.isValid(accessToken, { linkId, passwordHash }))) throw ShareLinkPasswordRequired();
    }
    if (isDocumentTrashed) throw ShareLinkGone();
    return open;
  }

  async #open(action: 'document' | 'file' | 'verify', request: ShareLinkRequest): Promise<OpenLink> {
    const { token, address, userAgent, announce } = request;
    const link = await this.links.findByToken(token);
    if (!link) {
      announce(await this.limits.miss(address));
      throw ShareLinkNotFound();
    }
    const visit = { linkId: link.id, address };
    const limit = await this.limits.hit(action, visit);
    announce(limit);
    if (link.isOrganizationDeleted || !link.isEnabled || link.isExpired) throw ShareLinkGone();
    // The visitor with the last download may still fetch the rest of it.
    if (link.isUsedUp && !(await this.limits.hasDownloaded(visit))) throw ShareLinkGone();
    return { link, visit, visitor: { address: shownAddress(address), userAgent }, left: limit.left };
  }
}

function attemptsLeft(left: number): string {
  if (left === 0) return 'No attempts are left for now; try again later.';
  return left === 1 ? '1 attempt is left.' : `${left} attempts are left.`;
}
