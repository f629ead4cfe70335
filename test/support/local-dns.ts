import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, type Answer, type Packet } from 'dns-packet';

export interface DnsRecords {
  A?: readonly string[];
  AAAA?: readonly string[];
  /** The name is an alias of this one, which has the addresses. */
  CNAME?: string;
  /** The server responds that it has a fault. */
  fails?: boolean;
}

const SERVFAIL = 2;
const NXDOMAIN = 3;

/** A real DNS server on 127.0.0.1, whose answers have a time to live of zero and can change at any time. */
export class LocalDns {
  readonly #records = new Map<string, DnsRecords>();
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (message, { port, address }) => {
      socket.send(encode(this.#answer(decode(message))), port, address);
    });
  }

  static async start(): Promise<LocalDns> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new LocalDns(socket);
  }

  /** For `setServers` of a resolver. */
  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  set(name: string, records: DnsRecords): void {
    this.#records.set(name, records);
  }

  async close(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  #answer({ id = 0, questions = [] }: Packet): Packet {
    const [question] = questions;
    const name = question?.name.toLowerCase() ?? '';
    const records = this.#records.get(name);
    const code = records === undefined ? NXDOMAIN : records.fails === true ? SERVFAIL : 0;
    return {
      type: 'response',
      id,
      flags: code,
      questions,
      answers: code === 0 && records ? answersOf(name, question?.type, records) : [],
    };
  }
}

function answersOf(name: string, type: string | undefined, records: DnsRecords): Answer[] {
  const owner = records.CNAME ?? name;
  const alias: Answer[] = records.CNAME === undefined ? [] : [{ type: 'CNAME', name, ttl: 0, data: records.CNAME }];
  if (type === 'A') return [...alias, ...addresses('A', owner, records.A)];
  if (type === 'AAAA') return [...alias, ...addresses('AAAA', owner, records.AAAA)];
  return alias;
}

const addresses = (type: 'A' | 'AAAA', name: string, given: readonly string[] = []): Answer[] =>
  given.map((data) => ({ type, name, ttl: 0, data }));
