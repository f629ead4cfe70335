import { createHmac } from 'node:crypto';

export interface SignedMessage {
  id: string;
  /** Unix seconds. */
  timestamp: number;
  body: string;
}

/** The signature of Standard Webhooks, with the bytes of the secret itself as the key. */
export function signatureOf(secret: string, { id, timestamp, body }: SignedMessage): string {
  return `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
