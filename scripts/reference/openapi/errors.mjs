// Which errors a route can return: those that it declares with @Errors, and those that every route of its kind has.
import { readFileSync } from 'node:fs';
import { definedErrors } from '#ground/kernel';
import { constantNumbers, load, sources } from '../sources.mjs';

const FILTER = 'apps/server/src/http/error.filter.ts';

export class Errors {
  #errors = new Map();

  static async load() {
    const definers = sources('{apps,libs}/**/*.ts').filter((file) =>
      readFileSync(file, 'utf8').includes('= defineError('),
    );
    for (const file of definers) await load(file);
    const statuses = constantNumbers(FILTER, 'STATUS');
    const errors = new Errors();
    for (const { code, category, text } of definedErrors()) {
      errors.#errors.set(code, { code, text, status: statuses[category] });
    }
    return errors;
  }

  /** Throws when a doc comment names a code, which would not be described, or a declared code does not exist. */
  check(doc, codes, route) {
    const [, named] = /\b[45]\d\d `([\w.-]+)`/.exec(doc) ?? [];
    if (named) throw new Error(`${route}: its comment names ${named}; declare it with @Errors('${named}')`);
    const unknown = codes.find((code) => !this.#errors.has(code));
    if (unknown) throw new Error(`${route}: @Errors names ${unknown}, which no defineError has`);
  }

  /** The responses for these codes, by status. */
  responses(codes) {
    const errors = [...new Set(codes)].map((code) => {
      const error = this.#errors.get(code);
      if (!error) throw new Error(`there is no error ${code}`);
      return error;
    });
    const byStatus = Map.groupBy(errors, ({ status }) => status);
    return Object.fromEntries(
      [...byStatus].map(([status, some]) => [status, { ...errorResponse(some), ...retryOf(status) }]),
    );
  }
}

/** Codes that a route of this kind can always have. */
export function commonCodes({ access, inputs, path, verb, decidesMembership, isUnlimited }) {
  const isPublic = access.kind === 'public';
  return [
    ...(inputs.params ? ['server.invalid_request.params'] : []),
    'server.invalid_request.query', // an unknown key, at least
    ...(inputs.body ? ['server.invalid_request.body', 'server.invalid_request.malformed_json'] : []),
    ...(inputs.body ? ['server.invalid_request.too_large'] : []),
    ...(isPublic ? [] : ['auth.unauthorized']),
    ...(access.kind === 'key' ? ['api_keys.authentication_not_api_key'] : []),
    ...(isPublic || access.kind === 'key' || (access.kind === 'session-or-key' && access.permissions.length === 0)
      ? []
      : ['auth.forbidden']),
    ...(isPublic || decidesMembership || !path.includes('{organizationId}') ? [] : ['user.not_in_organization']),
    ...(verb === 'get' ? [] : ['server.no_space_left', 'server.too_many_bodies']),
    ...(isUnlimited ? [] : ['server.too_many_requests']),
    ...['internal.error', 'server.database_unavailable', 'server.too_many_connections', 'api.timeout'],
  ];
}

const RETRY_AFTER = { description: 'Seconds after which to try again.', schema: { type: 'integer' } };

const LIMITS = {
  ratelimit: {
    description:
      'For each limit that was counted: its name, the requests that are left (`r`), and the seconds until its window ends (`t`).',
    schema: { type: 'string' },
    example: '"api";r=0;t=12',
  },
  'ratelimit-policy': {
    description:
      'For each of these limits: its name, the requests of a window (`q`), and the seconds of a window (`w`).',
    schema: { type: 'string' },
    example: '"api";q=1000;w=60',
  },
};

/** Statuses come as numbers and as keys. */
export function retryOf(status) {
  if (Number(status) === 429) return { headers: { 'retry-after': RETRY_AFTER, ...LIMITS } };
  return Number(status) === 503 ? { headers: { 'retry-after': RETRY_AFTER } } : {};
}

function errorResponse(errors) {
  return {
    description: errors.map(({ code, text }) => `\`${code}\`: ${text}`).join('\n\n'),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/ErrorResponse' },
        examples: Object.fromEntries(
          errors.map(({ code, text }) => [code, { value: { error: { code, message: text, ...detailsFor(code) } } }]),
        ),
      },
    },
    'x-error-codes': errors.map(({ code }) => code),
  };
}

const WRONG_FIELDS = {
  'server.invalid_request.params': ['documentId', 'documentId must be doc_ and 24 lower-case letters or digits'],
  'server.invalid_request.query': ['pageSize', 'pageSize must not be greater than 100'],
  'server.invalid_request.body': ['name', 'name must be a string'],
};

function detailsFor(code) {
  const [path, message] = WRONG_FIELDS[code] ?? [];
  return path ? { details: [{ path, message }] } : {};
}
