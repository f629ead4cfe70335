import { createServer } from 'node:net';
import { it } from '@jest/globals';

it('leaves a server', () => new Promise<void>((resolve) => void createServer().listen(0, '127.0.0.1', resolve)));
