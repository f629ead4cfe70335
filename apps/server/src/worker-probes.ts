import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { HealthConfig } from '#config/health';
import { summaryOf, type Readiness } from '#ground/server-info';
import { StartupError } from '#operation/installation';

/** A probe is a request without a body: who takes longer to send it is none. */
const REQUEST_WITHIN_MS = 5_000;
const MOST_CONNECTIONS = 64;

/**
 * Opens the port for the probes of a process that serves no requests. The responses are those of the API: the addresses of
 * probes are the same for every process.
 */
export async function openWorkerProbes(readiness: Readiness, config: HealthConfig): Promise<Server | undefined> {
  if (config.workerPort === undefined) return undefined;
  const server = createServer(
    { requestTimeout: REQUEST_WITHIN_MS, headersTimeout: REQUEST_WITHIN_MS, keepAliveTimeout: 1, maxHeaderSize: 8_192 },
    (request, response) => {
      const path = request.url?.split('?', 1)[0];
      if (request.method !== 'GET' && request.method !== 'HEAD') send(response, 404, { status: 'not found' });
      else if (path === '/api/health/live') send(response, 200, { status: 'ok' });
      else if (path === '/api/health/ready')
        readiness.read().then(
          (state) => send(response, state.isReady ? 200 : 503, summaryOf(state)),
          () => send(response, 503, { status: 'not ready' }),
        );
      else send(response, 404, { status: 'not found' });
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.listen(config.workerPort, config.workerHostname);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(
      `the port for probes cannot be opened: port ${config.workerPort} at ${config.workerHostname} (${code ?? 'error'}).\n` +
        'Remedy: set HEALTH_WORKER_PORT to a free port (1024 to 65535), and HEALTH_WORKER_HOSTNAME to an address of this machine.',
    );
  }
  return server;
}

function send(response: ServerResponse, code: number, body: { status: string }): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
