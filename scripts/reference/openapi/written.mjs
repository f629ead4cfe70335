// What no code says: the introduction, the ways to authenticate, and the routes that are not ours to type.
import { retryOf } from './errors.mjs';

export const DESCRIPTION = `Upload documents, find them by what they say, organise them.

**Authentication.** Send an API key as \`Authorization: Bearer ppapi_…\`, or sign in and send the session cookie. A session may do everything its user may; a key what its permissions say (\`x-permissions\` at each route).

**Errors** have the body \`{"error": {"code", "message", "details"?}}\`. Rely on code and status; messages are for people and may change. The routes under \`/api/auth\` answer \`{"code", "message"}\` instead.

**Every response** carries \`x-request-id\`; name it when you report a problem. Times are ISO 8601 in UTC with milliseconds. Keys of a body or a query that a route does not know are refused, and so is a key that is given twice. Ids sort by age.

**Limits.** A body has at most 16 KB, 64 KB where it lists ids, 12 MB where it holds the text of a document; JSON is nested at most 32 deep and has at most 5000 keys and list entries. Uploads have a limit of their own. An error has at most 20 \`details\`. A server can limit how many requests a caller sends: responses then say in \`RateLimit\` what is left (\`r\`) and for how many seconds (\`t\`), and 429 in \`Retry-After\` how long to wait.

**Search** (\`searchQuery\`) takes words, \`"phrases"\`, \`AND\`, \`OR\`, \`NOT\`, \`-word\`, parentheses, and the filters \`name:\`, \`content:\`, \`tag:\`, \`created:\`, \`date:\`, \`has:\`, as in \`invoice tag:"to pay" created:>=2026-01-01\`.`;

export const SECURITY_SCHEMES = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'ppapi_ and 64 letters or digits',
    description: 'An API key, made by a signed-in user under `/api/api-keys`.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'better-auth.session_token',
    description:
      'The cookie that sign-up and sign-in set. Its name begins with `__Secure-` when the server is reached by https.',
  },
};

const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema) => ({ 'application/json': { schema } });
const problem = (status, ...codes) => ({
  [status]: {
    description: codes.map((code) => `\`${code}\``).join(', '),
    content: json(ref('AuthError')),
    ...retryOf(status),
    'x-error-codes': codes,
  },
});

const USER = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string', format: 'email' },
    emailVerified: { type: 'boolean' },
    image: { type: ['string', 'null'] },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
    twoFactorEnabled: { type: 'boolean' },
  },
  required: ['id', 'name', 'email', 'emailVerified', 'createdAt', 'updatedAt'],
};

const SESSION = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    token: { type: 'string' },
    userId: { type: 'string' },
    expiresAt: { type: 'string', format: 'date-time' },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
    ipAddress: { type: ['string', 'null'] },
    userAgent: { type: ['string', 'null'] },
  },
  required: ['id', 'token', 'userId', 'expiresAt', 'createdAt', 'updatedAt'],
};

const PASSWORD = { type: 'string', minLength: 8, maxLength: 128 };
const REMEMBER = {
  type: 'boolean',
  default: true,
  description: 'Whether the session outlives the browser; otherwise it ends after a day.',
};

export const SCHEMAS = {
  ErrorDetail: {
    type: 'object',
    properties: {
      path: { type: ['string', 'null'], description: 'The field, as `conditions.0.value`; null for the whole.' },
      message: { type: 'string' },
    },
    required: ['path', 'message'],
  },
  ErrorBody: {
    type: 'object',
    properties: {
      code: { type: 'string', description: 'For programs; one of `x-error-codes` of the response.' },
      message: { type: 'string', description: 'For people.' },
      details: { type: 'array', items: ref('ErrorDetail'), description: 'The fields of the request that are wrong.' },
      documentId: { type: 'string', description: 'Of `document.already_exists`: the document with the same content.' },
      legalHoldId: { type: 'string', description: 'Of `document.on_hold` and `organization.on_hold`: the hold.' },
      retentionRuleId: {
        type: 'string',
        description: 'Of `document.retention_locked` and `organization.retention_locked`: the rule.',
      },
      until: {
        type: 'string',
        description: 'Of these and `retention_rules.locks`: the first calendar day without a lock, `2026-01-31`.',
      },
      documentName: { type: 'string', description: 'Of `document.already_exists`: its name.' },
      attemptsLeft: {
        type: 'string',
        description: 'Of a wrong password of a link: how many more may be tried, in digits.',
      },
    },
    required: ['code', 'message'],
  },
  ErrorResponse: { type: 'object', properties: { error: ref('ErrorBody') }, required: ['error'] },
  AuthError: {
    type: 'object',
    description: 'How the routes under `/api/auth` tell an error.',
    properties: { code: { type: 'string' }, message: { type: 'string' } },
  },
  AuthUser: USER,
  AuthSession: SESSION,
  SignUpBody: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 50 },
      email: { type: 'string', format: 'email', maxLength: 254 },
      password: PASSWORD,
      image: {
        type: 'string',
        format: 'uri',
        maxLength: 2048,
        pattern: '^https?://',
        examples: ['https://example.com/ada.png'],
        description: 'A picture of the user.',
      },
      rememberMe: REMEMBER,
    },
    required: ['name', 'email', 'password'],
  },
  SignInBody: {
    type: 'object',
    properties: { email: { type: 'string', format: 'email' }, password: { type: 'string' }, rememberMe: REMEMBER },
    required: ['email', 'password'],
  },
  SignUpResponse: {
    type: 'object',
    properties: { token: { type: ['string', 'null'] }, user: ref('AuthUser') },
    required: ['token', 'user'],
  },
  SignInResponse: {
    type: 'object',
    description:
      'With a second factor there is no session yet: only `twoFactorRedirect` and `twoFactorMethods`, and `POST /api/auth/two-factor/verify-totp` or `verify-backup-code` with the cookie of this response starts it.',
    properties: {
      redirect: { type: 'boolean' },
      token: { type: 'string' },
      url: { type: ['string', 'null'] },
      user: ref('AuthUser'),
      twoFactorRedirect: { type: 'boolean' },
      twoFactorMethods: { type: 'array', items: { type: 'string', enum: ['totp'] } },
    },
  },
  SignOutResponse: { type: 'object', properties: { success: { type: 'boolean' } }, required: ['success'] },
  CurrentSession: {
    type: 'object',
    properties: { session: ref('AuthSession'), user: ref('AuthUser') },
    required: ['session', 'user'],
  },
};

