import { Injectable } from '@nestjs/common';
import { sqlOver, UnitOfWork, type Transaction } from '#libs/database';
import { createId } from '#libs/kernel';
import { UserNotFound } from './auth.errors.js';
import { User } from './user.entity.js';

/** How the sign-in library marks accounts that have a password. */
const CREDENTIAL = 'credential';

@Injectable()
export class UserRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async get(id: string): Promise<User> {
    const user = await this.unitOfWork.reader.findOne(User, { id });
    if (!user) throw UserNotFound();
    return user;
  }

  async findByEmail(email: string): Promise<User | undefined> {
    return (await this.unitOfWork.reader.findOne(User, { email })) ?? undefined;
  }

  async isAdministrator(id: string): Promise<boolean> {
    const sql = sqlOver(this.unitOfWork.db);
    const rows = await sql.query<{ is_admin: boolean }>('select is_admin from "user" where id = $1', [id]);
    return rows[0]?.is_admin === true;
  }

  /** Sets the password with which this user signs in. */
  async savePassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
    const changed = await tx.sql.query(
      `update auth_account set password = $3, updated_at = now() where user_id = $1 and provider_id = $2 returning id`,
      [userId, CREDENTIAL, passwordHash],
    );
    if (changed.length > 0) return;
    await tx.sql.query(
      `insert into auth_account (id, created_at, updated_at, account_id, provider_id, user_id, password)
       values ($1, now(), now(), $2, $3, $2, $4)`,
      [createId('auth_acc'), userId, CREDENTIAL, passwordHash],
    );
  }

  async endSessions(tx: Transaction, userId: string): Promise<void> {
    await tx.sql.query('delete from auth_session where user_id = $1', [userId]);
  }
}
