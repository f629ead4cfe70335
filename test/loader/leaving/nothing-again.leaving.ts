// eslint-disable-next-line no-restricted-syntax -- a timer that ends is the subject
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { loadedTimes } from './loaded-once.js';

it('leaves nothing, and sees modules that an earlier file has loaded', async () => {
  await delay(1);
  expect(loadedTimes()).toBe(1);
});
