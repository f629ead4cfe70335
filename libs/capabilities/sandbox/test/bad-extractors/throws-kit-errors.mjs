import { readFile } from 'node:fs/promises';

/** Throws as a plugin does that has a copy of the kit of its own. */
export default {
  async extract(input) {
    const kind = await readFile(input.path, 'utf8');
    const name = kind === 'permanent' ? 'PermanentPluginError' : 'TransientPluginError';
    throw Object.assign(new Error(kind), { name });
  },
};
