import { it } from '@jest/globals';

it('leaves another fetch', () => void (globalThis.fetch = () => Promise.reject(new Error('replaced'))));
