import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';
import { AUTHORITATIVE_ANSWER, decode, encode, type Answer } from 'dns-packet';

const SERVFAIL = 2;

/** The addresses of a name, `alias` for one that is another name, an error of the server, or no response at all. */
export type DnsRecord = readonly string[] | { alias: string; addresses: readonly string[] } | 'broken' | 'silent';

/** A real DNS server on this computer. A name without a record has no addresses. The time to live is 0. */
export class DnsServer {
  /** Changed by tests while the server runs. */
  readonly records = new Map<string, DnsRecord>();
  /** Names in the order in which they were asked for, two times each: for IPv4 and for IPv6. */
  readonly questions: string[] = [];
  readonly #socket: Socket = createSocket('udp4');

  static async start(): Promise<DnsServer> {
    const server = new DnsServer();
    server.#socket.on('message', (message, { port, address }) => {
      const response = server.#respond(message);
      if (response) server.#socket.send(response, port, address);
    });
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  /** As a resolver wants it: `127.0.0.1:5353`. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  /** Forgets all records and questions. */
  clear(): void {
    this.records.clear();
    this.questions.length = 0;
  }

  close(): void {
    this.#socket.close();
  }

  #respond(message: Buffer): Buffer | undefined {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return undefined;
    const name = question.name.toLowerCase();
    this.questions.push(name);
    const record = this.records.get(name) ?? [];
    if (record === 'silent') return undefined;
    const flags = AUTHORITATIVE_ANSWER | (record === 'broken' ? SERVFAIL : 0);
    const answers = record === 'broken' ? [] : answersTo(question.name, question.type, record);
    return encode({ type: 'response', id: id ?? 0, flags, questions, answers });
  }
}

function answersTo(name: string, type: string, record: Exclude<DnsRecord, string>): Answer[] {
  const [owner, addresses] = 'alias' in record ? [record.alias, record.addresses] : [name, record];
  const found = addresses
    .filter((address) => isIPv6(address) === (type === 'AAAA'))
    .map((data) => ({ type: type as 'A', name: owner, ttl: 0, data }));
  return owner === name ? found : [{ type: 'CNAME', name, ttl: 0, data: owner }, ...found];
}
