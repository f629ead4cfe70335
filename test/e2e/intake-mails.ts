import { createHmac } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';

export const SECRET = 'a secret for signatures';

export interface IntakeEmailBody {
  id: string;
  emailAddress: string;
  allowedOrigins: string[];
  isEnabled: boolean;
  keepsMessage: boolean;
}

export interface TestMail {
  from?: string;
  to?: string[];
  originalTo?: string[];
  files?: { name: string; content: string; type?: string }[];
  /** Further keys of the JSON. */
  extra?: object;
}

export const sign = (body: Buffer, secret = SECRET): string =>
  createHmac('sha256', secret).update(body).digest('base64');

/** The bytes of a form, as a mail service sends it. */
export async function formOf({ from = 'boss@example.com', to = [], originalTo, files = [], extra }: TestMail) {
  const form = new FormData();
  const list = (addresses: string[]) => addresses.map((address) => ({ address, name: 'Some One' }));
  const email = {
    from: { address: from, name: 'Boss' },
    to: list(to),
    ...(originalTo && { originalTo: list(originalTo) }),
    ...extra,
  };
  form.append('email', JSON.stringify(email));
  for (const { name, content, type } of files)
    form.append('attachments[]', new File([content], name, type === undefined ? {} : { type }));
  const encoded = new Response(form);
  return {
    contentType: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

/** Sends a body to the server as a mail service does. */
export async function deliver(
  baseUrl: string,
  { contentType, body }: { contentType: string; body: Buffer },
  signature: string | undefined = sign(body),
): Promise<{ status: number; text: string; code: string | undefined }> {
  const response = await fetch(`${baseUrl}/api/intake-emails/ingest`, {
    method: 'POST',
    headers: { 'content-type': contentType, ...(signature === '' ? {} : { 'x-signature': signature }) },
    body: new Uint8Array(body),
  });
  const text = await response.text();
  const code = text === '' ? undefined : (JSON.parse(text) as { error: { code: string } }).error.code;
  return { status: response.status, text, code };
}

/** A new address that takes files from these senders. */
export async function anAddress(
  { api, organizationId }: { api: ApiClient; organizationId: string },
  allowedOrigins: string[] = ['boss@example.com'],
): Promise<IntakeEmailBody> {
  const addresses = `/api/organizations/${organizationId}/intake-emails`;
  const made = await api.post<{ intakeEmail: IntakeEmailBody }>(addresses);
  const url = `${addresses}/${made.body.intakeEmail.id}`;
  return (await api.put<{ intakeEmail: IntakeEmailBody }>(url, { allowedOrigins })).body.intakeEmail;
}
