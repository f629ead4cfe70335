import { it } from '@jest/globals';

it('leaves a listener of the process', () => void process.on('SIGUSR2', () => undefined));
