/** @own-modules */
import { expect, it } from '@jest/globals';
import { use } from './used.js';

it('has modules that no other file has used', () => {
  expect(use()).toBe(1);
});
