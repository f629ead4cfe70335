import { problemOf } from '../../lib/errors';
import { publicApi, type PublicFileRequestView } from '../../lib/public-api';
import type { DropProblem } from './drop-queue';
import { stopsBy } from './send-file';

export type OpenFileRequest = PublicFileRequestView;

const withAccess = (accessToken: string | undefined) =>
  accessToken === undefined ? {} : { headers: { authorization: `Bearer ${accessToken}` } };

/** What is asked for. Refused without an access token when the request has a password. */
export const readFileRequest = async (token: string, accessToken: string | undefined): Promise<OpenFileRequest> =>
  (await publicApi.request('GET /api/file-requests/{token}', { path: { token }, ...withAccess(accessToken) }))
    .fileRequest;

/** Returns the access token. */
export const tryPassword = async (token: string, password: string): Promise<string> =>
  (await publicApi.request('POST /api/file-requests/{token}/verify', { path: { token }, body: { password } }))
    .accessToken;

/** Why a file may not have been taken, when its own response was lost. */
export async function whyRefused(token: string, accessToken: string | undefined): Promise<DropProblem> {
  try {
    // Not whether it is full: the file itself may have filled it. Another try says so, because it has the same key.
    await readFileRequest(token, accessToken);
  } catch (error) {
    const { status, code, message } = problemOf(error, '');
    const meaning = stopsBy(status, code);
    if (meaning.stops !== undefined) return { kind: 'server', code, message, canRetry: false, ...meaning };
  }
  return { kind: 'network', canRetry: true };
}
