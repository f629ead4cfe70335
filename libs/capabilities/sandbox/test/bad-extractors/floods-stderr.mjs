import { writeSync } from 'node:fs';
export default {
  extract: () => {
    const noise = Buffer.alloc(1024 * 1024, 'x');
    for (;;) {
      try {
        writeSync(2, noise);
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
      }
    }
  },
};
