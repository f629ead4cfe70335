import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

type Script = (command: { tag: string; text: string; socket: Socket }) => string | undefined;

const HEADER = 'Subject: one\r\nMessage-ID: <1@example.com>\r\n\r\n';
export const MAIL = `${HEADER}Text.\r\n`;
const GREETING = '* OK [CAPABILITY IMAP4rev1 UIDPLUS MOVE] ready\r\n';

/** Responses of a server that behaves, with one mail in each folder. */
const USUAL: readonly [RegExp, string][] = [
  [/^CAPABILITY/, '* CAPABILITY IMAP4rev1 UIDPLUS MOVE\r\n'],
  [/^LIST "" ""/, '* LIST (\\Noselect) "/" ""\r\n'],
  [/^LIST/, '* LIST () "/" INBOX\r\n'],
  [/^SELECT/, '* 1 EXISTS\r\n* FLAGS (\\Seen \\Deleted)\r\n* OK [UIDVALIDITY 7] valid\r\n* OK [UIDNEXT 2] next\r\n'],
  [/^UID SEARCH/, '* SEARCH 1\r\n'],
  [
    /^UID FETCH 1 .*BODY\.PEEK\[HEADER\]/,
    `* 1 FETCH (UID 1 RFC822.SIZE ${MAIL.length} BODY[HEADER]<0> {${HEADER.length}}\r\n${HEADER})\r\n`,
  ],
  [
    /^UID FETCH 1 .*BODY\.PEEK/,
    `* 1 FETCH (UID 1 RFC822.SIZE ${MAIL.length} BODY[]<0> {${MAIL.length}}\r\n${MAIL})\r\n`,
  ],
];

/** A server that follows a script: what the script returns is sent, and `undefined` stands for the usual response. */
export class ScriptedServer implements AsyncDisposable {
  readonly commands: string[] = [];
  readonly #sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start({ greeting = GREETING, script = () => undefined }: { greeting?: string; script?: Script }) {
    const server = createServer();
    const scripted = new ScriptedServer(server);
    server.on('connection', (socket) => scripted.#serve(socket, greeting, script));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return scripted;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #serve(socket: Socket, greeting: string, script: Script): void {
    this.#sockets.add(socket.on('error', () => undefined));
    socket.once('close', () => this.#sockets.delete(socket));
    if (greeting !== '') socket.write(greeting);
    let rest = '';
    socket.on('data', (data) => {
      const lines = (rest + data.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, tag = '', text = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
        this.commands.push(text);
        const usual = USUAL.find(([pattern]) => pattern.test(text))?.[1] ?? '';
        const response = script({ tag, text, socket }) ?? `${usual}${tag} OK done\r\n`;
        if (!socket.destroyed) socket.write(response);
      }
    });
  }
}
