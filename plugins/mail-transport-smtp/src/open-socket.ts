import { once } from 'node:events';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { TransientPluginError } from '@archivolt/plugin-kit';
import type { ServerAddresses } from './server-addresses.js';

const CONNECT_TIMEOUT_MS = 10_000;

/** Connects to one of the checked addresses. The socket ends when the signal aborts. */
export async function openSocket(
  { host, port }: { host: string; port: number },
  { addresses: [first = { address: '', family: 4 }, ...others] }: ServerAddresses,
  signal: AbortSignal,
): Promise<Socket> {
  const lookup: LookupFunction = (_, { all }, callback) => {
    if (all === true) callback(null, [first, ...others]);
    else callback(null, first.address, first.family);
  };
  const socket = connect({ host, port, lookup });
  // The error of an abort is reported by the one who waits; without a listener it would end the process.
  socket.on('error', () => undefined);
  const end = (): void => void socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', end, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', end));
  const late = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, late]) });
    return socket;
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    const { code, name } = error as NodeJS.ErrnoException;
    const reason = late.aborted ? `no connection within ${CONNECT_TIMEOUT_MS / 1000} s` : (code ?? name);
    throw new TransientPluginError(
      `the mail server ${host}:${port} cannot be reached (${reason}). Remedy: start it, or correct MAIL_TRANSPORT_SMTP_HOST and MAIL_TRANSPORT_SMTP_PORT`,
      { cause: error },
    );
  }
}
