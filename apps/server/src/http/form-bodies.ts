import type { FastifyInstance, FastifyRequest } from 'fastify';
import { InvalidBody } from '#libs/http-kit';

/** A few short texts, 40 KB in all; files have a route of their own. */
const LIMITS = { fields: 10, fieldSize: 4 * 1024, fieldNameSize: 200, files: 0, parts: 10, headerPairs: 50 };

const acceptsForms = (config: unknown): boolean =>
  (config as { acceptsForms?: boolean } | undefined)?.acceptsForms === true;

/** `@RouteConfig({ acceptsForms: true })` lets a route take multipart and urlencoded forms where others take JSON only. */
export function acceptMultipartForms(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (!acceptsForms(route.config)) return;
    route.preValidation = async (request) => {
      if (request.isMultipart()) request.body = await readFields(request);
    };
  });
}

/** A body that is neither JSON nor multipart: the fields of a form where one is accepted, nothing elsewhere. */
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

/** A field that is given twice becomes a list, which no text field accepts. */
function asObject(fields: Iterable<[string, string]>): object {
  const byName = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, values]) => [
      name,
      values.length === 1 ? values[0]?.[1] : values.map(([, value]) => value),
    ]),
  );
}
