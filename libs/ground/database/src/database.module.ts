import { MikroORM } from '@mikro-orm/postgresql';
import { Global, Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { ControlConnection } from './control-connection.js';
import { Leases } from './leases.js';
import { createOrm } from './orm.js';
import { createPool, type PoolOptions } from './postgres-pool.js';
import { UnitOfWork, type RunOptions } from './unit-of-work.js';

/** The pool of this process, for libraries with their own SQL (sessions, rate limits). */
export const POSTGRES_POOL = Symbol.for('archivolt.database.pool');

@Injectable()
class ConnectionsClosedLast implements OnApplicationShutdown {
  constructor(private readonly orm: MikroORM) {}

  async onApplicationShutdown(): Promise<void> {
    await this.orm.close(true);
  }
}

@Global()
@Module({})
export class DatabaseModule {
  static forRoot(options: { url: string; poolSize: number } & PoolOptions & RunOptions): DynamicModule {
    const { releasesLocksEarly = true } = options;
    return {
      module: DatabaseModule,
      providers: [
        { provide: POSTGRES_POOL, useFactory: () => createPool(options.url, options.poolSize, options) },
        { provide: MikroORM, useFactory: (pool: pg.Pool) => createOrm(pool, options), inject: [POSTGRES_POOL] },
        { provide: ControlConnection, useFactory: () => new ControlConnection(options.url, options) },
        {
          provide: UnitOfWork,
          useFactory: (orm: MikroORM) => new UnitOfWork(orm, { releasesLocksEarly }),
          inject: [MikroORM],
        },
        Leases,
        ConnectionsClosedLast,
      ],
      exports: [POSTGRES_POOL, MikroORM, ControlConnection, Leases, UnitOfWork],
    };
  }
}
