// Requests to a server with little work of its own: one connection for each client, kept open.
import { Agent, request } from 'node:http';

export class HttpClient {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(baseUrl, token) {
    this.url = new URL(baseUrl);
    this.headers = { authorization: `Bearer ${token}` };
  }

  get = (path) => this.send('GET', path);
  json = async (path) => JSON.parse((await this.get(path)).text);

  /** A body other than a text or bytes is sent as JSON. An answer other than 2xx is an error. */
  send(method, path, body, headers = {}) {
    const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
    const bytes = isJson ? JSON.stringify(body) : body;
    const all = {
      ...this.headers,
      ...(isJson && { 'content-type': 'application/json' }),
      ...(bytes !== undefined && { 'content-length': Buffer.byteLength(bytes) }),
      ...headers,
    };
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.url;
      const sent = request({ hostname, port, path, method, headers: all, agent: this.#agent }, (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const { statusCode: status } = response;
          if (status >= 200 && status < 300) resolve({ status, text });
          else reject(new Error(`${method} ${path}: ${status} ${text.slice(0, 300)}`));
        });
      });
      sent.on('error', reject);
      sent.end(bytes);
    });
  }

  upload(path, name, content) {
    const boundary = 'bench-boundary';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\n`;
    const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    return this.send('POST', path, `${head}${content}\r\n--${boundary}--\r\n`, type);
  }

  close() {
    this.#agent.destroy();
  }
}
