/** @own-modules */
import { describe, expect, it } from '@jest/globals';
import { Injectable, Module, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { defineEvent, defineSubscriber, EventRepository, Handles } from '#ground/history';
import { JobQueue } from '#ground/jobs';
import { SubscriberDispatcher } from './subscriber-dispatcher.js';

const Happened = defineEvent<{ what: string }>('test:happened', { description: 'Something happened.' });
const Mailer = defineSubscriber('test.mailer', Happened, { description: 'Sends a mail.' });

@Injectable()
class First {
  @Handles(Mailer)
  mail(): Promise<void> {
    return Promise.resolve();
  }
}

@Injectable()
class Second {
  @Handles(Mailer)
  mail(): Promise<void> {
    return Promise.resolve();
  }
}

async function start(...handlers: Type[]): Promise<void> {
  @Module({
    imports: [DiscoveryModule],
    providers: [
      SubscriberDispatcher,
      { provide: EventRepository, useValue: {} },
      { provide: JobQueue, useValue: {} },
      ...handlers,
    ],
  })
  class Worker {}
  const app = await NestFactory.createApplicationContext(Worker, { logger: false, abortOnError: false });
  await app.close();
}

describe('the start of a worker', () => {
  it('the start succeeds when each subscriber has one handler', async () => {
    await expect(start(First)).resolves.toBeUndefined();
  });

  it('the start fails when a subscriber has no handler, and names it', async () => {
    await expect(start()).rejects.toThrow('no handler for the subscriber test.mailer; add @Handles');
  });

  it('the start fails when a subscriber has two handlers', async () => {
    await expect(start(First, Second)).rejects.toThrow('the subscriber test.mailer has two handlers; keep one');
  });
});
