import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends a stream for as long as the client takes bytes. The time limit of the route ends here, at the first byte; from
 * then on only a pause of `stallTimeoutMs` without progress ends the connection (0: no limit).
 */
export async function sendDownload(reply: FastifyReply, file: Readable, stallTimeoutMs: number): Promise<void> {
  if (reply.sent) return void file.destroy(); // the route timed out before the file was open
  const headers = reply.getHeaders();
  const { raw } = reply;
  reply.hijack();
  raw.setTimeout(stallTimeoutMs, () => raw.destroy());
  raw.writeHead(raw.statusCode, headers as Record<string, string>);
  try {
    await pipeline(file, raw);
  } catch (error) {
    raw.destroy(); // the missing bytes tell the client that the file is incomplete
    if (!hasHungUp(error)) throw error;
  }
}

function hasHungUp(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET' || code === 'EPIPE';
}
