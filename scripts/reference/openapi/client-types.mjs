// The description as TypeScript, for the client.
import { format, resolveConfig } from 'prettier';

const HEAD = '// Written by `npm run reference` from docs/reference/openapi.json; edit the server instead.\n';

export async function clientTypes({ paths, components }) {
  const named = Object.entries(components.schemas).map(([name, schema]) => declaration(name, schema));
  const routes = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => route(`${verb.toUpperCase()} ${path}`, operation, components)),
  );
  const text = `${HEAD}\n${named.join('\n\n')}\n\n/** Every route: what it takes and what it returns. */\nexport interface Routes {\n${routes.join('\n')}\n}\n`;
  return format(text, { ...(await resolveConfig('libs/ground/sdk/src/api.ts')), parser: 'typescript' });
}

function declaration(name, schema) {
  const isInterface = schema.type === 'object' && schema.properties;
  return `${comment(schema.description)}export ${isInterface ? `interface ${name}` : `type ${name} =`} ${typeOf(schema)}`;
}

function route(name, { summary, description, parameters = [], requestBody, responses, ...rest }, components) {
  const permissions = rest['x-permissions'] ?? [];
  const doc = [description ?? summary, permissions.length > 0 ? `A key needs ${permissions.join(', ')}.` : ''];
  const parts = [
    ...['path', 'query'].flatMap((place) => parametersIn(place, parameters)),
    ...(requestBody ? [`body${requestBody.required ? '' : '?'}: ${bodyOf(requestBody)}`] : []),
    `response: ${responseOf(responses)}`,
    `error: ${errorCodes(responses, components)}`,
  ];
  return `${comment(doc.filter(Boolean).join(' '))}${JSON.stringify(name)}: { ${parts.join('; ')} };`;
}

function parametersIn(place, parameters) {
  const some = parameters.filter((parameter) => parameter.in === place);
  if (some.length === 0) return [];
  const fields = some.map(
    ({ name, required, description, schema }) =>
      `${comment(description)}${name}${required ? '' : '?'}: ${typeOf(schema)}`,
  );
  return [`${place}${some.some(({ required }) => required) ? '' : '?'}: { ${fields.join(';\n')} }`];
}

function bodyOf({ content }) {
  const json = content['application/json'];
  return json ? typeOf(json.schema) : 'FormData';
}

/** What is no JSON is left to the caller as it arrives. */
function responseOf(responses) {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = successes.map(([, { content }]) => {
    if (!content) return 'undefined';
    return content['application/json'] ? typeOf(content['application/json'].schema) : 'Response';
  });
  return [...new Set(types)].join(' | ');
}

function errorCodes(responses, components) {
  const codes = Object.values(responses).flatMap((response) => {
    const known = response.$ref ? components.responses[response.$ref.split('/').at(-1)] : response;
    return known['x-error-codes'] ?? [];
  });
  return [...new Set(codes)].map((code) => JSON.stringify(code)).join(' | ') || 'never';
}

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.anyOf && !schema.properties) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'array':
      return schema.maxItems === 0 ? 'never[]' : `(${typeOf(schema.items)})[]`;
    case 'object':
      if (schema.properties) return fieldsOf(schema);
      return `Record<string, ${schema.additionalProperties?.type ? typeOf(schema.additionalProperties) : 'unknown'}>`;
    case 'integer':
      return 'number';
    default:
      return schema.type;
  }
}

function fieldsOf({ properties, required = [] }) {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${comment(schema.description)}${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
  return `{ ${fields.join(';\n')} }`;
}

const comment = (text) => (text ? `\n/** ${text.replaceAll('*/', '*\\/')} */\n` : '');
