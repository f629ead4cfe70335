import { Module } from '@nestjs/common';
import { IdempotencyModule } from '#libs/idempotency';
import type pg from 'pg';
import { AuthConfig } from '#config/auth';
import { ServerConfig } from '#config/server';
import { POSTGRES_POOL } from '#libs/database';
import { AUTH_SECRET } from '../auth-secret.js';
import { AuthModule } from '../auth.module.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { ApiKeysController } from './api-keys.controller.js';
import { Authentication } from './authentication.js';
import { BETTER_AUTH, createBetterAuth } from './better-auth.js';
import { PasswordHasher } from '../password-hashing/password-hasher.js';
import { PasswordAttempts } from './password-attempts.js';
import { PermissionGuard } from './permission.guard.js';
import { UsersController } from './users.controller.js';

/** Needs the configuration, the database and `AUTH_SECRET` from global modules. */
@Module({
  imports: [IdempotencyModule, AuthModule],
  controllers: [ApiKeysController, UsersController],
  providers: [
    {
      provide: BETTER_AUTH,
      useFactory: (
        pool: pg.Pool,
        secret: string,
        server: ServerConfig,
        config: AuthConfig,
        passwords: PasswordHasher,
      ) => createBetterAuth({ pool, secret, server, config, passwords }),
      inject: [POSTGRES_POOL, AUTH_SECRET, ServerConfig, AuthConfig, PasswordHasher],
    },
    {
      provide: PasswordAttempts,
      useFactory: (pool: pg.Pool, config: AuthConfig, server: ServerConfig) =>
        new PasswordAttempts(pool, config, server),
      inject: [POSTGRES_POOL, AuthConfig, ServerConfig],
    },
    ApiKeyStrategy,
    ApiKeyGuard,
    Authentication,
    PermissionGuard,
  ],
  exports: [BETTER_AUTH, PasswordAttempts, Authentication, PermissionGuard],
})
export class AuthHttpModule {}
