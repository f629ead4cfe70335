import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ROLES } from '#ground/kernel';
import { startApp, type TestApp } from '../support/app.js';
import { declaredRoutes, type DeclaredRoute } from './declared-routes.js';
import { sample } from '../support/sample.js';
import type { Archive } from './archive.js';
import { foreignIds, leastRole, refusals, type Refusal } from './expectations.js';
import { People, type Credential } from './people.js';
import { buildRequest, sampleOf, type BuiltRequest } from './build-request.js';
import { RAW_ROUTES, ROUTE_CATALOGUE } from './route-catalogue.js';
import { StateWatch, type State } from './state.js';

interface Seen {
  status: number;
  code: string | undefined;
  text: string;
}

/** Of the callers of a route that the gate does not always try, how many it tries. */
const SAMPLED_REFUSALS = 2;
const SAMPLED_CALLERS = 1;

/** Preflight requests of browsers, and the files of the web pages. */
const PUBLIC_PATHS = /^(\*|\/|\/[\w-]+\.(html|css|js|svg|webmanifest)|\/(assets|icons|pdfjs|samples)\/[\w./-]+)$/;

// At the gate every route refuses one caller of each kind (no credentials, the wrong credential, each missing permission,
// a foreign member, the role below the least one) and a sample of the others, and works for the caller with the least access
// and one other. The full set sends every route the requests of all callers.
describe('authorization of every route', () => {
  let app: TestApp;
  let people: People;
  let watch: StateWatch;
  let routes: DeclaredRoute[];

  beforeAll(async () => {
    // Without background work: every change comes from a request.
    app = await startApp({
      PROCESS_MODE: 'web',
      MAX_ORGANIZATION_COUNT_PER_USER: '1000',
      AUTH_MAX_API_KEYS_PER_USER: '1000',
    });
    routes = declaredRoutes(app.app);
    people = await People.arrive(app);
    watch = await StateWatch.over(app);
  });
  afterAll(() => app.close());

  const send = async ({ method, path, headers, body }: BuiltRequest): Promise<Seen> => {
    const response = await fetch(app.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
    if (isEndless) await response.body?.cancel();
    const text = isEndless ? '' : await response.text();
    const code = response.status < 400 || text === '' ? undefined : codeOf(text);
    return { status: response.status, code, text };
  };

  /** Describes how the response differs from the expected refusal. */
  const problemsOf = ({ expected, names }: Refusal, { status, code, text }: Seen): string[] => {
    const problems: string[] = [];
    if (`${status} ${code}` !== expected) problems.push(`responded with ${status} ${code} instead of ${expected}`);
    if (names !== undefined && !text.includes(names)) problems.push(`does not name ${names}: ${text}`);
    if (/amethyst\d/.test(text)) problems.push(`reveals the content of an archive: ${text.slice(0, 200)}`);
    return problems;
  };

  it('every route has a valid sample request in the catalogue, and no removed route has an entry', () => {
    for (const route of routes) sampleOf(route);
    const names = routes.map(({ name }) => name);
    expect(Object.keys(ROUTE_CATALOGUE).filter((name) => !names.includes(name))).toEqual([]);
    expect(routes.length).toBeGreaterThan(40);
  });

  it('declares the minimum role that the catalogue expects, and only on routes of an organization', () => {
    const declared = routes.map((route) => [route.name, route.role]);
    expect(declared).toEqual(routes.map((route) => [route.name, sampleOf(route).role]));
    const misplaced = routes.filter(({ role, params }) => role !== undefined && !params.includes('organizationId'));
    expect(misplaced.map(({ name }) => name)).toEqual([]);
  });

  it('finds every route of Fastify declared by a controller, except the few that no guard protects', () => {
    const known = new Set(routes.map(({ path }) => path));
    const fastify = (app.app as NestFastifyApplication).getHttpAdapter().getInstance();
    const undeclared = pathsOf(fastify.printRoutes()).filter((path) => !known.has(path));
    expect(undeclared.filter((path) => !PUBLIC_PATHS.test(path))).toEqual(Object.keys(RAW_ROUTES).sort());
  });

  it('refuses every caller without access with the expected error and changes nothing', async () => {
    const wrong: string[] = [];
    const planned = await Promise.all(routes.map(async (route) => ({ route, refused: await refusals(route, people) })));
    expect(planned.flatMap(({ refused }) => refused).length).toBeGreaterThan(600);
    expect(planned.flatMap(({ route, refused }) => chosen(route, refused)).length).toBeGreaterThan(600);
    const before = await watch.take();
    for (const { route, refused } of planned) {
      for (const refusal of chosen(route, refused)) {
        const problems = problemsOf(refusal, await send(refusal.request));
        wrong.push(...problems.map((problem) => `${route.name} for ${refusal.title}: ${problem}`));
      }
      const after = await watch.take();
      if (!isSame(before, after)) wrong.push(`${route.name} changed ${differences(before, after).join(', ')}`);
      expect(wrong).toEqual([]);
    }
  });

  it('responds to HEAD with the status of GET and never with a body', async () => {
    for (const route of routes) {
      if (route.method !== 'GET' || route.access.kind === 'public') continue;
      for (const { title, request, expected } of chosen(route, await refusals(route, people))) {
        const { status, text } = await send({ ...request, method: 'HEAD' });
        expect({ route: route.name, title, status, text }).toEqual({
          route: route.name,
          title,
          status: Number(expected.slice(0, 3)),
          text: '',
        });
      }
    }
  });

  it('rejects ids of another archive in path and body, reveals nothing of it and leaves it unchanged', async () => {
    const before = await watch.take();
    const seen: string[] = [];
    for (const route of routes) {
      const requests = foreignIds(route, people);
      for (const { title, request, inPath } of requests) {
        const response = await send(request);
        const outcome = `${route.name} with ${title}: ${response.status} ${response.code}`;
        const isRefused =
          inPath && route.params.includes('organizationId') && route.access.kind !== 'admin'
            ? response.status === (sampleOf(route).unknownId ?? 404)
            : response.status >= 400;
        // Revoking the key of another user succeeds without an effect and reveals nothing.
        if (!isRefused && route.name !== 'DELETE /api/api-keys/:apiKeyId') seen.push(outcome);
        if (response.status >= 500 || response.code === 'api.not-found') seen.push(outcome);
        if (response.text.includes(people.foreign.marker)) seen.push(`${outcome}, which reveals it: ${response.text}`);
      }
      const after = requests.length === 0 ? before : await watch.take();
      if (!isSame(before, after)) seen.push(`${route.name} changed ${differences(before, after).join(', ')}`);
      expect(seen).toEqual([]);
    }
  });

  it('every route works for every caller with access and reveals nothing of other archives', async () => {
    const wrong: string[] = [];
    const visit = async (route: DeclaredRoute, shared: Archive): Promise<void> => {
      for (const [title, credential] of await welcome(route)) {
        const request = buildRequest(route, await archiveFor(route, shared));
        const { status, text } = await send({ ...request, headers: { ...request.headers, ...credential } });
        const outcome = `${route.name} for ${title}: ${status} ${text.slice(0, 300)}`;
        if (![sampleOf(route).status ?? 200, 202, 204].includes(status)) wrong.push(outcome);
        // Administrators of the installation see all organizations.
        const seesAll = route.access.kind === 'admin';
        if (!seesAll && text.includes(people.foreign.marker)) wrong.push(`${outcome} reveals a foreign archive`);
      }
    };
    const waiting = routes.values();
    const visitor = async () => {
      const shared = await people.anotherArchive();
      for (const route of waiting) await visit(route, shared);
    };
    await Promise.all(Array.from({ length: 6 }, visitor));
    expect(wrong).toEqual([]);
  }, 600_000);

  it('omits from lists what an API key bound to another organization cannot reach', async () => {
    const headers = { ...people.boundElsewhere };
    for (const path of ['/api/organizations', '/api/organizations/deleted']) {
      const { status, text } = await send({ method: 'GET', path, headers, body: undefined });
      expect({ status, shows: text.includes(people.archive.marker) }).toEqual({ status: 200, shows: false });
    }
    const made = {
      method: 'POST',
      path: '/api/organizations',
      headers: { ...headers, 'content-type': 'application/json' },
    };
    const { status, code } = await send({ ...made, body: JSON.stringify({ name: 'Escaped' }) });
    expect({ status, code }).toEqual({ status: 403, code: 'auth.forbidden' });
  });

  /** The refusals that this run expects. */
  function chosen(route: DeclaredRoute, refused: readonly Refusal[]): Refusal[] {
    const others = refused.filter(({ isTelling }) => !isTelling);
    const some = sample(others, SAMPLED_REFUSALS, ({ title }) => `${route.name}, ${title}`);
    return refused.filter((refusal) => refusal.isTelling || some.includes(refusal));
  }

  /** Reading changes nothing, and some changes leave an archive as good as new; the others need one of their own. */
  function archiveFor(route: DeclaredRoute, shared: Archive): Archive | Promise<Archive> {
    if (route.method === 'GET') return people.archive;
    return sampleOf(route).repeatable === true ? shared : people.anotherArchive();
  }

  /** The callers that the route must serve in this run; the one with the least access is always among them. */
  async function welcome(route: DeclaredRoute): Promise<[string, Credential][]> {
    const all = [...(await welcomeByAccess(route)), ...welcomeByRole(route)];
    const least = all.findLast(([, credential]) => !('authorization' in credential)) ?? all.at(-1);
    const others = all.filter((caller) => caller !== least);
    const some = sample(others, SAMPLED_CALLERS, ([title]) => `${route.name}, ${title}`);
    return all.filter((caller) => caller === least || some.includes(caller));
  }

  /** Members with the minimum role that the route requires, or a higher one. */
  function welcomeByRole(route: DeclaredRoute): [string, Credential][] {
    const least = leastRole(route);
    if (least === undefined) return [];
    return ROLES.slice(0, ROLES.indexOf(least) + 1)
      .filter((role) => sampleOf(route).refusesRoles?.includes(role) !== true)
      .flatMap((role) => {
        const { session, key } = people.members[role];
        return [
          [`a session of a member with the role ${role}`, session],
          ...(route.access.kind === 'session-or-key' ? [[`a key of a member with the role ${role}`, key]] : []),
        ] as [string, Credential][];
      });
  }

  async function welcomeByAccess({ access }: DeclaredRoute): Promise<[string, Credential][]> {
    const { owner, administrator } = people;
    switch (access.kind) {
      case 'public':
        return [
          ['no credentials', {}],
          ['an unknown key', people.unauthenticated['an unknown key'] ?? {}],
        ];
      case 'admin':
        return [['an administrator', administrator.session]];
      case 'session':
        return [['a session', owner.session]];
      case 'key':
        return [['a key', await people.ownerKey(['documents:read'])]];
      case 'session-or-key':
        return [
          ['a session', owner.session],
          ['a key with just these permissions', await people.ownerKey(access.permissions)],
        ];
    }
  }
});

function codeOf(text: string): string | undefined {
  const { error, code } = JSON.parse(text) as { error?: { code: string }; code?: string };
  return error?.code ?? code;
}

function isSame(before: State, after: State): boolean {
  return differences(before, after).length === 0;
}

function differences(before: State, after: State): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} (${before[name]} → ${after[name]})`);
}

/** Returns the paths from the route tree that Fastify prints: one line per path segment, four characters per level. */
function pathsOf(drawn: string): string[] {
  const pieces: string[] = [];
  const paths: string[] = [];
  for (const line of drawn.split('\n')) {
    const branch = line.indexOf('── ');
    if (branch < 0) continue;
    const [, piece = '', methods] = /^(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line.slice(branch + 3)) ?? [];
    const level = Math.floor(branch / 4);
    pieces.length = level;
    pieces[level] = piece === '(empty root node)' ? '' : piece;
    if (methods !== undefined) paths.push(pieces.join(''));
  }
  return [...new Set(paths)].sort();
}
