import { describeSubscriber } from '@archivolt/plugin-kit/testing';
import manifest from '../src/plugin.js';

describeSubscriber('subscriber-template', {
  manifest,
  config: (url) => ({ url, token: 'a-token', tag: 'Announced' }),
  samples: [{ name: 'document:created' }],
});
