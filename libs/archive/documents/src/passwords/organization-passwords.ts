import { Injectable } from '@nestjs/common';
import { MOST_PASSWORDS } from '@archivolt/plugin-kit';
import { AuditLog } from '#ground/audit';
import { UnitOfWork, type Transaction } from '#ground/database';
import { createId, type OrganizationContext } from '#ground/kernel';
import { PasswordSeal } from './password-seal.js';
import { PasswordRepository, type ListedPassword } from './password.repository.js';
import { OrganizationPasswordAdded, OrganizationPasswordRemoved } from './passwords.audit.js';
import { PasswordLimitReached, PasswordNotFound } from './passwords.errors.js';

/** The passwords that an organization has tried for its protected documents. */
@Injectable()
export class OrganizationPasswords {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly passwords: PasswordRepository,
    private readonly seal: PasswordSeal,
    private readonly audit: AuditLog,
  ) {}

  async add(
    tx: Transaction,
    ctx: OrganizationContext,
    { name, password }: { name: string; password: string },
  ): Promise<ListedPassword> {
    const { organizationId } = ctx;
    if ((await this.passwords.lockList(tx, ctx)) >= MOST_PASSWORDS) throw PasswordLimitReached();
    const id = createId('dpw');
    const added = await this.passwords.add(tx, ctx, {
      ...{ id, name },
      sealed: this.seal.seal(password, { organizationId, id }),
    });
    const target = { type: 'document-password', id, name };
    await this.audit.record(tx, { action: OrganizationPasswordAdded, organizationId, target });
    return added;
  }

  /** What was read with it stays. */
  async remove(ctx: OrganizationContext, id: string): Promise<void> {
    const { organizationId } = ctx;
    await this.unitOfWork.run(async (tx) => {
      const name = await this.passwords.removeFromList(tx, ctx, id);
      if (name === undefined) throw PasswordNotFound();
      const target = { type: 'document-password', id, name };
      await this.audit.record(tx, { action: OrganizationPasswordRemoved, organizationId, target });
    });
  }
}
