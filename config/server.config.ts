import { isIP } from 'node:net';
import { Env } from '@archivolt/plugin-kit';
import { ArrayMaxSize, IsIn, IsInt, IsOptional, IsString, IsUrl, Matches, Max, Min, ValidateBy } from 'class-validator';
import { IsRate } from './rate.config.js';

const LOCAL_URL = { require_tld: false, require_protocol: true, allow_underscores: true, protocols: ['http', 'https'] };

/** What this process runs and where it listens. */
export class ServerConfig {
  /** `production` requires every secret to be set. */
  @Env('NODE_ENV')
  @IsIn(['development', 'production', 'test'])
  environment: 'development' | 'production' | 'test' = 'development';

  /** What this process runs: the API (`web`), the background work (`worker`), or both (`all`). */
  @Env('PROCESS_MODE')
  @IsIn(['all', 'web', 'worker'])
  processMode: 'all' | 'web' | 'worker' = 'all';

  /** Port to listen on. */
  @Env('PORT') @IsInt() @Min(1024) @Max(65535) port: number = 1221;

  /** Address to listen on; `0.0.0.0` makes the server reachable from other machines. */
  @Env('SERVER_HOSTNAME') @IsString() hostname: string = '127.0.0.1';

  /**
   * Public URL of the server. Replaces CLIENT_BASE_URL and SERVER_BASE_URL. It may have a path, such as
   * `https://example.com/archive`: the proxy may keep the path or remove it.
   */
  @Env('APP_BASE_URL') @IsOptional() @IsUrl(LOCAL_URL) appBaseUrl?: string;

  /** URL of the web app, for links in mails; used when APP_BASE_URL is not set. */
  @Env('CLIENT_BASE_URL') @IsOptional() @IsUrl(LOCAL_URL) clientBaseUrl?: string;

  /** URL of the API; used when APP_BASE_URL is not set. */
  @Env('SERVER_BASE_URL') @IsOptional() @IsUrl(LOCAL_URL) serverBaseUrl?: string;

  /** Additional origins that can send requests with a session cookie. */
  @Env('TRUSTED_ORIGINS') @AreOrigins() trustedOrigins: string[] = [];

  /**
   * Time limit of a request in milliseconds, after which the response is 504; uploads have five minutes. 0 removes the
   * limit. Sign-ins and searches that have waited in a queue for half of this time are rejected.
   */
  @Env('SERVER_API_ROUTES_TIMEOUT_MS') @IsInt() @Min(0) routeTimeoutMs: number = 20_000;

  /**
   * Other origins whose pages can call the API from a browser with the session of the user. Default: none in
   * production, otherwise http://localhost:3000.
   */
  @Env('SERVER_CORS_ORIGINS') @IsOptional() @AreOrigins() corsOrigins?: string[];

  /** Maximum number of open connections; further ones get 503 and are closed. 0 removes the limit. */
  @Env('SERVER_MAX_CONNECTIONS') @IsInt() @Min(0) maxConnections: number = 8192;

  /**
   * Maximum number of open connections from one address (IPv6: from one /64 network). The proxies in
   * SERVER_TRUSTED_PROXIES are exempt: add your proxy there when many users connect through it; with
   * SERVER_TRUSTED_PROXY_HOPS every address is. 0 removes the limit.
   */
  @Env('SERVER_MAX_CONNECTIONS_PER_ADDRESS') @IsInt() @Min(0) maxConnectionsPerAddress: number = 2048;

  /**
   * Maximum number of bytes of request bodies in memory; further requests get 503. Uploads are streamed to disk and
   * not counted. 0 removes the limit.
   */
  @Env('SERVER_MAX_BODY_BYTES') @IsInt() @Min(0) maxBodyBytes: number = 67_108_864;

  /** The part of SERVER_MAX_BODY_BYTES that one client address can use. 0 removes the limit. */
  @Env('SERVER_MAX_BODY_BYTES_PER_ADDRESS') @IsInt() @Min(0) maxBodyBytesPerAddress: number = 33_554_432;

  /**
   * Requests to the API by one caller, that is an API key or a user, such as `1000/1m`; further ones get 429. Counted
   * over all processes. Ways to sign in have limits of their own, and /api/ping and /api/health… have none. Default: no
   * limit.
   */
  @Env('SERVER_API_RATE_LIMIT') @IsOptional() @IsRate() apiRateLimit?: string;

