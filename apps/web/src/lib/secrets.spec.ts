import { describe, expect, it } from '@jest/globals';
import { newIdempotencyKey, newPassword, newSecret } from './secrets';

describe('passwords, secrets and keys that the pages create', () => {
  it('a made-up password has four groups of characters that cannot be confused', () => {
    for (let attempt = 0; attempt < 50; attempt += 1)
      expect(newPassword()).toMatch(/^[a-km-np-z2-9]{4}(-[a-km-np-z2-9]{4}){3}$/);
  });

  it('made-up passwords, secrets and keys are different every time', () => {
    for (const make of [newPassword, newSecret, newIdempotencyKey])
      expect(new Set(Array.from({ length: 100 }, make)).size).toBe(100);
  });
});
