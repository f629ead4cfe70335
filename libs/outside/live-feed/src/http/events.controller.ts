import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventRepository, type EventPage, type EventQuery } from '#ground/history';
import { Access, CallerContext, Context, Describe, Errors, OrganizationParams } from '#ground/http-kit';
import type { ActorContext, OrganizationContext, UserActor } from '#ground/kernel';
import { EventCursorGone, InvalidEventCursor, TooManyStreams } from '../live-feed.errors.js';
import { eventsResponse, type EventsResponse } from './event.view.dto.js';
import { EventsQuery, positionOf, StreamQuery } from './events.dto.js';
import { FeedPlaces } from './feed-places.js';
import { retryFrame } from './frames.js';
import { LiveFeed } from './live-feed.js';
import { STREAM_HEADERS, STREAM_RESPONSES } from './stream-responses.js';
import { visibleNames } from './visible-events.js';

/** Clients of a server that restarts do not all come back at the same moment. */
const RETRY_MS = { least: 2_000, spread: 2_000 };

@Controller('api/organizations/:organizationId/events')
export class EventsController {
  constructor(
    private readonly events: EventRepository,
    private readonly places: FeedPlaces,
    private readonly feed: LiveFeed,
  ) {}

  /**
   * The events of the organization in the order of the commits, from the oldest kept one or from the one after `after`.
   * Follow `nextCursor` until `hasMore` is false; ask again with it later, or open the stream, to get what happens then.
   */
  @Errors('events.cursor_gone')
  @Get()
  @Access.permissions('events:read')
  async list(
    @Param() _params: OrganizationParams,
    @Context() ctx: OrganizationContext,
    @Query() { after, name, limit }: EventsQuery,
  ): Promise<EventsResponse> {
    const position = after === undefined ? undefined : positionOf(after);
    return eventsResponse(await this.#read(ctx, { after: position, names: visibleNames(ctx, name), limit }));
  }

  /**
   * Events as server-sent events, as they happen: from the one after `Last-Event-ID` or `after`, or from now on. The
   * stream is resumed by the header, which `EventSource` sends by itself.
   */
  @Errors('events.cursor_gone', 'events.invalid_cursor', 'events.too_many_streams_of_user', 'events.too_many_streams')
  @Get('stream')
  @Describe(STREAM_RESPONSES)
  @Access.permissions('events:read')
  async stream(
    @Param() _params: OrganizationParams,
    @Context() organization: OrganizationContext,
    @CallerContext() { actor }: ActorContext<UserActor>,
    @Query() { after, name }: StreamQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const ctx = { ...organization, actor };
    const position = startOf(request.headers['last-event-id'], after);
    const leave = this.places.take({ userId: actor.userId, organizationId: ctx.organizationId });
    try {
      const { end } = await this.#read(ctx, { after: position, limit: 1 });
      // After the read: the server may have begun to stop meanwhile, and would wait for a stream that opens now.
      if (this.feed.isStopping) throw TooManyStreams({ message: 'The server is stopping. Connect again in a moment.' });
      reply.headers(STREAM_HEADERS);
      const raw = takeOver(request, reply);
      raw?.once('close', leave);
      if (raw) this.feed.open(raw, { ctx, cursor: position ?? end, names: name });
      else leave();
    } catch (error) {
      leave();
      throw error;
    }
  }

  async #read(ctx: OrganizationContext, query: EventQuery): Promise<EventPage> {
    const page = await this.events.read(ctx, query);
    if (page.isGone) throw EventCursorGone();
    return page;
  }
}

/** The header is newer than the address: a client that connects again repeats the address. */
function startOf(lastEventId: string | string[] | undefined, after: string | undefined): number | undefined {
  const given = lastEventId ?? after;
  if (given === undefined || given === '') return undefined;
  const position = typeof given === 'string' ? positionOf(given) : undefined;
  if (position === undefined) throw InvalidEventCursor();
  return position;
}

/**
 * Takes the response over from Fastify, and with it from the time limit of the route; undefined when there is nothing to
 * stream.
 */
function takeOver({ method }: FastifyRequest, reply: FastifyReply): FastifyReply['raw'] | undefined {
  const { raw } = reply;
  if (reply.sent || raw.destroyed) return undefined;
  if (method === 'HEAD') {
    void reply.send('');
    return undefined;
  }
  const headers = reply.getHeaders();
  reply.hijack();
  raw.writeHead(200, headers as Record<string, string>);
  raw.write(retryFrame(RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.spread)));
  return raw;
}
