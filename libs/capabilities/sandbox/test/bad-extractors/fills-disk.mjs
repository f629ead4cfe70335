import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
export default {
  extract: async (_input, { tempDir }) => {
    for (let index = 0; ; index += 1) writeFileSync(join(tempDir, String(index)), '');
  },
};
