// HTTP as an attack needs it: every header by hand, a source address of its own, and an answer that comes before the
// body was sent is read.
import { randomBytes, randomInt } from 'node:crypto';
import { request as httpRequest } from 'node:http';

const PIECE = 64 * 1024;
const CUT = new Set(['ECONNRESET', 'EPIPE']);

/** Loopback addresses differ only where the system routes all of 127.0.0.0/8 to the loopback interface. */
const hasManyAddresses = process.platform === 'linux';

export const anAddress = () =>
  hasManyAddresses ? `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(1, 255)}` : undefined;

/**
 * Sends one request. A server that refuses a body and closes the connection can take its answer away from a client that
 * still writes; then the request is sent once more, and its body only when no answer came to the head.
 */
export async function call(baseUrl, options) {
  const answer = await send(baseUrl, options);
  const isCut = CUT.has(answer.status) && options.method !== undefined && !options.signal?.aborted;
  return isCut ? send(baseUrl, { ...options, bodyAfterMs: 1000 }) : answer;
}

/**
 * The status is a number, or a word where there was no answer: `timeout`, `ECONNRESET`, …
 * @returns {Promise<{ status: number | string, headers: Record<string, string>, text: string, json: any, ms: number }>}
 */
function send(baseUrl, { method = 'GET', path, token, cookie, json, file, body, headers = {}, ...options }) {
  const { agent = false, address, signal, timeoutMs = 30_000, bodyAfterMs = 0 } = options;
  const upload = file === undefined ? undefined : multipart(file);
  const bytes = toBytes(upload?.body ?? (json === undefined ? body : JSON.stringify(json)));
  const began = performance.now();
  return new Promise((resolve) => {
    const request = httpRequest(new URL(path, baseUrl), {
      method,
      agent,
      localAddress: address,
      signal,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(cookie !== undefined && { cookie }),
        ...(bytes !== undefined && {
          'content-length': bytes.length,
          'content-type': upload?.type ?? 'application/json',
        }),
        ...headers,
      },
    });
    let isEnded = false;
    let hasResponse = false;
    const end = (status, response, text = '') => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      resolve({ status, headers: response?.headers ?? {}, text, json: parsed(text), ms: performance.now() - began });
    };
    const timer = setTimeout(() => {
      end('timeout');
      request.destroy();
    }, timeoutMs);
    request.on('error', (error) => end(error.code ?? error.message));
    request.on('response', (response) => {
      hasResponse = true;
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('error', (error) => end(error.code ?? error.message));
      response.on('end', () => {
        end(response.statusCode, response, Buffer.concat(pieces).toString());
        if (!request.writableEnded) request.destroy();
      });
    });
    const start = () => write(request, bytes, () => isEnded || hasResponse);
    if (bodyAfterMs === 0) return void start();
    request.flushHeaders();
    setTimeout(start, bodyAfterMs);
  });
}

/** A multipart body with one file. */
export function multipart({
  name,
  content,
  type = 'text/plain',
  boundary = `bench${randomBytes(12).toString('hex')}`,
}) {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(head), toBytes(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

function write(request, bytes, isAnswered) {
  if (bytes === undefined) return void request.end();
  let offset = 0;
  const pump = () => {
    while (offset < bytes.length) {
      if (isAnswered() || request.destroyed) return;
      const piece = bytes.subarray(offset, offset + PIECE);
      offset += piece.length;
      if (!request.write(piece)) return void request.once('drain', pump);
    }
    request.end();
  };
  pump();
}

function toBytes(content) {
  if (content === undefined) return undefined;
  return typeof content === 'string'
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.length);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
