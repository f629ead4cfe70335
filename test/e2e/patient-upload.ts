import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { until } from '../support/until.js';

/** Generous: reached only by a server that takes no uploads any more. */
const WITHIN_MS = 240_000;

/** A saturated machine may respond with 503 and Retry-After; a client then sends the request again. */
export async function patientUpload<Body = { document: { id: string; name: string } }>(
  api: ApiClient,
  organizationId: string,
  file: { name: string; content: string | Uint8Array },
): Promise<ApiResponse<Body>> {
  return until(WITHIN_MS, `room for the upload of ${file.name}`, async () => {
    const response = await api.upload<Body>(organizationId, file);
    return response.status === 503 && response.headers.has('retry-after') ? undefined : response;
  });
}
