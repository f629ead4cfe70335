import { readFile } from 'node:fs/promises';
export default {
  extract: async ({ path }) => ({
    outcome: 'text',
    pages: [{ text: await readFile(path, 'utf8'), source: 'text-layer' }],
  }),
};
