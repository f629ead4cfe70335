import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ReceivedMail } from '@archivolt/plugin-kit/testing';
import type { MailMessage } from '@archivolt/plugin-kit';

/** A small service for the tests: it keeps the mails that are posted to it. */
export class MailService {
  readonly received: ReceivedMail[] = [];
  /** Its response to every mail; `undefined` means that it never responds. */
  status: number | undefined = 202;
  readonly #server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      const { from, ...mail } = JSON.parse(body) as MailMessage;
      if (this.status === undefined) return;
      if (this.status < 300)
        this.received.push({ ...mail, from: from.address, ...(from.name !== undefined && { fromName: from.name }) });
      response.writeHead(this.status).end();
    });
  });

  /** Returns its address. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
