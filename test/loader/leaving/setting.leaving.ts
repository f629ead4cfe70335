import { it } from '@jest/globals';

it('leaves a setting', () => void (process.env['LEFT_BEHIND'] = 'yes'));
