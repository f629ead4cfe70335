import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { AgendaFeed } from '#outside/agenda';
import { Access, announceLimit, Describe, Errors } from '#ground/http-kit';
import { FeedParams } from './agenda.dto.js';

const HEADERS = {
  // A calendar program may keep it, and asks each time whether it has changed.
  'cache-control': 'private, no-cache',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
} as const;

/** Without an account: the secret in the address names the member. */
@Controller('api/agenda')
export class PublicAgendaController {
  constructor(private readonly feed: AgendaFeed) {}

  /**
   * The agenda as a calendar (RFC 5545), at most 1,000 entries: those of the last 31 and the next 400 days that are not
   * done. `If-None-Match` is honoured.
   */
  @Errors('server.too_many_requests', 'agenda.feed_not_found')
  @Get(':file')
  @Describe({
    responses: {
      200: { description: 'The calendar.', content: { 'text/calendar': { schema: { type: 'string' } } } },
      304: { description: 'The client has the calendar.' },
    },
  })
  @Access.public()
  async read(@Param() { file }: FeedParams, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const announce = announceLimit.bind(undefined, reply);
    reply.headers(HEADERS);
    const secret = file.endsWith('.ics') ? file.slice(0, -'.ics'.length) : '';
    const { text, tag } = await this.feed.read({ secret, address: request.ip, announce });
    const etag = `"${tag}"`;
    reply.header('etag', etag);
    if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag })) return reply.code(304).send();
    reply.headers({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="agenda.ics"',
      'x-content-type-options': 'nosniff',
    });
    return reply.send(text);
  }
}
