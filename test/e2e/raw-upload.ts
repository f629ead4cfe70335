import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface RawResponse {
  status: number;
  code: string | undefined;
  headers: Map<string, string>;
  body: string;
}

export const BOUNDARY = 'a-boundary-of-the-tests';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** One part of a form with exactly these header lines. */
export function part(headers: string | readonly string[], content: string | Uint8Array): Buffer {
  const lines = [headers].flat().map((line) => `${line}\r\n`);
  return Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\n${lines.join('')}\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}

export const filePart = (name: string, content: string | Uint8Array, field = 'file') =>
  part([`content-disposition: form-data; name="${field}"; filename="${name}"`, 'content-type: text/plain'], content);

export const fieldPart = (name: string, value: string) => part(`content-disposition: form-data; name="${name}"`, value);

export const end = Buffer.from(`--${BOUNDARY}--\r\n`);

/** A request written byte by byte, for requests that no proper client would send. */
export class RawRequest {
  #received = '';
  readonly #closed: Promise<unknown>;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (text: string) => (this.#received += text));
    socket.on('error', () => undefined); // a server may close the connection; what it sent before counts
    this.#closed = once(socket, 'close');
  }

  /** Connects and sends the request line and the headers. A header that is `undefined` is left out. */
  static async begin(
    baseUrl: string,
    path: string,
    headers: Readonly<Record<string, number | string | undefined>>,
  ): Promise<RawRequest> {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, 'connect');
    const all: typeof headers = { host: 'localhost', ...headers };
    const lines = Object.entries(all).filter(([, value]) => value !== undefined);
    socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    return new RawRequest(socket);
  }

  /** Waits until the bytes are flushed; returns false when the server has closed the connection. */
  async write(bytes: string | Uint8Array): Promise<boolean> {
    if (!this.socket.writable) return false;
    return new Promise((resolve) => this.socket.write(bytes, (error) => resolve(!error)));
  }

  get hasAnswer(): boolean {
    return this.#received.includes('\r\n\r\n');
  }

  hangUp(): void {
    this.socket.resetAndDestroy();
  }

  /** Resolves with the complete response. Rejects when the connection closes without one. */
  async answer(): Promise<RawResponse> {
    for (;;) {
      const answer = parse(this.#received);
      if (answer) {
        this.socket.destroy();
        return answer;
      }
      if (this.socket.destroyed) throw new Error(`the server closed the connection without a response`);
      await Promise.race([once(this.socket, 'data'), this.#closed]);
    }
  }
}

function parse(text: string): RawResponse | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [first = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = text.slice(headEnd + 4);
  if (body.length < Number(headers.get('content-length') ?? 0)) return undefined;
  const code = /"code":"([^"]*)"/.exec(body)?.[1];
  return { status: Number(first.split(' ')[1]), code, headers, body };
}

export interface RawUpload {
  body: readonly (string | Uint8Array)[];
  headers?: Readonly<Record<string, number | string | undefined>>;
}

/** Sends an upload at once and returns the response. `content-length` is correct unless the headers override it. */
export async function sendRaw(
  baseUrl: string,
  path: string,
  token: string | undefined,
  { body, headers = {} }: RawUpload,
): Promise<RawResponse> {
  const bytes = Buffer.concat(body.map((each) => Buffer.from(each)));
  const request = await RawRequest.begin(baseUrl, path, {
    authorization: `Bearer ${token ?? ''}`,
    'content-type': MULTIPART,
    'content-length': bytes.length,
    ...headers,
  });
  void request.write(bytes);
  return request.answer();
}
