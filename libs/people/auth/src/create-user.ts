import { Injectable } from '@nestjs/common';
import { AuthConfig } from '#config/auth';
import { AuditLog } from '#ground/audit';
import { UnitOfWork, violatedUniqueConstraint } from '#ground/database';
import { Clock, createId } from '#ground/kernel';
import { cutName, usableName } from './account-fields.js';
import { UserCreated } from './auth.audit.js';
import { PasswordHasher } from './password-hashing/password-hasher.js';
import { InvalidUserName, UserAlreadyExists } from './auth.errors.js';
import { assertUsablePassword, normalizeEmail } from './credentials.js';
import { grantFirstAdministrator } from './account.repository.js';
import { User } from './user.entity.js';
import { UserRepository } from './user.repository.js';

export interface NewUser {
  email: string;
  password: string;
  /** Default: the part of the address before the @. */
  name?: string;
  isAdmin?: boolean;
}

/** Creates an account without the sign-up form, even when registration is closed or the e-mail domain is not allowed. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UserRepository,
    private readonly passwords: PasswordHasher,
    private readonly config: AuthConfig,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ email: given, password, name: wanted, isAdmin = false }: NewUser): Promise<{ userId: string }> {
    const email = normalizeEmail(given);
    assertUsablePassword(password);
    const name = wanted?.trim() ? usableName(wanted) : cutName(email.slice(0, email.indexOf('@')));
    if (name === undefined) throw InvalidUserName();
    const passwordHash = await this.passwords.hash(password);
    const userId = createId('usr');
    try {
      await this.unitOfWork.run(async (tx) => {
        const now = this.clock.now();
        tx.em.create(User, {
          id: userId,
          createdAt: now,
          updatedAt: now,
          email,
          name,
          isAdmin,
          // The administrator of the server vouches for the address; there may be no mails yet.
          emailVerified: this.config.isEmailVerificationRequired,
        });
        await tx.em.flush();
        await this.users.savePassword(tx, userId, passwordHash);
        if (this.config.firstUserAsAdmin && !isAdmin) await grantFirstAdministrator(tx.sql, userId);
        await this.audit.record(tx, {
          action: UserCreated,
          target: { type: 'user', id: userId },
          details: { isAdmin },
        });
      });
    } catch (error) {
      throw violatedUniqueConstraint(error) === 'user_email_key' ? UserAlreadyExists({ cause: error }) : error;
    }
    return { userId };
  }
}
