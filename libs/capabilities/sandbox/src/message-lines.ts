import type { Readable } from 'node:stream';
import { LONGEST_MESSAGE } from './read-message.js';

/** A document with the most pages stays far below it, and so do the memory reports of an hour. */
const MOST_BYTES_PER_FILE = 4 * 1024 * 1024;

/** Splits what a child writes into lines and holds no more than one line of bounded length. */
export class MessageLines {
  private rest: Buffer = Buffer.alloc(0);
  private bytes = 0;
  private isOver = false;

  constructor(
    stream: Readable,
    private readonly onLine: (line: string) => void,
    private readonly onExcess: () => void,
  ) {
    stream.on('data', (chunk: Buffer) => this.take(chunk));
    stream.on('error', () => undefined); // the end of the process is what counts
  }

  /** A new file begins: what was written before does not count against it. */
  restart(): void {
    this.bytes = 0;
  }

  private take(chunk: Buffer): void {
    this.bytes += chunk.length;
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0 && !this.isOver; end = chunk.indexOf(10, from)) {
      const line = Buffer.concat([this.rest, chunk.subarray(from, end)]);
      this.rest = Buffer.alloc(0);
      from = end + 1;
      if (line.length > LONGEST_MESSAGE) this.exceed();
      else this.onLine(line.toString('utf8'));
    }
    if (this.isOver) return;
    this.rest = Buffer.concat([this.rest, chunk.subarray(from)]);
    if (this.rest.length > LONGEST_MESSAGE || this.bytes > MOST_BYTES_PER_FILE) this.exceed();
  }

  private exceed(): void {
    this.isOver = true;
    this.rest = Buffer.alloc(0);
    this.onExcess();
  }
}
