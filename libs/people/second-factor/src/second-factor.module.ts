import { Module } from '@nestjs/common';
import type pg from 'pg';
import { AuthConfig } from '#config/auth';
import { AuthModule } from '#people/auth';
import { POSTGRES_POOL } from '#ground/database';
import { CodeAttempts } from './code-attempts.js';
import { ResetSecondFactor } from './reset-second-factor.js';

@Module({
  imports: [AuthModule],
  providers: [
    {
      provide: CodeAttempts,
      useFactory: (pool: pg.Pool, config: AuthConfig) => new CodeAttempts(pool, config),
      inject: [POSTGRES_POOL, AuthConfig],
    },
    ResetSecondFactor,
  ],
  exports: [CodeAttempts, ResetSecondFactor],
})
export class SecondFactorModule {}
