import { createServer } from 'node:net';
import { basePath, baseUrl, ServerConfig } from '#config/server';
import type { CheckReport } from '#ground/features';
import { ok, problem, warning } from './report.js';

const TIMEOUT_MS = 3000;
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

/** Checks the address that people use, as far as this machine can tell. */
export function* checkBaseUrl(config: ServerConfig): Generator<CheckReport, void> {
  const subject = 'base address';
  const url = new URL(baseUrl(config));
  const isSet = config.appBaseUrl !== undefined || config.serverBaseUrl !== undefined;
  const isLocal = LOOPBACK.has(url.hostname.replace(/^\[|\]$/g, ''));
  if (!isSet && (config.environment === 'production' || !LOOPBACK.has(config.hostname))) {
    yield warning(
      subject,
      `links and sessions are made for ${url.origin}; browsers elsewhere are refused`,
      'set APP_BASE_URL to the address that people type in.',
    );
  } else yield ok(subject, url.origin + basePath(config));
  if (isSet && url.protocol === 'http:' && !isLocal && config.environment === 'production') {
    yield warning(
      subject,
      'is not encrypted: passwords and keys can be read on the way',
      'use https with a reverse proxy.',
    );
  }
  yield* checkClientAddresses(config, url);
}

/** Limits by address need the address of the client and not that of the proxy. */
function* checkClientAddresses(config: ServerConfig, url: URL): Generator<CheckReport, void> {
  const subject = 'client addresses';
  const { trustedProxies, trustedProxyHops, ipAddressHeaders } = config;
  const trustsProxy = trustedProxies.length > 0 || trustedProxyHops > 0;
  if (url.protocol === 'https:' && !trustsProxy) {
    yield warning(
      'base address',
      'https needs a reverse proxy, and without SERVER_TRUSTED_PROXIES all clients seem to have its address',
      'set SERVER_TRUSTED_PROXIES to the address of the proxy, or SERVER_TRUSTED_PROXY_HOPS to the number of proxies.',
    );
  }
  if (!trustsProxy && String(ipAddressHeaders) !== String(new ServerConfig().ipAddressHeaders)) {
    yield warning(
      subject,
      'AUTH_IP_ADDRESS_HEADERS has no effect: no proxy is trusted to send these headers',
      'set SERVER_TRUSTED_PROXIES to the address of the proxy.',
    );
  }
  if (trustedProxyHops > 0 && !LOOPBACK.has(config.hostname)) {
    yield warning(
      subject,
      `SERVER_TRUSTED_PROXY_HOPS=${trustedProxyHops} lets everyone who reaches ${config.hostname}:${config.port} without ` +
        'the proxies name any address',
      'make sure that only the proxies can connect there, or set SERVER_TRUSTED_PROXIES to their addresses instead.',
    );
  }
}

/** Checks that the server responds at its port, or that the port is free. */
export async function checkPort({ hostname, port }: ServerConfig): Promise<CheckReport> {
  const subject = 'server';
  const host = hostname === '0.0.0.0' ? '127.0.0.1' : hostname === '::' ? '::1' : hostname;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const health = await askHealth(url);
  if (health === 'well') return ok(subject, `answers at ${url}`);
  if (health === 'not ready')
    return problem(subject, `answers at ${url}, but it is not ready`, 'see the other lines and the log of the server.');
  if (health === 'unwell') {
    return problem(
      subject,
      `answers at ${url}, but its database does not`,
      'see the lines above and the log of the server.',
    );
  }
  if (health === 'foreign') return problem(subject, `another program answers at ${url}`, takenRemedy);
  const code = await tryListening(hostname, port);
  if (code === undefined) return ok(subject, `not running; port ${port} is free`);
  if (code === 'EADDRINUSE')
    return problem(subject, `port ${port} at ${hostname} is in use by another program`, takenRemedy);
  return problem(
    subject,
    `cannot listen at ${hostname}:${port} (${code})`,
    'set SERVER_HOSTNAME to an address of this machine, and PORT to one that this user may open.',
  );
}

const takenRemedy = 'stop that program, or set PORT to a free port (1024 to 65535).';

async function askHealth(url: string): Promise<'foreign' | 'not ready' | 'silent' | 'unwell' | 'well'> {
  try {
    const response = await fetch(`${url}/api/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    const body = (await response.json().catch(() => undefined)) as
      { isDatabaseHealthy?: unknown; isEverythingOk?: unknown } | undefined;
    if (typeof body?.isEverythingOk !== 'boolean') return 'foreign';
    if (body.isDatabaseHealthy !== true) return 'unwell';
    return body.isEverythingOk ? 'well' : 'not ready';
  } catch {
    return 'silent';
  }
}

function tryListening(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}
