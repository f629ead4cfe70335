import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReceivedMail } from '@archivolt/plugin-kit/testing';

interface Posted {
  from: string;
  to: string[];
  subject: string;
  text: string;
  html?: string;
}

/** A small copy of the API of Resend: it accepts a mail once for each idempotency key. */
export class ResendService {
  readonly accepted: ReceivedMail[] = [];
  readonly bodies: Posted[] = [];
  readonly keys: (string | undefined)[] = [];
  isSilent = false;
  /** The response to the next requests; its message quotes the mail. */
  refusal: { status: number; name: string } | undefined;
  /** So many responses get lost after the mail was accepted. */
  breaksAfterAccepting = 0;
  readonly #payloads = new Map<string, string>();
  readonly #server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      if (this.isSilent) return;
      this.keys.push(request.headers.authorization);
      const { status, name } = this.#answer(String(request.headers['idempotency-key']), body);
      if (this.breaksAfterAccepting > 0) {
        this.breaksAfterAccepting -= 1;
        return void request.socket.destroy();
      }
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ name, message: `about ${body.slice(0, 500)}` }));
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(key: string, body: string): { status: number; name: string } {
    if (this.refusal) return this.refusal;
    const known = this.#payloads.get(key);
    if (known !== undefined)
      return known === body ? { status: 200, name: '' } : { status: 409, name: 'invalid_idempotent_request' };
    this.#payloads.set(key, body);
    const parsed = JSON.parse(body) as Posted;
    this.bodies.push(parsed);
    const [, quotedName, address] = /^(?:"((?:\\.|[^"\\])*)" <)?([^<>]*?)>?$/.exec(parsed.from) ?? [];
    this.accepted.push({
      id: key,
      from: address ?? '',
      ...(quotedName !== undefined && { fromName: quotedName.replace(/\\(.)/g, '$1') }),
      to: parsed.to[0] ?? '',
      subject: parsed.subject,
      text: parsed.text,
      ...(parsed.html !== undefined && { html: parsed.html }),
    });
    return { status: 200, name: '' };
  }
}
