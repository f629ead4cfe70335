import { PERMISSIONS, type Permission } from '#libs/http-kit';
import { createId, ROLES } from '#libs/kernel';
import { ID_KINDS, type Archive } from './archive.js';
import type { DeclaredRoute } from './declared-routes.js';
import type { Credential, People } from './people.js';
import { buildRequest, paramSource, sampleOf, type BuiltRequest } from './route-catalogue.js';

/** One request and how it must be refused. */
export interface Refusal {
  title: string;
  request: BuiltRequest;
  /** `403 auth.forbidden` */
  expected: string;
  /** What the message must name. */
  names?: string;
}

const OUTSIDE = '403 user.not_in_organization';
const FORBIDDEN = '403 auth.forbidden';

/** Everybody whom the route must send away, and how, by what it declares. */
export async function refusals(route: DeclaredRoute, people: People): Promise<Refusal[]> {
  if (route.access.kind === 'public') return [];
  const request = (archive: Archive = people.archive) => buildRequest(route, archive);
  const refuse = (title: string, credential: Credential, expected: string, sent = request()): Refusal => ({
    title,
    request: { ...sent, headers: { ...sent.headers, ...credential } },
    expected,
  });
  return [
    ...Object.entries(people.nobodies).map(([title, credential]) => refuse(title, credential, '401 auth.unauthorized')),
    ...(await wrongKind(route, people, refuse)),
    ...outsiders(route, people, refuse),
    ...lowerRoles(route, people, refuse),
  ];
}

type Refuse = (title: string, credential: Credential, expected: string, sent?: BuiltRequest) => Refusal;

/** Real people with the wrong kind of credential, or with a permission too few. */
async function wrongKind({ access }: DeclaredRoute, people: People, refuse: Refuse): Promise<Refusal[]> {
  const { owner } = people;
  switch (access.kind) {
    case 'public':
      return [];
    case 'key':
      return [refuse('a session', owner.session, '401 api_keys.authentication_not_api_key')];
    case 'session':
      return [refuse('a key with all permissions', owner.key, FORBIDDEN)];
    case 'admin':
      return [
        refuse('a key with all permissions', owner.key, FORBIDDEN),
        refuse("an administrator's key", people.administrator.key, FORBIDDEN),
        refuse('a session of somebody who is no administrator', owner.session, FORBIDDEN),
      ];
    case 'session-or-key':
      return Promise.all(
        [...access.permissions.map((missing) => [missing]), [...access.permissions]]
          .filter((missing) => missing.length > 0)
          .map(async (missing) => ({
            ...refuse(`a key without ${missing.join(' and ')}`, await people.ownerKey(allBut(missing)), FORBIDDEN),
            names: missing.join(', '),
          })),
      );
  }
}

/** Members of the organization whose role is lower than the one that the route declares. */
function lowerRoles({ role, access }: DeclaredRoute, people: People, refuse: Refuse): Refusal[] {
  if (role === undefined) return [];
  const expected = role === 'owner' ? '403 user.not_organization_owner' : FORBIDDEN;
  return ROLES.slice(ROLES.indexOf(role) + 1).flatMap((lower) => {
    const { key, session } = people.members[lower];
    return [
      refuse(`the session of a member with the role ${lower}`, session, expected),
      ...(access.kind === 'session' ? [] : [refuse(`the key of a member with the role ${lower}`, key, expected)]),
    ];
  });
}

function allBut(missing: readonly Permission[]): Permission[] {
  return PERMISSIONS.filter((permission) => !missing.includes(permission));
}

/** People who have every permission, in organizations that are not theirs. */
function outsiders(route: DeclaredRoute, people: People, refuse: Refuse): Refusal[] {
  if (!route.params.includes('organizationId') || route.access.kind === 'admin') return [];
  const { owner, archive } = people;
  const { stranger } = sampleOf(route);
  const takes = (credential: Credential) => route.access.kind !== 'session' || 'cookie' in credential;
  const at = (organizationId: string) =>
    buildRequest(route, { ...archive, organizationId, deletedOrganizationId: organizationId });
  const mine = route.access.kind === 'session' ? owner.session : owner.key;
  const strangers = Object.entries(people.strangers)
    .filter(([, credential]) => takes(credential))
    .map(([title, credential]) => refuse(title, credential, stranger?.deleted ?? OUTSIDE));
  return [
    ...strangers,
    ...(takes(people.boundElsewhere)
      ? [refuse("the owner's key bound to another organization", people.boundElsewhere, OUTSIDE)]
      : []),
    refuse('an organization that does not exist', mine, stranger?.unknown ?? OUTSIDE, at(createId('org'))),
    refuse("the stranger's organization", mine, stranger?.active ?? OUTSIDE, at(people.foreign.organizationId)),
    ...(stranger
      ? []
      : [refuse('an organization that its owner has deleted', mine, OUTSIDE, at(archive.deletedOrganizationId))]),
  ];
}

/** The owner's own requests with one id of the stranger's archive in each place, one at a time. */
export function foreignIds(route: DeclaredRoute, people: People): (Refusal & { inPath: boolean })[] {
  const { archive, foreign, owner } = people;
  const credential = route.access.kind === 'session' || route.access.kind === 'admin' ? owner.session : owner.key;
  const own = buildRequest(route, archive);
  return ID_KINDS.flatMap((kind) => {
    const changed = buildRequest(route, { ...archive, [kind]: foreign[kind] });
    const inPath = changed.path !== own.path;
    const isPlace = inPath
      ? route.params.some((param) => param !== 'organizationId' && paramSource(route, param) === kind)
      : typeof own.body === 'string' && changed.body !== own.body;
    if (!isPlace) return [];
    const request = { ...changed, headers: { ...changed.headers, ...credential } };
    return [{ title: `a foreign ${kind} in the ${inPath ? 'path' : 'body'}`, request, expected: '4xx', inPath }];
  });
}