  /**
   * Requests to the API without a caller from one address (IPv6: from one /56 network), also those with a wrong API key
   * or session, such as `300/1m`; further ones get 429. Default: no limit.
   */
  @Env('SERVER_API_RATE_LIMIT_ANONYMOUS') @IsOptional() @IsRate() apiRateLimitAnonymous?: string;

  /**
   * Addresses or networks of reverse proxies. Of requests that come from one of them, the client address is read from
   * AUTH_IP_ADDRESS_HEADERS: the last address there that is not one of these proxies. Empty: none.
   */
  @Env('SERVER_TRUSTED_PROXIES') @AreNetworks() trustedProxies: string[] = [];

  /**
   * In place of SERVER_TRUSTED_PROXIES, for proxies whose addresses change: how many proxies each request passes. Only
   * safe when the server cannot be reached without them; otherwise clients can claim any address. 0: none.
   */
  @Env('SERVER_TRUSTED_PROXY_HOPS') @IsInt() @Min(0) @Max(16) trustedProxyHops: number = 0;

  /**
   * Headers in which trusted proxies name the client address; the first one that a request has counts. Name only headers
   * that your proxy sets or removes on every request.
   */
  @Env('AUTH_IP_ADDRESS_HEADERS') @ArrayMaxSize(10) @AreAddressHeaders() ipAddressHeaders: string[] = [
    'x-forwarded-for',
  ];

  /** Commit that this server was built from; part of the version information. */
  @Env('GIT_COMMIT') @IsString() gitCommit: string = 'unknown';

  /** Date of the build, shown next to the commit. */
  @Env('BUILD_DATE') @IsString() buildDate: string = 'unknown';

  /** Minimum level of the messages that are logged. */
  @Env('LOG_LEVEL')
  @IsIn(['debug', 'info', 'warn', 'error'])
  logLevel: 'debug' | 'error' | 'info' | 'warn' = 'info';

  /**
   * How log entries are written: `json` is one line for each, `text` is for people. What stops a start is always printed as
   * text, on standard error. Default: `json` in production, and when standard output is not a terminal.
   */
  @Env('LOG_FORMAT') @IsOptional() @IsIn(['json', 'text']) logFormat?: 'json' | 'text';
}

function AreOrigins(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'areOrigins',
      validator: {
        validate: (value: unknown) => /^https?:/.test(String(value)) && URL.parse(String(value))?.origin === value,
        defaultMessage: () =>
          'each must be an origin as a browser sends it, such as https://archive.example.com: lower case, no path, no trailing slash',
      },
    },
    { each: true },
  );
}

function AreAddressHeaders(): PropertyDecorator {
  return Matches(/^(?!forwarded$)[a-z\d-]{1,64}$/i, {
    each: true,
    message: 'each must be the name of a header that holds addresses, such as x-real-ip; Forwarded is not supported',
  });
}

function AreNetworks(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'areNetworks',
      validator: {
        validate: (value: unknown) => isNetwork(String(value)),
        defaultMessage: () =>
          'each must be an IP address, a network such as 10.0.0.0/8, or loopback, linklocal or uniquelocal',
      },
    },
    { each: true },
  );
}

function isNetwork(text: string): boolean {
  if (['linklocal', 'loopback', 'uniquelocal'].includes(text)) return true;
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** Returns the origins of SERVER_CORS_ORIGINS, or their default. */
export function corsOrigins({ corsOrigins: named, environment }: ServerConfig): string[] {
  return named ?? (environment === 'production' ? [] : ['http://localhost:3000']);
}

/** Returns the URL for links and cookies. */
export function baseUrl(config: ServerConfig): string {
  return config.appBaseUrl ?? config.serverBaseUrl ?? `http://localhost:${config.port}`;
}

/** Returns the path below which people reach this server: `/archive`, or an empty text. */
export function basePath(config: ServerConfig): string {
  const parts = new URL(baseUrl(config)).pathname.split('/').filter((part) => part !== '');
  return parts.map((part) => `/${part}`).join('');
}

/** Returns the URL of the web app, for links in mails, without a slash at its end. */
export function clientUrl(config: ServerConfig): string {
  const url = config.appBaseUrl ?? config.clientBaseUrl ?? baseUrl(config);
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

/** Returns how long a request may wait in a queue, so that time remains to process it; 0 for no limit. */
export function longestWaitMs(config: ServerConfig): number {
  return config.routeTimeoutMs / 2;
}
