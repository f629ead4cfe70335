import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Logger } from '@nestjs/common';
import type { ServerConfig } from '#config/server';
import { defineError, type Clock } from '#ground/kernel';
import { networkOf } from '#ground/requests';
import { respondOnSocket } from './broken-request.js';
import { trustedProxies } from './trusted-networks.js';

const TooManyConnections = defineError(
  'server.too_many_connections',
  'unavailable',
  'The server has too many open connections. Try again in a moment.',
);

const LOG_EVERY_MS = 60_000;

const logger = new Logger('Http');

/**
 * Refuses connections beyond the limits of SERVER_MAX_CONNECTIONS and SERVER_MAX_CONNECTIONS_PER_ADDRESS. The address is
 * that of the socket, because headers cannot be trusted before a request was read. Trusted proxies have no limit by
 * address, since they carry the requests of many clients.
 */
export function limitConnections(server: Server, config: ServerConfig, clock: Clock): void {
  const { maxConnections, maxConnectionsPerAddress } = config;
  const proxies = trustedProxies(config);
  const open = new Map<string, number>();
  let total = 0;
  let logAfter = 0;
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    total += 1;
    open.set(address, count);
    socket.once('close', () => {
      total -= 1;
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
    const isOverTotal = maxConnections > 0 && total > maxConnections;
    const isOverShare =
      maxConnectionsPerAddress > 0 && count > maxConnectionsPerAddress && !proxies(socket.remoteAddress ?? '');
    if (!isOverTotal && !isOverShare) return;
    respondOnSocket(
      socket,
      503,
      isOverTotal
        ? TooManyConnections()
        : TooManyConnections({ message: 'This address has too many open connections. Close some and try again.' }),
    );
    const now = clock.monotonic();
    if (now < logAfter) return;
    logAfter = now + LOG_EVERY_MS;
    logger.warn(
      isOverTotal
        ? `Connections are refused: ${maxConnections} are open (SERVER_MAX_CONNECTIONS).`
        : `Connections from ${address} are refused: ${maxConnectionsPerAddress} are open ` +
            '(SERVER_MAX_CONNECTIONS_PER_ADDRESS). Name the address in SERVER_TRUSTED_PROXIES if it is a reverse proxy.',
    );
  });
}
