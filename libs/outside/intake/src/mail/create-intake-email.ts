import { Injectable } from '@nestjs/common';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { UserRepository } from '#people/auth';
import { userIdOf, type OrganizationContext } from '#ground/kernel';
import { OrganizationRepository } from '#people/organizations';
import { AddressServices } from './address-services.js';
import { IntakeEmailAlreadyExists } from './intake-emails.errors.js';
import { IntakeEmails } from './intake-emails.js';
import { randomUserName, userNameOf } from './user-names.js';

/** Names that are tried when the first ones are in use. */
const ATTEMPTS = 5;

/** Makes an address at the mail service, then the record of it. */
@Injectable()
export class CreateIntakeEmail {
  constructor(
    private readonly config: IntakeEmailsConfig,
    private readonly intakeEmails: IntakeEmails,
    private readonly services: AddressServices,
    private readonly users: UserRepository,
    private readonly organizations: OrganizationRepository,
  ) {}

  /**
   * `save` records the address in a transaction and returns the one that counts: an earlier one for a request that is
   * repeated. An address that was made in vain is removed at the service.
   */
  async execute<Saved>(
    ctx: OrganizationContext,
    save: (emailAddress: string) => Promise<Saved>,
    addressOf: (saved: Saved) => string,
    signal: AbortSignal,
  ): Promise<Saved> {
    await this.intakeEmails.assertRoom(ctx);
    for (let attempt = 1; ; attempt += 1) {
      let made: string | undefined;
      try {
        made = await this.services.create(await this.#userName(ctx), signal);
        const saved = await save(made);
        if (addressOf(saved) !== made.toLowerCase()) await this.services.remove(made);
        return saved;
      } catch (error) {
        const isTaken = IntakeEmailAlreadyExists.matches(error);
        // An address that has a record already belongs to that one.
        if (made !== undefined && !isTaken) await this.services.remove(made);
        if (!isTaken || attempt >= ATTEMPTS) throw error;
      }
    }
  }

  async #userName(ctx: OrganizationContext): Promise<string> {
    if (this.config.usernameDriver === 'random') return randomUserName();
    const { organizationId } = ctx;
    const userId = userIdOf(ctx);
    const [user, organizations] = await Promise.all([
      userId === null ? undefined : this.users.get(userId),
      this.organizations.findLive([organizationId]),
    ]);
    const name = organizations.get(organizationId)?.name ?? '';
    return userNameOf(this.config.usernamePattern, { user, organization: { id: organizationId, name } });
  }
}
