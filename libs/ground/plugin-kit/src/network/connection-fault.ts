import { TransientPluginError } from '../errors.js';
import type { ServerNames } from './host-lookup.js';

const CERTIFICATE = /certificate|altnames|self.signed|unable to (?:get|verify)/i;
const UNREACHABLE = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH']);
const LONGEST_LINE = 300;

/**
 * The error for a connection that failed: because of the certificate, or because the server cannot be reached or is too
 * slow. `undefined` for any other error. `where` is host and port.
 */
export function connectionFault(error: unknown, where: string, names: ServerNames): TransientPluginError | undefined {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const server = `${names.server} ${where}`;
  const cause = { code };
  if (CERTIFICATE.test(message))
    return new TransientPluginError(
      `the certificate of ${server} is not valid (${oneLine(message)}). Remedy: have it issued for this name by a known authority, or name its authority in NODE_EXTRA_CA_CERTS`,
      { cause },
    );
  if (UNREACHABLE.has(code)) return unreachable(where, code, names, { cause });
  if (code === 'ETIMEDOUT')
    return new TransientPluginError(`${server} did not respond in time (${code})`, { cause, isTimeout: true });
  return undefined;
}

export function unreachable(
  where: string,
  reason: string,
  { server, hostSetting, portSetting }: ServerNames,
  options?: ErrorOptions & { isTimeout?: boolean },
): TransientPluginError {
  const remedy = `start it, or correct ${hostSetting} and ${portSetting}`;
  return new TransientPluginError(`${server} ${where} cannot be reached (${reason}). Remedy: ${remedy}`, options);
}

/** What a server sent, on one line and short, for a message. */
export function oneLine(text: string): string {
  return text
    .slice(0, 10 * LONGEST_LINE)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_LINE);
}
