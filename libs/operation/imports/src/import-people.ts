import { Injectable } from '@nestjs/common';
import { AuthConfig } from '#config/auth';
import { ROLES } from '#ground/kernel';
import { NotInOrganization, UserRepository } from '#people/auth';
import { MemberRepository, Members, type GivenRole } from '#people/organizations';
import type { MemberRecord } from './archive-records.js';
import type { ImportResult } from './import-report.js';
import type { ImportRun } from './import-run.js';
import { checkedLine, NotImported, oneOf } from './record-checks.js';

const LONGEST_ADDRESS = 254;
/** Addresses that are remembered: documents of a source name few people. */
const MOST_KNOWN = 1_000;

/** Finds the people of a source by their e-mail addresses, and makes those with an account members. */
@Injectable()
export class ImportPeople {
  readonly #known = new WeakMap<ImportRun, Map<string, string | undefined>>();

  constructor(
    private readonly users: UserRepository,
    private readonly memberships: MemberRepository,
    private readonly members: Members,
    private readonly auth: AuthConfig,
  ) {}

  /** The id of the member with this address. */
  async idOf(run: ImportRun, address: unknown): Promise<string | undefined> {
    if (typeof address !== 'string' || address.length > LONGEST_ADDRESS || address.includes('\0')) return undefined;
    const email = address.trim().toLowerCase();
    const known = this.#knownOf(run);
    if (!known.has(email)) known.set(email, await this.#find(run, email));
    return known.get(email);
  }

  async execute(run: ImportRun, record: MemberRecord): Promise<ImportResult> {
    const email = checkedLine(record.email, LONGEST_ADDRESS, 'Its e-mail address').toLowerCase();
    const wanted = oneOf(ROLES, record.role, 'Its role');
    if ((await this.idOf(run, email)) !== undefined) return { outcome: 'already-there' };
    if (await run.find('member', email)) return { outcome: 'already-there' };
    const user = await this.users.findByEmail(email);
    if (!user) throw new NotImported('There is no account with this address.');
    if (this.auth.isEmailVerificationRequired && !user.emailVerified)
      throw new NotImported('The address of the account is not confirmed.');
    const role: GivenRole = wanted === 'owner' ? 'admin' : wanted;
    await run.once('member', email, async (tx, ctx) => {
      await this.members.lockLimit(tx, ctx);
      await this.members.add(tx, ctx, { userId: user.id, role }, () => NotInOrganization());
      await this.members.assertWithinLimit(tx, ctx);
      return { targetId: user.id, isNew: true };
    });
    this.#knownOf(run).set(email, user.id);
    if (role === wanted) return { outcome: 'came', reasons: [`It has the role ${role} now.`] };
    return { outcome: 'changed', reasons: ['An organization has one owner: it is an admin now.'] };
  }

  async #find(run: ImportRun, email: string): Promise<string | undefined> {
    const user = await this.users.findByEmail(email);
    if (!user) return undefined;
    if (run.isDryRun && user.id === userOf(run)) return user.id;
    return (await this.memberships.findOfUser(run.ctx, user.id)) && user.id;
  }

  #knownOf(run: ImportRun): Map<string, string | undefined> {
    const known = this.#known.get(run) ?? new Map<string, string | undefined>();
    if (known.size >= MOST_KNOWN) known.clear();
    this.#known.set(run, known);
    return known;
  }
}

/** In a dry run for a new organization, its owner is no member yet. */
function userOf({ ctx: { actor } }: ImportRun): string | undefined {
  return actor.via === 'system' ? undefined : actor.userId;
}
