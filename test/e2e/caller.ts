export interface Answer {
  status: number;
  body: unknown;
  headers: Headers;
  /** The `Set-Cookie` headers. */
  cookies: string[];
}

type Given = Readonly<Record<string, string | undefined>>;

/** A client that sends requests and keeps cookies, as a browser does. */
export class Caller {
  constructor(
    private readonly baseUrl: string,
    private readonly origin: string,
    private readonly headers: Given = {},
    private readonly cookies: Map<string, string> = new Map(),
    private readonly redirect: 'follow' | 'manual' = 'follow',
  ) {}

  /** The same client with more headers; `undefined` removes a header. */
  with(headers: Given): Caller {
    return new Caller(this.baseUrl, this.origin, { ...this.headers, ...headers }, this.cookies, this.redirect);
  }

  get = (path: string) => this.send('GET', path);
  delete = (path: string) => this.send('DELETE', path);
  post = (path: string, body: unknown) => this.send('POST', path, JSON.stringify(body), 'application/json');
  put = (path: string, body: unknown) => this.send('PUT', path, JSON.stringify(body), 'application/json');

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async send(method: string, path: string, body?: string, type?: string): Promise<Answer> {
    const cookie = this.cookieHeader();
    const headers: Given = {
      origin: this.origin,
      ...(cookie && { cookie }),
      ...(type && { 'content-type': type }),
      ...this.headers,
    };
    const given = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined);
    const answer = await fetch(this.baseUrl + path, {
      method,
      headers: given,
      redirect: this.redirect,
      ...(body !== undefined && { body }),
    });
    const cookies = answer.headers.getSetCookie();
    for (const line of cookies) this.#keep(line);
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      cookies,
    };
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }
}