const withBody = (name) => ({ required: true, content: json(ref(name)) });
const cookie = {
  'set-cookie': { description: 'The session cookie.', schema: { type: 'string' } },
};
const auth = (operationId, summary, parts) => ({ tags: ['Auth'], operationId, summary, security: [], ...parts });

/** Answered by the library that keeps accounts, or before Nest. */
export const PATHS = {
  '/api/auth/sign-up/email': {
    post: auth('auth.signUp', 'Makes an account and signs it in.', {
      requestBody: withBody('SignUpBody'),
      responses: {
        200: { description: 'The new user.', headers: cookie, content: json(ref('SignUpResponse')) },
        ...problem(
          400,
          'VALIDATION_ERROR',
          'MALFORMED_JSON',
          'INVALID_NAME',
          'INVALID_EMAIL',
          'INVALID_IMAGE',
          'PASSWORD_TOO_SHORT',
          'PASSWORD_TOO_LONG',
          'EMAIL_PASSWORD_SIGN_UP_DISABLED',
        ),
        ...problem(403, 'INVALID_ORIGIN'),
        ...problem(413, 'PAYLOAD_TOO_LARGE'),
        ...problem(422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', 'FAILED_TO_CREATE_USER'),
        ...problem(429, 'TOO_MANY_REQUESTS'),
        ...problem(503, 'SERVICE_UNAVAILABLE'),
      },
    }),
  },
  '/api/auth/sign-in/email': {
    post: auth('auth.signIn', 'Starts a session.', {
      requestBody: withBody('SignInBody'),
      responses: {
        200: { description: 'The user.', headers: cookie, content: json(ref('SignInResponse')) },
        ...problem(400, 'VALIDATION_ERROR', 'INVALID_EMAIL', 'EMAIL_PASSWORD_DISABLED'),
        ...problem(401, 'INVALID_EMAIL_OR_PASSWORD'),
        ...problem(403, 'INVALID_ORIGIN'),
        ...problem(429, 'TOO_MANY_REQUESTS'),
        ...problem(503, 'SERVICE_UNAVAILABLE'),
      },
    }),
  },
  '/api/auth/sign-out': {
    post: auth('auth.signOut', 'Ends the session; also when there is none.', {
      security: [{ session: [] }, {}],
      responses: {
        200: { description: 'The session has ended.', content: json(ref('SignOutResponse')) },
        ...problem(403, 'INVALID_ORIGIN'),
        ...problem(429, 'TOO_MANY_REQUESTS'),
      },
    }),
  },
  '/api/auth/get-session': {
    get: auth('auth.getSession', 'The session that the cookie names, or null. Renews one that is older than a day.', {
      security: [{ session: [] }, {}],
      responses: {
        200: {
          description: 'The session and its user.',
          content: json({ anyOf: [ref('CurrentSession'), { type: 'null' }] }),
        },
        ...problem(429, 'TOO_MANY_REQUESTS'),
      },
    }),
  },
  '/api/openapi.json': {
    get: {
      tags: ['Server'],
      operationId: 'server.description',
      summary: 'This description.',
      security: [],
      responses: {
        200: {
          description: 'OpenAPI 3.1.',
          content: json({ type: 'object', additionalProperties: true }),
        },
      },
    },
  },
  '/api/docs': {
    get: {
      tags: ['Server'],
      operationId: 'server.docs',
      summary: 'This description as a page to browse and to try.',
      security: [],
      responses: { 200: { description: 'The page.', content: { 'text/html': { schema: { type: 'string' } } } } },
    },
  },
};
