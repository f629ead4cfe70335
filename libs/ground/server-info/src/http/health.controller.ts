import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { UnitOfWork } from '#ground/database';
import { Access, Describe } from '#ground/http-kit';
import { HealthView, PingView } from './health.view.dto.js';

/** Without a rate limit: who watches the server must not take it for broken. */
@Controller('api')
export class HealthController {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Responds as long as the process runs. */
  @Get('ping')
  @RouteConfig({ isUnlimited: true })
  @Access.public()
  ping(): PingView {
    return { status: 'ok' };
  }

  /** 200 when the database responds too, 500 otherwise. */
  @Get('health')
  @RouteConfig({ isUnlimited: true })
  @Describe({
    responses: {
      500: {
        description: 'The database does not respond.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/HealthView' } } },
      },
    },
  })
  @Access.public()
  async health(@Res({ passthrough: true }) reply: FastifyReply): Promise<HealthView> {
    const isDatabaseHealthy = await this.unitOfWork.isDatabaseThere();
    if (!isDatabaseHealthy) reply.code(HttpStatus.INTERNAL_SERVER_ERROR);
    return { isDatabaseHealthy, isEverythingOk: isDatabaseHealthy, status: isDatabaseHealthy ? 'ok' : 'error' };
  }
}
