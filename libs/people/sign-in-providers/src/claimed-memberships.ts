import { Injectable } from '@nestjs/common';
import type { ClaimedMembership, ClaimsRule } from '#config/custom-provider';
import { UserRepository } from '#people/auth';
import { UnitOfWork } from '#ground/database';
import { systemContext } from '#ground/kernel';
import { Members, OrganizationRepository, type GivenRole } from '#people/organizations';

/** What a provider says about a person. */
export type PersonClaims = Readonly<Record<string, unknown>>;

const ORDER: readonly GivenRole[] = ['admin', 'member', 'viewer'];
const MAX_VALUES = 10_000;

/** Gives people the memberships that follow from their claims, in one transaction before their session exists. */
@Injectable()
export class ClaimedMemberships {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly members: Members,
    private readonly organizations: OrganizationRepository,
    private readonly users: UserRepository,
  ) {}

  async apply(userId: string, rule: ClaimsRule, claims: PersonClaims): Promise<void> {
    const { organizations: mapped = [], isAuthoritative = false } = rule;
    if (mapped.length === 0) return;
    const wanted = wantedRoles(mapped, valuesOf(claims, rule.roles));
    const managed = [...new Set(mapped.map(({ organizationId }) => organizationId))].sort();
    await this.unitOfWork.run(async (tx) => {
      // First: the deletion of the account locks the memberships in another order.
      if (!(await this.users.lock(tx, userId))) return;
      const live = await this.organizations.findLive(managed, tx);
      for (const organizationId of managed) {
        const role = wanted.get(organizationId);
        if (!live.has(organizationId) || (role === undefined && !isAuthoritative)) continue;
        await this.members.assign(tx, systemContext(organizationId, 'sign-in'), { userId, role });
      }
    });
  }
}

/** Returns whether the claims make the person an administrator; undefined when they do not decide it. */
export function isAdministratorBy({ administrators, roles }: ClaimsRule, claims: PersonClaims): boolean | undefined {
  if (administrators === undefined) return undefined;
  const values = valuesOf(claims, roles);
  return administrators.some((value) => values.has(value));
}

function valuesOf(claims: PersonClaims, name: string): ReadonlySet<string> {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  const values: unknown[] = Array.isArray(value) ? value.slice(0, MAX_VALUES) : [value];
  return new Set(values.filter((item) => typeof item === 'string'));
}

/** The highest of the roles that the values give in each organization. */
function wantedRoles(mapped: readonly ClaimedMembership[], values: ReadonlySet<string>): Map<string, GivenRole> {
  const wanted = new Map<string, GivenRole>();
  for (const { value, organizationId, role } of mapped) {
    if (!values.has(value)) continue;
    const present = wanted.get(organizationId);
    if (present === undefined || ORDER.indexOf(role) < ORDER.indexOf(present)) wanted.set(organizationId, role);
  }
  return wanted;
}
