import type { SignedUp } from './web-test.js';

export interface MadeLink {
  id: string;
  token: string;
  url: string;
}

/** Makes a link to a document as the signed-in user. */
export async function shareDocument(
  { call, organizationId }: SignedUp,
  documentId: string,
  options: { expiresAt?: string; password?: string; maxDownloads?: number } = {},
): Promise<MadeLink> {
  const path = `/api/organizations/${organizationId}/documents/${documentId}/share-links`;
  return (await call<{ shareLink: MadeLink }>('POST', path, options)).shareLink;
}
