import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor, IfMatch, LIST_BODY_BYTES } from '#ground/http-kit';
import { revisionOf, type UserActor } from '#ground/kernel';
import { UserPreferences, type Preferences } from '../user-preferences.js';
import { ReplacePreferencesBody } from './preferences.dto.js';

@Controller('api/users/me/preferences')
export class PreferencesController {
  constructor(private readonly preferences: UserPreferences) {}

  /** What clients keep for the signed-in user, such as the theme; empty at first. */
  @Get()
  @Access.session()
  async get(
    @CurrentActor() { userId }: UserActor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ preferences: object }> {
    return withEntityTag(reply, await this.preferences.get(userId));
  }

  /** Replaces all preferences of the signed-in user. */
  @Put()
  @RouteConfig({ bodyLimit: LIST_BODY_BYTES })
  @Access.session()
  async replace(
    @CurrentActor() { userId }: UserActor,
    @Body() { preferences }: ReplacePreferencesBody,
    @IfMatch() ifMatch: string[] | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ preferences: object }> {
    return withEntityTag(reply, await this.preferences.replace(userId, preferences, ifMatch));
  }
}

/** The revision is only in the header: every key in `preferences` belongs to the client. */
function withEntityTag(reply: FastifyReply, { preferences, updatedAt }: Preferences): { preferences: object } {
  void reply.header('etag', `"${revisionOf(updatedAt)}"`);
  return { preferences };
}
