import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient, ApiResponse } from '../support/api-client.js';

/** A saturated machine may respond with 503 and Retry-After; a client then sends the request again. */
export async function patientUpload<Body = { document: { id: string; name: string } }>(
  api: ApiClient,
  organizationId: string,
  file: { name: string; content: string | Uint8Array },
): Promise<ApiResponse<Body>> {
  for (;;) {
    const response = await api.upload<Body>(organizationId, file);
    if (response.status !== 503 || !response.headers.has('retry-after')) return response;
    await delay(50);
  }
}
