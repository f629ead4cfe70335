import type { DateTime, Integer } from '#ground/http-kit';
import type { Access, ListedShareLink, ShareLink } from '#outside/links';

export class ShareLinkView {
  id!: string;
  createdAt!: DateTime;
  updatedAt!: DateTime;
  organizationId!: string;
  documentId!: string;
  /** Null when the user is gone. */
  createdBy!: string | null;
  token!: string;
  /** Null: it works until it is deleted. */
  expiresAt!: DateTime | null;
  isEnabled!: boolean;
  /** When the document was last looked at or downloaded, within a minute. */
  lastAccessedAt!: DateTime | null;
  isPasswordProtected!: boolean;
  /** Null: any number. */
  maxDownloads!: Integer | null;
  downloadsCount!: Integer;
  viewsCount!: Integer;
  /** The address to give to people. */
  url!: string;
}

export class ListedShareLinkView extends ShareLinkView {
  documentName!: string;
  /** Whether the document is in the trash; then the link does not work. */
  isDocumentDeleted!: boolean;
}

export class ShareLinkAccessView {
  at!: DateTime;
  kind!: 'download' | 'view' | 'wrong-password';
  /** The network of the visitor, such as `203.0.113.0/24`. */
  address!: string;
  userAgent!: string | null;
}

export interface ShareLinkResponse {
  shareLink: ShareLinkView;
}

export function shareLinkView(link: ShareLink): ShareLinkView {
  return {
    ...link,
    createdAt: link.createdAt.toISOString(),
    updatedAt: link.updatedAt.toISOString(),
    expiresAt: link.expiresAt?.toISOString() ?? null,
    lastAccessedAt: link.lastAccessedAt?.toISOString() ?? null,
  };
}

export function listedShareLinkView(link: ListedShareLink): ListedShareLinkView {
  const { documentName, isDocumentDeleted } = link;
  return { ...shareLinkView(link), documentName, isDocumentDeleted };
}

export function shareLinkAccessView({ at, ...access }: Access): ShareLinkAccessView {
  return { at: at.toISOString(), ...access };
}
