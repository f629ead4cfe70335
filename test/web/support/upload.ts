import { expect } from '@jest/globals';
import { eventually } from '../../support/until.js';
import type { SignedUp } from './web-test.js';

/** Reached only when a text is never read: recognizing a scan takes long on a busy machine. */
const READ_WITHIN_MS = 240_000;

export interface UploadedDocument {
  id: string;
  name: string;
}

interface FileToUpload {
  name: string;
  content: Buffer;
  type?: string;
}

/** Uploads a file as the user. */
export async function uploadFile(
  { send, organizationId }: SignedUp,
  { name, content, type = 'application/octet-stream' }: FileToUpload,
): Promise<UploadedDocument> {
  const multipart = { file: { name, mimeType: type, buffer: content } };
  const path = `/api/organizations/${organizationId}/documents`;
  return (await send<{ document: UploadedDocument }>('POST', path, { multipart })).document;
}

/** Uploads a file as the user, and waits until the server has read it. */
export async function uploadAndRead(user: SignedUp, file: FileToUpload): Promise<UploadedDocument> {
  const document = await uploadFile(user, file);
  const path = `/api/organizations/${user.organizationId}/documents/${document.id}`;
  await eventually(async () => {
    const present = await user.call<{ document: { extraction: { status: string } } }>('GET', path);
    expect([file.name, present.document.extraction.status]).toEqual([file.name, 'completed']);
  }, READ_WITHIN_MS);
  return document;
}
