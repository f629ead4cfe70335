import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';

/** Passes connections on to PostgreSQL: a server that tests can start late, at an address of their own. */
export class Relay {
  readonly #sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  /** Begins to listen on the port. */
  static async start(databaseUrl: string, port: number): Promise<Relay> {
    const { host, port: targetPort } = new pg.Client({ connectionString: databaseUrl });
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${targetPort}` } : { host, port: targetPort };
    const server = createServer();
    const relay = new Relay(server);
    server.on('connection', (socket) => relay.#pass(socket, connect(target)));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return relay;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #pass(socket: Socket, target: Socket): void {
    socket.pipe(target).pipe(socket);
    for (const each of [socket, target]) {
      this.#sockets.add(each);
      each.on('error', () => undefined); // the other end gets the end
      each.on('close', () => {
        this.#sockets.delete(each);
        socket.destroy();
        target.destroy();
      });
    }
  }
}

/** The same database at this port of this machine. */
export function atPort(databaseUrl: string, port: number): string {
  const { user, password, database } = new pg.Client({ connectionString: databaseUrl });
  return `postgres://${user}:${encodeURIComponent(password ?? '')}@127.0.0.1:${port}/${database}`;
}
