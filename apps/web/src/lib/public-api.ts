import { createClient, type Client } from '@archivolt/sdk';
import { siteUrl } from './base-path';

export { ArchivoltError } from '@archivolt/sdk';
export type * from '@archivolt/sdk';

/** `fetch` without the session of a person who happens to be signed in: on a public page the link alone counts. */
export const fetchWithoutSession: typeof fetch = (input, init) => fetch(input, { ...init, credentials: 'omit' });

/** The public routes of the server that these pages came from. */
export const publicApi: Client = createClient({ baseUrl: siteUrl(), fetch: fetchWithoutSession });
