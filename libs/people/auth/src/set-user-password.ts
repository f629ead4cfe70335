import { Injectable } from '@nestjs/common';
import { AuditLog } from '#ground/audit';
import { UnitOfWork } from '#ground/database';
import { PasswordSet } from './auth.audit.js';
import { PasswordHasher } from './password-hashing/password-hasher.js';
import { UserNotFound } from './auth.errors.js';
import { assertUsablePassword, normalizeEmail } from './credentials.js';
import { UserRepository } from './user.repository.js';

/** For administrators of the server: sets a new password of a user and ends all sessions of the user. */
@Injectable()
export class SetUserPassword {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UserRepository,
    private readonly passwords: PasswordHasher,
    private readonly audit: AuditLog,
  ) {}

  async execute({ email, password }: { email: string; password: string }): Promise<void> {
    assertUsablePassword(password);
    const user = await this.users.findByEmail(normalizeEmail(email));
    if (!user) throw UserNotFound();
    const passwordHash = await this.passwords.hash(password);
    await this.unitOfWork.run(async (tx) => {
      await this.users.savePassword(tx, user.id, passwordHash);
      await this.users.endSessions(tx, user.id);
      await this.audit.record(tx, { action: PasswordSet, target: { type: 'user', id: user.id } });
    });
  }
}
