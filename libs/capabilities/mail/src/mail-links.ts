import { Injectable } from '@nestjs/common';
import { basePath, baseUrl, clientUrl, ServerConfig } from '#config/server';

/** Where a link of a mail leads. Made by {@link MailLinks} only. */
export class MailLink {
  readonly #url: string;

  constructor(url: URL) {
    this.#url = url.href;
  }

  get url(): string {
    return this.#url;
  }
}

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * Makes the links of mails, from the configured addresses of this server. What a request says about its host has no part
 * in them: otherwise a request for the mail of another user could lead that user to a server of the sender.
 */
@Injectable()
export class MailLinks {
  constructor(private readonly server: ServerConfig) {}

  /** A page of the web app: `page('organizations', organizationId)`. */
  page(...path: readonly string[]): MailLink {
    return new MailLink(new URL(`${clientUrl(this.server)}/${path.map(encodeURIComponent).join('/')}`));
  }

  /** A link that the sign-in library has made. Throws when it leads anywhere but to its routes on this server. */
  ofSignIn(made: string): MailLink {
    const url = new URL(made);
    const routes = new URL(`${basePath(this.server)}/api/auth/`, baseUrl(this.server));
    if (url.origin !== routes.origin || !url.pathname.startsWith(routes.pathname))
      throw new Error(`a link of a mail must lead to ${routes.href}`);
    return new MailLink(url);
  }

  /** The address in links, when it works on this computer only. */
  get unreachableAddress(): string | undefined {
    const { hostname, origin } = new URL(clientUrl(this.server));
    return LOOPBACK.test(hostname) ? origin : undefined;
  }
}
