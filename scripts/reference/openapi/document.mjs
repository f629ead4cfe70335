// Puts the description of the API together.
import { readFileSync } from 'node:fs';
import { commonCodes, Errors } from './errors.mjs';
import { exampleOf } from './examples.mjs';
import { ACCEPTED_HEADERS, headersOf } from './headers.mjs';
import { bodySchema, parametersOf } from './inputs.mjs';
import { routesOfServer } from './routes.mjs';
import { Types } from './types.mjs';
import { DESCRIPTION, PATHS, SCHEMAS, SECURITY_SCHEMES } from './written.mjs';

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];
/** The groups of the API, which clients know: of rooms, and of controllers where a room has several. */
const TITLES = {
  auth: 'Accounts and keys',
  batches: 'Documents',
  finding: 'Document search',
  links: 'Share links',
  'live-feed': 'Events',
  metadata: 'Documents',
  properties: 'Custom properties',
  'server-info': 'Server',
  trash: 'Documents',
  BatchPropertiesController: 'Document properties',
  DocumentPagesController: 'Document pages',
  DocumentPropertiesController: 'Document properties',
  DocumentViewsController: 'Document views',
  FileRequestsController: 'File requests',
  IngestController: 'Intake emails',
  IntakeEmailsController: 'Intake emails',
  IntakeSourcesController: 'Plugin intakes',
  OrganizationInvitationsController: 'Invitations',
  PreviewController: 'Previews',
  PropertyUsageController: 'Document properties',
  PublicFileRequestsController: 'File requests',
  ReceivedInvitationsController: 'Invitations',
};

export async function describeApi() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const types = new Types();
  const errors = await Errors.load();
  const paths = structuredClone(PATHS);
  for (const route of await routesOfServer()) {
    paths[route.path] ??= {};
    paths[route.path][route.verb] = operation(route, types, errors);
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Archivolt',
      version,
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The server that gave you this description.' }],
    tags: [...new Set(operationsOf(paths).flatMap(({ tags }) => tags))].sort().map((name) => ({ name })),
    paths: sorted(paths),
    components: { securitySchemes: SECURITY_SCHEMES, schemas: sorted({ ...types.schemas, ...SCHEMAS }) },
  };
  addExamples(document);
  shareResponses(document);
  return document;
}

export const operationsOf = (paths) => Object.values(paths).flatMap((path) => Object.values(path));

function operation(route, types, errors) {
  const name = `${route.controller}.${route.method}`;
  const source = types.method(route.controller, route.method);
  if (source.doc === '') throw new Error(`${name} has no doc comment: describe what it does`);
  errors.check(source.doc, route.errors, name);
  const [summary] = source.doc.split(/(?<=\.) (?=[A-Z\d])/);
  const { responses = {}, parameters: described = [], ...fragment } = route.fragment;
  const headers = headersOf(route, source);
  const parameters = [
    ...(route.inputs.params ? parametersOf(types, source.argument('Param'), route.inputs.params, 'path') : []),
    ...(route.inputs.query ? parametersOf(types, source.argument('Query'), route.inputs.query, 'query') : []),
    ...headers.parameters,
    ...described,
  ];
  return {
    tags: [titleOf(route.controller, source.library)],
    operationId: operationId(route),
    summary: summary.replaceAll('`', ''),
    description: source.doc,
    ...securityOf(route.access),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.inputs.body ? { requestBody: requestBody(route, types, source) } : {}),
    ...fragment,
    responses: {
      ...successResponse(route, types, source, name, headers.response),
      ...errors.responses([...commonCodes(route), ...route.errors, ...headers.codes]),
      ...responses,
    },
  };
}

function operationId({ controller, method }) {
  const group = controller.replace(/Controller$/, '');
  return `${group[0].toLowerCase()}${group.slice(1)}.${method}`;
}

function requestBody(route, types, source) {
  const schema = bodySchema(types, source.argument('Body'), route.inputs.body);
  const isRequired = types.schemas[schema.$ref.split('/').at(-1)].required !== undefined;
  const mediaTypes = ['application/json', ...(route.acceptsForms ? FORM_TYPES : [])];
  return {
    ...(isRequired ? { required: true } : {}),
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema }])),
  };
}

function successResponse(route, types, source, name, headers) {
  if (route.status in (route.fragment.responses ?? {})) return {};
  const { task, other } = types.separateTask(source.response);
  if (task) {
    const content = { 'application/json': { schema: types.schema(task, { of: name }) } };
    const accepted = { description: 'It is done in the background, as a task.', headers: ACCEPTED_HEADERS, content };
    return { ...successResponse(route, types, { ...source, response: other }, name, headers), 202: accepted };
  }
  const withHeaders = Object.keys(headers).length > 0 ? { headers } : {};
  if (!types.isNothing(source.response)) {
    const content = { 'application/json': { schema: types.schema(source.response, { of: name }) } };
    return { [route.status]: { description: 'The response.', ...withHeaders, content } };
  }
  if (route.status !== 204) throw new Error(`${name} has status ${route.status} and no body: declare 204, or its type`);
  return { 204: { description: 'Done; the response has no body.' } };
}

/** `x-permissions` are those that an API key needs; a session needs none. */
function securityOf(access) {
  const session = { session: [] };
  switch (access.kind) {
    case 'public':
      return { security: [] };
    case 'session-or-key':
      return { security: [{ apiKey: [] }, session], 'x-permissions': access.permissions };
    case 'key':
      return { security: [{ apiKey: [] }], 'x-permissions': [] };
    case 'admin':
      return { security: [session], 'x-administrators-only': true };
    default:
      return { security: [session] };
  }
}

function titleOf(controller, library) {
  return TITLES[controller] ?? TITLES[library] ?? `${library[0].toUpperCase()}${library.slice(1).replaceAll('-', ' ')}`;
}

function addExamples(document) {
  for (const { requestBody, responses, parameters = [] } of operationsOf(document.paths)) {
    for (const media of [requestBody, ...Object.values(responses)].flatMap((one) =>
      Object.values(one?.content ?? {}),
    )) {
      if (media.schema && !media.example && !media.examples && !isBinary(media.schema)) {
        media.example = exampleOf(document, media.schema);
      }
    }
    for (const parameter of parameters) {
      if (parameter.in === 'path') parameter.example = exampleOf(document, parameter.schema, parameter.name);
    }
  }
}

const isBinary = ({ type, properties, additionalProperties }) =>
  type === 'string' || (properties === undefined && additionalProperties === true);

/** Error responses that many routes have in common are written once. */
function shareResponses({ paths, components }) {
  const places = operationsOf(paths).flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, one]) => (one['x-error-codes'] ? [{ responses, status, one }] : [])),
  );
  components.responses = {};
  for (const [, same] of Map.groupBy(places, ({ one }) => JSON.stringify(one))) {
    if (same.length < 2) continue;
    const [{ status, one }] = same;
    const name = [status, ...one['x-error-codes']]
      .join('-')
      .replace(/[^\w.-]/g, '_')
      .slice(0, 160);
    if (name in components.responses) throw new Error(`two shared responses are called ${name}`);
    components.responses[name] = one;
    for (const { responses } of same) responses[status] = { $ref: `#/components/responses/${name}` };
  }
  components.responses = sorted(components.responses);
}

const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
