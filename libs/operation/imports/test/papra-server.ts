import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Row = Record<string, unknown>;

/** A server that answers as the public API of Papra does, with pages of the size that is asked for. */
export class PapraServer {
  organizations: Row[] = [{ id: 'org_a', name: 'House' }];
  tags: Row[] = [];
  properties: Row[] | undefined = [];
  documents = new Map<string, Row>();
  files = new Map<string, string>();
  /** Called before an answer; what it returns is the status instead. */
  beforeAnswer: (path: string) => number | undefined = () => undefined;
  readonly paths: string[] = [];
  readonly #server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<string> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  add(id: string, row: Row = {}): void {
    const facts = { name: `${id}.pdf`, originalName: `scan of ${id}.pdf`, mimeType: 'application/pdf', content: '' };
    this.documents.set(id, { id, ...facts, deletedAt: null, tags: [], customProperties: [], ...row });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '', 'http://localhost');
    this.paths.push(url.pathname);
    const status = request.headers.authorization === 'Bearer ppapi_key' ? this.beforeAnswer(url.pathname) : 401;
    const answer = status === undefined ? this.#find(url) : undefined;
    if (typeof answer === 'string') return void response.end(answer);
    response.writeHead(answer ? 200 : (status ?? 404), { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { error: { message: 'refused', code: 'x' } }));
  }

  #find({ pathname, searchParams }: URL): Row | string | undefined {
    const [, , , , list, id, file] = pathname.split('/');
    if (pathname === '/api/organizations') return { organizations: this.organizations };
    if (list === 'tags') return { tags: this.tags };
    if (list === 'custom-properties') return this.properties && { propertyDefinitions: this.properties };
    if (list !== 'documents') return undefined;
    if (id === undefined || id === 'deleted') {
      const all = [...this.documents.values()].filter(({ deletedAt }) => (deletedAt !== null) === (id === 'deleted'));
      const [index, size] = [Number(searchParams.get('pageIndex')), Number(searchParams.get('pageSize'))];
      return { documents: all.slice(index * size, (index + 1) * size), documentsCount: all.length };
    }
    if (file !== undefined) return this.files.get(id);
    const document = this.documents.get(id);
    return document && { document };
  }
}
