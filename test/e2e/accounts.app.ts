import { Catch, Module, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import type { FastifyReply } from 'fastify';
import pg from 'pg';
import { AuthConfig } from '#config/auth';
import { OrganizationsConfig } from '#config/organizations';
import { ServerConfig } from '#config/server';
import { AUTH_SECRET, AuthHttpModule, BETTER_AUTH, mountAuthRoutes, type BetterAuth } from '#http/auth';
import { OrganizationsHttpModule, requestGuards } from '#http/organizations';
import { ConfigModule, loadConfigs, type Environment } from '#libs/config';
import { DatabaseModule } from '#libs/database';
import { assertEveryInputIsChecked, assertEveryRouteDeclaresAccess } from '#libs/http-kit';
import { AppError, type ErrorCategory } from '#libs/kernel';
import { createMigratedDatabase } from '../support/database.js';

const STATUS: Partial<Record<ErrorCategory, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
};

@Catch()
class ErrorBody implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (!(error instanceof AppError)) {
      void reply.status(500).send({ error: { code: 'internal.error', message: String(error) } });
      return;
    }
    const { code, message, details } = error;
    void reply.status(STATUS[error.category] ?? 500).send({ error: { code, message, details } });
  }
}

@Module({
  imports: [AuthHttpModule, OrganizationsHttpModule],
  providers: [...requestGuards, { provide: APP_FILTER, useClass: ErrorBody }],
})
class AccountsModule {}

export interface AccountsApp {
  baseUrl: string;
  app: NestFastifyApplication;
  /** Statements on the database, for what no route does. */
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Accounts, API keys and organizations over real HTTP, and nothing else. */
export async function startAccountsApp(environment: Environment = {}): Promise<AccountsApp> {
  const database = await createMigratedDatabase();
  const configs = loadConfigs([AuthConfig, OrganizationsConfig, ServerConfig], { NODE_ENV: 'test', ...environment });
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule.with(configs),
      DatabaseModule.with({ url: database.url, poolSize: 8 }),
      {
        module: class Secrets {},
        global: true,
        providers: [{ provide: AUTH_SECRET, useValue: 'a-secret-of-tests-that-is-long-enough-0123456789' }],
        exports: [AUTH_SECRET],
      },
      AccountsModule,
    ],
  }).compile();
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter(), { logger: ['error'] });
  mountAuthRoutes(app.getHttpAdapter().getInstance(), app.get<BetterAuth>(BETTER_AUTH));
  assertEveryRouteDeclaresAccess(app);
  assertEveryInputIsChecked(app);
  app.enableShutdownHooks([]);
  await app.listen(0, '127.0.0.1');
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  return {
    baseUrl: (await app.getUrl()).replace(/\/$/, ''),
    app,
    pool,
    close: async () => {
      await app.close();
      await pool.end();
      await database.drop();
    },
  };
}
