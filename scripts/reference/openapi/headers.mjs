// Headers that a route honours, seen by what it does: each is named once here for all routes.

/** Headers of a 202 to a batch. */
export const ACCEPTED_HEADERS = {
  'preference-applied': {
    description: '`respond-async`, when the request has asked for it.',
    schema: { type: 'string' },
  },
};

/** Parameters, error codes and headers of the response besides those of the route itself. */
export function headersOf(route, source) {
  const rules = RULES.filter(({ appliesTo }) => appliesTo(route, source));
  return {
    parameters: rules.flatMap(({ parameter }) => (parameter ? [{ in: 'header', ...parameter }] : [])),
    codes: rules.flatMap(({ codes = [] }) => codes),
    response: Object.assign({}, ...rules.map(({ response }) => response)),
  };
}

const isOnce = (source) => source.text.includes('this.idempotency.once(');
const holdsSecret = (source) => source.text.includes('holdsSecret: true');

const RULES = [
  {
    appliesTo: (_, source) => isOnce(source),
    parameter: {
      name: 'Idempotency-Key',
      description:
        'Any text of your own, 1 to 255 printable ASCII characters. The same request with the same key, sent again within 24 hours, is carried out once.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
      example: '0d5a1c8e-invoice-4711',
    },
    codes: ['idempotency.invalid_key', 'idempotency.key_reused'],
  },
  { appliesTo: (_, source) => isOnce(source) && holdsSecret(source), codes: ['idempotency.already_used'] },
  {
    appliesTo: (_, source) => source.argument('IfMatch') !== undefined,
    parameter: {
      name: 'If-Match',
      description:
        'The `ETag` of the state that you have read: the change is made only if it is still the present one.',
      schema: { type: 'string' },
      example: '"mc5t1k8a"',
    },
    codes: ['server.precondition_failed'],
  },
  {
    appliesTo: (_, source) => source.argument('PrefersAsync') !== undefined,
    parameter: {
      name: 'Prefer',
      description:
        '`respond-async`: the documents are changed in the background, however few they are, so that the change can be undone.',
      schema: { type: 'string' },
      example: 'respond-async',
    },
  },
  {
    appliesTo: ({ hasEntityTag }, source) => hasEntityTag || source.text.includes('withEntityTag(reply, '),
    response: { etag: { description: 'Changes with every update; for `If-Match`.', schema: { type: 'string' } } },
  },
];
