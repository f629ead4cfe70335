import { basePath } from '../../lib/base-path';
import type { DropItem, DropProblem } from './drop-queue';

export interface Sending {
  token: string;
  /** Of a visitor who gave the password. */
  accessToken: string | undefined;
  senderName: string;
}

interface Answer {
  error?: { code?: string; message?: string };
}

/** By the old interface, because `fetch` does not tell how much of a file is sent. */
export function sendFile(
  { token, accessToken, senderName }: Sending,
  { file, key }: DropItem,
  onProgress: (sent: number) => void,
): Promise<DropProblem | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${basePath}/api/file-requests/${token}/files`);
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('idempotency-key', key);
    if (accessToken !== undefined) request.setRequestHeader('authorization', `Bearer ${accessToken}`);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? Math.round((loaded / total) * file.size) : 0),
    );
    request.addEventListener('load', () => resolve(problemIn(request)));
    for (const event of ['error', 'abort', 'timeout'])
      request.addEventListener(event, () => resolve({ kind: 'network', canRetry: true }));
    const body = new FormData();
    if (senderName !== '') body.append('senderName', senderName);
    body.append('file', file, file.name);
    request.send(body);
  });
}

function problemIn(request: XMLHttpRequest): DropProblem | undefined {
  const { status } = request;
  const { code = '', message } = errorOf(request.responseText);
  // The key is of this file alone: an earlier try arrived, under another name of the sender.
  if (status === 201 || code === 'idempotency.key_reused') return undefined;
  return {
    ...{ kind: 'server', code, message },
    retryAfter: Number(request.getResponseHeader('retry-after') ?? '0') || undefined,
    canRetry: status === 408 || status === 429 || status >= 500,
    ...stopsBy(status, code),
  };
}

/** What a refusal of one file means for those that wait. */
export function stopsBy(status: number, code: string): Pick<DropProblem, 'stops'> {
  if (status === 401) return { stops: 'password' };
  const isOver = status === 404 || status === 410 || code === 'file_request.full';
  return isOver ? { stops: 'all' } : {};
}

function errorOf(text: string): NonNullable<Answer['error']> {
  try {
    return (JSON.parse(text) as Answer).error ?? {};
  } catch {
    return {}; // of something between here and the server
  }
}
