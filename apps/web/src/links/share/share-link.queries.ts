import { basePath } from '../../lib/base-path';
import { isStatus } from '../../lib/errors';
import { fetchPicture } from '../../lib/page-pictures';
import { ArchivoltError, fetchWithoutSession, publicApi, type SharedDocumentResponse } from '../../lib/public-api';

/** Who opens a link: `accessToken` is what the server gave for the password. */
export interface Visit {
  token: string;
  accessToken: string | undefined;
}

export type Shared = SharedDocumentResponse;

/** A page of this width is sharp on a screen of twice that density. */
export const PICTURE_WIDTHS = [800, 1600] as const;

const credentials = ({ accessToken }: Visit): Record<string, string> =>
  accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };

export const sharedDocument = (visit: Visit, signal: AbortSignal): Promise<Shared> =>
  publicApi.request('GET /api/share-links/{shareLinkToken}/document', {
    path: { shareLinkToken: visit.token },
    headers: credentials(visit),
    signal,
  });

/** Returns what opens the link for some minutes. */
export async function verifyPassword(token: string, password: string): Promise<string> {
  const { accessToken } = await publicApi.request('POST /api/share-links/{shareLinkToken}/verify', {
    path: { shareLinkToken: token },
    body: { password },
  });
  return accessToken;
}

export const fileAddress = ({ token }: Visit): string => `${basePath}/api/share-links/${token}/document/file`;

export function pictureOf(
  visit: Visit,
  { page, width }: { page: number; width: (typeof PICTURE_WIDTHS)[number] },
  signal: AbortSignal,
): Promise<Blob> {
  const address = `${basePath}/api/share-links/${visit.token}/document/preview?page=${page}&width=${width}`;
  const send = () => fetchWithoutSession(address, { signal, headers: credentials(visit) });
  // 429 is the limit of the link here, which lasts longer than a visitor waits.
  return fetchPicture(send, { signal, waitsAt: [202, 503] });
}

/** Throws when the file cannot be had. It is no download, so the link counts none. */
export async function checkFile(visit: Visit, signal: AbortSignal): Promise<void> {
  const response = await fetchWithoutSession(fileAddress(visit), { method: 'HEAD', signal });
  if (!response.ok) throw await ArchivoltError.of(response);
}

/** Parts of a file are handed to the browser, which may keep them on its disk, when they are so large together. */
const PART_BYTES = 8_000_000;

/** Loads the whole file. `onProgress` gets the number of bytes so far. */
export async function readFile(visit: Visit, onProgress: (bytes: number) => void, signal: AbortSignal): Promise<Blob> {
  const response = await fetchWithoutSession(fileAddress(visit), { signal, headers: credentials(visit) });
  if (!response.ok || !response.body) throw await ArchivoltError.of(response);
  const parts: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let waitingBytes = 0;
  let bytes = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    waiting.push(value);
    waitingBytes += value.byteLength;
    bytes += value.byteLength;
    onProgress(bytes);
    if (waitingBytes < PART_BYTES) continue;
    parts.push(new Blob(waiting));
    waiting = [];
    waitingBytes = 0;
  }
  return new Blob([...parts, ...waiting]);
}

/** Whether the link asks for its password, the first time or because what it gave has expired. */
export const needsPassword = (error: unknown): boolean => isStatus(error, 401);
