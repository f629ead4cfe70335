import { Env } from '@archivolt/plugin-kit';
import { IsBoolean, IsInt, Max, Min, ValidateBy } from 'class-validator';

/** Requests to URLs that a user or the settings of a plugin name. */
export class SafeHttpConfig {
  /** Longest time in milliseconds that such a request can ask for; without asking it has 30 seconds. */
  @Env('HTTP_CLIENT_MAX_TIMEOUT_MS') @IsInt() @Min(1_000) @Max(86_400_000) maxTimeoutMs: number = 600_000;

  /** Largest response in bytes that such a request can ask for; without asking it is 1,000,000. */
  @Env('HTTP_CLIENT_MAX_RESPONSE_BYTES') @IsInt() @Min(1_000) maxResponseBytes: number = 104_857_600;

  /** Connections to one host at a time, for each webhook and for all plugins that name the same hosts; further requests wait. */
  @Env('HTTP_CLIENT_CONNECTIONS_PER_HOST') @IsInt() @Min(1) @Max(1_000) connectionsPerHost: number = 16;

  /**
   * Whether requests to URLs of users reach only addresses of the public Internet, checked when a URL is saved and for
   * each connection. Without it, every user can send requests to the services of the internal network.
   */
  @Env('WEBHOOK_SSRF_PROTECTION_ENABLED') @IsBoolean() isSsrfProtectionEnabled: boolean = true;

  /**
   * Hosts that URLs of users may name although their addresses are not public. They are looked up by the system, which
   * knows its file of hosts.
   */
  @Env('WEBHOOK_URL_ALLOWED_HOSTNAMES') @AreHostnames() allowedHostnames: string[] = [];
}

function AreHostnames(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'areHostnames',
      validator: {
        validate: (value: unknown) => {
          const hostname = String(value).toLowerCase();
          return URL.parse(`http://${hostname}`)?.hostname === hostname;
        },
        defaultMessage: () =>
          'each must be a hostname as a URL has it, without protocol, port and wildcard: intranet.example.com, 192.168.1.5, [fd00::5]',
      },
    },
    { each: true },
  );
}
