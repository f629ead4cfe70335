import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidBody } from '#ground/http-kit';

/** A few short texts, 40 KB in total. Files have a route of their own. */
const LIMITS = { fields: 10, fieldSize: 4 * 1024, fieldNameSize: 200, files: 0, parts: 10, headerPairs: 50 };

const acceptsForms = (config: unknown): boolean =>
  (config as { acceptsForms?: boolean } | undefined)?.acceptsForms === true;

/** `@RouteConfig({ acceptsForms: true })` lets a route accept multipart and urlencoded forms as well as JSON. */
export function acceptMultipartForms(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (!acceptsForms(route.config)) return;
    route.preValidation = async (request) => {
      if (request.isMultipart()) request.body = await readFields(request);
    };
  });
}

/** Returns the fields of an urlencoded form on routes that accept forms, an empty object for any other body. */
export function otherBody(request: FastifyRequest, body: Buffer): object {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
  return isForm && acceptsForms(request.routeOptions.config) ? asObject(new URLSearchParams(body.toString())) : {};
}

async function readFields(request: FastifyRequest): Promise<object> {
  const fields: [string, string][] = [];
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'file' || part.valueTruncated || part.fieldnameTruncated) {
        throw InvalidBody({ details: [{ path: part.fieldname.slice(0, 100), message: 'must be a short text' }] });
      }
      fields.push([part.fieldname, String(part.value)]);
    }
  } catch (error) {
    throw InvalidBody.matches(error) ? error : InvalidBody({ message: 'The form cannot be read.', cause: error });
  }
  return asObject(fields);
}

/** A repeated field becomes a list, which no text field accepts. */
function asObject(fields: Iterable<[string, string]>): object {
  const byName = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, values]) => [
      name,
      values.length === 1 ? values[0]?.[1] : values.map(([, value]) => value),
    ]),
  );
}
