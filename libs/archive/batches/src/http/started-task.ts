import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

const RESPOND_ASYNC = 'respond-async';

/** The response to a batch that is done in the background. */
export class StartedTask {
  taskId!: string;
}

/** True when the caller has sent `Prefer: respond-async`. */
export const PrefersAsync = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const { prefer = [] } = context.switchToHttp().getRequest<FastifyRequest>().headers;
  const preferences = [prefer].flat().join(',').split(',');
  return preferences.some((preference) => preference.split(';')[0]?.trim().toLowerCase() === RESPOND_ASYNC);
});

/** Makes the response a 202. */
export function startedTask(reply: FastifyReply, taskId: string, prefersAsync: boolean): StartedTask {
  void reply.code(202);
  if (prefersAsync) void reply.header('preference-applied', RESPOND_ASYNC);
  return { taskId };
}
