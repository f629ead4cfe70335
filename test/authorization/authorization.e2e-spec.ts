import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startApp, type TestApp } from '../support/app.js';
import { declaredRoutes, type DeclaredRoute } from './declared-routes.js';
import { foreignIds, refusals, type Refusal } from './expectations.js';
import { People, type Credential } from './people.js';
import { buildRequest, RAW_ROUTES, ROUTE_CATALOGUE, sampleOf, type BuiltRequest } from './route-catalogue.js';
import { StateWatch } from './state.js';

interface Seen {
  status: number;
  code: string | undefined;
  text: string;
}

/** Preflight requests of browsers, and the files of the web pages. */
const PUBLIC_PATHS = /^(\*|\/|\/(?!api\/)[\w/-]+\.(html|css|js|svg))$/;

describe('every route', () => {
  let app: TestApp;
  let people: People;
  let watch: StateWatch;
  let routes: DeclaredRoute[];

  beforeAll(async () => {
    // Without the background work: whatever changes was changed by a request.
    app = await startApp({ PROCESS_MODE: 'web', MAX_ORGANIZATION_COUNT_PER_USER: '1000' });
    routes = declaredRoutes(app.app);
    people = await People.arrive(app);
    watch = await StateWatch.over(app);
  });
  afterAll(() => app.close());

  const send = async ({ method, path, headers, body }: BuiltRequest): Promise<Seen> => {
    const answer = await fetch(app.baseUrl + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.text();
    const code = answer.status < 400 || text === '' ? undefined : codeOf(text);
    return { status: answer.status, code, text };
  };

  /** Returns what is wrong with this refusal. */
  const problemsOf = ({ expected, names }: Refusal, { status, code, text }: Seen): string[] => {
    const problems: string[] = [];
    if (`${status} ${code}` !== expected) problems.push(`answered ${status} ${code}, not ${expected}`);
    if (names !== undefined && !text.includes(names)) problems.push(`does not name ${names}: ${text}`);
    if (/amethyst\d/.test(text)) problems.push(`shows content of an archive: ${text.slice(0, 200)}`);
    return problems;
  };

  it('has a valid request in the catalogue, and the catalogue has no route that was removed', () => {
    for (const route of routes) sampleOf(route);
    const names = routes.map(({ name }) => name);
    expect(Object.keys(ROUTE_CATALOGUE).filter((name) => !names.includes(name))).toEqual([]);
    expect(routes.length).toBeGreaterThan(40);
  });

  it('declares the least role that the catalogue asks for, and only where it names an organization', () => {
    const declared = routes.map((route) => [route.name, route.role]);
    expect(declared).toEqual(routes.map((route) => [route.name, sampleOf(route).role]));
    const misplaced = routes.filter(({ role, params }) => role !== undefined && !params.includes('organizationId'));
    expect(misplaced.map(({ name }) => name)).toEqual([]);
  });

  it('is declared by a controller or listed in the catalogue as one that the guards do not see', () => {
    const known = new Set(routes.map(({ path }) => path));
    const fastify = (app.app as NestFastifyApplication).getHttpAdapter().getInstance();
    const undeclared = pathsOf(fastify.printRoutes()).filter((path) => !known.has(path));
    expect(undeclared.filter((path) => !PUBLIC_PATHS.test(path))).toEqual(Object.keys(RAW_ROUTES).sort());
  });

  it('refuses callers without access, states why, and changes nothing', async () => {
    const wrong: string[] = [];
    const planned = await Promise.all(routes.map(async (route) => ({ route, refused: await refusals(route, people) })));
    expect(planned.flatMap(({ refused }) => refused).length).toBeGreaterThan(600);
    const before = await watch.take();
    for (const { route, refused } of planned) {
      for (const refusal of refused) {
        const problems = problemsOf(refusal, await send(refusal.request));
        wrong.push(...problems.map((problem) => `${route.name} for ${refusal.title}: ${problem}`));
      }
      const after = await watch.take();
      if (!isSame(before, after)) wrong.push(`${route.name} changed ${differences(before, after).join(', ')}`);
      expect(wrong).toEqual([]);
    }
  });

  it('refuses HEAD to callers to whom it refuses GET, and sends no body', async () => {
    for (const route of routes) {
      if (route.method !== 'GET' || route.access.kind === 'public') continue;
      for (const { title, request, expected } of await refusals(route, people)) {
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

  it('neither finds nor changes resources of another archive, named in the path or the body', async () => {
    const before = await watch.take();
    const seen: string[] = [];
    for (const route of routes) {
      for (const { title, request, inPath } of foreignIds(route, people)) {
        const answer = await send(request);
        const outcome = `${route.name} with ${title}: ${answer.status} ${answer.code}`;
        const isRefused =
          inPath && route.params.includes('organizationId') ? answer.status === 404 : answer.status >= 400;
        // Deleting a key of another user succeeds without revealing whether it exists.
        if (!isRefused && route.name !== 'DELETE /api/api-keys/:apiKeyId') seen.push(outcome);
        if (answer.status >= 500 || answer.code === 'api.not-found') seen.push(outcome);
        if (answer.text.includes(people.foreign.marker)) seen.push(`${outcome}, which shows it: ${answer.text}`);
        const after = await watch.take();
        if (!isSame(before, after)) seen.push(`${outcome}, which changed ${differences(before, after).join(', ')}`);
        expect(seen).toEqual([]);
      }
    }
  });

  it('works for callers with access and shows them nothing of other archives', async () => {
    const wrong: string[] = [];
    const visit = async (route: DeclaredRoute): Promise<void> => {
      for (const [title, credential] of await welcome(route)) {
        const changes = route.method !== 'GET';
        const archive = changes ? await people.anotherArchive() : people.archive;
        const request = buildRequest(route, archive);
        const { status, text } = await send({ ...request, headers: { ...request.headers, ...credential } });
        const outcome = `${route.name} for ${title}: ${status} ${text.slice(0, 300)}`;
        if (![sampleOf(route).status ?? 200, 202, 204].includes(status)) wrong.push(outcome);
        if (text.includes(people.foreign.marker)) wrong.push(`${outcome} shows what is not theirs`);
      }
    };
    const waiting = routes.values();
    const visitor = async () => {
      for (const route of waiting) await visit(route);
    };
    await Promise.all(Array.from({ length: 6 }, visitor));
    expect(wrong).toEqual([]);
  });

  it('leaves out of lists the organizations that a bound key does not include', async () => {
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

  /** Callers with the least access that the route asks for. */
  async function welcome(route: DeclaredRoute): Promise<[string, Credential][]> {
    return [...(await welcomeByAccess(route)), ...welcomeByRole(route)];
  }

  /** Members with the least role that the route asks for. */
  function welcomeByRole(route: DeclaredRoute): [string, Credential][] {
    const { access, params, role = 'member' } = route;
    const asksForMembers = params.includes('organizationId') && sampleOf(route).stranger === undefined;
    if (!asksForMembers || (access.kind !== 'session' && access.kind !== 'session-or-key')) return [];
    return [[`a session of a member with the role ${role}`, people.members[role].session]];
  }

  async function welcomeByAccess({ access }: DeclaredRoute): Promise<[string, Credential][]> {
    const { owner, administrator } = people;
    switch (access.kind) {
      case 'public':
        return [
          ['no credential', {}],
          ['an unknown key', people.nobodies['an unknown key'] ?? {}],
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

function isSame(before: object, after: object): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

function differences(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name} (${before[name]} → ${after[name]})`);
}

/** The paths in the tree that Fastify draws of its routes: a line for each piece of a path, four characters a level. */
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
