import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import {
  asksToRetryAfter,
  behaviours,
  isSignedWith,
  redirectsTo,
  respondsWith,
  WebhookReceiver,
  type Behaviour,
} from '../support/webhook-receiver.js';
import { LOCAL_RECEIVERS, pauseAfter, SECRET, sendOnce, WebhookOwner } from './webhook-owner.js';

const KEPT_BYTES = 4_096;

describe('an attempt to deliver a webhook', () => {
  let app: TestApp;
  const receivers: WebhookReceiver[] = [];

  const receive = async (behaviour?: Behaviour): Promise<WebhookReceiver> => {
    const receiver = await WebhookReceiver.start(behaviour);
    receivers.push(receiver);
    return receiver;
  };

  beforeAll(async () => {
    app = await startApp(LOCAL_RECEIVERS);
  });
  afterAll(() => app.close());
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close();
  });

  describe('succeeds with a 2xx status', () => {
    it('a delivery is sent after the response to the change, signed, with exactly the fields of the event', async () => {
      const receiver = await receive();
      const owner = await WebhookOwner.of(app);
      const webhookId = await owner.addWebhook(receiver.url, ['document:created', 'document:updated']);
      const documentId = await owner.upload('invoice.bin');
      expect(receiver.requests).toEqual([]);
      await app.drain();
      const [request] = receiver.requests;
      expect(receiver.requests).toHaveLength(1);
      expect(request?.method).toBe('POST');
      expect(request?.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'archivolt-webhook-client',
        accept: 'application/json',
        'webhook-id': expect.stringMatching(/^msg_[a-z0-9]{24}$/),
        'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
        'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
      });
      expect(request?.headers['webhook-signature-next']).toBeUndefined();
      expect(request?.body).toEqual({
        data: {
          documentId,
          organizationId: owner.organizationId,
          name: 'invoice.bin',
          createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
          updatedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        },
        type: 'document:created',
        timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      });
      expect(Object.keys(request?.body ?? {})).toEqual(['data', 'type', 'timestamp']);
      const instant = Math.floor(Date.parse(request?.body.timestamp ?? '') / 1000);
      expect(Number(request?.headers['webhook-timestamp'])).toBe(instant);
      expect(isSignedWith(SECRET, request!)).toBe(true);
      expect(isSignedWith('another secret', request!)).toBe(false);
      expect(await owner.onlyAttempt(webhookId)).toMatchObject({
        number: 1,
        responseStatus: 200,
        responseBody: 'ok',
        isResponseCut: false,
        error: null,
      });
    });

    it('a delivery is accepted by the published library of Standard Webhooks, and a changed body is not', async () => {
      const receiver = await receive();
      await sendOnce(app, receiver.url);
      const [{ text, headers } = { text: '', headers: {} }] = receiver.requests;
      const library = new Webhook(Buffer.from(SECRET).toString('base64'));
      const given = headers as Record<string, string>;
      expect(library.verify(text, given)).toMatchObject({ type: 'document:created' });
      expect(() => library.verify(text.replace('letter', 'ledger'), given)).toThrow();
    });

    it.each<[string, Behaviour, object]>([
      ['204 without a body', behaviours.noContent, { responseStatus: 204, isResponseCut: false, error: null }],
      [
        '200 and a body of one byte a second, of which it keeps what has arrived',
        behaviours.slowBody,
        { responseStatus: 200, responseBody: expect.stringMatching(/^s+$/), isResponseCut: true },
      ],
      [
        '200 and a body without an end, of which it keeps 4 KB',
        behaviours.endlessBody,
        { responseStatus: 200, responseBody: 'x'.repeat(KEPT_BYTES), isResponseCut: true },
      ],
      [
        '200 and a gzip bomb, of which it keeps 4 KB',
        behaviours.gzipBomb,
        { responseStatus: 200, responseBody: 'b'.repeat(KEPT_BYTES), isResponseCut: true },
      ],
      [
        'text with NUL and an invalid byte, which the log can store',
        (_request, response) => void response.end(Buffer.from([0x61, 0x00, 0xff, 0x62])),
        { responseStatus: 200, responseBody: expect.stringMatching(/^a.*b$/s), error: null },
      ],
      [
        'a character across the limit of 4 KB',
        respondsWith(`${'x'.repeat(KEPT_BYTES - 1)}é`),
        { responseStatus: 200, responseBody: expect.stringMatching(/^x{4095}/), isResponseCut: true },
      ],
    ])('an attempt succeeds when the receiver responds with %s', async (_name, behaviour, expected) => {
      const receiver = await receive(behaviour);
      const { delivery, attempt } = await sendOnce(app, receiver.url);
      expect(delivery).toMatchObject({ status: 'succeeded', nextAttemptAt: null, finishedAt: expect.any(String) });
      expect(attempt).toMatchObject(expected);
      expect(Buffer.byteLength(attempt.responseBody ?? '')).toBeLessThanOrEqual(KEPT_BYTES + 2);
      expect(receiver.requests).toHaveLength(1);
    });
  });

  describe('fails and waits for its next attempt', () => {
    it.each<[string, Behaviour, object]>([
      [
        'responds 500',
        behaviours.fails,
        { responseStatus: 500, responseBody: 'the receiver has a fault', isResponseCut: false },
      ],
      [
        'never responds',
        behaviours.neverResponds,
        { responseStatus: null, error: expect.stringMatching(/within 4000 ms/) },
      ],
      [
        'sends its headers byte by byte',
        behaviours.slowHeaders,
        { responseStatus: null, error: expect.stringMatching(/within 4000 ms/) },
      ],
      ['closes the connection', behaviours.closesAtOnce, { responseStatus: null, error: expect.any(String) }],
    ])('an attempt fails and waits for the next when the receiver %s', async (_name, behaviour, expected) => {
      const receiver = await receive(behaviour);
      const { delivery, attempt } = await sendOnce(app, receiver.url);
      expect(delivery).toMatchObject({ status: 'pending', nextAttemptAt: expect.any(String), finishedAt: null });
      expect(attempt).toMatchObject(expected);
      expect(attempt.error ?? '').not.toContain('/hook');
      expect(receiver.requests).toHaveLength(1);
    });

    it('an attempt fails when nothing listens at the address', async () => {
      const { delivery, attempt } = await sendOnce(app, `http://127.0.0.1:${await freePort()}/hook`);
      expect(delivery.status).toBe('pending');
      expect(attempt).toMatchObject({ responseStatus: null, error: expect.stringMatching(/ECONNREFUSED|refused/) });
    });

    it('an attempt fails when the certificate is self-signed, before anything is sent', async () => {
      const receiver = await WebhookReceiver.startSelfSigned();
      receivers.push(receiver);
      const { delivery, attempt } = await sendOnce(app, receiver.url);
      expect(delivery.status).toBe('pending');
      expect(attempt).toMatchObject({ responseStatus: null, error: expect.stringMatching(/self.signed|certificate/i) });
      expect(receiver.requests).toEqual([]);
    });

    it('an attempt fails when the receiver speaks HTTP at an https address', async () => {
      const receiver = await receive();
      const { delivery, attempt } = await sendOnce(app, receiver.url.replace('http:', 'https:'));
      expect(delivery.status).toBe('pending');
      expect(attempt).toMatchObject({ responseStatus: null, error: expect.any(String) });
      expect(receiver.requests).toEqual([]);
    });

    it.each([301, 302, 303, 307, 308])(
      'an attempt fails when the receiver redirects with %i, which is not followed',
      async (status) => {
        const other = await receive();
        const receiver = await receive(redirectsTo(other.url, status));
        const { delivery, attempt } = await sendOnce(app, receiver.url);
        expect(delivery).toMatchObject({ status: 'pending', lastResponseStatus: status });
        expect(attempt).toMatchObject({ responseStatus: status });
        expect(other.connections).toBe(0);
      },
    );

    it.each([429, 503])(
      'the next attempt waits as long as a response with %i and Retry-After asks, up to an hour',
      async (status) => {
        for (const [seconds, pause] of [
          [600, 600],
          [86_400, 3_600],
        ] as const) {
          const receiver = await receive(asksToRetryAfter(seconds, status));
          const { delivery, attempt } = await sendOnce(app, receiver.url);
          const waits = pauseAfter(attempt, delivery);
          expect(waits).toBeGreaterThanOrEqual(pause - 1);
          expect(waits).toBeLessThan(pause + 60);
        }
      },
    );
  });
});
