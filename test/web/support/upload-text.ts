import { uploadFile } from './upload.js';
import type { SignedUp } from './web-test.js';

/** Uploads a text file as the user; returns the id of its document. */
export async function uploadText(user: SignedUp, name: string, content: string): Promise<string> {
  return (await uploadFile(user, { name, type: 'text/plain', content: Buffer.from(content) })).id;
}
