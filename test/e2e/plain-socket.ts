import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface PlainResponse {
  /** 0 when the server closed the connection without a response. */
  status: number;
  headers: Map<string, string>;
  body: string;
  /** The error code, in the shape of the API or of the sign-in routes. */
  code: string | undefined;
}

export type Header = readonly [name: string, value: string];

export async function openSocket(baseUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.on('error', () => undefined); // a server may close the connection; what it sent before counts
  await once(socket, 'connect');
  return socket;
}

/** Sends the bytes unchanged and reads until the server closes the connection, which the request must ask for. */
export async function exchange(baseUrl: string, bytes: Buffer | string): Promise<PlainResponse> {
  const socket = await openSocket(baseUrl);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  if (!socket.closed) await once(socket, 'close');
  return readAnswer(Buffer.concat(chunks).toString());
}

/** Sends a request whose address and headers no client library has normalized. */
export function sendPlain(
  baseUrl: string,
  method: string,
  path: string,
  headers: readonly Header[] = [],
  body: Buffer | string = '',
): Promise<PlainResponse> {
  const content = Buffer.from(body);
  const all: Header[] = [['host', new URL(baseUrl).host], ['connection', 'close'], ...headers];
  if (content.length > 0) all.push(['content-length', String(content.length)]);
  const head = `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return exchange(baseUrl, Buffer.concat([Buffer.from(head), content]));
}

function readAnswer(text: string): PlainResponse {
  const end = text.indexOf('\r\n\r\n');
  const [first = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const body = end < 0 ? '' : text.slice(end + 4);
  return { status: Number(first.split(' ')[1] ?? 0), headers, body, code: /"code":"([^"]*)"/.exec(body)?.[1] };
}
