import { describeSearchBackend } from '@archivolt/plugin-kit/testing';
import manifest from '../src/plugin.js';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

let fixture: SearchFixture;

describeSearchBackend('search-segments', {
  manifest,
  create: async () => {
    fixture = await createSearchFixture();
    return fixture;
  },
  destroy: () => fixture.close(),
});
