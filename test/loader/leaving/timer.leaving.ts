import { it } from '@jest/globals';

it('leaves an interval', () => void setInterval(() => undefined, 1_000));
