import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import type pg from 'pg';
import { MailModule } from '#capabilities/mail';
import { AuthConfig } from '#config/auth';
import { ServerConfig } from '#config/server';
import { POSTGRES_POOL } from '#ground/database';
import { Clock } from '#ground/kernel';
import { PluginHost } from '#ground/plugin-host';
import { RequestsModule } from '#ground/requests';
import { AuthModule } from '../auth.module.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeyStrategy } from './api-key.strategy.js';
import { ApiKeysController } from './api-keys.controller.js';
import { AuthPublicConfig } from './auth-public-config.js';
import { Authentication } from './authentication.js';
import { FirstAccount } from './first-account.js';
import { IdentityPlugins } from './identity-plugins.js';
import { PasswordAttempts } from './password-attempts.js';
import { PermissionGuard } from './permission.guard.js';
import { PreferencesController } from './preferences.controller.js';
import { SecondFactorExtension } from './second-factor.extension.js';
import { SendSignInMails } from './send-sign-in-mails.js';
import { SignInExtensions } from './sign-in-extensions.js';
import { SignInLibrary } from './sign-in-library.js';
import { SignInMailsExtension } from './sign-in-mails.extension.js';
import { UsersController } from './users.controller.js';

/** Needs the configuration, the database and `AUTH_SECRET` from global modules. */
@Module({
  imports: [AuthModule, DiscoveryModule, MailModule, RequestsModule],
  controllers: [ApiKeysController, PreferencesController, UsersController],
  providers: [
    {
      provide: PasswordAttempts,
      useFactory: (pool: pg.Pool, config: AuthConfig, server: ServerConfig) =>
        new PasswordAttempts(pool, config, server),
      inject: [POSTGRES_POOL, AuthConfig, ServerConfig],
    },
    {
      provide: IdentityPlugins,
      useFactory: (host: PluginHost, clock: Clock) => IdentityPlugins.open(host, clock),
      inject: [PluginHost, Clock],
    },
    ApiKeyStrategy,
    ApiKeyGuard,
    AuthPublicConfig,
    Authentication,
    FirstAccount,
    PermissionGuard,
    SignInExtensions,
    SignInLibrary,
    SendSignInMails,
    SignInMailsExtension,
    SecondFactorExtension,
  ],
  exports: [Authentication, FirstAccount, PasswordAttempts, PermissionGuard, SignInLibrary],
})
export class AuthHttpModule {}
