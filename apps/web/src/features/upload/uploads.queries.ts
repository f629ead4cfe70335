import { api } from '../../lib/api';
import { queryClient } from '../../lib/query-client';
import { serverConfig } from '../session';
import type { KnownFile } from './upload-queue';

/** Bytes that a file may have; null: any number. */
export const maxUploadBytes = async (): Promise<number | null> =>
  (await queryClient.query(serverConfig())).upload.maxBytes;

/** The active document with these bytes; one in the trash is restored by uploading the file. */
export async function knownDocument(organizationId: string, sha256: string): Promise<KnownFile | undefined> {
  const { known } = await api.request('POST /api/organizations/{organizationId}/documents/known', {
    path: { organizationId },
    body: { sha256: [sha256] },
  });
  const [first] = known;
  if (!first || first.isDeleted) return undefined;
  const { document } = await documentOf(organizationId, first.documentId);
  return { documentId: document.id, documentName: document.name };
}

/** How the file of a document was read; undefined while that is not over. */
export async function outcomeOf(organizationId: string, documentId: string): Promise<string | undefined> {
  const { extraction } = (await documentOf(organizationId, documentId)).document;
  return extraction.status === 'completed' ? (extraction.outcome ?? 'failed') : undefined;
}

const documentOf = (organizationId: string, documentId: string) =>
  api.request('GET /api/organizations/{organizationId}/documents/{documentId}', {
    path: { organizationId, documentId },
  });
