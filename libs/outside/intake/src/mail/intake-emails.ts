import { Injectable } from '@nestjs/common';
import { IntakeEmailsConfig } from '#config/intake-emails';
import { UnitOfWork, violatedUniqueConstraint, type Transaction } from '#ground/database';
import { Changes } from '#ground/history';
import { assertRevision, Clock, createId, nextUpdatedAt, type OrganizationContext } from '#ground/kernel';
import { IntakeEmailRepository, type IntakeEmail } from './intake-email.repository.js';
import { IntakeEmailAlreadyExists, IntakeEmailLimitReached, IntakeEmailNotFound } from './intake-emails.errors.js';
import { IntakeEmailCreated, IntakeEmailDeleted, IntakeEmailUpdated } from './intake-emails.events.js';

/** What users set in an address. What is missing in a change stays as it is. */
export interface IntakeEmailChanges {
  isEnabled?: boolean | undefined;
  /** Addresses, and domains such as `@example.com`. */
  allowedOrigins?: readonly string[] | undefined;
  keepsMessage?: boolean | undefined;
}

/** What users do with the addresses of their organization. */
@Injectable()
export class IntakeEmails {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intakeEmails: IntakeEmailRepository,
    private readonly changes: Changes,
    private readonly config: IntakeEmailsConfig,
    private readonly clock: Clock,
  ) {}

  async assertRoom(ctx: OrganizationContext, tx?: Transaction): Promise<void> {
    if ((await this.intakeEmails.count(ctx, tx)) >= this.config.maxPerOrganization) throw IntakeEmailLimitReached();
  }

  /** `emailAddress` exists at the mail service. */
  async create(tx: Transaction, ctx: OrganizationContext, emailAddress: string): Promise<IntakeEmail> {
    await this.intakeEmails.lockLimit(tx, ctx);
    await this.assertRoom(ctx, tx);
    const [id, now] = [createId('ie'), this.clock.now()];
    const row = { id, created_at: now, updated_at: now, organization_id: ctx.organizationId };
    const address = emailAddress.toLowerCase();
    try {
      await this.intakeEmails.insert(tx, {
        ...{ ...row, email_address: address, is_enabled: true, allowed_origins: [], keeps_message: false },
      });
    } catch (error) {
      if (violatedUniqueConstraint(error) !== 'intake_email_address') throw error;
      throw IntakeEmailAlreadyExists({ cause: error });
    }
    this.changes.record(tx, ctx, IntakeEmailCreated, { intakeEmailId: id, emailAddress: address });
    return this.#read(tx, ctx, id);
  }

  /** Changes what is given. */
  async update(
    ctx: OrganizationContext,
    intakeEmailId: string,
    changes: IntakeEmailChanges,
    expected?: readonly string[],
  ): Promise<IntakeEmail> {
    return this.unitOfWork.run(async (tx) => {
      const before = await this.intakeEmails.lock(tx, ctx, intakeEmailId);
      if (!before) throw IntakeEmailNotFound();
      assertRevision(before, expected);
      const updatedFields = Object.entries(changes).flatMap(([field, value]) => (value === undefined ? [] : [field]));
      if (updatedFields.length === 0) return before;
      const { isEnabled, allowedOrigins, keepsMessage } = changes;
      await this.intakeEmails.update(tx, intakeEmailId, {
        updated_at: nextUpdatedAt(before.updatedAt, this.clock.now()),
        ...(isEnabled !== undefined && { is_enabled: isEnabled }),
        ...(allowedOrigins !== undefined && {
          allowed_origins: [...new Set(allowedOrigins.map((origin) => origin.toLowerCase()))],
        }),
        ...(keepsMessage !== undefined && { keeps_message: keepsMessage }),
      });
      const { emailAddress } = before;
      this.changes.record(tx, ctx, IntakeEmailUpdated, { intakeEmailId, emailAddress, updatedFields });
      return this.#read(tx, ctx, intakeEmailId);
    });
  }

  /** Deletes an address. Mails to it are dropped from now on. Returns the address. */
  async delete(ctx: OrganizationContext, intakeEmailId: string): Promise<string> {
    return this.unitOfWork.run(async (tx) => {
      const found = await this.intakeEmails.lock(tx, ctx, intakeEmailId, { forDeletion: true });
      if (!found) throw IntakeEmailNotFound();
      const { emailAddress } = found;
      await this.intakeEmails.delete(tx, intakeEmailId);
      this.changes.record(tx, ctx, IntakeEmailDeleted, { intakeEmailId, emailAddress });
      return emailAddress;
    });
  }

  async #read(tx: Transaction, ctx: OrganizationContext, intakeEmailId: string): Promise<IntakeEmail> {
    const found = await this.intakeEmails.find(ctx, intakeEmailId, tx);
    if (!found) throw IntakeEmailNotFound();
    return found;
  }
}
