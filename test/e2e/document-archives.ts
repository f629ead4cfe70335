import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { ApiClient } from '../support/api-client.js';
import { readZip } from '../support/read-zip.js';

export interface ArchiveBody {
  archive: { id: string; documentsCount: number; size: number; expiresAt: string; url: string };
  taskId?: undefined;
}

export interface Manifest {
  organization: { id: string; name: string };
  documentsCount: number;
  filesCount: number;
  problemsCount: number;
  documents: {
    id: string;
    file: string | null;
    name?: string;
    sha256?: string;
    size?: number;
    tags?: string[];
    properties?: Record<string, unknown>;
    problem?: { code: string; message: string };
  }[];
}

/** Downloads archives as one caller. */
export class ArchiveClient {
  constructor(
    readonly api: ApiClient,
    readonly organizationId: string,
  ) {}

  get base(): string {
    return `/api/organizations/${this.organizationId}`;
  }

  request<Body = ArchiveBody>(filter: object, body: object = {}, headers: Record<string, string> = {}) {
    return this.api.post<Body>(`${this.base}/documents/batch/archive`, { filter, ...body }, headers);
  }

  /** The address of a new archive. */
  async urlFor(filter: object): Promise<string> {
    const { status, body } = await this.request(filter, { prefersPrepared: false });
    if (status !== 200) throw new Error(`the archive was refused: ${JSON.stringify(body)}`);
    return body.archive.url;
  }

  fetch(url: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) {
    return fetch(this.api.baseUrl + url, { method, headers: { ...this.#authorization, ...headers } });
  }

  /** The files of the archive without its manifest, and the manifest. */
  async download(url: string): Promise<{ files: Map<string, Buffer>; manifest: Manifest; bytes: Buffer }> {
    const response = await this.fetch(url);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== 200) throw new Error(`${response.status} ${bytes.toString()}`);
    const found = readZip(bytes);
    const last = found.pop();
    if (last?.name !== 'manifest.json') throw new Error('the last file is not the manifest');
    const manifest = JSON.parse(last.content.toString()) as Manifest;
    return { files: new Map(found.map(({ name, content }) => [name, content])), manifest, bytes };
  }

  /** A response whose body is read by the test. */
  async begin(url: string): Promise<IncomingMessage> {
    const sent = request(this.api.baseUrl + url, { headers: this.#authorization, agent: false }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  }

  get #authorization(): Record<string, string> {
    return { authorization: `Bearer ${this.api.token}` };
  }
}
