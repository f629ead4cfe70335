import { Logger } from '@nestjs/common';
import { DataConfig } from '#config/data';
import { WebhooksConfig } from '#config/webhooks';
import { UnitOfWork } from '#ground/database';
import { DocumentContent } from '#archive/documents';
import { HandlesJob, PostponedJob, type Job, type JobHandler } from '#ground/jobs';
import { Clock, Turns } from '#ground/kernel';
import { SafeHttp } from '#ground/safe-http';
import { DeliveryQueue } from './delivery-queue.js';
import { DeliveryRepository, type Attempt, type DeliveryToSend, type Outcome } from './delivery.repository.js';
import { DisableFailingWebhook } from './disable-failing-webhook.js';
import { bodyOf, documentToRead, headersOf, PING } from './message.js';
import { pauseAfter, type FailedResponse } from './retry-schedule.js';
import { SlowEndpoints } from './slow-endpoints.js';
import { WebhookStateRepository } from './webhook-state.repository.js';
import { DeliverWebhook, type DeliverWebhookData } from './webhooks.jobs.js';

/** Bytes of a response that are kept. */
const KEPT_RESPONSE_BYTES = 4_096;
/** UTF-8 bytes of a text that a message holds. */
const LONGEST_CONTENT_BYTES = 1_000_000;
const LONGEST_ERROR = 500;
/** After the time limit of a request: to write its result. */
const SETTLE_WITHIN_MS = 5_000;
/**
 * Of one delivery, about 40 minutes: a webhook that is rarely used, whose last delivery failed weeks ago, is not disabled
 * by the first failure of the next one.
 */
const ATTEMPTS_BEFORE_DISABLING = 5;

interface Result {
  attempt: Attempt;
  response: FailedResponse | undefined;
}

interface Written {
  finished: Awaited<ReturnType<DeliveryRepository['finish']>>;
  failingSince: Date | null;
}

