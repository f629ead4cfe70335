import type { Archive } from './archive.js';
import type { DeclaredRoute } from './declared-routes.js';
import { ROUTE_CATALOGUE, type RouteSample } from './route-catalogue.js';

export interface BuiltRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: FormData | string | undefined;
}

export function sampleOf({ name }: DeclaredRoute): RouteSample {
  const sample = ROUTE_CATALOGUE[name];
  if (!sample) {
    throw new Error(
      `The access to ${name} is not tested. Add a valid request for it to ROUTE_CATALOGUE in ` +
        'test/authorization/route-catalogue.ts; the cases follow from the declaration of the route.',
    );
  }
  return sample;
}

/** Builds a valid request to the route for this archive. */
export function buildRequest(route: DeclaredRoute, archive: Archive): BuiltRequest {
  const sample = sampleOf(route);
  const path = route.path.replaceAll(/:(\w+)/g, (_, param: string) => {
    const value = archive[paramSource(route, param)];
    if (!value) {
      throw new Error(
        `${route.name} takes :${param}, which the test archive lacks. Create one in makeArchive ` +
          '(test/authorization/archive.ts) and return it, or name another record in ROUTE_CATALOGUE.',
      );
    }
    return value;
  });
  const body = sample.form?.(archive) ?? (sample.body ? JSON.stringify(sample.body(archive)) : undefined);
  return {
    method: route.method,
    path: sample.query === undefined ? path : `${path}?${sample.query}`,
    headers: {
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...sample.headers?.(archive),
    },
    body,
  };
}

export function paramSource(route: DeclaredRoute, param: string): keyof Archive {
  return sampleOf(route).params?.[param] ?? (param as keyof Archive);
}
