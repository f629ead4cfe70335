import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export interface Schema {
  [keyword: string]: unknown;
  properties?: Record<string, Schema>;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface ResponseDescription {
  $ref?: string;
  description?: string;
  content?: Record<string, MediaType>;
  'x-error-codes'?: string[];
}

export interface Parameter {
  name: string;
  in: string;
  schema?: Schema;
}

export interface Operation {
  operationId: string;
  summary?: string;
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, ResponseDescription>;
  'x-permissions'?: string[];
}

export interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, ResponseDescription>;
    securitySchemes: Record<string, unknown>;
  };
}

export interface SeenResponse {
  status: number;
  contentType: string;
  text: string;
}

/** `docs/reference/openapi.json` and a check of responses against it. */
export class ApiDescription {
  readonly document: Description;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #patterns: [pattern: RegExp, path: string][];

  constructor(text = readFileSync(join(import.meta.dirname, '../../docs/reference/openapi.json'), 'utf8')) {
    this.document = JSON.parse(text) as Description;
    const closed = JSON.parse(text) as Description;
    close(closed);
    formats.default(this.#ajv);
    this.#ajv.addSchema({ ...closed }, 'api');
    this.#patterns = Object.keys(this.document.paths)
      .sort((a, b) => parametersIn(a) - parametersIn(b)) // `/documents/deleted` before `/documents/{documentId}`
      .map((path) => [new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`), path]);
  }

  operations(): { name: string; operation: Operation }[] {
    return Object.entries(this.document.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]) => ({ name: `${verb.toUpperCase()} ${path}`, operation })),
    );
  }

  resolve(response: ResponseDescription): ResponseDescription {
    const name = response.$ref?.split('/').at(-1);
    return name === undefined ? response : (this.document.components.responses[name] ?? {});
  }

  /** Returns a validator for a schema of the document, addressed by its keys. Unknown keys of objects are errors. */
  validatorAt(...keys: string[]): ValidateFunction {
    const pointer = keys.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    return this.#ajv.getSchema(`api#${pointer.join('')}`) ?? raise(`no schema at ${keys.join(' ')}`);
  }

  /** Returns the differences between a response and the description. */
  problemsOf(method: string, address: string, response: SeenResponse): string[] {
    const pathname = address.split('?')[0] ?? '';
    const path = this.#patterns.find(([pattern]) => pattern.test(pathname))?.[1];
    const verb = (method === 'HEAD' ? 'GET' : method).toLowerCase();
    const operation = path === undefined ? undefined : this.document.paths[path]?.[verb];
    if (path === undefined || !operation) {
      return response.status === 404 || pathname.startsWith('/api/auth/') ? [] : ['the route is not described'];
    }
    const given = operation.responses[response.status];
    if (!given) return [`the status ${response.status} is not described: ${response.text.slice(0, 200)}`];
    if (response.text === '') return [];
    const described = this.resolve(given);
    const [type, media] = Object.entries(described.content ?? {})[0] ?? [];
    if (type === undefined || !response.contentType.startsWith(type)) {
      return [`the content type ${response.contentType} is not described`];
    }
    if (type !== 'application/json' || !media?.schema) return [];
    const body: unknown = JSON.parse(response.text);
    const keys = given.$ref ? ['components', 'responses', given.$ref.split('/').at(-1) ?? ''] : undefined;
    const place = keys ?? ['paths', path, verb, 'responses', String(response.status)];
    const isValid = this.validatorAt(...place, 'content', type, 'schema');
    if (!isValid(body)) return (isValid.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
    const codes = described['x-error-codes'];
    const { code } = (body as { error?: { code: string } }).error ?? (body as { code?: string });
    return codes && code !== undefined && !codes.includes(code)
      ? [`the error ${response.status} ${code} is not described`]
      : [];
  }
}

/** Forbids additional properties, so that a key missing in the schema is an error. */
function close(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const schema = value as Schema;
  if (schema['type'] === 'object' && schema.properties) schema['additionalProperties'] ??= false;
  Object.values(value).forEach(close);
}

const parametersIn = (path: string): number => path.split('{').length;

function raise(message: string): never {
  throw new Error(message);
}
