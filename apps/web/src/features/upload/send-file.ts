import { DetailedError, Upload, type HttpResponse } from 'tus-js-client';
import { basePath } from '../../lib/base-path';
import type { Transfer, TransferEvents, UploadItem } from './upload-queue';

const CHUNK_BYTES = 5 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000];

interface Response {
  document?: { id: string; name: string };
  isRestored?: boolean;
  error?: { code: string; message: string; documentId?: string; documentName?: string };
}

/** Sends a file by the tus protocol: a small one in one request, a large one in parts that need not be sent twice. */
export function sendFile({ organizationId, file, tagIds }: UploadItem, events: TransferEvents): Transfer {
  const upload = new Upload(file, {
    endpoint: `${basePath}/api/organizations/${organizationId}/uploads`,
    chunkSize: CHUNK_BYTES,
    uploadDataDuringCreation: true,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    // Without it, a file whose first response was lost would be its own duplicate.
    headers: { 'Idempotency-Key': randomKey() },
    metadata: { filename: file.name, filetype: file.type, ...(tagIds.length > 0 ? { tagIds: tagIds.join(',') } : {}) },
    onProgress: (sent) => events.onProgress(sent),
    onShouldRetry: ({ originalResponse }) => mayPass(originalResponse),
    onSuccess: ({ lastResponse }) => {
      const { document, isRestored = false } = bodyOf(lastResponse);
      const documentId = document?.id ?? lastResponse.getHeader('upload-document-id');
      if (documentId === undefined) events.onProblem({ kind: 'server', canRetry: true });
      else events.onDone({ documentId, documentName: document?.name ?? file.name, isRestored });
    },
    onError: (error) => {
      const response = error instanceof DetailedError ? error.originalResponse : null;
      const problem = response ? bodyOf(response).error : undefined;
      if (problem?.code === 'document.already_exists') return events.onDuplicate(problem);
      events.onProblem({
        kind: response ? 'server' : 'network',
        message: problem?.message,
        requestId: response?.getHeader('x-request-id'),
        canRetry: !response || mayPass(response) || response.getStatus() === 401,
      });
    },
  });
  void begin(upload, file);
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () => void upload.abort(true).catch(() => undefined),
  };
}

/** After a reload, a large file that is added again continues where it was. */
async function begin(upload: Upload, { size }: File): Promise<void> {
  const [earlier] = size > CHUNK_BYTES ? await upload.findPreviousUploads().catch(() => []) : [];
  if (earlier) upload.resumeFromPreviousUpload(earlier);
  upload.start();
}

/** The same request may succeed later. */
function mayPass(response: HttpResponse | null): boolean {
  const status = response?.getStatus() ?? 0;
  if (status === 409) return response !== null && bodyOf(response).error?.code === 'uploads.wrong_offset';
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

function bodyOf(response: HttpResponse): Response {
  try {
    return JSON.parse(response.getBody()) as Response;
  } catch {
    return {}; // no body, or one of something between here and the server
  }
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}
