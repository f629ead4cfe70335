import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { sqlOver, UnitOfWork } from '#libs/database';
import { Access, Describe } from '#libs/http-kit';
import { HealthView, PingView } from './health.view.dto.js';

@Controller('api')
export class HealthController {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Responds as long as the process runs. */
  @Get('ping')
  @Access.public()
  ping(): PingView {
    return { status: 'ok' };
  }

  /** 200 when the database responds too, 500 otherwise. */
  @Get('health')
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
    const isDatabaseHealthy = await sqlOver(this.unitOfWork.db)
      .query('select 1')
      .then(
        () => true,
        () => false,
      );
    if (!isDatabaseHealthy) reply.code(HttpStatus.INTERNAL_SERVER_ERROR);
    return { isDatabaseHealthy, isEverythingOk: isDatabaseHealthy, status: isDatabaseHealthy ? 'ok' : 'error' };
  }
}
