import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { UnitOfWork } from '#ground/database';
import { Access, Describe, type OperationFragment } from '#ground/http-kit';
import { Readiness, summaryOf } from '../readiness.js';
import { HealthView, PingView, ReadyView } from './health.view.dto.js';

/**
 * Without a rate limit: who watches the server must not take it for broken. Visitors learn only what works; what is wrong
 * with the rest is for administrators.
 */
@Controller('api')
export class HealthController {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly readiness: Readiness,
  ) {}

  /** Responds as long as the process runs. */
  @Get('ping')
  @RouteConfig({ isUnlimited: true })
  @Access.public()
  ping(): PingView {
    return { status: 'ok' };
  }

  /** 200 when the database responds too, 500 otherwise. `isEverythingOk` may be false in both cases. */
  @Get('health')
  @RouteConfig({ isUnlimited: true })
  @Describe(failure(500, 'The database does not respond.', 'HealthView'))
  @Access.public()
  async health(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthView> {
    const [isDatabaseHealthy, { isReady }] = await Promise.all([
      this.unitOfWork.isDatabaseThere(),
      this.readiness.read(),
    ]);
    if (!isDatabaseHealthy) reply.code(HttpStatus.INTERNAL_SERVER_ERROR);
    const isEverythingOk = isDatabaseHealthy && isReady;
    return { isDatabaseHealthy, isEverythingOk, status: isEverythingOk ? 'ok' : 'error' };
  }

  /** For liveness probes: responds as long as the process runs, whatever else is away. */
  @Get('health/live')
  @RouteConfig({ isUnlimited: true })
  @Access.public()
  live(): PingView {
    return { status: 'ok' };
  }

  /**
   * For readiness probes and load balancers: 200 when this process can do its work, 503 otherwise. Looks at the database,
   * its migrations, the storage, the search index, queues, workers and free space; results are up to 15 seconds old.
   */
  @Get('health/ready')
  @RouteConfig({ isUnlimited: true })
  @Describe(failure(503, 'This process cannot do its work.', 'ReadyView'))
  @Access.public()
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadyView> {
    const state = await this.readiness.read();
    if (!state.isReady) reply.code(HttpStatus.SERVICE_UNAVAILABLE);
    return summaryOf(state);
  }
}

function failure(status: number, description: string, view: string): OperationFragment {
  const schema = { $ref: `#/components/schemas/${view}` };
  return { responses: { [status]: { description, content: { 'application/json': { schema } } } } };
}
