import { symlinkSync, writeFileSync } from 'node:fs';

const WAYS = {
  soundly: ({ pages, target }) => {
    writeFileSync(target, pages.map(({ page, turn }) => `${page}/${turn}`).join(' '));
    return { outcome: 'selected', pagesCount: 9 };
  },
  hangs: () => {
    for (;;);
  },
  throws: () => {
    throw new Error('the page has no tree');
  },
  'writes nothing': () => ({ outcome: 'selected', pagesCount: 9 }),
  'writes no bytes': ({ target }) => {
    writeFileSync(target, '');
    return { outcome: 'selected', pagesCount: 9 };
  },
  'writes too much': ({ target, maxBytes }) => {
    writeFileSync(target, Buffer.alloc(maxBytes + 1));
    return { outcome: 'selected', pagesCount: 9 };
  },
  'leaves a link': ({ target }, { path }) => {
    symlinkSync(path, target);
    return { outcome: 'selected', pagesCount: 9 };
  },
  'says nothing': () => undefined,
  'is protected': () => ({ outcome: 'encrypted', reason: 'It is\nprotected.' }),
};

export default {
  extract: async () => ({ outcome: 'empty', pages: [] }),
  selectPages: async (input, selection) => WAYS[input.fileName.split('.')[0]](selection, input),
};
