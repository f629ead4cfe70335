import { PERMISSIONS, type Permission } from '#ground/http-kit';
import { createId, ROLES, type Role } from '#ground/kernel';
import { ID_KINDS, type Archive } from './archive.js';
import type { DeclaredRoute } from './declared-routes.js';
import type { Credential, People } from './people.js';
import { buildRequest, paramSource, sampleOf, type BuiltRequest } from './build-request.js';

/** One request and the expected refusal. */
export interface Refusal {
  title: string;
  request: BuiltRequest;
  /** `403 auth.forbidden` */
  expected: string;
  /** A name that the message must contain. */
  names?: string;
  /** Shows that a check is missing as no other one does, so the gate sends it for every route. */
  isTelling: boolean;
}

/** One request with an id of the foreign archive. */
export interface ForeignId {
  title: string;
  request: BuiltRequest;
  inPath: boolean;
}

const OUTSIDE = '403 user.not_in_organization';
const FORBIDDEN = '403 auth.forbidden';

/** Every caller that the route must refuse, and how, derived from its declaration. */
export async function refusals(route: DeclaredRoute, people: People): Promise<Refusal[]> {
  if (route.access.kind === 'public') return [];
  const request = (archive: Archive = people.archive) => buildRequest(route, archive);
  const refuse = (title: string, credential: Credential, expected: string, sent = request()): Refusal => ({
    title,
    request: { ...sent, headers: { ...sent.headers, ...credential } },
    expected,
    isTelling: false,
  });
  return [
    ...telling(
      Object.entries(people.unauthenticated).map(([title, credential]) =>
        refuse(title, credential, '401 auth.unauthorized'),
      ),
    ),
    ...(await wrongKind(route, people, refuse)).map((refusal) => ({ ...refusal, isTelling: true })),
    ...telling(outsiders(route, people, refuse)),
    ...telling(lowerRoles(route, people, refuse)),
  ];
}

/** The first of each kind: no credentials, a foreign member, the role just below the least one. */
function telling(refusals: Refusal[]): Refusal[] {
  return refusals.map((refusal, index) => ({ ...refusal, isTelling: index === 0 }));
}

type Refuse = (title: string, credential: Credential, expected: string, sent?: BuiltRequest) => Refusal;

/** Real users with the wrong kind of credential or without one of the permissions. */
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
        refuse('a session of a user who is not an administrator', owner.session, FORBIDDEN),
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

/**
 * The minimum role of a route of an organization: the one in the catalogue, or else the least role that reads or changes
 * something. Undefined for routes that need no membership.
 */
export function leastRole(route: DeclaredRoute): Role | undefined {
  const { role, nonMember } = sampleOf(route);
  if (!route.params.includes('organizationId') || nonMember || route.access.kind === 'admin') return undefined;
  return role ?? (route.method === 'GET' ? 'viewer' : 'member');
}

/** Members of the organization whose role is too low. */
function lowerRoles(route: DeclaredRoute, people: People, refuse: Refuse): Refusal[] {
  const { access } = route;
  const role = leastRole(route);
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

/** Users with every permission, in organizations they do not belong to. */
function outsiders(route: DeclaredRoute, people: People, refuse: Refuse): Refusal[] {
  if (!route.params.includes('organizationId') || route.access.kind === 'admin') return [];
  const { owner, archive } = people;
  const { nonMember } = sampleOf(route);
  const takes = (credential: Credential) => route.access.kind !== 'session' || 'cookie' in credential;
  const at = (organizationId: string) =>
    buildRequest(route, { ...archive, organizationId, deletedOrganizationId: organizationId });
  const mine = route.access.kind === 'session' ? owner.session : owner.key;
  const nonMembers = Object.entries(people.nonMembers)
    .filter(([, credential]) => takes(credential))
    .map(([title, credential]) => refuse(title, credential, nonMember?.deleted ?? OUTSIDE));
  return [
    ...nonMembers,
    ...(takes(people.boundElsewhere)
      ? [refuse("the owner's key bound to another organization", people.boundElsewhere, OUTSIDE)]
      : []),
    refuse('an organization that does not exist', mine, nonMember?.unknown ?? OUTSIDE, at(createId('org'))),
    refuse('the organization of a non-member', mine, nonMember?.active ?? OUTSIDE, at(people.foreign.organizationId)),
    ...(nonMember
      ? []
      : [refuse('an organization that its owner has deleted', mine, OUTSIDE, at(archive.deletedOrganizationId))]),
  ];
}

/** The owner's own requests with one id of the foreign archive in each place, one at a time. */
export function foreignIds(route: DeclaredRoute, people: People): ForeignId[] {
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
    return [{ title: `a foreign ${kind} in the ${inPath ? 'path' : 'body'}`, request, inPath }];
  });
}
