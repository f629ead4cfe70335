import { IsIn, IsInt, Max, Min } from 'class-validator';
import { IsId, MayBeAbsent, NumberFromQuery } from '#ground/http-kit';
import { MAX_PAGE_SIZE } from '#ground/kernel';
import { PING, WEBHOOK_EVENTS, type DeliveryStatus } from '#outside/webhooks';
import { WebhookParams } from './webhook.dto.js';

const STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const satisfies readonly DeliveryStatus[];

export class DeliveryParams extends WebhookParams {
  @IsId('wbh_dlv') deliveryId!: string;
}

export class DeliveriesQuery {
  @MayBeAbsent() @IsIn(STATUSES) status?: (typeof STATUSES)[number];
  @MayBeAbsent() @IsIn([...WEBHOOK_EVENTS, PING]) event?: string;
  /** Only deliveries that are older than this one: the last of the previous page. */
  @MayBeAbsent() @IsId('wbh_dlv') before?: string;
  /** 1 to 100. */
  @NumberFromQuery() @IsInt() @Min(1) @Max(MAX_PAGE_SIZE) limit: number = 50;
}
