import {
  PermanentPluginError,
  TransientPluginError,
  type HostHttp,
  type HttpResponse,
  type MailMessage,
  type MailTransport,
} from '@archivolt/plugin-kit';

const TIMEOUT_MS = 30_000;
const LARGEST_RESPONSE_BYTES = 65_536;
/** Refusals of this one mail: its fields, or its recipient. All others concern the account, the key or the load. */
const REFUSALS_OF_MAIL = new Set([400, 413, 422]);
/** A mail with this idempotency key was accepted before, from another sender: the setting was changed in between. */
const KNOWN_KEY = 'invalid_idempotent_request';
const INVALID_SENDER = 'invalid_from_address';

/** Posts each mail to the API of Resend. */
export class ResendTransport implements MailTransport {
  constructor(
    private readonly account: { apiKey: string; url: string },
    private readonly http: HostHttp,
  ) {}

  async send({ id, from, to, subject, text, html }: MailMessage, { signal }: { signal: AbortSignal }): Promise<void> {
    const { apiKey, url } = this.account;
    const response = await this.http.send(
      {
        method: 'POST',
        url: new URL('emails', url.endsWith('/') ? url : `${url}/`).href,
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'user-agent': 'Archivolt', // the service refuses requests without one
          // The service drops a mail that it has accepted before, for 24 hours.
          'idempotency-key': id,
        },
        body: JSON.stringify({
          from: from.name === undefined ? from.address : `${quoted(from.name)} <${from.address}>`,
          to: [to],
          subject,
          text,
          ...(html !== undefined && { html }),
          headers: { 'Auto-Submitted': 'auto-generated' },
        }),
      },
      { signal, timeoutMs: TIMEOUT_MS, maxResponseBytes: LARGEST_RESPONSE_BYTES },
    );
    if (response.status >= 200 && response.status < 300) return;
    const name = nameOf(response);
    if (name === KNOWN_KEY) return;
    throw faultOf(response.status, name);
  }
}

/** A quoted string of RFC 5322: commas and angle brackets in it have no meaning. */
function quoted(name: string): string {
  return `"${name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(/["\\]/g, '\\$&')}"`;
}

function faultOf(status: number, name: string): Error {
  const refused = `Resend refused the mail with status ${status}${name === '' ? '' : ` (${name})`}`;
  if (REFUSALS_OF_MAIL.has(status) && name !== INVALID_SENDER) return new PermanentPluginError(refused);
  const remedy =
    status === 401 || status === 403 || name === INVALID_SENDER
      ? '. Remedy: correct MAIL_TRANSPORT_RESEND_API_KEY, and verify the domain of EMAILS_FROM_ADDRESS at Resend'
      : '';
  return new TransientPluginError(refused + remedy);
}

/** The name of the error, such as `validation_error`. Its message may quote the mail and is not used. */
function nameOf(response: HttpResponse): string {
  try {
    const { name } = response.json() as { name?: unknown };
    return typeof name === 'string' && /^[a-z_]{1,60}$/.test(name) ? name : '';
  } catch {
    return '';
  }
}
