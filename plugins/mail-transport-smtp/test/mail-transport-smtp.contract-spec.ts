import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { aTestHost, describeMailTransport, type ReceivedMail } from '@archivolt/plugin-kit/testing';
import { MailServer, type Arrived } from '../../../test/support/mail-server.js';
import plugin from '../src/plugin.js';
import type { SmtpOptions } from '../src/smtp-options.js';
import { SmtpTransport } from '../src/smtp-transport.js';

/** Port 1 is reserved, no server listens there. */
const AWAY = { host: '127.0.0.1', port: 1, secure: false };
let servers: { stop(): Promise<void> }[] = [];

describeMailTransport('mail-transport-smtp', {
  manifest: plugin,
  create: async () => {
    const server = await MailServer.start();
    const stalled = await silentServer();
    servers.push(server, stalled);
    return {
      transport: transportOver({ host: '127.0.0.1', port: server.port, secure: false }),
      received: () => server.arrived.map(receivedMail),
      away: transportOver(AWAY),
      stalled: transportOver({ host: '127.0.0.1', port: stalled.port, secure: false }),
    };
  },
  destroy: async () => {
    await Promise.all(servers.map((server) => server.stop()));
    servers = [];
  },
});

function transportOver(options: SmtpOptions): SmtpTransport {
  return new SmtpTransport(options, aTestHost(options).lookup);
}

function receivedMail({ mail, sender, recipients }: Arrived): ReceivedMail {
  return {
    id: /^<([^@]*)@/.exec(mail.messageId ?? '')?.[1] ?? '',
    from: sender,
    fromName: mail.from?.value[0]?.name ?? '',
    to: recipients.join(', '),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    ...(typeof mail.html === 'string' && { html: mail.html }),
  };
}

/** Accepts connections and says nothing. */
async function silentServer(): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets: { destroy(): void }[] = [];
  const server: Server = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
