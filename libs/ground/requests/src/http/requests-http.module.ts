import { Module } from '@nestjs/common';
import type pg from 'pg';
import { ServerConfig } from '#config/server';
import { POSTGRES_POOL } from '#ground/database';
import { ApiLimits } from './api-limits.js';

/** Needs the configuration and the database from global modules. */
@Module({
  providers: [
    {
      provide: ApiLimits,
      useFactory: (pool: pg.Pool, config: ServerConfig) => new ApiLimits(pool, config),
      inject: [POSTGRES_POOL, ServerConfig],
    },
  ],
  exports: [ApiLimits],
})
export class RequestsHttpModule {}
