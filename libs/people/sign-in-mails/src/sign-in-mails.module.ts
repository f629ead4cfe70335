import { Module } from '@nestjs/common';
import type pg from 'pg';
import { AuthConfig } from '#config/auth';
import { POSTGRES_POOL } from '#ground/database';
import { MailModule } from '#capabilities/mail';
import { MailQuota } from './mail-quota.js';
import { SignInMailTexts } from './sign-in-mail-texts.js';
import { VerificationCheck } from './verification.check.js';

@Module({
  imports: [MailModule],
  providers: [
    {
      provide: MailQuota,
      useFactory: (pool: pg.Pool, config: AuthConfig) => new MailQuota(pool, config),
      inject: [POSTGRES_POOL, AuthConfig],
    },
    SignInMailTexts,
    VerificationCheck,
  ],
  exports: [MailModule, MailQuota, SignInMailTexts],
})
export class SignInMailsModule {}
