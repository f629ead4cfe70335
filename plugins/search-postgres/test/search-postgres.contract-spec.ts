import { describeSearchBackend } from '@archivolt/plugin-kit/testing';
import { createSearchFixture, type SearchFixture } from './search-fixture.js';

let fixture: SearchFixture;

describeSearchBackend('search-postgres', {
  create: async () => {
    fixture = await createSearchFixture();
    return fixture;
  },
  destroy: () => fixture.close(),
});