/** Makes one attempt of a delivery, and writes what follows from it. */
@HandlesJob(DeliverWebhook)
export class SendDelivery implements JobHandler<DeliverWebhookData> {
  readonly #logger = new Logger('Webhooks');
  /** Transactions that may wait for the lock of a webhook: each holds a connection that requests of users need too. */
  readonly #finishing: Turns;
  readonly #finishingOfOrganization: number;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly deliveries: DeliveryRepository,
    private readonly states: WebhookStateRepository,
    private readonly queue: DeliveryQueue,
    private readonly contents: DocumentContent,
    private readonly http: SafeHttp,
    private readonly slow: SlowEndpoints,
    private readonly disable: DisableFailingWebhook,
    private readonly config: WebhooksConfig,
    private readonly clock: Clock,
    { poolSize }: DataConfig,
  ) {
    const running = Math.max(2, Math.floor(poolSize / 4));
    this.#finishing = new Turns({ running, waiting: Infinity, waitMs: 0 });
    this.#finishingOfOrganization = Math.floor(running / 2);
  }

  placesOf(webhookId: string): number {
    return this.slow.placesOf(webhookId);
  }

  /** Throws a `PostponedJob` when another attempt follows. */
  async handle({ data, signal }: Pick<Job<DeliverWebhookData>, 'data' | 'signal'>): Promise<void> {
    const { webhookId, deliveryId } = data;
    const delivery = await this.deliveries.begin(deliveryId, this.config.timeoutMs + SETTLE_WITHIN_MS);
    if (!delivery) {
      const until = await this.deliveries.waitsUntil(deliveryId);
      if (until) throw new PostponedJob(until);
      return;
    }
    if (!delivery.isEnabled && delivery.eventName !== PING) return this.#cancel(webhookId);
    const result = await this.#attempt(delivery, deliveryId, signal);
    const nextAttemptAt = await this.#finish(delivery, deliveryId, result);
    if (nextAttemptAt) throw new PostponedJob(nextAttemptAt);
  }

  async #attempt(delivery: DeliveryToSend, deliveryId: string, signal: AbortSignal): Promise<Result> {
    try {
      return await this.slow.measure(delivery.webhookId, () => this.#send(delivery, signal));
    } catch (error) {
      await this.deliveries.release(deliveryId);
      throw error;
    }
  }

  /** Rejects when the process stops, or the database fails; any failure of the request is a result. */
  async #send(delivery: DeliveryToSend, signal: AbortSignal): Promise<Result> {
    const documentId = documentToRead(delivery);
    const head = documentId && (await this.contents.head(delivery, documentId, LONGEST_CONTENT_BYTES));
    const body = bodyOf(delivery, head || undefined);
    const startedAt = this.clock.now();
    const began = performance.now();
    const attempt = (rest: Omit<Attempt, 'durationMs' | 'startedAt'>): Attempt => ({
      startedAt,
      durationMs: Math.round(performance.now() - began),
      ...rest,
    });
    try {
      const response = await this.http.send(
        {
          url: delivery.url,
          method: 'POST',
          headers: headersOf(delivery, delivery, { body, now: startedAt.getTime() }),
          body,
        },
        {
          timeoutMs: this.config.timeoutMs,
          maxResponseBytes: KEPT_RESPONSE_BYTES,
          cutsResponse: true,
          connectionsOf: delivery.webhookId,
          signal,
        },
      );
      return {
        attempt: attempt({
          responseStatus: response.status,
          responseBody: storable(response.text()),
          isResponseCut: response.isCut,
          error: null,
        }),
        response,
      };
    } catch (error) {
      signal.throwIfAborted();
      const text = storable(error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR);
      return {
        attempt: attempt({ responseStatus: null, responseBody: null, isResponseCut: false, error: text }),
        response: undefined,
      };
    }
  }

  /** Returns when the next attempt is due, if there is one. */
  async #finish(delivery: DeliveryToSend, deliveryId: string, result: Result): Promise<Date | undefined> {
    const { webhookId, organizationId } = delivery;
    const outcome = outcomeOf(delivery, result);
    const shares = [
      { key: webhookId, running: 1, waiting: Infinity },
      { key: organizationId, running: this.#finishingOfOrganization, waiting: Infinity },
    ];
    const { finished, failingSince } = await this.#finishing.take(
      () => this.#write(delivery, deliveryId, { result, outcome }),
      { shares },
    );
    const isTriedEnough = outcome.status !== 'succeeded' && delivery.attempts + 1 >= ATTEMPTS_BEFORE_DISABLING;
    if (isTriedEnough && failingSince && (await this.disable.execute(webhookId, failingSince))) {
      this.#logger.warn(
        `The webhook ${webhookId} was disabled: its deliveries fail since ${failingSince.toISOString()}.`,
      );
      return undefined;
    }
    return finished?.status === 'pending' ? (finished.nextAttemptAt ?? undefined) : undefined;
  }

  #write(
    { webhookId, eventName }: DeliveryToSend,
    deliveryId: string,
    { result: { attempt }, outcome }: { result: Result; outcome: Outcome },
  ): Promise<Written> {
    return this.unitOfWork.run(async (tx) => {
      if (!(await this.states.lockState(tx, webhookId))) return { finished: undefined, failingSince: null };
      const finished = await this.deliveries.finish(tx, deliveryId, attempt, outcome);
      const failingSince = await this.states.noteAttempt(tx, webhookId, {
        startedAt: attempt.startedAt,
        isSuccess: outcome.status === 'succeeded',
        countsFailure: eventName !== PING,
      });
      if (finished && finished.status !== 'pending') await this.queue.addNextOf(tx, webhookId, finished.subject);
      return { finished, failingSince };
    });
  }

  /** Cancels what was added before the webhook was disabled. */
  async #cancel(webhookId: string): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      if (await this.states.lockState(tx, webhookId)) await this.queue.cancel(tx, webhookId);
    });
  }
}

function outcomeOf({ eventName, attempts }: DeliveryToSend, { attempt, response }: Result): Outcome {
  const { responseStatus } = attempt;
  if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300) return { status: 'succeeded' };
  const pauseMs = eventName === PING ? undefined : pauseAfter(attempts + 1, response);
  return pauseMs === undefined ? { status: 'failed' } : { status: 'pending', pauseMs };
}

/** Returns the part of a text that PostgreSQL can store. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
