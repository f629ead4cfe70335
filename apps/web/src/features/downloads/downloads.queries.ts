import { api, apiUrl, type Input, type ResponseOf } from '../../lib/api';
import { isStatus } from '../../lib/errors';
import { fetchInSession } from '../../lib/session-gate';
import { viewerZone } from '../../lib/time-zone';

type Route = 'POST /api/organizations/{organizationId}/documents/batch/archive';
export type ArchiveFilter = Input<Route>['body']['filter'];

/** Returns an archive that can be downloaded at once, or the task that prepares it. */
export const createArchive = (organizationId: string, filter: ArchiveFilter): Promise<ResponseOf<Route>> =>
  api.request('POST /api/organizations/{organizationId}/documents/batch/archive', {
    path: { organizationId },
    body: { filter: filter.query === undefined ? filter : { ...filter, ...viewerZone() } },
  });

/** Returns the address on this origin, whatever address the server has in its settings. */
const addressOf = (organizationId: string, archiveId: string): string =>
  apiUrl(
    `/api/organizations/${encodeURIComponent(organizationId)}/document-archives/${encodeURIComponent(archiveId)}/file`,
  );

export interface Refusal {
  status: number;
  /** Seconds; 0 when the server does not say. */
  retryAfter: number;
}

/**
 * Makes the browser download an archive. Requests its headers first and returns a refusal, because the browser would
 * show it as a broken download.
 */
export async function fetchArchive(organizationId: string, archiveId: string): Promise<Refusal | undefined> {
  const address = addressOf(organizationId, archiveId);
  const { ok, status, headers } = await fetchInSession(address, { method: 'HEAD' });
  if (!ok) return { status, retryAfter: Number(headers.get('retry-after') ?? '0') || 0 };
  const link = document.createElement('a');
  link.href = address;
  link.download = ''; // the name is that of the response
  link.click();
  return undefined;
}

/** Deletes an archive; one that no longer exists is not an error. */
export async function deleteArchive(organizationId: string, archiveId: string): Promise<void> {
  try {
    await api.request('DELETE /api/organizations/{organizationId}/document-archives/{archiveId}', {
      path: { organizationId, archiveId },
    });
  } catch (error) {
    if (!isStatus(error, 404, 410)) throw error;
  }
}
