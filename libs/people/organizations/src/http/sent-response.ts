import type { FastifyReply } from 'fastify';
import type { OperationFragment } from '#ground/http-kit';
import type { InvitationResponse } from './invitation.view.dto.js';

/** For the description of the API: the second response of routes that send an invitation. */
export const SENT_BY_MAIL: OperationFragment = {
  responses: {
    204: {
      description: 'The invitation was sent by mail. Without a mail transport that delivers, the response is 200.',
    },
  },
};

/** Responds with the link only when the server has not sent it. */
export function sentResponse(
  reply: FastifyReply,
  response: InvitationResponse,
  isMailed: boolean,
): InvitationResponse | undefined {
  if (!isMailed) return response;
  reply.status(204);
  return undefined;
}
