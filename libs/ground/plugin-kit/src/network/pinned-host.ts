import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { connectionFault, unreachable } from './connection-fault.js';
import type { CheckedHost, ServerNames, SocketOptions } from './host-lookup.js';

const CONNECT_TIMEOUT_MS = 10_000;

/** A host with the addresses that were checked for it. */
export class PinnedHost implements CheckedHost {
  readonly lookup: LookupFunction;
  readonly isInOwnNetwork: boolean;

  constructor(
    private readonly host: string,
    private readonly names: ServerNames,
    { addresses, isInOwnNetwork }: { addresses: readonly string[]; isInOwnNetwork: boolean },
  ) {
    this.lookup = lookupOf(addresses);
    this.isInOwnNetwork = isInOwnNetwork;
  }

  async connect(port: number, { signal, timeoutMs = CONNECT_TIMEOUT_MS, tls }: SocketOptions = {}): Promise<Socket> {
    signal?.throwIfAborted();
    const socket = this.#open(port, tls);
    // The error of an abort is reported by the caller that waits; without a listener it would end the process.
    socket.on('error', () => undefined);
    const end = (): void => void socket.destroy(signal?.reason as Error);
    signal?.addEventListener('abort', end, { once: true });
    socket.once('close', () => signal?.removeEventListener('abort', end));
    const late = AbortSignal.timeout(timeoutMs);
    try {
      await once(socket, tls ? 'secureConnect' : 'connect', {
        signal: signal ? AbortSignal.any([signal, late]) : late,
      });
      return socket;
    } catch (error) {
      socket.destroy();
      signal?.throwIfAborted();
      const where = `${this.host}:${port}`;
      if (late.aborted)
        throw unreachable(where, `no connection within ${timeoutMs / 1000} s`, this.names, { isTimeout: true });
      const { code, name } = error as NodeJS.ErrnoException;
      throw connectionFault(error, where, this.names) ?? unreachable(where, code ?? name, this.names, { cause: error });
    }
  }

  #open(port: number, tls: SocketOptions['tls']): Socket {
    const { host, lookup } = this;
    if (!tls) return connect({ host, port, lookup });
    const servername = isIP(host) === 0 ? { servername: host } : {}; // TLS names no addresses
    return connectTls({ ...servername, ...tls, host, port, lookup });
  }
}

/** A look-up that asks no server: it gives these addresses. */
export function lookupOf(addresses: readonly string[]): LookupFunction {
  const [first = { address: '', family: 4 }, ...others] = addresses.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }));
  return (_, { all }, callback) => {
    if (all === true) callback(null, [first, ...others]);
    else callback(null, first.address, first.family);
  };
}
