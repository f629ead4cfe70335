import { Module } from '@nestjs/common';
import type pg from 'pg';
import { MailModule } from '#capabilities/mail';
import { AuthConfig } from '#config/auth';
import { POSTGRES_POOL } from '#ground/database';
import { ApiKeyRepository } from './api-key.repository.js';
import { ChangeUser } from './change-user.js';
import { CreateApiKey } from './create-api-key.js';
import { CreateUser } from './create-user.js';
import { MailQuota } from './mails/mail-quota.js';
import { SignInMailTexts } from './mails/sign-in-mail-texts.js';
import { VerificationCheck } from './mails/verification.check.js';
import { PasswordHasher } from './password-hashing/password-hasher.js';
import { RenameUser } from './rename-user.js';
import { RevokeApiKey } from './revoke-api-key.js';
import { CodeAttempts } from './second-factor/code-attempts.js';
import { ResetSecondFactor } from './second-factor/reset-second-factor.js';
import { SetUserPassword } from './set-user-password.js';
import { UserDirectory } from './user-directory.repository.js';
import { UserPreferences } from './user-preferences.js';
import { UserRepository } from './user.repository.js';

const EXPORTED = [
  ApiKeyRepository,
  ChangeUser,
  CreateApiKey,
  CreateUser,
  PasswordHasher,
  RenameUser,
  RevokeApiKey,
  SetUserPassword,
  UserDirectory,
  UserPreferences,
  UserRepository,
  SignInMailTexts,
  ResetSecondFactor,
];

/** Accounts, API keys, mails of sign-in and second factors, without HTTP. */
@Module({
  imports: [MailModule],
  providers: [
    ...EXPORTED,
    {
      provide: MailQuota,
      useFactory: (pool: pg.Pool, config: AuthConfig) => new MailQuota(pool, config),
      inject: [POSTGRES_POOL, AuthConfig],
    },
    VerificationCheck,
    {
      provide: CodeAttempts,
      useFactory: (pool: pg.Pool, config: AuthConfig) => new CodeAttempts(pool, config),
      inject: [POSTGRES_POOL, AuthConfig],
    },
  ],
  exports: [...EXPORTED, MailQuota, CodeAttempts],
})
export class AuthModule {}
