import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
export default {
  extract: async (_input, { tempDir }) => {
    const left = join(tempDir, 'left');
    mkdirSync(left);
    writeFileSync(join(left, 'file'), 'x');
    chmodSync(left, 0o000);
    return { outcome: 'empty', pages: [] };
  },
};
